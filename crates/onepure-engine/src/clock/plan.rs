//! The plan of the engine: the time for a move from the time left.

use super::control::TimeControl;
use std::time::Duration;

/// The time left on a player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeLeft {
    /// The time left in main time, or in this period of overtime.
    pub time: Duration,
    /// In Canadian overtime, the moves to make in this period. In byo-yomi, the periods left, with this one. Zero in main time.
    pub stones: u32,
}

/// The time for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTime {
    /// The time of an ordinary move.
    pub optimum: Duration,
    /// The time if no move clearly leads; `None` if unused time is lost, so that every move takes the optimum.
    pub maximum: Option<Duration>,
}

impl MoveTime {
    /// A fixed time.
    pub fn fixed(time: Duration) -> Self {
        Self { optimum: time, maximum: None }
    }

    /// The maximum, or the optimum if there is none.
    pub fn longest(self) -> Duration {
        self.maximum.unwrap_or(self.optimum)
    }

    /// This time, limited to `most`.
    pub fn within(self, most: Duration) -> Self {
        Self { optimum: self.optimum.min(most), maximum: self.maximum.map(|time| time.min(most)) }
    }
}

/// The overtime after main time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Overtime {
    None,
    Canadian { period: Duration, moves: u32 },
    ByoYomi { period: Duration, periods: u32 },
    Fischer { increment: Duration, most: Option<Duration>, most_a_move: Option<Duration> },
}

/// The fraction of a move's overtime that a move takes if it begins in main time and ends in overtime. The rest covers a move
/// that ends late.
const INTO_OVERTIME: (u32, u32) = (3, 5);

impl Overtime {
    /// The time that overtime has for a move, if it has a period.
    fn of_a_move(self) -> Option<Duration> {
        match self {
            Self::Canadian { period, moves } => Some(period / moves),
            Self::ByoYomi { period, .. } => Some(period),
            Self::None | Self::Fischer { .. } => None,
        }
    }

    /// The time left of a player who enters overtime.
    fn entered(self) -> Option<TimeLeft> {
        match self {
            Self::Canadian { period, moves: number } | Self::ByoYomi { period, periods: number } => {
                Some(TimeLeft { time: period, stones: number })
            }
            Self::None | Self::Fischer { .. } => None,
        }
    }
}

impl TimeControl {
    /// The main time to plan with.
    fn main(self) -> Duration {
        match self {
            Self::None | Self::EachMove(_) => Duration::ZERO,
            Self::Absolute(main)
            | Self::Canadian { main, .. }
            | Self::ByoYomi { main, .. }
            | Self::Fischer { main, .. } => main,
            // Extensions cost points, so do not plan with them unless there is no main time. The referee reports the time left in one.
            Self::Extensions { main, period, .. } => {
                if main.is_zero() {
                    period
                } else {
                    main
                }
            }
        }
    }

    /// The overtime, unless its length is zero. A fixed time a move is a period of one move.
    fn overtime(self) -> Overtime {
        match self {
            Self::Canadian { period, moves: number, .. } | Self::ByoYomi { period, periods: number, .. }
                if period.is_zero() || number == 0 =>
            {
                Overtime::None
            }
            Self::None | Self::Absolute(_) | Self::Extensions { .. } => Overtime::None,
            Self::EachMove(period) => Self::Canadian { main: Duration::ZERO, period, moves: 1 }.overtime(),
            Self::Canadian { period, moves, .. } => Overtime::Canadian { period, moves },
            Self::ByoYomi { period, periods, .. } => Overtime::ByoYomi { period, periods },
            Self::Fischer { increment, most, most_a_move, .. } => Overtime::Fischer { increment, most, most_a_move },
        }
    }

    /// The time left before the first move.
    pub fn at_start(self) -> TimeLeft {
        let main = TimeLeft { time: self.main(), stones: 0 };
        if main.time.is_zero() { self.overtime().entered().unwrap_or(main) } else { main }
    }

