//! `onepure play` in a pseudo-terminal: lines are edited, and no key loses a game.

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit of every wait.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The program in a terminal.
struct Terminal {
    keyboard: File,
    /// The program's end of the terminal.
    program_end: File,
    child: Child,
    shown: Receiver<Vec<u8>>,
    /// What was shown after the text last waited for.
    screen: String,
    /// What was shown before it, since the wait before.
    seen: String,
}

impl Terminal {
    /// Starts a game on five lines, in a terminal of 80 columns.
    fn play(folder: &Path, more: &[&str]) -> Self {
        Self::play_on(folder, more, 80)
    }

    /// Starts a game in a terminal of this number of columns.
    fn play_on(folder: &Path, more: &[&str], columns: u16) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&master).and_then(|()| unlockpt(&master)).expect("a terminal of ours");
        let name = ptsname(&master, Vec::new()).expect("a name").into_string().expect("UTF-8");
        let end = || File::options().read(true).write(true).open(&name).expect("the other end");
        let keyboard = File::from(master);
        let mut command = Command::new(env!("CARGO_BIN_EXE_onepure"));
        command.args(["play", "--size", "5", "--threads", "1", "--visits", "20", "--ascii"]).args(more);
        command.current_dir(folder).env_remove("RUST_LOG").env("TERM", "xterm-256color").env("NO_COLOR", "1");
        let program_end = end();
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&program_end, size).expect("a terminal");
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("the program can be started");
        let (sender, shown) = channel();
        let mut screen = keyboard.try_clone().expect("a file");
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The read fails once the program has ended.
            while let Ok(number) = screen.read(&mut bytes) {
                if number == 0 || sender.send(bytes[..number].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { keyboard, program_end, child, shown, screen: String::new(), seen: String::new() }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Waits for a text after the last one waited for.
    fn until(&mut self, words: &str) {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            if let Some(at) = self.screen.find(words) {
                self.seen = self.screen.drain(..at + words.len()).collect();
                return;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.shown.recv_timeout(left) {
                Ok(bytes) => self.screen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(error) => panic!("{words:?} is never shown ({error}): {}", self.screen),
            }
        }
    }

    /// Returns whether the terminal echoes. A line editor turns that off.
    fn echoes(&self) -> bool {
        tcgetattr(&self.program_end).expect("a terminal").local_modes.contains(LocalModes::ECHO)
    }

    fn end(mut self) -> ExitStatus {
        let deadline = Instant::now() + TIMEOUT;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().expect("a child") {
                assert!(self.echoes(), "the terminal is as it was");
                return status;
            }
            thread::sleep(Duration::from_millis(10));
        }
        self.child.kill().expect("a child");
        panic!("the program does not end: {}", self.screen);
    }
}

const UP: &str = "\x1b[A";
const LEFT: &str = "\x1b[D";
const HOME: &str = "\x1b[H";
const BACKSPACE: &str = "\x7f";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

#[test]
fn lines_are_edited_and_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::play(folder.path(), &[]);
    terminal.until("Black> ");
    assert!(!terminal.echoes(), "the editor shows what is typed");
    // A digit, then the letter before it; another letter, which is deleted.
    terminal.press(&format!("3{HOME}C\r"));
    terminal.until("Black C3.");
    terminal.until("Black> ");
    terminal.press(&format!("{UP}\r"));
    terminal.until("C3 is occupied");
    terminal.press(&format!("kmi{LEFT}{LEFT}o{BACKSPACE}o\r"));
    terminal.until("The komi is 0.");
    terminal.press("han\t 0\r");
    terminal.until("this game has begun");
    terminal.press("quit\r");
    terminal.until("Save the game before you leave?");
    terminal.press("\r");
    terminal.until("Goodbye.");
    assert!(terminal.end().success());
}

#[test]
fn korean_is_typed_and_taken_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::play(folder.path(), &["--lang", "ko"]);
    terminal.until("흑> ");
    terminal.press(&format!("덤불{BACKSPACE}\r"));
    terminal.until("덤(선후차)은 0입니다.");
    terminal.press("도움\t\r");
    terminal.until("이 목록을 봅니다");
    // Half a syllable is not valid UTF-8.
    terminal.keyboard.write_all(b"\xea\xb0\r\r").expect("the terminal takes keys");
    terminal.until("알 수 없는 입력입니다");
    terminal.press("끝\r");
    terminal.until("안녕히 가세요.");
    assert!(terminal.end().success());
}

