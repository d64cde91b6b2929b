//! Time: the engine is never late, even with other work on every core, by a referee's clock.
//!
//! `ONEPURE_TIMED_GAMES` is the number of games at each time control, by default one. A hundred and forty games at half a second,
//! on boards of 9 and 19 lines, take about ten minutes:
//!
//! ```sh
//! ONEPURE_TIMED_GAMES=140 cargo test --test timing at_half_a_second -- --nocapture
//! ```

use crate::controller::{Load, Program};
use onepure::engine::{TimeControl, TimeLeft};
use std::time::Duration;

/// A referee's clock, independent of the engine's.
struct Clock {
    control: TimeControl,
    left: [TimeLeft; 2],
}

impl Clock {
    fn new(control: TimeControl) -> Self {
        Self { control, left: [control.at_start(); 2] }
    }

    /// Charges a move. Returns whether it was in time.
    fn count(&mut self, player: usize, used: Duration) -> bool {
        let left = self.left[player];
        let periods = match self.control {
            TimeControl::ByoYomi { period, periods, .. } => {
                // The rest of the main time, and the periods left.
                let (main, periods) = if left.stones == 0 { (left.time, periods) } else { (period, left.stones - 1) };
                main + period * periods
            }
            TimeControl::Canadian { period, .. } if left.stones == 0 => left.time + period,
            _ => left.time,
        };
        self.left[player] = self.control.after_move(left, used);
        used <= periods
    }
}

/// The number of new playouts of a program's last move, if it searched for it.
fn playouts(program: &mut Program) -> Option<u64> {
    program.write("gomill-explain_last_move\n");
    let (_, answer) = program.answer();
    let words = answer.first()?.split_once(" playouts")?.0;
    words.rsplit(' ').next()?.parse().ok()
}

/// Plays a game between two programs under these rules, and returns the number of moves. Every move is in time, and has a new
/// playout.
fn play(lines: usize, rules: &str, command: &str, control: TimeControl, tells_time: bool) -> usize {
    let mut players = ["0", "1"].map(|seed| Program::start(lines, &["--seed", seed, "--rules", rules]));
    for player in &mut players {
        player.tell(command);
    }
    let mut clock = Clock::new(control);
    let most = 3 * lines * lines;
    for number in 0..most {
        let (ours, color) = (number % 2, ["black", "white"][number % 2]);
        if tells_time {
            let TimeLeft { time, stones } = clock.left[ours];
            players[ours].tell(&format!("time_left {color} {:.3} {stones}", time.as_secs_f64()));
        }
        let begin = players[ours].write(&format!("genmove {color}\n"));
        let (end, answer) = players[ours].answer();
        let used = end.saturating_duration_since(begin);
        let before = clock.left[ours];
        assert!(clock.count(ours, used), "move {number} of {command}: {used:?} of {before:?}");
        assert_ne!(playouts(&mut players[ours]), Some(0), "move {number} of {command}");
        let vertex = answer[0].strip_prefix("= ").expect("a move").to_owned();
        if vertex == "resign" {
            return number;
        }
        players[1 - ours].tell(&format!("play {color} {vertex}"));
        if players[ours].ask("opr-state").contains("\"over\":true") {
            return number;
        }
    }
    most
}

fn games() -> usize {
    let wanted = std::env::var("ONEPURE_TIMED_GAMES").ok();
    wanted.map_or(1, |wanted| wanted.parse().expect("ONEPURE_TIMED_GAMES is a number"))
}

fn milliseconds(count: u64) -> Duration {
    Duration::from_millis(count)
}

#[test]
fn moves_come_in_time_on_a_busy_machine() {
    let _machine = crate::beside_others();
    let _load = Load::on_every_core();
    for game in 0..games() {
        for (command, control) in [
            ("kata-time_settings fischer 0.4 0.06", "0.4+0.06"),
            ("kata-time_settings absolute 3", "3"),
            ("kgs-time_settings byoyomi 0.3 0.15 5", "0.3+5x0.15"),
            ("kgs-time_settings canadian 0.3 1 8", "0.3+1/8"),
        ] {
            let control = control.parse().expect("a time control");
            // In every other game the engine has only its own clock.
            let tells_time = game % 2 == 0;
            let moves = play(5, "one-pure", command, control, tells_time);
            assert!(moves >= 5, "{command}: {moves} moves");
        }
    }
}

#[test]
fn no_game_at_half_a_second_is_lost_on_time_on_a_busy_machine() {
    let _machine = crate::beside_others();
    let _load = Load::on_every_core();
    let control = "0.5+0.05".parse().expect("a time control");
    let mut all = 0;
    for game in 0..games() {
        // A few on the largest board; a single game is on the smallest.
        let lines = if games() == 1 { 5 } else { [19, 9, 9, 9, 9, 9, 9][game % 7] };
        let rules = ["one-pure", "chinese"][game % 2];
        let moves = play(lines, rules, "kata-time_settings fischer 0.5 0.05", control, true);
        all += moves;
        eprintln!("game {}: {lines} lines, {rules}, {moves} moves, all in time; {all} in all", game + 1);
    }
}

#[test]
fn the_engine_counts_its_own_time() {
    let _machine = crate::beside_others();
    let control = TimeControl::Absolute(milliseconds(1_500));
    let moves = play(7, "one-pure", "time_settings 1.5 0 0", control, false);
    assert!(moves >= 10, "{moves}");
}

#[test]
fn time_is_used_but_for_the_reserve() {
    let _machine = crate::beside_others();
    let mut program = Program::start(9, &["--visits", "none"]);
    program.tell("kgs-time_settings byoyomi 0 0.8 1");
    let begin = program.write("genmove black\n");
    let used = program.answer().0 - begin;
    assert!(used >= milliseconds(500) && used <= milliseconds(800), "{used:?}");
    // The reserved lag is a parameter.
    program.tell("kata-set-param lag 0.5");
    let begin = program.write("genmove white\n");
    let used = program.answer().0 - begin;
    assert!(used >= milliseconds(150) && used <= milliseconds(450), "{used:?}");
}

#[test]
fn every_move_has_a_new_playout() {
    let _machine = crate::beside_others();
    // No time is left: the deadline has passed when the search begins. Results of earlier searches are no reason to skip it.
    let mut program = Program::start(9, &["--visits", "none"]);
    program.tell("kata-time_settings absolute 10");
    for number in 0..12 {
        let color = ["black", "white"][number % 2];
        program.tell(&format!("time_left {color} {} 0", if number == 1 { "1" } else { "0.001" }));
        program.ask(&format!("genmove {color}"));
        let playouts = playouts(&mut program).expect("a search");
        assert!(playouts > 0, "move {number}");
    }
}

#[test]
fn a_clock_without_time_means_a_move_at_once() {
    let _machine = crate::beside_others();
    let mut program = Program::start(19, &[]);
    for (command, left) in [("time_settings 300 0 0", "0 0"), ("kata-time_settings fischer 10 0", "0.01 0")] {
        program.tell(&format!("clear_board\n{command}\ntime_left black {left}"));
        let begin = program.write("genmove black\n");
        let (end, answer) = program.answer();
        assert!(answer[0].len() >= 4 && end - begin < milliseconds(250), "{answer:?} after {:?}", end - begin);
    }
}