    /// The time left after a move that took `used`; zero once time has run out. A byo-yomi period is used up by a move that takes longer
    /// than it: exactly one period is in time.
    pub fn after_move(self, left: TimeLeft, used: Duration) -> TimeLeft {
        let rest = left.time.saturating_sub(used);
        if let Overtime::Fischer { increment, most, .. } = self.overtime() {
            let time = rest.saturating_add(increment);
            return TimeLeft { time: most.map_or(time, |most| time.min(most)), stones: 0 };
        }
        let Some(entered) = self.overtime().entered() else { return TimeLeft { time: rest, stones: 0 } };
        if left.stones == 0 {
            // A move that begins in main time may end in overtime. One that ends with main time has used none of the overtime.
            return match used.checked_sub(left.time) {
                Some(Duration::ZERO) => entered,
                Some(late) => self.after_move(entered, late),
                None => TimeLeft { time: rest, stones: 0 },
            };
        }
        match self.overtime() {
            Overtime::ByoYomi { period, .. } => {
                let late = used.saturating_sub(left.time).as_nanos();
                let passed = if late == 0 { 0 } else { late.div_ceil(period.as_nanos()) };
                let passed = u32::try_from(passed).unwrap_or(u32::MAX);
                match left.stones.saturating_sub(passed) {
                    0 => TimeLeft { time: Duration::ZERO, stones: 0 },
                    periods => TimeLeft { time: period, stones: periods },
                }
            }
            _ if left.stones == 1 => entered,
            _ => TimeLeft { time: rest, stones: left.stones - 1 },
        }
    }

    /// The time for one move, optimum and maximum.
    ///
    /// `moves_to_come` is the number of the player's own moves that the game may still last. `lag` is kept back for each move: for the way
    /// to the referee, and for threads that finish late. In main time before overtime, a move may take at least the time that it will have
    /// there. If less main time is left, it goes into overtime and uses most of the time that it has there. A tenth of the time left stays in
    /// reserve.
    pub fn move_time(self, left: TimeLeft, moves_to_come: u32, lag: Duration) -> MoveTime {
        let optimum = self.optimum(left, moves_to_come, lag);
        MoveTime { optimum, maximum: self.maximum(left, optimum, lag) }
    }

    /// The time that overtime has for a move that goes into it: one that begins in less main time than that.
    fn into_overtime(self, left: TimeLeft) -> Option<Duration> {
        self.overtime().of_a_move().filter(|&of_a_move| left.stones == 0 && left.time < of_a_move)
    }

    /// The time of an ordinary move.
    fn optimum(self, left: TimeLeft, moves_to_come: u32, lag: Duration) -> Duration {
        if let Some(of_a_move) = self.into_overtime(left) {
            let (part, whole) = INTO_OVERTIME;
            let share = left.time + of_a_move * part / whole;
            return share.saturating_sub(lag).max(share / 2).min(self.most(left, lag));
        }
        let in_main = left.time / moves_to_come.max(1);
        let in_overtime = |share: Duration| in_main.max(share.min(left.time));
        let share = match self.overtime() {
            // If the kind of overtime is unknown, stones are moves, as in the GTP draft.
            Overtime::Canadian { .. } | Overtime::None if left.stones > 0 => left.time / left.stones,
            Overtime::ByoYomi { .. } if left.stones > 0 => left.time,
            Overtime::Canadian { period, moves } => in_overtime(period / moves),
            Overtime::ByoYomi { period, .. } => in_overtime(period),
            Overtime::Fischer { increment, .. } => in_main.saturating_add(increment),
            Overtime::None => in_main,
        };
        share.saturating_sub(lag).max(share / 2).min(self.most(left, lag))
    }

    /// The time if no move clearly leads: twice the optimum. `None` if unused time is lost: then every move takes the optimum.
    fn maximum(self, left: TimeLeft, optimum: Duration, lag: Duration) -> Option<Duration> {
        let is_in_overtime = left.stones > 0 || self.into_overtime(left).is_some();
        let is_lost = matches!(self.overtime(), Overtime::ByoYomi { .. }) && is_in_overtime;
        (!is_lost).then(|| (2 * optimum).min(self.most(left, lag)).max(optimum))
    }

