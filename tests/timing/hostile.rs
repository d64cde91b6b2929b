//! `onepure web` under hostile load: the delay of a normal player, the memory of the server, and what remains afterwards.
//!
//! `ONEPURE_HOSTILE_SOCKETS=500 cargo test --test timing hostile_load -- --nocapture` runs the full load and prints the figures.
//! Without the variable the same attacks use a sixth of the sockets and sessions.

use super::support::{Server, Session, TIMEOUT};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::Message;

/// The variable with the number of half-open sockets, and the default.
const SOCKETS: (&str, usize) = ("ONEPURE_HOSTILE_SOCKETS", 80);

/// One hostile session for this number of sockets: 62 for 500, which with the player and a visitor are the usual 64.
const SOCKETS_PER_SESSION: usize = 8;

/// The limit of the median time from a click of the player to the new board, and of the slowest of all replies of the engine with 20 visits,
/// under the load of all others.
const MOVE: Duration = Duration::from_millis(300);
const SLOWEST_REPLY: Duration = Duration::from_millis(300);

/// The median reply without an attack up to which these limits hold. Where a build for tests takes longer, the limits of replies grow with it.
const UNDISTURBED_REPLY: Duration = Duration::from_millis(20);

/// The limit of the slowest reply beside records and floods: their clients, which send without a pause, take the cores of the same machine.
const SLOWEST_REPLY_IN_A_FLOOD: Duration = Duration::from_secs(1);

/// The most rounds of an attack. Other processes of the machine make a reply late now and then, but not in each round; a server that lets
/// others go first does.
const MOST_ROUNDS: usize = 3;

/// The least number of sessions that analyse an opening. With more of them one reply in a hundred may be late: when 62 tabs begin at once, each
/// first evaluation on 19×19 goes before the rest of a reply whose head start was used up, and in a build for tests it takes 50 ms.
const OPENINGS: usize = 14;

/// The limit of the server's memory at any time, in MiB.
const MOST_MEMORY: u64 = 640;

/// The limit of additional memory after the load, in MiB, and the time to get there.
const MEMORY_LEFT: u64 = 64;
const RETURN: Duration = Duration::from_secs(60);

/// The size of the largest record that the server takes.
const LARGEST_RECORD: usize = 4 << 20;

#[derive(Clone, Copy)]
struct Load {
    /// The number of half-open connections.
    sockets: usize,
    /// The number of hostile sessions.
    sessions: usize,
    /// The duration of each attack.
    time: Duration,
}

impl Load {
    fn of_environment() -> Self {
        let sockets = std::env::var(SOCKETS.0).map_or(SOCKETS.1, |text| text.parse().expect("a number of sockets"));
        let time = Duration::from_millis(1000 + 20 * sockets as u64);
        Self { sockets, sessions: sockets / SOCKETS_PER_SESSION, time }
    }
}

/// A player on 9×9 during the attacks.
struct Player {
    session: Session,
    moves: usize,
    /// What the limits of replies are multiplied by.
    slowness: f64,
}

impl Player {
    /// A move and the engine's reply, each until the board shows it.
    fn play(&mut self) -> [Duration; 2] {
        if self.moves.is_multiple_of(12) {
            assert_eq!(self.session.ask("clear_board"), "=");
        }
        self.moves += 1;
        let legal = self.session.ask("all_legal black");
        let legal: Vec<&str> = legal.split_whitespace().skip(1).collect();
        assert!(!legal.is_empty(), "the game has ended");
        let vertex = legal[self.moves * 7 % legal.len()];
        [format!("play black {vertex}"), "genmove white".to_owned()].map(|command| {
            let begin = Instant::now();
            let answer = self.session.ask(&command);
            assert!(answer.starts_with('='), "{command}: {answer}");
            assert!(self.session.ask("opr-scene en").starts_with("= {"));
            begin.elapsed()
        })
    }
}

/// The measurements during one attack.
struct Figures {
    moves: Vec<Duration>,
    replies: Vec<Duration>,
}

