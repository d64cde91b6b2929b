//! The inputs of KataGo's networks, version 7: 22 planes and 19 globals.
//!
//! The source is `NNInputs::fillRowV7` in `cpp/neuralnet/nninputs.cpp` of KataGo 1.17 (Wu, "Accelerating Self-Play Learning in Go", 2019,
//! appendix A, has an earlier version). Ko, suicide, ends of play and the last turns come from the rules of the game here. KataGo's phases of
//! clean-up and its button do not occur in them, so planes 7, 8, 20 and 21 and globals 12, 13 and 15 to 17 stay 0. Rules that KataGo does not
//! know are shown as the nearest that it knows: a count by contact as area with suicide, the ko of the Ing rules as superko.

use crate::network::ReplayError;
use crate::network::features::{bits, last_placements, those, weak_chains};
use crate::network::replay::{Visitor, along};
use crate::tactics::{UnconditionalLife, catching_liberties, is_free_at_once, is_trapped};
use onepure_rules::board::{Board, Color, PerColor, Position};
use onepure_rules::geometry::{Bitboard, BoardSize, Layout};
use onepure_rules::rules::{Counting, Game, Move, Points, Suicide, Tax};
use onepure_rules::simulation::{SimulationPosition, Trace};

/// The number of planes: sets of points.
pub const PLANES: usize = 22;

/// The number of globals: numbers about the whole game.
pub const GLOBALS: usize = 19;

// [`KatagoInputs::bits`] has a bit for each plane.
const _: () = assert!(PLANES <= u32::BITS as usize);

/// The unit of the komi in points.
const POINTS: f64 = 20.0;

/// The furthest that a komi may lie beyond the points of the board.
const KOMI_BEYOND_BOARD: f64 = 20.0;

/// KataGo's inputs for a position, seen by the mover: the colour to play.
#[derive(Clone, PartialEq, Debug)]
pub struct KatagoInputs<L: Layout> {
    /// The size of the board.
    pub size: BoardSize,
    /// The planes, in KataGo's order.
    pub planes: [Bitboard<L>; PLANES],
    /// The globals, in KataGo's order.
    pub globals: [f32; GLOBALS],
    /// Whether the area of planes 18 and 19 is that of rules with suicide, whatever the rules of the game are.
    pub is_area_with_suicide: bool,
    /// Whether the game counts contact, which KataGo does not know: its judgement by area is counted by contact.
    pub counts_contact: bool,
}

impl<L: Layout> KatagoInputs<L> {
    /// The inputs of an empty board, to write into.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            planes: [Bitboard::empty(); PLANES],
            globals: [0.0; GLOBALS],
            is_area_with_suicide: false,
            counts_contact: false,
        }
    }

    /// Plays `moves` from the position of `start`. Calls `visit` with the number of moves and the inputs before each move that is `wanted`,
    /// unless the game is over. The last turns are those since `start`. The inputs are written into these, which may be those of a network.
    ///
    /// # Panics
    /// If the layout is too small for the board.
    pub fn along(
        self,
        start: &Game,
        moves: &[Move],
        wanted: impl Fn(usize) -> bool,
        visit: impl FnMut(usize, &Self),
    ) -> Result<(), ReplayError> {
        let recent = Recent::of_game(start);
        along(start, moves, &mut Replay { wanted, visit, recent, inputs: self })
    }

    /// The planes as an integer for each point, row by row from A1: bit `n` is plane `n`.
    pub fn bits(&self) -> Vec<u32> {
        bits(self.size, &self.planes)
    }

    /// Writes the inputs of a position, with what it needs of those before.
    pub(crate) fn write<P: SimulationPosition<L>>(&mut self, position: &P, trace: &Trace<L>, recent: &Recent<L>) {
        self.planes = planes(position, trace, recent, self.is_area_with_suicide);
        self.globals = globals(position);
        self.counts_contact = position.articles().counts_contact();
        let last = trace.last_five();
        for (pass, _) in self.globals.iter_mut().zip(last).take(recent.turns).filter(|(_, point)| point.is_none()) {
            *pass = 1.0;
        }
    }
}

