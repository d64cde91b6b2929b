//! A playout by a policy: how placements are chosen by what stands around the last one.

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

/// How often a point is drawn from all empty ones before the candidates are looked through one by one.
const DRAWS: usize = 8;

/// A few points to choose from.
type Choice<L> = ArrayVec<Point<L>, 16>;

/// The shares of a policy, as numbers that random numbers of 16 bits are held against.
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

/// Plays on to the end by a policy, and records the turns in the trace.
///
/// A playout that has not ended after [`turn_limit`] turns is counted as it stands.
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

/// A placement, and the end that it brought about; `None` if there is none to be made.
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

/// Adds a point that is not there yet, if there is room.
fn add<L: Layout>(point: Point<L>, choice: &mut Choice<L>) {
    if !choice.contains(&point) && !choice.is_full() {
        choice.push(point);
    }
}

/// Adds captures of the chain of the last placement, and what saves own chains beside it, where stones stand in atari.
#[inline]
fn add_at_atari<L: Layout>(board: &Board<L>, color: Color, last: Point<L>, choice: &mut Choice<L>) {
    if board.stone(last).is_some()
        && let Some(capture) = board.last_liberty(last)
    {
        add(capture, choice);
    }
    // One liberty is touched four times at most.
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

/// Adds ataris to the chain of the last placement, and extensions of own chains beside it, where they have two liberties.
#[inline]
fn add_at_two_liberties<L: Layout>(board: &Board<L>, color: Color, last: Point<L>, choice: &mut Choice<L>) {
    if board.stone(last) == Some(!color)
        && let Some([one, other]) = board.two_liberties(last)
    {
        // Where the chain would find more liberties is where it is kept in.
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

/// Adds the points around a placement that have a shape.
#[inline]
fn add_shapes<L: Layout>(board: &Board<L>, color: Color, around: Point<L>, choice: &mut Choice<L>) {
    for point in board.neighbourhood(color, around).empty_points(around) {
        let is_shape = is_shape(board.neighbourhood(color, point));
        // There is room for all eight; what is no shape is overwritten by the next.
        choice.push(point);
        choice.truncate(choice.len() - usize::from(!is_shape));
    }
}

/// Any placement that is no bad self-atari, or not always.
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
            && let Some(point) = in_place_of(drawn, position, thresholds, chance)
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

/// What is placed where this candidate was drawn: itself, as a rule; where it is a self-atari, nothing or another candidate.
#[inline]
fn in_place_of<L: Layout>(
    point: Point<L>,
    position: &impl SimulationPosition<L>,
    thresholds: &Thresholds,
    chance: u32,
) -> Option<Point<L>> {
    let (board, color) = (position.board(), position.to_play());
    // What would kill as a whole is left for the end: two stones or more in atari are a seki broken up, as a rule.
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

/// Whether a stone would enclose its own chain and nothing else.
fn is_self_fill<L: Layout>(board: &Board<L>, color: Color, point: Point<L>) -> bool {
    board.empty_neighbours(point) == 0 && liberties_after::<L, 1>(board, color, point).is_empty()
}

/// Whether a placement is no self-atari, or one of a lone stone, or one that kills when it is captured.
fn is_sensible<L: Layout>(board: &Board<L>, color: Color, point: Point<L>) -> bool {
    if !is_self_atari(board, color, point) {
        return true;
    }
    let chain = Bitboard::of(point).flood_within(board.stones(color) | Bitboard::of(point));
    !is_self_fill(board, color, point) && is_killing_shape(&chain)
}