/// The middle one of some times.
fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Plays until the attack is over, and at least a few moves.
fn figures_under(server: &Server, player: &mut Player, attack: impl FnOnce() + Send) -> (Figures, u64) {
    const FEWEST_MOVES: usize = 7;
    let mut figures = Figures { moves: Vec::new(), replies: Vec::new() };
    let mut memory = 0;
    thread::scope(|scope| {
        let attack = scope.spawn(attack);
        while !attack.is_finished() || figures.moves.len() < FEWEST_MOVES {
            let [shown, replied] = player.play();
            figures.moves.push(shown);
            figures.replies.push(replied);
            memory = memory.max(server.memory("VmRSS"));
        }
        attack.join().expect("the attack");
    });
    (figures, memory)
}

/// Plays during an attack, in as many rounds as it takes until one keeps the limits. Returns the median reply.
#[expect(clippy::print_stdout, reason = "the figures are what is measured")]
fn while_attacked(name: &str, server: &Server, player: &mut Player, attack: impl Fn() + Send + Sync) -> Duration {
    let is_flood = ["records of 4 MiB", "floods"].contains(&name);
    let limit = if is_flood { SLOWEST_REPLY_IN_A_FLOOD } else { SLOWEST_REPLY }.mul_f64(player.slowness);
    let mut told = Vec::new();
    for round in 1..=MOST_ROUNDS {
        let (Figures { mut moves, mut replies }, memory) = figures_under(server, player, &attack);
        let (shown, replied) = (median(&mut moves), median(&mut replies));
        let slowest = replies[replies.len() - 1];
        let is_full = Load::of_environment().sessions > OPENINGS;
        let latest = if is_full { replies[replies.len() * 99 / 100] } else { slowest };
        let line = format!(
            "{name}, round {round}: {} moves, median {shown:.1?}, slowest {:.1?}; replies {replied:.1?}, slowest {slowest:.1?}; \
             up to {memory} MiB",
            moves.len(),
            moves[moves.len() - 1],
        );
        println!("{line}");
        if shown < MOVE && latest < limit {
            return replied;
        }
        told.push(line);
    }
    panic!("a player waits too long in every round:\n{}", told.join("\n"));
}

/// Repeats `attack` in one thread for each hostile session until the time is up.
fn repeated(load: Load, attack: impl Fn(usize) + Sync) {
    let end = Instant::now() + load.time;
    thread::scope(|scope| {
        for number in 0..load.sessions {
            let attack = &attack;
            scope.spawn(move || {
                while Instant::now() < end {
                    attack(number);
                }
            });
        }
    });
}

/// Connections that never finish a request: silent ones, cut heads, missing bodies, and heads that arrive byte by byte.
fn half_open(server: &Server, load: Load) {
    let begin = Instant::now();
    let post = format!("POST /record HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\n", server.host());
    let mut open: Vec<_> = (0..load.sockets)
        .map(|number| {
            let mut stream = server.connect();
            let said = match number % 4 {
                0 => String::new(),
                1 => "GET / HTTP/1.1\r\nHost: ".to_owned(),
                2 => format!("{post}Content-Length: {LARGEST_RECORD}\r\n\r\n"),
                _ => "GET / HTTP/1.1\r\n".to_owned(),
            };
            let _ = stream.write_all(said.as_bytes());
            stream
        })
        .collect();
    while begin.elapsed() < load.time {
        for stream in open.iter_mut().skip(3).step_by(4) {
            let _ = stream.write_all(b"x");
        }
        // A visitor opens the page meanwhile.
        let asked = Instant::now();
        let page = server.get("/", server.host());
        assert!(page.starts_with("HTTP/1.1 200"), "{page}");
        assert!(asked.elapsed() < Duration::from_secs(5), "the page took {:?}", asked.elapsed());
        thread::sleep(Duration::from_millis(50));
    }
}

