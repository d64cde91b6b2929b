//! Playouts by a policy, which chooses placements by the stones around the last one.

use super::policy::Policy;
use crate::tactics::{
    captures_beside, is_killing_shape, is_self_atari, is_shape, liberties_after, other_liberty, vital_point,
};
use arrayvec::ArrayVec;
use onepure_rules::board::{Board, Color};
use onepure_rules::geometry::{Bitboard, Layout, Point};
use onepure_rules::random::{Randomness, scale};
use onepure_rules::rules::Reason;
use onepure_rules::simulation::{PlayEnd, SimulationPosition, Trace, Tried, turn_limit};

/// Draws from all empty points before the candidates are tried one by one.
const DRAWS: usize = 8;

/// A few points to choose from.
type Choice<L> = ArrayVec<Point<L>, 16>;

/// The probabilities of a policy, as thresholds for random numbers of 16 bits.
#[derive(Clone, Copy, Debug)]
struct Thresholds {
    atari: u16,
    two_liberties: u16,
    vital_point: u16,
    shape: u16,
    no_self_atari: u16,
    other_liberty: u16,
}

impl Thresholds {
    fn of(policy: &Policy) -> Self {
        let threshold = |share: f64| (share * f64::from(u16::MAX)).round() as u16;
        Self {
            atari: threshold(policy.atari),
            two_liberties: threshold(policy.two_liberties),
            vital_point: threshold(policy.vital_point),
            shape: threshold(policy.shape),
            no_self_atari: threshold(policy.no_self_atari),
            other_liberty: threshold(policy.other_liberty),
        }
    }
}

/// Plays to the end by a policy. Records the turns in `trace`.
///
/// After [`turn_limit`] turns, the playout ends and the board is counted as it is.
pub fn play_on<L: Layout>(
    position: &mut impl SimulationPosition<L>,
    policy: &Policy,
    randomness: &mut Randomness,
    trace: &mut Trace<L>,
) -> PlayEnd {
    if let Some(end) = position.begin_playout() {
        return end;
    }
    let thresholds = Thresholds::of(policy);
    for _ in 0..turn_limit(position.board().size()) {
        let end = if let Some((point, end)) = turn(position, &thresholds, randomness, trace) {
            trace.record(Some(point));
            end
        } else {
            trace.record(None);
            position.abstain()
        };
        if let Some(end) = end {
            return end;
        }
    }
    PlayEnd { reason: Reason::Exhaustion, by: position.to_play() }
}

/// Plays one placement. Returns it with the end of the game, if it brings that about; `None` if there is no placement.
#[inline]
fn turn<L: Layout>(
    position: &mut impl SimulationPosition<L>,
    thresholds: &Thresholds,
    randomness: &mut Randomness,
    trace: &Trace<L>,
) -> Option<(Point<L>, Option<PlayEnd>)> {
    if let Some(point) = answer(position.board(), position.to_play(), thresholds, randomness, trace)
        && position.is_candidate(point)
        && let Tried::Placed(end) = position.try_place(point)
    {
        return Some((point, end));
    }
    anywhere(position, thresholds, randomness)
}

/// An answer to the last placement.
#[inline]
fn answer<L: Layout>(
    board: &Board<L>,
    color: Color,
    thresholds: &Thresholds,
    randomness: &mut Randomness,
    trace: &Trace<L>,
) -> Option<Point<L>> {
    let last = trace.last()?;
    let [one, two] = randomness.pair();
    let [one, two, three, four] = [one as u16, (one >> 16) as u16, two as u16, (two >> 16) as u16];
    let mut choice = Choice::new();
    if one <= thresholds.atari {
        add_at_atari(board, color, last, &mut choice);
        if !choice.is_empty() {
            return Some(choice[randomness.below(choice.len())]);
        }
    }
    if two <= thresholds.two_liberties {
        add_at_two_liberties(board, color, last, &mut choice);
        if !choice.is_empty() {
            return Some(choice[randomness.below(choice.len())]);
        }
    }
    if three <= thresholds.vital_point
        && let Some(point) = board.empty_around(last).find_map(|inside| vital_point(board, inside))
    {
        return Some(point);
    }
    if four <= thresholds.shape {
        add_shapes(board, color, last, &mut choice);
        while !choice.is_empty() {
            let point = choice.swap_remove(randomness.below(choice.len()));
            if !is_self_atari(board, color, point) {
                return Some(point);
            }
        }
    }
    None
}

/// Adds a point unless it is there already or `choice` is full.
fn add<L: Layout>(point: Point<L>, choice: &mut Choice<L>) {
    if !choice.contains(&point) && !choice.is_full() {
        choice.push(point);
    }
}

