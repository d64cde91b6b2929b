//! A dropped record as JSON for the page: its tree of moves and its information.

use crate::view::Language;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::PointSet;
use onepure_rules::record::{
    GameInfo, Node, NodeContent, NodeId, Record, RulesFrom, TextFormat, game_in_diagram, preview,
};
use onepure_rules::rules::{Combination, Move, Ruleset};
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// The highest number of nodes of a record, counted by `;`. A dictionary of corner openings has 60,000.
const MOST_NODES: usize = 150_000;

/// The highest number of property values, counted by `[`.
const MOST_VALUES: usize = 400_000;

/// The largest JSON of a tree, in bytes. A set-up of ten bytes can place 361 stones, so a small file could become huge.
const LARGEST_TREE: usize = 48 << 20;

/// A game as a tree of nodes.
#[derive(Serialize)]
struct GameTree<'r> {
    size: usize,
    /// The name of the rules, if known or assumed.
    rules: Option<&'static str>,
    komi: Option<f64>,
    handicap: Option<u32>,
    result: Option<&'r str>,
    players: PerColor<Option<&'r str>>,
    /// The other information of the record, by SGF identifier.
    info: Vec<(&'static str, String)>,
    /// Warnings: a doubtful charset, changes made while reading, assumed rules.
    warning: Option<String>,
    nodes: Nodes<'r>,
}

/// The nodes of a record, each after its parent.
struct Nodes<'r> {
    record: &'r Record,
    /// The number of the parent, and the node.
    order: Vec<(Option<usize>, NodeId)>,
    /// The first node of the main line that the rules do not allow, and why.
    illegal: Option<(NodeId, String)>,
}

impl Serialize for Nodes<'_> {
    /// Writes node by node, so that no second tree is in memory.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.order.iter().map(|&(parent, id)| {
            let illegal = self.illegal.as_ref().filter(|(bad, _)| *bad == id);
            TreeNode::of(parent, self.record.node(id), illegal.map(|(_, why)| why.as_str()))
        }))
    }
}

#[derive(Serialize)]
struct TreeNode<'r> {
    parent: Option<usize>,
    #[serde(flatten)]
    content: NodeData,
    comment: Option<&'r str>,
    /// Why the move is illegal, if it is the first such one of the main line.
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<&'r str>,
    /// Marks and other properties that the page keeps without using them.
    other: Vec<(&'r str, &'r [String])>,
}

/// The effects of a node on the game.
#[derive(Default, Serialize)]
struct NodeData {
    r#move: Option<(Color, Move)>,
    stones: PerColor<PointSet>,
    emptied: PointSet,
    to_play: Option<Color>,
}

/// Parses a record, or a text diagram with Black to play, into the JSON of its tree. The error is one line for the user.
pub fn record_tree(bytes: &[u8], ruleset: Ruleset, language: Language) -> Result<String, String> {
    let record = read(bytes, ruleset)?;
    let mut json = Limited(Vec::new());
    let written = serde_json::to_writer(&mut json, &GameTree::of(&record, language));
    let text = String::from_utf8(json.0).ok().filter(|_| written.is_ok());
    text.ok_or_else(|| {
        format!("the tree of the record has more than {} MiB; the page takes no more", LARGEST_TREE >> 20)
    })
}