    /// The most that a move may take.
    fn most(self, left: TimeLeft, lag: Duration) -> Duration {
        let time = left.time + self.into_overtime(left).unwrap_or_default();
        let most = (time / 10 * 9).saturating_sub(lag);
        match self.overtime() {
            Overtime::Fischer { most_a_move: Some(a_move), .. } => most.min(a_move.saturating_sub(lag)),
            _ => most,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAG: Duration = Duration::from_millis(50);

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    fn left(time: Duration, stones: u32) -> TimeLeft {
        TimeLeft { time, stones }
    }

    fn canadian(main: u64, period: u64, moves: u32) -> TimeControl {
        TimeControl::Canadian { main: seconds(main), period: seconds(period), moves }
    }

    fn byo_yomi(main: u64, period: u64, periods: u32) -> TimeControl {
        TimeControl::ByoYomi { main: seconds(main), period: seconds(period), periods }
    }

    fn fischer(main: u64, increment: u64, most: Option<u64>, most_a_move: Option<u64>) -> TimeControl {
        let (main, increment) = (seconds(main), seconds(increment));
        TimeControl::Fischer { main, increment, most: most.map(seconds), most_a_move: most_a_move.map(seconds) }
    }

    #[test]
    fn a_clock_of_canadian_overtime() {
        let control = canadian(10, 30, 2);
        assert_eq!(control.at_start(), left(seconds(10), 0));
        let after = control.after_move(control.at_start(), seconds(4));
        assert_eq!(after, left(seconds(6), 0));
        let after = control.after_move(after, seconds(8));
        assert_eq!(after, left(seconds(28), 1));
        let after = control.after_move(after, seconds(20));
        assert_eq!(after, left(seconds(30), 2));
        assert_eq!(canadian(0, 30, 2).at_start(), left(seconds(30), 2));
    }

    #[test]
    fn a_clock_of_byo_yomi() {
        let control = byo_yomi(10, 5, 3);
        assert_eq!(control.at_start(), left(seconds(10), 0));
        assert_eq!(control.after_move(control.at_start(), seconds(4)), left(seconds(6), 0));
        // 4 s of main time, then 4 s of the first period; then more than one period, and more than all.
        assert_eq!(control.after_move(left(seconds(4), 0), seconds(8)), left(seconds(5), 3));
        assert_eq!(control.after_move(left(seconds(4), 0), seconds(10)), left(seconds(5), 2));
        assert_eq!(control.after_move(left(seconds(5), 3), seconds(5)), left(seconds(5), 3));
        assert_eq!(control.after_move(left(seconds(5), 3), seconds(6)), left(seconds(5), 2));
        assert_eq!(control.after_move(left(seconds(5), 3), seconds(11)), left(seconds(5), 1));
        assert_eq!(control.after_move(left(seconds(5), 3), seconds(16)), left(Duration::ZERO, 0));
        assert_eq!(byo_yomi(0, 5, 3).at_start(), left(seconds(5), 3));
    }

    #[test]
    fn a_clock_of_fischer() {
        let control = fischer(10, 2, None, None);
        assert_eq!(control.at_start(), left(seconds(10), 0));
        assert_eq!(control.after_move(control.at_start(), seconds(5)), left(seconds(7), 0));
        let capped = fischer(10, 2, Some(11), None);
        assert_eq!(capped.after_move(capped.at_start(), Duration::ZERO), left(seconds(11), 0));
    }

    #[test]
    fn overtime_without_moves_is_none() {
        let control = canadian(1, 1, 0);
        assert_eq!(control.after_move(control.at_start(), seconds(3600)), left(Duration::ZERO, 0));
        let control = byo_yomi(1, 0, 5);
        assert_eq!(control.after_move(control.at_start(), seconds(3600)), left(Duration::ZERO, 0));
        assert_eq!(control.optimum(left(seconds(1), 0), 10, LAG), LAG);
    }

    #[test]
    fn move_times_never_exceed_what_is_left() {
        let controls = [
            TimeControl::Absolute(seconds(60)),
            TimeControl::EachMove(seconds(5)),
            canadian(60, 30, 5),
            byo_yomi(60, 30, 2),
            fischer(60, 10, None, None),
        ];
        for control in controls {
            for (milliseconds, stones) in [0, 1, 10, 60, 200, 1_000, 60_000].into_iter().flat_map(|t| [(t, 0), (t, 1)])
            {
                for moves in [0, 1, 2, 30] {
                    let left = left(Duration::from_millis(milliseconds), stones);
                    let time = control.move_time(left, moves, LAG);
                    let longest = time.longest();
                    assert!(time.optimum <= longest);
                    let all = left.time + control.into_overtime(left).unwrap_or_default();
                    assert!(longest == Duration::ZERO || longest + LAG <= all, "{control}, {left:?}: {time:?}");
                    // No move costs a period, or more than its share of one.
                    let after = control.after_move(left, longest);
                    assert!(longest <= left.time || after.time > Duration::ZERO, "{control}, {left:?}: {time:?}");
                    if let TimeControl::ByoYomi { periods, .. } = control {
                        assert!(longest <= left.time || after.stones == periods, "{control}, {left:?}: {time:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn main_time_is_shared_among_the_moves_to_come() {
        let absolute = TimeControl::Absolute(seconds(60));
        assert_eq!(absolute.optimum(absolute.at_start(), 30, LAG), Duration::from_millis(1950));
        // A thirtieth of a minute, and the increment that follows the move.
        let control = fischer(60, 10, None, None);
        assert_eq!(control.optimum(control.at_start(), 30, LAG), Duration::from_millis(11_950));
        // With less time left, 90 % of it minus the lag.
        assert_eq!(control.optimum(left(seconds(5), 0), 30, LAG), Duration::from_millis(4_450));
        let a_move = fischer(60, 10, None, Some(3));
        assert_eq!(a_move.optimum(a_move.at_start(), 30, LAG), Duration::from_millis(2_950));
    }

    #[test]
    fn a_move_may_take_twice_as_long_where_time_is_not_lost() {
        let second = Some(seconds(1));
        let half = Duration::from_millis(500);
        let absolute = TimeControl::Absolute(seconds(60));
        assert_eq!(absolute.maximum(absolute.at_start(), half, LAG), second);
        assert_eq!(canadian(0, 30, 10).maximum(left(seconds(30), 10), half, LAG), second);
        assert_eq!(byo_yomi(60, 30, 3).maximum(left(seconds(60), 0), half, LAG), second);
        assert_eq!(byo_yomi(60, 30, 3).maximum(left(seconds(30), 3), half, LAG), None);
    }

    #[test]
    fn overtime_is_used() {
        assert_eq!(canadian(1, 30, 10).optimum(left(seconds(30), 10), 50, LAG), Duration::from_millis(2950));
        assert_eq!(byo_yomi(1, 30, 3).optimum(left(seconds(30), 3), 50, LAG), Duration::from_millis(26_950));
        // One second of main time before overtime with more time a move: the move goes into overtime.
        for (control, milliseconds) in [(canadian(1, 30, 10), 2_750), (byo_yomi(1, 30, 3), 18_950)] {
            assert_eq!(control.optimum(control.at_start(), 50, LAG), Duration::from_millis(milliseconds));
        }
        // Half a second of main time, and five periods of four seconds.
        let time = byo_yomi(60, 4, 5).move_time(left(Duration::from_millis(500), 0), 28, LAG);
        assert_eq!(time, MoveTime { optimum: Duration::from_millis(2_850), maximum: None });
        // With as much main time as a period has, the move stays in main time.
        assert_eq!(byo_yomi(60, 4, 5).optimum(left(seconds(4), 0), 28, LAG), Duration::from_millis(3_550));
    }

    #[test]
    fn a_lag_that_is_longer_than_the_share_halves_it() {
        let absolute = TimeControl::Absolute(seconds(10));
        assert_eq!(absolute.optimum(absolute.at_start(), 100, seconds(1)), LAG);
    }
}
