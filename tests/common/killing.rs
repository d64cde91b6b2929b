//! Killing a command at random moments, and running it again until it has done its work.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fs::File;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How often each command is killed; the environment variable `ONEPURE_KILLS` says otherwise.
pub(crate) fn kills() -> usize {
    let kills = std::env::var("ONEPURE_KILLS");
    kills.map_or(3, |kills| kills.parse().expect("ONEPURE_KILLS is a number"))
}

/// Runs a command to its end, and says how long that took.
pub(crate) fn run_through(mut command: Command) -> Duration {
    let begin = Instant::now();
    let output = command.stdin(Stdio::null()).output().expect("the program can be run");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    begin.elapsed()
}

/// Runs a command that takes about so long, and kills it (`kill -9`) as often as [`kills`] says, each time at a random moment; then lets
/// it come to its end. Where a run ends before its moment has come, `start_anew` removes what it has done.
pub(crate) fn run_with_kills(command: impl Fn() -> Command, length: Duration, seed: u64, start_anew: impl Fn()) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut killed = 0;
    while killed < kills() {
        // A run that goes on has less to do than one that begins: some moments are early.
        let moment = length.mul_f64(random.random::<f64>().powi(2));
        let null = || File::options().write(true).open("/dev/null").expect("a device");
        let mut child =
            command().stdin(Stdio::null()).stdout(null()).stderr(null()).spawn().expect("the program can be run");
        thread::sleep(moment);
        let has_ended = child.try_wait().expect("a child").is_some();
        // It may end at this very moment.
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
