//! Kills a command at random moments, and runs it again until it has finished.

use onepure::random::Randomness;
use rand::RngExt;
use std::fs::File;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The number of kills for each command: 3, or `ONEPURE_KILLS`.
pub(crate) fn kills() -> usize {
    let kills = std::env::var("ONEPURE_KILLS");
    kills.map_or(3, |kills| kills.parse().expect("ONEPURE_KILLS is a number"))
}

/// Runs a command to its end. Returns its duration.
pub(crate) fn run_through(mut command: Command) -> Duration {
    let begin = Instant::now();
    let output = command.stdin(Stdio::null()).output().expect("the program can be run");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    begin.elapsed()
}

/// Runs a command of about the given length and kills it (`kill -9`) [`kills`] times, each time at a random moment;
/// then lets it finish. If a run finishes before its kill, `start_anew` removes its work.
pub(crate) fn run_with_kills(command: impl Fn() -> Command, length: Duration, seed: u64, start_anew: impl Fn()) {
    let mut random = Randomness::new(seed, 0);
    let mut killed = 0;
    while killed < kills() {
        // A resumed run has less work left than a fresh one, so early moments are more likely.
        let moment = length.mul_f64(random.random::<f64>().powi(2));
        let null = || File::options().write(true).open("/dev/null").expect("a device");
        let mut child =
            command().stdin(Stdio::null()).stdout(null()).stderr(null()).spawn().expect("the program can be run");
        thread::sleep(moment);
        let has_ended = child.try_wait().expect("a child").is_some();
        // The process may end between the check and the kill.
        let _ = child.kill();
        child.wait().expect("a child");
        if has_ended {
            start_anew();
        } else {
            killed += 1;
        }
    }
    run_through(command());
}