/// What the inputs of a position need of the game before it.
#[derive(Clone, Debug)]
pub(crate) struct Recent<L: Layout> {
    /// The number of turns.
    turns: usize,
    /// The chains that ladders catch on the current board and on the two before it.
    caught: [Bitboard<L>; 3],
    /// The placements that catch a chain of each colour with two liberties on the current board.
    catching: PerColor<Bitboard<L>>,
}

/// The boards whose ladders are inputs.
const BOARDS: usize = 3;

impl<L: Layout> Recent<L> {
    /// At the current position of a game.
    pub(crate) fn of_game(game: &Game) -> Self {
        let turns = game.turns().len();
        let mut recent = Self { turns: 0, caught: [Bitboard::empty(); BOARDS], catching: PerColor::default() };
        for turns in turns.saturating_sub(BOARDS - 1)..=turns {
            let stones = if turns == game.turns().len() {
                game.board().position()
            } else {
                game.after_turns(turns).board().position()
            }
            .stones;
            let position = Position { stones: PerColor::from_fn(|color| stones[color].convert()) };
            recent.record(&Board::from_position(game.size(), &position), turns);
        }
        recent
    }

    /// At the position that a simulation has reached from this one.
    pub(crate) fn after<P: SimulationPosition<L>>(&self, position: &P, trace: &Trace<L>) -> Self {
        let (mut recent, mut replayed) = (self.clone(), position.clone());
        replayed.restart();
        let turns = trace.turns();
        for (number, turn) in turns.iter().enumerate() {
            match *turn {
                Some(point) => replayed.place(point),
                None => replayed.abstain(),
            };
            if number + BOARDS >= turns.len() {
                recent.record(replayed.board(), self.turns + number + 1);
            }
        }
        recent
    }

    /// Adds the board after `turns` turns. The first one counts as the boards before it too.
    fn record(&mut self, board: &Board<L>, turns: usize) {
        let weak = PerColor::from_fn(|color| weak_chains(board, color));
        let mut caught = Bitboard::empty();
        for color in Color::BOTH {
            let in_atari = weak[!color].by_liberties[0];
            let [one, two, _] = weak[color].by_liberties;
            caught |= those(board, one, |stone| is_trapped(board, stone, in_atari));
            self.catching[color] = Bitboard::empty();
            caught |= those(board, two, |stone| {
                if is_free_at_once(board, color, stone) {
                    return false;
                }
                let catching = catching_liberties(board, stone, in_atari);
                self.catching[color] |= catching;
                !catching.is_empty()
            });
        }
        self.caught = if turns == 0 { [caught; BOARDS] } else { [caught, self.caught[0], self.caught[1]] };
        self.turns = turns;
    }
}

fn planes<L: Layout, P: SimulationPosition<L>>(
    position: &P,
    trace: &Trace<L>,
    recent: &Recent<L>,
    is_area_with_suicide: bool,
) -> [Bitboard<L>; PLANES] {
    let (board, mover) = (position.board(), position.to_play());
    let (ours, theirs) = (weak_chains(board, mover), weak_chains(board, !mover));
    let [one, two, three] = std::array::from_fn(|number| ours.by_liberties[number] | theirs.by_liberties[number]);
    // A forbidden placement is a suicide unless it captures. Where suicide is legal, only that of a lone stone is not.
    let recaptures = position.refused() & theirs.last_liberties;
    let ko = if position.articles().allows_suicide() {
        recaptures | position.refused() & board.stones(mover).neighbours()
    } else {
        recaptures
    };
    let [last, second, third, fourth, fifth] = last_placements(trace);
    let articles = position.articles();
    let allows_suicide = is_area_with_suicide || articles.allows_suicide();
    // By territory KataGo shows the area only where its clean-up has begun.
    let area = if articles.counts_territory() {
        PerColor::default()
    } else if articles.taxes_sekis() {
        without_sekis(board, area(board, allows_suicide))
    } else {
        area(board, allows_suicide)
    };
    let none = Bitboard::empty();
    [
        board.all(),
        board.stones(mover),
        board.stones(!mover),
        one,
        two,
        three,
        ko,
        none,
        none,
        last,
        second,
        third,
        fourth,
        fifth,
        recent.caught[0],
        recent.caught[1],
        recent.caught[2],
        recent.catching[!mover],
        area[mover],
        area[!mover],
        none,
        none,
    ]
}

