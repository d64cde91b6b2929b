//! A player controlled by a script: GTP on stdin and stdout, with every kind of misbehaviour.
//!
//! A script is a list of lines, separated by `;`:
//!
//! | Line | Means |
//! |---|---|
//! | `play E5 C5 pass` | answers to `genmove`, in this order in each game; then `pass` |
//! | `random SEED N` | instead N random points that do not lose at once, then `pass` |
//! | `at N WHAT` | instead at `genmove` number N since the start, from 1 |
//! | `rules NAME` | the rules of its own board; it refuses moves that they forbid; default `chinese` |
//! | `refuse COMMAND M N` | answers `?` to this command from occurrence M to N, from 1 |
//! | `fail COMMAND` | exits at this command |
//! | `handicap A1 B2` | answer to `place_free_handicap` |
//! | `dead A1 B2` | the stones that it calls dead |
//! | `cleanup E5 pass` | answers to `kgs-genmove_cleanup`, in this order; then `pass` |
//! | `commands a b` | commands besides the usual ones |
//! | `state TEXT` | adds `opr-state` with this answer |
//! | `ignore-quit` | ignores `quit` and the end of its input |
//! | `child FILE` | starts a process, and writes its id to the file |
//! | `stray FILE` | starts a process in its own session, and waits for its id in the file |
//! | `detach FILE` | starts its own session, and writes its id to the file |
//! | `log FILE` | appends its id, then every command that it receives |

use onepure::board::{Color, PerColor, Position};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::random::Randomness;
use onepure::rules::{Game, Move, Ruleset, fixed_handicap};
use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::process::{Command, Stdio, exit};
use std::time::{Duration, Instant};

/// The environment variable with the script.
pub(crate) const SCRIPT: &str = "ONEPURE_FAKE_PLAYER";

/// The commands that it always has.
const COMMANDS: &str = "list_commands name version boardsize clear_board komi play genmove quit";

struct Fake<'script> {
    script: Vec<Vec<&'script str>>,
    game: Game,
    ruleset: Ruleset,
    /// The number of moves chosen in this game.
    chosen: usize,
    /// The number of clean-up moves requested since the start.
    cleaned_up: usize,
    /// The number of moves requested since the start.
    asked: usize,
    /// How often each refusable command was received.
    times: HashMap<&'script str, usize>,
    randomness: Randomness,
}