/// Records of the largest accepted size: deep, broad, long, or with many or huge properties.
fn records() -> Vec<(&'static str, Vec<u8>)> {
    let filled = |begin: &str, part: &str, count: usize, end: &str| {
        let mut record = begin.to_owned();
        record += &part.repeat(count);
        record += end;
        record.into_bytes()
    };
    let most = |part: &str| (LARGEST_RECORD - 20) / part.len();
    let padding = |length: usize| format!("C[{}]", "\u{1}".repeat(LARGEST_RECORD - length - 20));
    let nested = |count: usize| filled("(;SZ[9]", "(;", count, &")".repeat(count + 1));
    let hundred_thousand =
        |part: &str| filled(&format!("(;SZ[9]{}", padding(part.len() * 100_000)), part, 100_000, ")");
    vec![
        ("deep", nested((LARGEST_RECORD - 20) / 3)),
        ("100,000 deep", nested(100_000)),
        ("variations", filled("(;SZ[9]", "(;B[ee])", most("(;B[ee])"), ")")),
        ("100,000 variations", hundred_thousand("(;B[ee])")),
        ("moves", filled("(;SZ[9]", ";B[]", most(";B[]"), ")")),
        ("100,000 moves", hundred_thousand(";B[aa]")),
        ("properties", filled("(;SZ[9]", "A[]", most("A[]"), ")")),
        ("values", filled("(;SZ[9]LB", "[]", most("[]"), ")")),
        ("one value", filled("(;SZ[9]C[", "\u{1}", most("x"), "])")),
        ("set-ups", filled("(;SZ[19]", ";AB[aa:ss]", most(";AB[aa:ss]"), ")")),
        ("no end", filled("(;SZ[9]C[", "x", most("x"), "")),
    ]
}

/// Opens records one by one; every answer is a tree, or one line of error.
fn open_records(server: &Server, load: Load) {
    let records = records();
    let own = format!("http://{}", server.host());
    repeated(load, |number| {
        for (name, record) in records.iter().cycle().skip(number % records.len()).take(3) {
            let answer = server.post("/record", &own, record);
            let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
            let is_tree = head.starts_with("HTTP/1.1 200");
            let is_line = ["413", "422", "503"].iter().any(|status| head.starts_with(&format!("HTTP/1.1 {status}")))
                && body.trim_end().lines().count() == 1;
            assert!(is_tree || is_line, "{name}: {}", &answer[..answer.len().min(400)]);
        }
    });
}

/// Sessions that load long records and play the longest possible games.
fn long_games(server: &Server, load: Load) {
    repeated(load, |_| {
        let Ok(mut session) = server.try_session() else { return };
        let _ = session.try_ask(&format!("opr-load (;SZ[19]{})", ";B[]".repeat(16_000)));
        let moves = "b A1 w B2 b C3 w D4 b pass ".repeat(2000);
        while session.try_ask(&format!("gogui-play_sequence {moves}")).is_ok_and(|answer| answer.starts_with('=')) {}
        let _ = session.try_ask("opr-scene en");
    });
}

/// Sessions that send more than can be answered, and others that do not read their answers.
fn floods(server: &Server, load: Load) {
    /// A flood ends by itself if the server does not end it.
    const MOST_MESSAGES: usize = 2000;
    let lines = [
        format!("# {}", "x".repeat(60_000)),
        "x".repeat(200),
        "list_commands".to_owned(),
        "showboard".to_owned(),
        "kata-analyze black 1 ownership true movesOwnership true".to_owned(),
        format!("opr-load (;SZ[19]{})", ";B[aa]".repeat(10_000)),
        "genmove black".to_owned(),
    ];
    repeated(load, |number| {
        let Ok(mut session) = server.try_session() else { return };
        let _ = session.socket.get_ref().set_write_timeout(Some(Duration::from_millis(300)));
        let line = &lines[number % lines.len()];
        for _ in 0..MOST_MESSAGES {
            if session.socket.send(Message::text(line.as_str())).is_err() {
                break;
            }
        }
    });
}

/// Sessions that analyse on 19×19 without a break.
fn analyses(server: &Server, load: Load) {
    let end = Instant::now() + load.time;
    repeated(load, |_| {
        let Ok(mut session) = server.try_session() else { return };
        let _ = session.try_ask("boardsize 19");
        let analysis = session.socket.send(Message::text("kata-analyze black 5 rootInfo true ownership true"));
        // Sessions of the floods may still be ending, so that there is no room yet.
        if analysis.is_err() {
            thread::sleep(Duration::from_millis(50));
        }
        while Instant::now() < end && session.hear().is_ok() {}
    });
}

