//! A running server, and a WebSocket to it.

#![allow(dead_code, reason = "two binaries use it, each a part")]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::Response;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

/// The time limit of every answer.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// `onepure web` on a free port. Dropping it kills the process.
pub(crate) struct Server {
    process: Child,
    /// The address that it printed.
    pub(crate) url: String,
}

impl Server {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::start_with(arguments, &[])
    }

    /// A server with this folder as working directory, home and place for temporary files.
    pub(crate) fn start_in(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_onepure"));
        command.current_dir(folder).env("HOME", folder).env("TMPDIR", folder).env_remove("XDG_CACHE_HOME");
        Self::spawn(command, arguments)
    }

    /// A server with these environment variables.
    pub(crate) fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_onepure"));
        command.envs(variables.iter().copied());
        Self::spawn(command, arguments)
    }

    fn spawn(mut command: Command, arguments: &[&str]) -> Self {
        command.args(["web", "--port", "0", "--threads", "1", "--visits", "20"]).args(arguments);
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program");
        let mut url = String::new();
        BufReader::new(process.stdout.take().expect("stdout")).read_line(&mut url).expect("a line");
        Self { process, url: url.trim_end().to_owned() }
    }

    /// Host and port.
    pub(crate) fn host(&self) -> &str {
        self.url.strip_prefix("http://").and_then(|rest| rest.split('/').next()).expect("an address")
    }

    /// The part of the address after the `?`.
    pub(crate) fn query(&self) -> &str {
        self.url.split_once('?').map_or("", |(_, query)| query)
    }

    /// A TCP connection.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.host()).expect("a connection");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a socket");
        stream
    }

    /// The whole answer to a request: its head and its body.
    pub(crate) fn request(&self, head: &str, body: &[u8]) -> String {
        let mut stream = self.connect();
        let head = format!("{head}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
        // A server that refuses need not read the body.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The answer to a GET of a path with this host and origin.
    pub(crate) fn get(&self, path: &str, host: &str) -> String {
        self.request(&format!("GET {path} HTTP/1.1\r\nHost: {host}"), b"")
    }

    /// The answer to a POST of a record with this origin.
    pub(crate) fn post(&self, path: &str, origin: &str, body: &[u8]) -> String {
        self.request(&format!("POST {path} HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}", self.host()), body)
    }

    /// A session like that of the page.
    pub(crate) fn session(&self) -> Session {
        self.try_session().expect("a session")
    }

    /// A session, unless the server refuses the connection.
    pub(crate) fn try_session(&self) -> tungstenite::Result<Session> {
        let origin = format!("http://{}", self.host());
        Ok(Session { socket: self.handshake(&format!("/gtp?{}", self.query()), &origin)?.0 })
    }

    /// Opens a WebSocket; an empty origin is left out.
    pub(crate) fn handshake(&self, path: &str, origin: &str) -> tungstenite::Result<(WebSocket<TcpStream>, Response)> {
        let mut request = format!("ws://{}{path}", self.host()).into_client_request()?;
        if !origin.is_empty() {
            request.headers_mut().insert("Origin", HeaderValue::from_str(origin).expect("a header"));
        }
        tungstenite::client::client(request, self.connect()).map_err(|error| match error {
            tungstenite::HandshakeError::Failure(error) => error,
            tungstenite::HandshakeError::Interrupted(_) => io::Error::other("interrupted").into(),
        })
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// A size in `/proc/PID/status`, such as `VmRSS`, in MiB.
    #[cfg(target_os = "linux")]
    pub(crate) fn memory(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process_id())).expect("the process");
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).expect("the size");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") >> 10
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A GTP session over a WebSocket.
pub(crate) struct Session {
    pub(crate) socket: WebSocket<TcpStream>,
}

impl Session {
    pub(crate) fn say(&mut self, line: &str) {
        self.socket.send(Message::text(line)).expect("a connection");
    }

    /// The next piece of an answer.
    pub(crate) fn hear(&mut self) -> tungstenite::Result<String> {
        loop {
            match self.socket.read()? {
                Message::Text(text) => return Ok(text.to_string()),
                Message::Close(frame) => {
                    let reason = frame.map(|frame| frame.reason.to_string()).unwrap_or_default();
                    return Err(io::Error::other(reason).into());
                }
                _ => {}
            }
        }
    }

    /// The whole answer to a command, without its end.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.try_ask(line).expect("an answer")
    }

    /// The whole answer to a command, unless the connection has ended.
    pub(crate) fn try_ask(&mut self, line: &str) -> tungstenite::Result<String> {
        self.socket.send(Message::text(line))?;
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            answer += &self.hear()?;
        }
        Ok(answer.trim_end().to_owned())
    }

    /// The reason of the close, after all remaining messages.
    pub(crate) fn end(&mut self) -> String {
        loop {
            if let Err(error) = self.hear() {
                return error.to_string();
            }
        }
    }
}
