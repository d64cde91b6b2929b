//! Records: reading and writing SGF ([`Record`]), and text diagrams ([`Diagram`]).
//!
//! SGF contains the moves alone. Their effects, down to the stones in quarantine, follow from a replay:
//! [`Record::replay`] returns a [`Game`]. [`Record::from_game`] makes a record of a game, and its `Display` writes SGF.
//!
//! ```
//! use onepure_rules::record::Record;
//! use onepure_rules::rules::Ruleset;
//!
//! let record: Record = "(;GM[1]SZ[9]KM[0]PB[Ada]PW[Bo];B[ee]C[the centre];W[];B[])".parse()?;
//! assert_eq!(record.info.players.black.name.as_deref(), Some("Ada"));
//! let game = record.replay(Ruleset::one_pure())?;
//! assert_eq!(game.outcome().expect("two abstentions").verdict.to_string(), "B+81");
//!
//! let mut again = Record::from_game(&game);
//! again.info.players = record.info.players.clone();
//! assert!(again.to_string().contains("RE[B+81]"));
//! assert_eq!(again.to_string().parse::<Record>()?.replay(Ruleset::one_pure())?.turns(), game.turns());
//! # Ok::<(), onepure_rules::record::RecordError>(())
//! ```

mod basis;
mod diagram;
mod error;
mod format;
mod gib;
mod info;
mod ngf;
mod node;
mod notice;
mod origin;
mod replay;
mod sgf;
mod variation;

pub use basis::{Basis, KomiFrom, RulesFrom};
pub use diagram::{Diagram, DiagramError, DiagramMistake};
pub use error::{CharsetWarning, Problem, RecordError};
pub use format::{DiagramGameError, TextFormat, game_in_diagram};
pub use info::{Application, GameInfo, PlayerInfo};
pub use node::{Node, NodeContent, NodeId, Property, SetUp};
pub use notice::{KomiReading, RecordNotice, Repair};
pub use origin::Origin;
pub use replay::{Replay, ReplayNotice, ReplayNoticeKind, Replayed};
pub use sgf::{point_text, preview};
pub use variation::Variation;

use crate::board::{Color, PerColor, Position};
use crate::files;
use crate::geometry::{BoardSize, SizeError};
use crate::rules::{Game, Ruleset};
use sgf::Decoded;
use std::path::Path;
use std::str::FromStr;

/// A record of a game: its information and the tree of its moves.
///
/// Reading:
/// - A record is the first game of a collection. Text before it and games after it are ignored; [`Record::collection`]
///   reads all games.
/// - `B[]`, `W[]` and `[tt]` are abstentions. A colour may move several times in a row: the right is handed over.
/// - Unknown properties are kept and written back unchanged.
/// - The bytes are decoded first, by the charset that the record names (CA): UTF-8, `Shift_JIS`, GBK, GB18030, Big5,
///   EUC-KR, EUC-JP, Latin-1 and all others of the WHATWG Encoding Standard. Without a name they are UTF-8 or
///   what they look like, or else Latin-1, the default of SGF. [`Record::charset_warning`] reports doubts. Output is always UTF-8 with `CA[UTF-8]`.
/// - A text may have 2,000,000 nodes in all its games, and variations of any depth.
/// - A node with both a set-up and a move becomes two nodes, the set-up first.
/// - Files of Tygem (`.gib`) and `WBaduk` (`.ngf`) are recognised by their content. Their handicap stones become a
///   set-up.
/// - Known deviations of servers from SGF, such as the komi of Fox, are repaired, and so are small mistakes such as a
///   missing last parenthesis. [`Record::notices`] lists them.
/// - A move that cannot be read is kept as it is written, and a replay stops before it, as before an illegal move.
///
/// Writing a game and reading it back gives the same game. Writing a record and reading it back gives a record with the
/// same content.
#[derive(Clone, Debug)]
pub struct Record {
    /// The information about the game.
    pub info: GameInfo,
    size: BoardSize,
    /// The tree. The root is the first node, and each node comes before its children.
    nodes: Vec<Node>,
    file: Option<String>,
    charset_warning: Option<CharsetWarning>,
    notices: Vec<RecordNotice>,
    /// The property or field that has the komi.
    komi_field: &'static str,
    /// Whether the main line is the one of the text, to which the result belongs.
    is_original: bool,
}