/// Answers until `quit` or the end of the input.
pub(crate) fn run(script: &str) {
    let script: Vec<Vec<&str>> = script.split(';').map(|line| line.split_whitespace().collect()).collect();
    let find = |name: &str| script.iter().find(|line| line.first() == Some(&name)).map(|line| &line[1..]);
    let ruleset = find("rules").map_or(Ruleset::chinese(), |rules| Ruleset::named(rules[0]).expect("rules"));
    let seed = find("random").map_or(0, |words| words[0].parse().expect("a seed"));
    if let Some(file) = find("child") {
        #[expect(clippy::zombie_processes, reason = "the referee must end it, not this process")]
        let child = Command::new(std::env::current_exe().expect("this executable"))
            .env(SCRIPT, "ignore-quit")
            .stdin(Stdio::null())
            .spawn()
            .expect("a child");
        std::fs::write(file[0], child.id().to_string()).expect("a file");
    }
    if let Some(file) = find("stray") {
        #[expect(clippy::zombie_processes, reason = "the referee must end it, not this process")]
        Command::new(std::env::current_exe().expect("this executable"))
            .env(SCRIPT, format!("ignore-quit; detach {}", file[0]))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("a child");
        while std::fs::read_to_string(file[0]).unwrap_or_default().is_empty() {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    if let Some(file) = find("detach") {
        rustix::process::setsid().expect("a session of its own");
        std::fs::write(file[0], std::process::id().to_string()).expect("a file");
    }
    let ignores_quit = find("ignore-quit").is_some();
    let mut fake = Fake {
        game: Game::new(BoardSize::MAIN, ruleset),
        ruleset,
        chosen: 0,
        cleaned_up: 0,
        asked: 0,
        times: HashMap::new(),
        randomness: Randomness::new(seed, 0),
        script,
    };
    fake.log(&format!("pid {}", std::process::id()));
    for line in io::stdin().lock().lines() {
        let line = line.expect("text");
        fake.log(&line);
        if line == "quit" && !ignores_quit {
            say("=\n\n");
            return;
        }
        if line != "quit" {
            fake.answer(&line);
        }
    }
    if ignores_quit {
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
}

fn say(text: &str) {
    let mut output = io::stdout().lock();
    // If the reader is gone, the process is about to be killed.
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}

impl<'script> Fake<'script> {
    /// The words after this one in the script.
    fn find(&self, name: &str) -> Option<&[&'script str]> {
        self.script.iter().find(|line| line.first() == Some(&name)).map(|line| &line[1..])
    }

    fn log(&self, text: &str) {
        if let Some(file) = self.find("log") {
            let mut file = OpenOptions::new().create(true).append(true).open(file[0]).expect("a log");
            writeln!(file, "{text}").expect("a log that can be written");
        }
    }

    fn answer(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let name = words.first().copied().unwrap_or_default();
        if self.find("fail").is_some_and(|command| command[0] == name) {
            exit(3);
        }
        if self.refuses(name) {
            return say("? no\n\n");
        }
        match name {
            "list_commands" => {
                let further = [
                    self.find("commands").unwrap_or_default().join(" "),
                    self.find("dead").map_or("", |_| "final_status_list").to_owned(),
                    self.find("cleanup").map_or("", |_| "kgs-genmove_cleanup").to_owned(),
                    self.find("state").map_or("", |_| "opr-state").to_owned(),
                ];
                let all = format!("{COMMANDS} {}", further.join(" "));
                say(&format!("= {}\n\n", all.split_whitespace().collect::<Vec<_>>().join("\n")));
            }
            "name" => say("= Fake\n\n"),
            "version" => say("= 1.0\n\n"),
            "opr-state" => say(&format!("= {}\n\n", self.find("state").expect("it is in the list").join(" "))),
            "final_status_list" => say(&format!("= {}\n\n", self.find("dead").expect("it is in the list").join("\n"))),
            "gomill-explain_last_move" => say("= it looked\nbest]\n\n"),
            "boardsize" => {
                let size = BoardSize::new(words[1].parse().expect("a number")).expect("a size");
                self.clear(size);
            }
            "clear_board" => self.clear(self.game.size()),
            "play" => {
                let played = self.game.play_as(color(words[1]), action(words[2]));
                say(if played.is_ok() { "=\n\n" } else { "? illegal move\n\n" });
            }
            "genmove" => self.genmove(color(words[1])),
            "kgs-genmove_cleanup" => {
                let answers = self.find("cleanup").expect("it has the command");
                let chosen = answers.get(self.cleaned_up).map_or(Move::Abstain, |word| action(word));
                self.cleaned_up += 1;
                self.move_to(color(words[1]), chosen);
            }
            "fixed_handicap" => {
                let number = words[1].parse().expect("a number");
                let points = fixed_handicap(self.game.size(), number).expect("a handicap that there is");
                let points: Vec<String> = points.iter().map(ToString::to_string).collect();
                self.set_up(&points.iter().map(String::as_str).collect::<Vec<_>>());
                say(&format!("= {}\n\n", points.join(" ")));
            }
            "set_free_handicap" => {
                self.set_up(&words[1..]);
                say("=\n\n");
            }
            "place_free_handicap" => {
                say(&format!("= {}\n\n", self.find("handicap").expect("it has the command").join(" ")));
            }
            "komi" => {
                // Received once a game, before any move.
                self.chosen = 0;
                say("=\n\n");
            }
            _ => say("=\n\n"),
        }
    }

    fn refuses(&mut self, name: &str) -> bool {
        let refusal = self.script.iter().find(|line| line[..line.len().min(2)] == ["refuse", name]);
        let Some(&[_, command, first, last]) = refusal.map(Vec::as_slice) else { return false };
        let times = self.times.entry(command).or_default();
        *times += 1;
        let number = |word: &str| word.parse::<usize>().expect("a number");
        (number(first)..=number(last)).contains(times)
    }

    fn clear(&mut self, size: BoardSize) {
        self.game = Game::new(size, self.ruleset);
        say("=\n\n");
    }

    /// Begins a game with these black stones; White moves first.
    fn set_up(&mut self, points: &[&str]) {
        let black = points.iter().map(|point| point.parse::<Point>().expect("a point")).collect();
        let position = Position { stones: PerColor { black, white: PointSet::empty() } };
        self.game = Game::set_up(self.game.size(), self.ruleset, position, Color::White).expect("a position");
    }

    fn genmove(&mut self, color: Color) {
        self.asked += 1;
        let number = self.asked.to_string();
        let misdeed = self.script.iter().find(|line| line[..line.len().min(2)] == ["at", &number]).cloned();
        if let Some(misdeed) = misdeed {
            self.misbehave(&misdeed[2..], color);
        } else {
            let action = self.choose(color);
            self.move_to(color, action);
        }
    }

    fn choose(&mut self, color: Color) -> Move {
        let number = self.chosen;
        self.chosen += 1;
        if let Some(random) = self.find("random") {
            let most: usize = random[1].parse().expect("a number");
            let good = |&point: &Point| {
                self.game.check(color, Move::Place(point)).is_ok() && !self.game.is_dead_end(color, point)
            };
            let points = self.game.board().empty().iter().filter(good).collect();
            return self.randomness.pick(&points).filter(|_| number < most).map_or(Move::Abstain, Move::Place);
        }
        self.find("play").and_then(|moves| moves.get(number)).map_or(Move::Abstain, |word| action(word))
    }

    fn move_to(&mut self, color: Color, action: Move) {
        // The script may be illegal on its own board.
        let _ = self.game.play_as(color, action);
        say(&format!("= {action}\n\n"));
    }

    fn misbehave(&mut self, misdeed: &[&str], color: Color) {
        match *misdeed {
            ["resign"] => say("= resign\n\n"),
            ["say", word] => say(&format!("= {word}\n\n")),
            ["id", id] => say(&format!("={id} pass\n\n")),
            ["refuse"] => say("? cannot\n\n"),
            ["crash"] => exit(3),
            ["hang"] => std::thread::sleep(Duration::from_secs(3600)),
            ["late", seconds] => {
                std::thread::sleep(Duration::from_secs_f64(seconds.parse().expect("seconds")));
                let action = self.choose(color);
                self.move_to(color, action);
            }
            ["compute", seconds] => {
                let time = Duration::from_secs_f64(seconds.parse().expect("seconds"));
                let start = Instant::now();
                // Other processes may delay this one, so count its processor time too, from its start.
                while start.elapsed() < time || computed().is_some_and(|computed| computed < time) {
                    std::hint::spin_loop();
                }
                let action = self.choose(color);
                self.move_to(color, action);
            }
            ["garbage"] => say("Segmentation fault\n\n"),
            ["half"] => {
                say("= E");
                std::thread::sleep(Duration::from_secs(3600));
            }
            ["megabyte"] => say(&format!("= {}\n\n", "x".repeat(1 << 20))),
            ["trickle"] => {
                say("= first\n");
                loop {
                    say("and on\n");
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
            ["blank"] => loop {
                say("\n");
            },
            ["endless"] => {
                say("= first\n");
                loop {
                    say("and on\n");
                }
            }
            _ => panic!("{misdeed:?} is nothing that can be done"),
        }
    }
}

/// The processor time of this process, if the system reports it.
fn computed() -> Option<Duration> {
    onepure::search::process_time()
}

fn color(word: &str) -> Color {
    match word {
        "black" => Color::Black,
        "white" => Color::White,
        _ => panic!("{word} is not a colour"),
    }
}

fn action(word: &str) -> Move {
    if word == "pass" { Move::Abstain } else { Move::Place(word.parse().expect("a point")) }
}