/// The points of each colour in a count of the current board that lifts dead stones in unconditional territory.
fn area<L: Layout>(board: &Board<L>, allows_suicide: bool) -> PerColor<Bitboard<L>> {
    let suicide = if allows_suicide { Suicide::OfTwoOrMore } else { Suicide::Forbidden };
    let safe = PerColor::from_fn(|color| UnconditionalLife::of(board, color, suicide).territory(board, color));
    let points = Points::of(board, Counting::Area);
    PerColor::from_fn(|color| safe[color] | (points.owned_by(color) - safe[!color]))
}

/// The area without the empty points and the prisoners of sekis: groups that touch a neutral point or have a chain in atari.
fn without_sekis<L: Layout>(board: &Board<L>, area: PerColor<Bitboard<L>>) -> PerColor<Bitboard<L>> {
    let neutral = board.empty() - area.black - area.white;
    PerColor::from_fn(|color| {
        let in_atari = weak_chains(board, color).by_liberties[0];
        let (mut rest, mut found) = (area[color], area[color] & board.stones(color));
        while let Some(point) = rest.first() {
            let group = Bitboard::of(point).flood_within(rest);
            rest -= group;
            if (group.neighbours() & neutral).is_empty() && (group & in_atari).is_empty() {
                found |= group;
            }
        }
        found
    })
}

/// The globals besides those for the last turns.
fn globals<L: Layout, P: SimulationPosition<L>>(position: &P) -> [f32; GLOBALS] {
    let (board, articles) = (position.board(), position.articles());
    let mut globals = [0.0; GLOBALS];
    let white = position.komi_by_area() + f64::from(position.count().bonus);
    let points = board.all().len() as f64;
    let most = points + KOMI_BEYOND_BOARD;
    let komi = if position.to_play() == Color::White { white } else { -white }.clamp(-most, most);
    globals[5] = (komi / POINTS) as f32;
    if articles.forbids_repetition() || articles.has_ing_ko() {
        globals[6] = 1.0;
        globals[7] = if articles.forbids_by_situation() { -0.5 } else { 0.5 };
    }
    globals[8] = flag(articles.allows_suicide());
    globals[9] = flag(articles.counts_territory());
    globals[10] = flag(articles.taxes_sekis());
    globals[11] = flag(articles.tax == Tax::All);
    globals[14] = flag(position.outcome_of_abstention().is_some());
    if articles.counts_territory() {
        return globals;
    }
    // A triangular wave with a period of two points, which rises where a draw is possible.
    let beyond = (komi - points).rem_euclid(2.0);
    globals[18] = if beyond < 0.5 {
        beyond
    } else if beyond < 1.5 {
        1.0 - beyond
    } else {
        beyond - 2.0
    } as f32;
    globals
}

fn flag(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

/// Writes the inputs of the wanted positions of a game.
struct Replay<L: Layout, W, V> {
    wanted: W,
    visit: V,
    recent: Recent<L>,
    inputs: KatagoInputs<L>,
}

impl<L: Layout, W: Fn(usize) -> bool, V: FnMut(usize, &KatagoInputs<L>)> Visitor<L> for Replay<L, W, V> {
    fn visit<P: SimulationPosition<L>>(&mut self, turn: usize, position: &P, trace: &Trace<L>) {
        self.recent.record(position.board(), turn);
        if (self.wanted)(turn) {
            self.inputs.write(position, trace, &self.recent);
            (self.visit)(turn, &self.inputs);
        }
    }
}
