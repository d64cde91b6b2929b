//! The server's answers, to the page and to attackers.

use super::support::{Server, Session, TIMEOUT};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::time::{Duration, Instant};
use tungstenite::Message;

/// The number in the first line of an answer.
fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("no answer")
}

#[test]
fn a_tab_has_a_session_of_its_own() {
    let server = Server::start(&["--size", "9"]);
    let (mut one, mut other) = (server.session(), server.session());
    assert_eq!(one.ask("7 play black E5"), "=7");
    assert_eq!(other.ask("opr-score"), "= Both-lose", "the other one's board is empty");
    assert!(one.ask("opr-scene en").contains("\"told\":\"Black E5.\""));
    assert!(one.ask("opr-scene ko").contains("\"told\":\"흑 E5.\""));
    assert!(one.ask("genmove white").starts_with("= "));
    assert_eq!(one.ask("nonsense"), "? unknown command");
    assert!(one.ask("quit").starts_with('='));
    assert_eq!(one.end(), "IO error: the session has ended");
}

#[test]
fn an_analysis_streams_until_something_is_said() {
    let server = Server::start(&["--size", "9"]);
    let mut session = server.session();
    session.say("kata-analyze black 2 ownership true rootInfo true");
    let mut lines = 0;
    while lines < 3 {
        lines += usize::from(session.hear().expect("a line").starts_with("info move"));
    }
    session.say("name");
    let mut rest = String::new();
    while !rest.ends_with("= onepure\n\n") {
        rest += &session.hear().expect("an answer");
    }
    assert_eq!(rest.matches("\n\n").count(), 2, "the analysis has ended: {rest}");
}