/// Sessions that analyse the empty board on 19×19, where an evaluation takes longest.
fn openings(server: &Server, load: Load) {
    analyses(server, Load { sessions: load.sessions.max(OPENINGS), ..load });
}

/// Sessions that prove on a board that is too large for it, with all the time that they may have.
fn proofs(server: &Server, load: Load) {
    let end = Instant::now() + load.time;
    repeated(load, |number| {
        let Ok(mut session) = server.try_session() else { return };
        let _ = session.try_ask("kata-set-param time 1000");
        let _ = session.try_ask("play black E5");
        let _ = session.socket.send(Message::text(["opr-solve", "opr-solve E5"][number % 2]));
        // The proof goes on until the tab closes.
        while Instant::now() < end {
            thread::sleep(Duration::from_millis(20));
        }
    });
}

/// Analyses of whole games whose lines nobody reads.
fn sweeps(server: &Server, load: Load) {
    let game = format!("(;SZ[19]{})", ";B[aa];W[bb];B[cc];W[dd];B[];W[]".repeat(30));
    let head = format!(
        "POST /analysis?rules=chinese&visits=100000 HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Length: {1}\r\n\r\n{game}",
        server.host(),
        game.len()
    );
    repeated(load, |_| {
        let mut stream = server.connect();
        let _ = stream.write_all(head.as_bytes());
        thread::sleep(load.time / 4);
    });
}

/// A foreign page that tries to open sessions and to send records, by address and by a name that points here.
fn foreign_pages(server: &Server, load: Load) {
    repeated(load, |number| {
        let origin = ["http://evil.example", "null", "", "http://localhost"][number % 4];
        assert!(server.handshake("/gtp", origin).is_err(), "a session for {origin}");
        let refused = server.post("/record", origin, b"(;SZ[9])");
        assert!(refused.starts_with("HTTP/1.1 403"), "{origin}: {refused}");
        let rebound = server.get("/", "evil.example");
        assert!(rebound.starts_with("HTTP/1.1 421"), "{rebound}");
    });
}

/// The files in a folder and its subfolders.
fn files_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").path().display().to_string()).collect()
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures are what is measured")]
fn hostile_load_neither_slows_a_player_nor_stays_in_memory_or_on_disk() {
    let _alone = super::alone();
    let load = Load::of_environment();
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start_in(
        folder.path(),
        &["--size", "9", "--rules", "chinese", "--sessions", &(load.sessions.max(OPENINGS) + 2).to_string()],
    );
    let mut player = Player { session: server.session(), moves: 0, slowness: 1.0 };
    let undisturbed = while_attacked("no attack", &server, &mut player, || {});
    player.slowness = undisturbed.div_duration_f64(UNDISTURBED_REPLY).max(1.0);
    let before = server.memory("VmRSS");
    let (server, player) = (&server, &mut player);
    while_attacked("half-open connections", server, player, || half_open(server, load));
    while_attacked("records of 4 MiB", server, player, || open_records(server, load));
    while_attacked("long games", server, player, || long_games(server, load));
    while_attacked("floods", server, player, || floods(server, load));
    while_attacked("analyses", server, player, || analyses(server, load));
    while_attacked("openings", server, player, || openings(server, load));
    while_attacked("proofs", server, player, || proofs(server, load));
    while_attacked("analyses of whole games", server, player, || sweeps(server, load));
    while_attacked("pages elsewhere", server, player, || foreign_pages(server, load));

    let most = server.memory("VmHWM");
    let begin = Instant::now();
    while server.memory("VmRSS") > before + MEMORY_LEFT && begin.elapsed() < RETURN {
        thread::sleep(Duration::from_millis(100));
    }
    let left = server.memory("VmRSS");
    println!("memory: {before} MiB before, {most} MiB at most, {left} MiB {:.1?} after the end", begin.elapsed());
    assert!(most <= MOST_MEMORY, "{most} MiB");
    assert!(left <= before + MEMORY_LEFT, "{left} MiB are left of {most}, and {before} were there before");
    assert_eq!(files_in(folder.path()), Vec::<String>::new(), "files were written");
    assert!(begin.elapsed() < TIMEOUT);
}