#[test]
fn no_key_loses_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, key) in [CTRL_C, CTRL_D].into_iter().enumerate() {
        let mut terminal = Terminal::play(folder.path(), &[]);
        terminal.until("Black> ");
        terminal.press("C3\r");
        terminal.until("2 turns, Black to play");
        terminal.until("Black> ");
        terminal.press(key);
        terminal.until("Save the game before you leave?");
        terminal.press(&format!("game-{number}.sgf\r"));
        terminal.until("Saved to game-");
        terminal.until("Goodbye.");
        assert!(terminal.end().success());
        let record = std::fs::read_to_string(folder.path().join(format!("game-{number}.sgf"))).expect("a record");
        assert!(record.contains(";B[cc]"), "{record}");
    }
    // A saved game may be left. Without unsaved turns Ctrl-C ends at once, and Ctrl-D with a farewell.
    let mut terminal = Terminal::play(folder.path(), &[]);
    terminal.until("Black> ");
    terminal.press(CTRL_C);
    assert_eq!(terminal.end().code(), Some(130));
    let mut terminal = Terminal::play(folder.path(), &[]);
    terminal.until("Black> ");
    terminal.press(CTRL_D);
    terminal.until("Goodbye.");
    assert!(terminal.end().success());
}

#[test]
fn a_command_is_no_file_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::play(folder.path(), &[]);
    terminal.until("Black> ");
    terminal.press("C3\r");
    terminal.until("2 turns, Black to play");
    terminal.until("Black> ");
    terminal.press(CTRL_C);
    terminal.until("Save the game before you leave?");
    terminal.press("resign\r");
    terminal.until("`resign` is a command of the game, not a file name");
    terminal.until("Save the game before you leave?");
    terminal.press("quit\r");
    terminal.until("Goodbye.");
    assert!(terminal.end().success());
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_narrow_terminal_gets_the_bowls_below_the_board() {
    let folder = tempfile::tempdir().expect("a folder");
    for (columns, beside) in [(60, false), (80, true)] {
        let mut terminal = Terminal::play_on(folder.path(), &["--size", "19"], columns);
        terminal.until("Black> ");
        let widest = terminal.seen.lines().map(|line| line.trim_end().chars().count()).max().expect("lines");
        assert!(widest < usize::from(columns), "{}", terminal.seen);
        let first = terminal.seen.lines().find(|line| line.contains("A B C D")).expect("a board");
        assert_eq!(first.contains("Black"), beside, "{}", terminal.seen);
        terminal.press("quit\r");
        terminal.until("Goodbye.");
    }
}

#[test]
fn lines_that_are_typed_or_pasted_ahead_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::play(folder.path(), &[]);
    terminal.until("Black> ");
    terminal.press("C3\rundo\rkomi 3\rkomi 4\r");
    for shown in ["2 turns, Black to play", "0 turns, Black to play", "The komi is 3.", "The komi is 4."] {
        terminal.until(shown);
    }
    terminal.press("quit\r\r");
    terminal.until("Goodbye.");
}

#[test]
fn another_game_is_begun_when_the_first_is_saved_or_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::play(folder.path(), &[]);
    terminal.until("Black> ");
    terminal.press("C3\r");
    terminal.until("2 turns");
    terminal.press("new\r");
    terminal.until("This game is not saved. Leave it anyway (yes or no)?");
    terminal.press("no\r");
    terminal.until("The game goes on.");
    terminal.press("save game.sgf\r");
    terminal.until("Saved to game.sgf.");
    terminal.press("new 7\r");
    terminal.until("You play Black on 7×7.");
    terminal.press("load ga\t\r");
    terminal.until("Loaded game.sgf: 5×5, 2 turns.");
    terminal.press("undo\rnew\ryes\r");
    terminal.until("not saved");
    terminal.until("You play Black on 5×5.");
    terminal.until("Black> ");
    terminal.press(CTRL_D);
    terminal.until("Goodbye.");
    assert!(terminal.end().success());
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    for moves in ["", "C3\r"] {
        let mut terminal = Terminal::play(folder.path(), &[]);
        terminal.until("Black> ");
        terminal.press(moves);
        if !moves.is_empty() {
            terminal.until("2 turns, Black to play");
            terminal.until("Black> ");
        }
        let id = Pid::from_raw(terminal.child.id().cast_signed()).expect("a number above 0");
        kill_process(id, Signal::TERM).expect("a process of ours");
        if !moves.is_empty() {
            terminal.until("Save the game before you leave?");
            kill_process(id, Signal::TERM).expect("a process of ours");
        }
        assert_eq!(terminal.end().code(), Some(130), "after {moves:?}");
    }
}