/// `--open` asks the system to show the address; on Linux that is `xdg-open`.
#[cfg(target_os = "linux")]
#[test]
fn the_page_is_opened_in_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let (script, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    fs::write(&script, "#!/bin/sh\nprintf '%s' \"$1\" > \"$0.part\"\nmv \"$0.part\" \"${0%/*}/opened\"\n")
        .expect("a file");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("permissions");
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").expect("a path"));
    let server = Server::start_with(&["--open"], &[("PATH", &path)]);
    let began = Instant::now();
    while !opened.exists() {
        assert!(began.elapsed() < TIMEOUT, "nothing was opened");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(fs::read_to_string(opened).expect("a file"), server.url);
    assert_eq!(status(&server.get("/", server.host())), "200");
}

#[test]
fn without_a_browser_the_page_is_served_all_the_same() {
    let server = Server::start_with(&["--open"], &[("PATH", "")]);
    assert_eq!(status(&server.get("/", server.host())), "200");
}

#[test]
fn the_page_is_served_with_its_files() {
    let server = Server::start(&["--lang", "ko", "--size", "13"]);
    let page = server.get("/", server.host());
    assert_eq!(status(&page), "200");
    assert!(page.contains("lang=\"ko\"") && page.contains("data-size=\"13\"") && !page.contains("{{"), "{page}");
    assert!(page.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{page}");
    let files: Vec<&str> = page
        .split(['"', '\''])
        .filter(|word| [".js", ".css", ".svg"].iter().any(|ending| word.ends_with(ending)))
        .collect();
    assert!(files.len() > 2, "{files:?}");
    for file in files {
        assert_eq!(status(&server.get(&format!("/{}", file.trim_start_matches('/')), server.host())), "200", "{file}");
    }
    for absent in ["/nothing.js", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/nothing/at/all"] {
        assert_eq!(status(&server.get(absent, server.host())), "404", "{absent}");
    }
}

#[test]
fn the_page_has_one_script_and_its_first_board_at_once() {
    let server = Server::start(&["--size", "9", "--rules", "chinese"]);
    let page = server.get("/", server.host());
    assert_eq!(page.matches(".js\"").count(), 1, "{page}");
    let script = server.get("/main.js", server.host());
    assert!(!script.contains("\nimport ") && !script.contains("\nexport "), "{script}");
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/pages");
    for entry in fs::read_dir(pages).expect("the pages") {
        let path = entry.expect("a file").path();
        let name = path.file_name().and_then(OsStr::to_str).expect("a name");
        let is_imported =
            path.extension() == Some(OsStr::new("js")) && !["main.js", "report.js", "types.js"].contains(&name);
        let imported = format!("const {} = (() => {{\n", name.replace(['-', '.'], "_"));
        assert_eq!(script.contains(&imported), is_imported, "{name}");
    }
    let (_, scenes) = page.split_once("id=\"first-scenes\">").expect("the scenes");
    let scenes: serde_json::Value = serde_json::from_str(scenes.split('<').next().expect("JSON")).expect("JSON");
    let mut session = server.session();
    for language in ["en", "ko"] {
        let scene = session.ask(&format!("opr-scene {language}"));
        let scene: serde_json::Value = serde_json::from_str(scene.trim_start_matches("= ")).expect("JSON");
        assert_eq!(scenes[language], scene, "{language}");
    }
}

#[test]
fn what_the_browser_loads_is_compressed_if_it_takes_that() {
    let server = Server::start(&[]);
    let ask = |coding: &str| {
        let head = format!("GET /main.js HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: {coding}", server.host());
        server.request(&head, b"")
    };
    let (plain, packed) = (ask("identity"), ask("br, gzip"));
    assert!(!plain.contains("content-encoding") && plain.contains("class Game "), "{plain}");
    assert!(packed.contains("content-encoding: gzip") && packed.contains("vary: accept-encoding"), "{packed}");
    let length = |answer: &str| {
        let (_, rest) = answer.split_once("content-length: ").expect("a length");
        rest.split("\r\n").next().and_then(|length| length.parse::<usize>().ok()).expect("a number")
    };
    assert!(length(&packed) < length(&plain) / 2, "{} against {} bytes", length(&packed), length(&plain));
}

#[test]
fn nothing_in_the_page_leaves_the_machine() {
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/pages");
    for entry in fs::read_dir(pages).expect("the pages") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        for (at, _) in text.match_indices("//") {
            let begin = text[..at].rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
            let scheme = text[begin..at].trim_start_matches(['"', '\'', '(', '=', '`']);
            let is_address = scheme.ends_with("http:") || scheme.ends_with("https:");
            let is_name = text[at..].starts_with("//www.w3.org/");
            assert!(!is_address || is_name, "{}: {}", path.display(), &text[at..text.len().min(at + 40)]);
        }
    }
}

#[test]
fn other_hosts_are_refused() {
    let server = Server::start(&[]);
    let port = server.host().rsplit(':').next().expect("a port");
    assert_eq!(status(&server.get("/", &format!("localhost:{port}"))), "200");
    for host in ["evil.example".to_owned(), format!("evil.example:{port}"), "127.0.0.1".to_owned()] {
        for path in ["/", "/main.js", "/gtp"] {
            assert_eq!(status(&server.get(path, &host)), "421", "{host}{path}");
        }
    }
}

#[test]
fn other_origins_are_refused() {
    let server = Server::start(&[]);
    let own = format!("http://{}", server.host());
    assert!(server.handshake("/gtp", &own).is_ok());
    let others = ["", "null", "http://evil.example", "http://localhost:1", "https://127.0.0.1"];
    for origin in others {
        let refused = server.handshake("/gtp", origin).map(|_| ()).expect_err("no session");
        assert!(refused.to_string().contains("403"), "{origin}: {refused}");
        assert_eq!(status(&server.post("/record", origin, b"(;SZ[9])")), "403", "{origin}");
    }
    assert_eq!(status(&server.post("/record", &own, b"(;SZ[9])")), "200");
    assert_eq!(status(&server.get("/gtp", server.host())), "403", "no WebSocket at all");
}

#[test]
fn beyond_this_machine_it_takes_the_token() {
    let server = Server::start(&["--host", "0.0.0.0"]);
    let token = server.query().strip_prefix("token=").expect("a token in the address").to_owned();
    assert_eq!(token.len(), 32);
    let own = format!("http://{}", server.host());
    for wrong in ["", "?token=", &format!("?token={}", "0".repeat(32)), &format!("?token={}", &token[..31])] {
        assert_eq!(status(&server.get(&format!("/{wrong}"), server.host())), "403", "{wrong}");
        assert!(server.handshake(&format!("/gtp{wrong}"), &own).is_err(), "{wrong}");
        assert_eq!(status(&server.post(&format!("/record{wrong}"), &own, b"(;SZ[9])")), "403", "{wrong}");
    }
    assert_eq!(status(&server.get(&format!("/?token={token}"), server.host())), "200");
    assert!(server.session().ask("name").contains("onepure"));
    assert!(server.handshake(&format!("/gtp?token={token}"), "http://evil.example").is_err(), "the token is not all");
}

#[test]
fn files_cannot_be_reached() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.sgf");
    fs::write(&file, "(;SZ[9];B[ee])").expect("a file");
    let written = folder.path().join("written.sgf");
    let server = Server::start(&["--size", "9"]);
    let mut session = server.session();
    for command in [
        format!("loadsgf {}", file.display()),
        format!("printsgf {}", written.display()),
        format!("kata-set-param network {}", file.display()),
        format!("kata-set-params {{\"network\":\"{}\"}}", file.display()),
        "kata-set-param memory 100000".to_owned(),
        "kata-set-param numSearchThreads 1000".to_owned(),
        "kata-set-params {\"visits\":5,\"threads\":900}".to_owned(),
    ] {
        let answer = session.ask(&command);
        assert!(answer.starts_with("? this session may not "), "{command}: {answer}");
    }
    assert!(!written.exists());
    assert_eq!(session.ask("opr-score"), "= Both-lose", "nothing was loaded");
    assert_eq!(session.ask("kata-get-param visits"), "= 20", "nothing was set");
    assert!(session.ask("printsgf").contains("SZ[9]"));
}