/// Adds the captures of the chain of the last placement, if that is in atari, and the moves that save adjacent own chains in atari.
#[inline]
fn add_at_atari<L: Layout>(board: &Board<L>, color: Color, last: Point<L>, choice: &mut Choice<L>) {
    if board.stone(last).is_some()
        && let Some(capture) = board.last_liberty(last)
    {
        add(capture, choice);
    }
    // A chain with one liberty has at most four pseudo-liberties: a point has four neighbours.
    for stone in board.weak_around(color, last, 4) {
        let Some(liberty) = board.last_liberty(stone) else { continue };
        for capture in captures_beside(board, color, stone) {
            add(capture, choice);
        }
        if !is_self_atari(board, color, liberty) {
            add(liberty, choice);
        }
    }
}

/// Adds ataris on the chain of the last placement, if it has two liberties, and extensions of adjacent own chains with two liberties.
#[inline]
fn add_at_two_liberties<L: Layout>(board: &Board<L>, color: Color, last: Point<L>, choice: &mut Choice<L>) {
    if board.stone(last) == Some(!color)
        && let Some([one, other]) = board.two_liberties(last)
    {
        // Take the liberty from which the chain could gain more liberties: that keeps it in.
        let (empty, other_empty) = (board.empty_neighbours(one), board.empty_neighbours(other));
        for (point, is_wider) in [(one, empty >= other_empty), (other, other_empty >= empty)] {
            if is_wider && !is_self_atari(board, color, point) {
                add(point, choice);
            }
        }
    }
    for stone in board.weak_around(color, last, 8) {
        let Some(liberties) = board.two_liberties(stone) else { continue };
        for point in liberties {
            if liberties_after::<L, 3>(board, color, point).is_full() {
                add(point, choice);
            }
        }
    }
}

/// Adds the points around a placement that match a shape.
#[inline]
fn add_shapes<L: Layout>(board: &Board<L>, color: Color, around: Point<L>, choice: &mut Choice<L>) {
    for point in board.neighbourhood(color, around).empty_points(around) {
        let is_shape = is_shape(board.neighbourhood(color, point));
        // `choice` has room for all eight points. A point without a shape is overwritten by the next one, without a branch.
        choice.push(point);
        choice.truncate(choice.len() - usize::from(!is_shape));
    }
}

/// A random placement that is not a bad self-atari.
fn anywhere<L: Layout>(
    position: &mut impl SimulationPosition<L>,
    thresholds: &Thresholds,
    randomness: &mut Randomness,
) -> Option<(Point<L>, Option<PlayEnd>)> {
    let color = position.to_play();
    let empties = position.board().empty_len();
    if empties == 0 {
        return None;
    }
    for _ in 0..DRAWS {
        let [place, chance] = randomness.pair();
        let drawn = position.board().nth_empty(scale(place, empties) as usize);
        if position.is_candidate(drawn)
            && let Some(point) = replacement(drawn, position, thresholds, chance)
            && let Tried::Placed(end) = position.try_place(point)
        {
            return Some((point, end));
        }
    }
    let mut candidates = position.candidates();
    while let Some(point) = randomness.pick(&candidates) {
        candidates.remove(point);
        if is_sensible(position.board(), color, point)
            && let Tried::Placed(end) = position.try_place(point)
        {
            return Some((point, end));
        }
    }
    None
}

/// The placement for a drawn candidate: usually the candidate itself. If that is a self-atari, often another point or none.
#[inline]
fn replacement<L: Layout>(
    point: Point<L>,
    position: &impl SimulationPosition<L>,
    thresholds: &Thresholds,
    chance: u32,
) -> Option<Point<L>> {
    let (board, color) = (position.board(), position.to_play());
    // Self-atari of two or more stones usually breaks a seki, so it waits until nothing else is left. Compared with one such move in ten,
    // this scored +2 ± 45 Elo, and sekis stay (docs/lab/search/playouts.md).
    let is_refused = is_self_atari(board, color, point)
        && (chance as u16 <= thresholds.no_self_atari || !board.stones_around(color, point).is_empty());
    if !is_refused {
        return (!is_self_fill(board, color, point)).then_some(point);
    }
    if (chance >> 16) as u16 > thresholds.other_liberty {
        return None;
    }
    other_liberty(board, color, point).filter(|&other| position.is_candidate(other))
}

/// Returns whether a placement would enclose its own chain and capture nothing.
fn is_self_fill<L: Layout>(board: &Board<L>, color: Color, point: Point<L>) -> bool {
    board.empty_neighbours(point) == 0 && liberties_after::<L, 1>(board, color, point).is_empty()
}

/// Returns whether a placement is acceptable: not a self-atari, or one of a shape that kills when it is captured.
fn is_sensible<L: Layout>(board: &Board<L>, color: Color, point: Point<L>) -> bool {
    if !is_self_atari(board, color, point) {
        return true;
    }
    let chain = Bitboard::of(point).flood_within(board.stones(color) | Bitboard::of(point));
    !is_self_fill(board, color, point) && is_killing_shape(&chain)
}