impl Record {
    /// The record of a game so far: its start, its komi, all turns and its result.
    pub fn from_game(game: &Game) -> Self {
        let (position, to_play) = (game.start(), game.first_to_play());
        let content = if position == Position::default() && to_play == Color::Black {
            NodeContent::Note
        } else {
            NodeContent::SetUp(Box::new(SetUp { stones: position.stones, to_play: Some(to_play), ..SetUp::default() }))
        };
        let info = GameInfo {
            ruleset: Some(game.ruleset().record_name.to_owned()),
            komi: Some(game.komi()),
            handicap: (game.handicap() > 0).then(|| game.handicap().into()),
            penalties: PerColor::from_fn(|color| game.penalty(color)),
            result: game.outcome().map(|outcome| outcome.verdict.to_string()),
            application: Some(Application::this()),
            ..GameInfo::default()
        };
        let mut record = Self::new(info, game.size());
        let mut last = record.add(None, Node { content, ..Node::default() });
        for turn in game.turns() {
            let content = NodeContent::Move(turn.color, turn.action);
            last = record.add(Some(last), Node { content, ..Node::default() });
        }
        record
    }

    /// Reads a record from a file, on a board of 5 to 19 lines. Errors name the file.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, RecordError> {
        let file = Some(path.as_ref().display().to_string());
        let loaded = files::read(path.as_ref())
            .map_err(|error| RecordError::new(Problem::Unreadable(error.to_string())))
            .and_then(|bytes| Self::from_bytes(&bytes));
        match loaded {
            Ok(record) => Ok(Self { file, ..record }),
            Err(error) => Err(error.in_file(file)),
        }
    }

    /// Reads a record from the bytes of a file, on a board of 5 to 19 lines.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        Self::from_bytes_with(bytes, BoardSize::for_play)
    }

    /// Reads a record from the bytes of a file. `size` decides which board sizes are accepted: [`BoardSize::new`]
    /// accepts 2 to 19 lines.
    pub fn from_bytes_with(
        bytes: &[u8],
        size: impl Fn(usize) -> Result<BoardSize, SizeError>,
    ) -> Result<Self, RecordError> {
        let format = TextFormat::of(&preview(bytes));
        let Decoded { text, warning } = match format {
            Some(TextFormat::Gib | TextFormat::Ngf) => sgf::decode_without_name(bytes),
            _ => sgf::decode(bytes),
        };
        Ok(Self { charset_warning: warning, ..Self::from_text(&text, format, size)? })
    }

    /// Reads a record from text in the given format.
    fn from_text(
        text: &str,
        format: Option<TextFormat>,
        size: impl Fn(usize) -> Result<BoardSize, SizeError>,
    ) -> Result<Self, RecordError> {
        match format {
            Some(TextFormat::Gib) => gib::read(text, size),
            Some(TextFormat::Ngf) => ngf::read(text, size),
            _ => sgf::read(text, size),
        }
    }

    /// Reads every game of a collection from the bytes of a file, on boards of 5 to 19 lines.
    ///
    /// ```
    /// use onepure_rules::record::Record;
    ///
    /// let games = Record::collection(b"(;SZ[9];B[ee]) (;SZ[9];B[cc];W[gg])")?;
    /// assert_eq!(games.iter().map(|game| game.main_line().moves().count()).collect::<Vec<_>>(), [1, 2]);
    /// # Ok::<(), onepure_rules::record::RecordError>(())
    /// ```
    pub fn collection(bytes: &[u8]) -> Result<Vec<Self>, RecordError> {
        if matches!(TextFormat::of(&preview(bytes)), Some(TextFormat::Gib | TextFormat::Ngf)) {
            return Ok(vec![Self::from_bytes(bytes)?]);
        }
        let Decoded { text, warning } = sgf::decode(bytes);
        let mut records = sgf::read_all(&text, BoardSize::for_play)?;
        for record in &mut records {
            record.charset_warning.clone_from(&warning);
        }
        Ok(records)
    }

    /// The reason why texts or moves may have been misread, if the charset is in doubt.
    ///
    /// ```
    /// use onepure_rules::record::{CharsetWarning, Record};
    ///
    /// let record = Record::from_bytes(b"(;SZ[9]CA[Shift_JIS]PB[\x95\x5C];B[ee])")?;
    /// assert_eq!((record.info.players.black.name.as_deref(), record.charset_warning()), (Some("表"), None));
    /// let record = Record::from_bytes(b"(;SZ[9]PB[Andr\xE9];B[ee])")?;
    /// assert_eq!(record.charset_warning(), Some(&CharsetWarning::Unnamed));
    /// # Ok::<(), onepure_rules::record::RecordError>(())
    /// ```
    pub const fn charset_warning(&self) -> Option<&CharsetWarning> {
        self.charset_warning.as_ref()
    }

    /// The size of the board.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The root of the tree: the first node, usually without a move.
    pub fn root(&self) -> &Node {
        self.node(Self::ROOT)
    }

    /// The root of the tree, for changes.
    pub fn root_mut(&mut self) -> &mut Node {
        &mut self.nodes[Self::ROOT.0]
    }

    /// Adds a node at the end of the main line. Does not check whether its move is legal.
    ///
    /// ```
    /// use onepure_rules::board::Color;
    /// use onepure_rules::record::{NodeContent, Node, Record};
    /// use onepure_rules::rules::Move;
    ///
    /// let mut record: Record = "(;SZ[9];B[ee](;W[cc])(;W[gg]))".parse()?;
    /// let mut node = Node::new(NodeContent::Move(Color::Black, Move::Abstain));
    /// node.comment = Some("why not".to_owned());
    /// record.append(node);
    /// assert!(record.to_string().ends_with("(;W[cc];B[]C[why not])(;W[gg]))"));
    /// # Ok::<(), onepure_rules::record::RecordError>(())
    /// ```
    pub fn append(&mut self, node: Node) {
        self.add(self.main_line_ids().last().copied(), node);
    }

    /// The ids of the main line's nodes, the root first.
    pub fn main_line_ids(&self) -> Vec<NodeId> {
        let next = |&id: &NodeId| self.node(id).children.first().copied();
        std::iter::successors(Some(Self::ROOT), next).collect()
    }

    /// The node with this id.
    ///
    /// # Panics
    /// If the id comes from another record with more nodes.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// The node with this id, for changes.
    ///
    /// # Panics
    /// Like [`Record::node`].
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0]
    }

    /// The ids of a node's children. The first child continues the node's line.
    ///
    /// # Panics
    /// Like [`Record::node`].
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// The children of a node. The first child continues the node's line.
    ///
    /// # Panics
    /// Like [`Record::node`].
    pub fn following(&self, id: NodeId) -> impl Iterator<Item = &Node> {
        self.node(id).children.iter().map(|&child| self.node(child))
    }

    /// Adds a node as the last variation after another node, and returns its id. Does not check whether its move is
    /// legal.
    ///
    /// ```
    /// use onepure_rules::board::Color;
    /// use onepure_rules::record::{NodeContent, Node, Record};
    /// use onepure_rules::rules::Move;
    ///
    /// let mut record: Record = "(;SZ[9];B[ee];W[cc])".parse()?;
    /// let after_black = record.main_line_ids()[1];
    /// record.add_variation(after_black, Node::new(NodeContent::Move(Color::White, Move::Abstain)));
    /// assert!(record.to_string().ends_with(";B[ee](;W[cc])(;W[]))"));
    /// # Ok::<(), onepure_rules::record::RecordError>(())
    /// ```
    ///
    /// # Panics
    /// Like [`Record::node`].
    pub fn add_variation(&mut self, after: NodeId, node: Node) -> NodeId {
        self.add(Some(after), node)
    }

    /// The main line: the first variation at every branch.
    pub fn main_line(&self) -> Variation<'_> {
        Variation::main(self)
    }

    /// The line that takes the variation with the next of these numbers, from 1, at every branch, and the first
    /// variation after the last number. Without numbers it is the main line.
    ///
    /// # Errors
    /// If a number is greater than the number of variations, or there are more numbers than branches.
    pub fn variation(&self, numbers: &[usize]) -> Result<Variation<'_>, RecordError> {
        Variation::chosen(self, numbers)
    }

    /// Makes a line the main line; see [`Record::variation`] for its numbers. The result of the record does not belong to
    /// another line.
    ///
    /// ```
    /// use onepure_rules::record::Record;
    ///
    /// let mut record: Record = "(;SZ[9];B[ee](;W[ec])(;W[cc](;B[gg])(;B[gc])))".parse()?;
    /// record.follow(&[2])?;
    /// assert!(record.to_string().ends_with(";B[ee](;W[cc](;B[gg])(;B[gc]))(;W[ec]))"));
    /// # Ok::<(), onepure_rules::record::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Record::variation`]. The record is unchanged.
    pub fn follow(&mut self, numbers: &[usize]) -> Result<(), RecordError> {
        self.is_original &= self.variation(numbers)?.is_main();
        let mut remaining = numbers.iter();
        let mut id = Self::ROOT;
        loop {
            let children = &mut self.nodes[id.0].children;
            if children.len() > 1 {
                children[..*remaining.next().unwrap_or(&1)].rotate_right(1);
            }
            let Some(&next) = children.first() else { return Ok(()) };
            id = next;
        }
    }

    /// Reads one game of a collection, counted from 1.
    ///
    /// # Errors
    /// As for [`Record::collection`], and if there is no such game.
    pub fn game_of_collection(bytes: &[u8], number: usize) -> Result<Self, RecordError> {
        let mut games = Self::collection(bytes)?;
        if !(1..=games.len()).contains(&number) {
            let problem = Problem::NoGameWithNumber { asked: number, available: games.len() };
            return Err(RecordError::new(problem));
        }
        Ok(games.swap_remove(number - 1))
    }

    /// The game at the end of the main line; see [`Variation::replay`].
    pub fn replay(&self, ruleset: Ruleset) -> Result<Game, RecordError> {
        self.main_line().replay(ruleset)
    }

    const ROOT: NodeId = NodeId(0);

    /// A record without nodes. The caller must add the root before anything else, because [`Record::root`] expects it.
    fn new(info: GameInfo, size: BoardSize) -> Self {
        Self {
            info,
            size,
            nodes: Vec::new(),
            file: None,
            charset_warning: None,
            notices: Vec::new(),
            komi_field: "KM",
            is_original: true,
        }
    }

    /// Adds a node as the last child of its parent, or as the root without a parent.
    fn add(&mut self, parent: Option<NodeId>, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len());
        self.nodes.push(node);
        if let Some(NodeId(parent)) = parent {
            self.nodes[parent].children.push(id);
        }
        id
    }

    /// A problem in this node, with its place.
    fn error_at(&self, node: &Node, move_number: usize, problem: impl Into<Problem>) -> RecordError {
        RecordError::new(problem.into()).on_line(node.line).at_move(move_number).in_file(self.file.clone())
    }
}

impl FromStr for Record {
    type Err = RecordError;

    /// Reads a record from text, on a board of 5 to 19 lines.
    fn from_str(text: &str) -> Result<Self, RecordError> {
        Self::from_text(text, TextFormat::of(text), BoardSize::for_play)
    }
}