/// A text that fails when it exceeds [`LARGEST_TREE`].
struct Limited(Vec<u8>);

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LARGEST_TREE {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn read(bytes: &[u8], ruleset: Ruleset) -> Result<Record, String> {
    for (sign, most, what) in [(b';', MOST_NODES, "nodes"), (b'[', MOST_VALUES, "values")] {
        let count = bytes.split(|&byte| byte == sign).count() - 1;
        if count > most {
            let sign = char::from(sign);
            return Err(format!(
                "the record has {count} times `{sign}`; the page takes a record of up to {most} {what}"
            ));
        }
    }
    let text = preview(bytes);
    match TextFormat::of(&text) {
        Some(TextFormat::Sgf | TextFormat::Gib | TextFormat::Ngf) => {
            Record::from_bytes(bytes).map_err(|error| error.to_string())
        }
        Some(TextFormat::Diagram) => game_in_diagram(&text, Color::Black, ruleset)
            .map(|game| Record::from_game(&game))
            .map_err(|error| error.to_string()),
        None => Err(
            "an SGF record, which begins with `(;`, a .gib or .ngf file, or a text diagram is expected; this is none"
                .to_owned(),
        ),
    }
}

impl<'r> GameTree<'r> {
    /// The tree of a record.
    fn of(record: &'r Record, language: Language) -> Self {
        let info = &record.info;
        let basis = record.basis(None);
        let phrases = language.phrases();
        let assumption = phrases.assumption(&basis, info.named_ruleset(), Some("RU[one-pure]"));
        let notices = record.notices().iter().map(|notice| phrases.record_notice(notice));
        let mut warnings: Vec<String> =
            record.charset_warning().map(ToString::to_string).into_iter().chain(notices).chain(assumption).collect();
        let line = record.main_line_ids();
        let mut replay = record.main_line().start_by(&basis);
        let mut played = 0;
        let stopped = loop {
            match replay.advance() {
                Ok(Some(_)) => played += 1,
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        warnings.extend(replay.notices().iter().map(|notice| phrases.replay_notice(notice)));
        warnings.extend(stopped.as_ref().map(|error| phrases.replay_stopped(error)));
        let illegal = stopped.and_then(|error| Some((*line.get(played)?, phrases.problem(&error.problem))));
        // A repetition makes the assumed rules give way to simple ko.
        let played_by = replay.game().articles();
        let is_assumed = played_by == basis.ruleset.articles(record.size());
        let rules = Combination::of(&played_by).filter(|_| !is_assumed);
        let rules = rules.map_or(basis.ruleset.name, |rules| rules.ruleset().name);
        let mut order = Vec::new();
        let root = record.main_line_ids().first().copied();
        let mut waiting: Vec<_> = root.map(|root| (None, root)).into_iter().collect();
        while let Some((parent, id)) = waiting.pop() {
            let place = order.len();
            order.push((parent, id));
            // The last node pushed comes first, so every line is followed to its end before the next variation.
            waiting.extend(record.children(id).iter().rev().map(|&child| (Some(place), child)));
        }
        Self {
            size: record.size().lines(),
            rules: (basis.rules_from != RulesFrom::Default).then_some(rules),
            komi: info.komi,
            handicap: info.handicap,
            result: info.result.as_deref(),
            players: PerColor::from_fn(|color| info.players[color].name.as_deref()),
            info: other_info(info),
            warning: Some(warnings.join(". ")).filter(|warning| !warning.is_empty()),
            nodes: Nodes { record, order, illegal },
        }
    }
}

/// The information without a field in [`GameTree`]. The page writes it back when it saves the game.
fn other_info(info: &GameInfo) -> Vec<(&'static str, String)> {
    let penalty =
        |color: Color| Some(info.penalties[color]).filter(|&points| points > 0).map(|points| points.to_string());
    let told = [
        ("BR", info.players.black.rank.clone()),
        ("WR", info.players.white.rank.clone()),
        ("DT", info.date.clone()),
        ("EV", info.event.clone()),
        ("TM", info.main_time.map(|seconds| seconds.to_string())),
        ("OT", info.overtime.clone()),
        ("PENB", penalty(Color::Black)),
        ("PENW", penalty(Color::White)),
    ];
    told.into_iter().filter_map(|(identifier, text)| Some((identifier, text?))).collect()
}

impl<'r> TreeNode<'r> {
    fn of(parent: Option<usize>, node: &'r Node, illegal: Option<&'r str>) -> Self {
        let content = match &node.content {
            NodeContent::Note => NodeData::default(),
            NodeContent::Move(color, action) => NodeData { r#move: Some((*color, *action)), ..NodeData::default() },
            NodeContent::SetUp(set_up) => {
                NodeData { r#move: None, stones: set_up.stones, emptied: set_up.emptied, to_play: set_up.to_play }
            }
        };
        let other = node.other.iter().map(|property| (property.identifier.as_str(), property.values.as_slice()));
        Self { parent, content, comment: node.comment.as_deref(), illegal, other: other.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn tree(text: &str) -> Value {
        serde_json::from_str(&record_tree(text.as_bytes(), Ruleset::one_pure(), Language::English).expect("a game"))
            .expect("JSON")
    }

    #[test]
    fn a_record_becomes_a_tree() {
        let tree = tree(
            "(;SZ[9]KM[2.5]RU[Chinese]HA[2]PB[Ada]BR[3d]DT[2026-11-25]PENW[2]AB[cc];W[ee]C[why](;B[]TR[aa])(;B[gg]))",
        );
        assert_eq!((&tree["size"], &tree["komi"], &tree["rules"]), (&json!(9), &json!(2.5), &json!("chinese")));
        assert_eq!(tree["players"], json!({"black": "Ada", "white": null}));
        assert_eq!(tree["handicap"], json!(2));
        assert_eq!(tree["info"], json!([["BR", "3d"], ["DT", "2026-11-25"], ["PENW", "2"]]));
        let nodes = tree["nodes"].as_array().expect("nodes");
        let parents: Vec<_> = nodes.iter().map(|node| &node["parent"]).collect();
        assert_eq!(parents, [&Value::Null, &json!(0), &json!(1), &json!(1)]);
        assert_eq!(nodes[0]["stones"]["black"], json!(["C7"]));
        assert_eq!((&nodes[1]["move"], &nodes[1]["comment"]), (&json!(["white", "E5"]), &json!("why")));
        assert_eq!(nodes[2]["move"], json!(["black", "pass"]));
        assert_eq!(nodes[2]["other"], json!([["TR", ["aa"]]]));
    }

    #[test]
    fn a_diagram_becomes_a_tree() {
        let tree = tree(". . . . .\n. # O . .\n. . . . .\n. . . . .\n. . . . .");
        assert_eq!(tree["nodes"][0]["stones"], json!({"black": ["B4"], "white": ["C4"]}));
    }

    #[test]
    fn records_of_servers_become_trees_with_a_word_on_how_they_were_read() {
        let fox = tree("(;KM[375]RU[Chinese]AP[foxwq];B[pd])");
        assert_eq!((&fox["komi"], &fox["rules"]), (&json!(7.5), &json!("chinese")));
        assert!(
            fox["warning"].as_str().is_some_and(|told| told.starts_with("KM[375] is read as a komi of 7.5")),
            "{fox}"
        );
        let assumed = tree("(;KM[6.5];B[pd])");
        assert_eq!(assumed["rules"], "japanese");
        assert!(
            assumed["warning"].as_str().is_some_and(|told| told.ends_with("RU[one-pure] says otherwise")),
            "{assumed}"
        );
        let gib = tree("\\HS\n\\[GAMEGONGJE=65\\]\n\\HE\nINI 0 1 2 &4\nSTO 0 2 2 3 3\n");
        assert_eq!((&gib["rules"], &gib["nodes"][0]["stones"]["black"]), (&json!("korean"), &json!(["D4", "Q16"])));
        assert_eq!(gib["nodes"][1]["move"], json!(["white", "D16"]));
        let ngf = tree("Rated game\n9\na 1D\nb 1D\n\n0\n0\n6\n\n\n\n\nPMABBFFFF\n");
        assert_eq!(
            (&ngf["size"], &ngf["komi"], &ngf["nodes"][1]["move"]),
            (&json!(9), &json!(6.5), &json!(["black", "E5"]))
        );
        let plain = tree("(;SZ[9];B[ee])");
        assert_eq!((&plain["rules"], &plain["warning"]), (&Value::Null, &Value::Null));
    }

    #[test]
    fn an_illegal_move_is_marked_and_told_and_nothing_is_lost() {
        let tree = tree("(;GM[1]SZ[9]RU[Chinese];B[ee];W[ee];B[aa];W[cc];B[gg]C[x])");
        let nodes = tree["nodes"].as_array().expect("nodes");
        let illegal: Vec<_> = nodes.iter().map(|node| node["illegal"].as_str()).collect();
        assert_eq!(illegal, [None, None, Some("E5 is occupied"), None, None, None]);
        assert_eq!((&nodes[5]["comment"], &nodes[5]["move"]), (&json!("x"), &json!(["black", "G3"])));
        assert_eq!(tree["warning"], "line 1, move 2: E5 is occupied; everything before it is read");
        let superko = self::tree("(;SZ[5]KM[7.5]AB[bc][cb][cd]AW[cc][db][dd][ec]PL[B];B[dc];W[];B[];W[cc];B[aa])");
        assert_eq!(superko["rules"], "koSIMPLEscoreAREAtaxNONEsui0whbNfpok1");
        assert!(superko["warning"].as_str().is_some_and(|told| told.contains("simple ko holds")), "{superko}");
    }

    #[test]
    fn records_beyond_the_limits_are_refused_in_one_line() {
        let record = |part: &str, count: usize| format!("(;SZ[9]{})", part.repeat(count));
        let read = |text: String| super::record_tree(text.as_bytes(), Ruleset::one_pure(), Language::English);
        for (text, refused) in [
            (record(";", MOST_NODES), "nodes"),
            (record("LB[]", MOST_VALUES), "values"),
            (record(";AB[aa:ii]", 140_000), "more than 48 MiB"),
        ] {
            let line = read(text).expect_err("too large");
            assert!(line.contains(refused) && !line.contains('\n'), "{line}");
        }
        assert!(read(record(";", 100_000)).is_ok());
    }

    #[test]
    fn other_texts_are_refused_in_one_line() {
        for text in ["", "Dear friend", "(;SZ[3])", "(;SZ[9]B[zz])"] {
            let refused =
                super::record_tree(text.as_bytes(), Ruleset::one_pure(), Language::English).expect_err("no game");
            assert!(!refused.is_empty() && !refused.contains('\n'), "{refused}");
        }
    }
}