#[test]
fn a_game_has_an_end_of_moves() {
    let server = Server::start(&["--size", "9"]);
    let mut session = server.session();
    let moves = "b E5 w pass b pass ".repeat(100);
    let mut said = String::new();
    for _ in 0..101 {
        said = session.ask(&format!("gogui-play_sequence {moves}"));
        if said.starts_with('?') {
            break;
        }
        assert_eq!(session.ask("play b C3"), "=");
        assert_eq!(session.ask("undo"), "=");
    }
    assert!(said.starts_with('?'), "{said}");
}

#[test]
fn a_record_that_is_brought_becomes_a_tree() {
    let server = Server::start(&[]);
    let own = format!("http://{}", server.host());
    let tree = server.post("/record", &own, "(;SZ[9]CA[EUC-KR]PB[\u{a0}];B[ee](;W[cc])(;W[gg]))".as_bytes());
    assert!(tree.contains("\"parent\":1"), "{tree}");
    let wrong = server.post("/record", &own, b"Dear friend");
    assert_eq!(status(&wrong), "422");
    assert!(wrong.contains("an SGF record, which begins with"), "{wrong}");
    let large = vec![b' '; (4 << 20) + 1];
    assert_eq!(status(&server.post("/record", &own, &large)), "413");
}

#[test]
fn a_whole_game_is_analysed_line_by_line() {
    let server = Server::start(&["--size", "9"]);
    let origin = format!("http://{}", server.host());
    let ask =
        |query: &str, origin: &str, record: &str| server.post(&format!("/analysis?{query}"), origin, record.as_bytes());
    let answer = ask("rules=chinese&visits=10", &origin, "(;SZ[9]AB[cc];W[ee]C[why];B[gg];W[gg];B[aa])");
    let found: Vec<serde_json::Value> =
        answer.lines().filter(|line| line.starts_with('{')).map(|line| line.parse().expect("JSON")).collect();
    assert_eq!(found[0]["positions"], 3, "the line ends before a move that cannot be played: {answer}");
    assert_eq!(found.len(), 4);
    for (node, line) in found[1..].iter().enumerate() {
        assert_eq!((&line["node"], &line["analysis"]["visits"]), (&node.into(), &10.into()), "{line}");
        let color = if node % 2 == 0 { "white" } else { "black" };
        assert_eq!(line["analysis"]["color"], color);
        assert!(line["analysis"]["candidates"][0]["pv"][0].is_string(), "{line}");
        assert_eq!(line["analysis"]["ownership"].as_array().map(Vec::len), Some(81));
    }
    // After the end there is nothing to analyse.
    let over = ask("rules=one-pure&visits=10", &origin, "(;SZ[9];B[ee];W[];B[])");
    assert!(over.contains("{\"node\":3,\"analysis\":null}"), "{over}");
    for (query, record, wrong) in [
        ("rules=chess&visits=10", "(;SZ[9])", "rules: expected the name of a rule set"),
        ("rules=chinese&visits=0", "(;SZ[9])", "visits: expected an integer from 1 to 100000"),
        ("rules=chinese&visits=100001", "(;SZ[9])", "visits: expected an integer from 1 to 100000"),
        ("rules=chinese", "(;SZ[9])", "visits: expected an integer from 1 to 100000"),
        ("rules=chinese&visits=10", "Dear friend", "expected a record in SGF"),
    ] {
        let answer = ask(query, &origin, record);
        assert!(status(&answer) == "422" && answer.contains(wrong), "{query}: {answer}");
    }
    assert_eq!(status(&ask("rules=chinese&visits=10", "http://evil.example", "(;SZ[9])")), "403");
}

#[test]
fn an_analysis_that_nobody_reads_makes_room_for_others() {
    let server = Server::start(&["--size", "9"]);
    let record = "(;SZ[9];B[ee];W[cc])";
    let head = format!(
        "POST /analysis?rules=chinese&visits=100000 HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Length: {1}\r\n\r\n",
        server.host(),
        record.len()
    );
    // More games than are analysed at once, each of which takes long.
    for _ in 0..4 {
        let mut stream = server.connect();
        stream.write_all(format!("{head}{record}").as_bytes()).expect("a connection");
        std::thread::sleep(Duration::from_millis(50));
    }
    let origin = format!("http://{}", server.host());
    let began = Instant::now();
    let answer = server.post("/analysis?rules=chinese&visits=10", &origin, b"(;SZ[9])");
    assert!(answer.contains("\"visits\":10"), "{answer}");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn a_record_is_loaded_from_the_command_itself() {
    let server = Server::start(&[]);
    let mut session = server.session();
    assert_eq!(session.ask("opr-load (;SZ[9]KM[3.5];B[ee];W[cc]C[a%20%23%20sign])"), "=");
    assert_eq!(session.ask("get_komi"), "= 3.5");
    assert_eq!(session.ask("move_history"), "= white C7\nblack E5");
    for wrong in ["opr-load nothing", "opr-load (;SZ[9];B[zz])", "opr-load %zz"] {
        assert!(session.ask(wrong).starts_with('?'), "{wrong}");
    }
    assert_eq!(session.ask("move_history"), "= white C7\nblack E5");
}

#[test]
fn large_messages_end_the_connection_only() {
    let server = Server::start(&[]);
    let mut good = server.session();
    let mut bad = server.session();
    let _ = bad.socket.send(Message::text("x".repeat(1 << 20)));
    bad.end();
    let mut bad = server.session();
    bad.socket.send(Message::binary(vec![0; 16])).expect("a connection");
    assert!(bad.end().contains("commands are text"));
    assert!(good.ask("name").contains("onepure"));
}

#[test]
fn a_flood_ends_the_connection_only() {
    let server = Server::start(&["--size", "9"]);
    let mut good = server.session();
    let mut bad = server.session();
    bad.say("genmove black");
    let line = "# ".to_owned() + &"x".repeat(60_000);
    let begin = Instant::now();
    // It sends until the server closes the connection.
    while bad.socket.send(Message::text(line.clone())).is_ok() && begin.elapsed() < TIMEOUT {}
    assert!(begin.elapsed() < TIMEOUT, "no end of it");
    assert!(good.ask("name").contains("onepure"));
}

#[test]
fn fifty_tabs_and_no_more_than_allowed() {
    let server = Server::start(&["--size", "9", "--sessions", "50"]);
    let mut tabs: Vec<Session> = (0..50).map(|_| server.session()).collect();
    for (number, tab) in tabs.iter_mut().enumerate() {
        assert_eq!(tab.ask(&format!("play black {}{}", char::from(b'A' + (number % 8) as u8), 1 + number / 8)), "=");
    }
    for tab in &mut tabs {
        assert_eq!(tab.ask("move_history").lines().count(), 1);
        tab.say("genmove white");
    }
    for tab in &mut tabs {
        assert!(tab.hear().expect("a move").starts_with("= "));
    }
    let mut more = server.session();
    assert!(more.end().contains("too many sessions"));
    drop(tabs);
    // The sessions end with their tabs.
    let begin = Instant::now();
    loop {
        let mut again = server.session();
        again.say("name");
        if again.hear().is_ok() {
            break;
        }
        assert!(begin.elapsed() < TIMEOUT, "the sessions go on");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_search_ends_with_its_tab() {
    let server = Server::start(&["--size", "19", "--visits", "1000000000"]);
    let threads = || {
        let tasks = fs::read_dir(format!("/proc/{}/task", server.process_id())).expect("threads");
        let names = tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("comm")).ok());
        names.filter(|name| name.trim() == "session").count()
    };
    let mut session = server.session();
    assert_eq!(session.ask("kata-set-param time none"), "=");
    session.say("genmove black");
    let begin = Instant::now();
    while threads() == 0 {
        assert!(begin.elapsed() < TIMEOUT, "no session");
    }
    drop(session);
    while threads() > 0 {
        assert!(begin.elapsed() < TIMEOUT, "the search goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_proof_ends_with_its_tab() {
    let server = Server::start(&["--size", "9", "--rules", "chinese"]);
    let proofs = || {
        let tasks = fs::read_dir(format!("/proc/{}/task", server.process_id())).expect("threads");
        let names = tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("comm")).ok());
        names.filter(|name| name.trim() == "proof").count()
    };
    for proof in ["opr-solve", "opr-solve E5"] {
        let mut session = server.session();
        assert_eq!(session.ask("kata-set-param time 1000"), "=");
        assert_eq!(session.ask("play black E5"), "=");
        session.say(proof);
        let begin = Instant::now();
        while proofs() == 0 {
            assert!(begin.elapsed() < TIMEOUT, "no proof");
        }
        drop(session);
        let begin = Instant::now();
        while proofs() > 0 {
            assert!(begin.elapsed() < Duration::from_secs(20), "the proof goes on");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn half_open_connections_keep_nobody_out() {
    let server = Server::start(&[]);
    let mut open: Vec<_> = (0..40).map(|_| server.connect()).collect();
    for stream in &mut open {
        stream.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("a connection");
    }
    assert_eq!(status(&server.get("/", server.host())), "200");
    assert!(server.session().ask("name").contains("onepure"));
}

#[test]
fn a_port_that_is_taken_is_said() {
    let server = Server::start(&[]);
    let port = server.host().rsplit(':').next().expect("a port");
    let ended = assert_cmd::Command::new(env!("CARGO_BIN_EXE_onepure")).args(["web", "--port", port]).assert();
    let ended = ended.code(1);
    let said = String::from_utf8_lossy(&ended.get_output().stderr).into_owned();
    assert!(said.contains("--port and --host choose another address") && said.lines().count() == 1, "{said}");
}
