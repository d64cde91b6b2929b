//! `onepure web`: a board in the browser.

use crate::cli::options::{self, Options};
use crate::cli::terminal::stdout::stdout;
use crate::web::{Server, ServerSettings, Token};
use anyhow::Context;
use clap::Args;
use onepure_engine::engine::{Engine, Level, Settings};
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};

/// The arguments of `onepure web`.
#[derive(Debug, Args)]
#[command(after_help = "\
It prints the address of the page, and serves until it is interrupted. Every tab
has a game and an engine of its own, with --memory MiB (64 unless given).
Nothing of it leaves this machine, and no page from elsewhere can reach it. With
--host other machines can: then the address has a token, without which nothing
is answered.

Examples:
  onepure web --open
  onepure web --port 8000 --size 9 --level 5 --lang ko
  onepure web --host 0.0.0.0")]
pub(super) struct Web {
    /// Port; 0 for any free one
    #[arg(long, value_name = "N", default_value = "8180", value_parser = options::integers::<u16>(0..=65_535))]
    #[arg(allow_negative_numbers = true)]
    port: u16,
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    host: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Limit of tabs at once
    #[arg(long, value_name = "N", default_value = "64", value_parser = options::integers::<u16>(1..=1024))]
    #[arg(allow_negative_numbers = true)]
    sessions: u16,
}

/// MiB of tree memory for each session, if not given.
const MEMORY: usize = 64;

/// The level until the page sets another, if no strength is given. It answers at once.
const LEVEL: u64 = 12;

/// Parses an address of this machine.
fn address(text: &str) -> Result<IpAddr, String> {
    let text = if text == "localhost" { "127.0.0.1" } else { text };
    text.parse().map_err(|_| "expected an address such as 127.0.0.1, or 0.0.0.0 for all of this machine".to_owned())
}

impl Web {
    pub(super) fn run(&self, options: &Options) -> anyhow::Result<()> {
        use_small_pages();
        let token = if self.host.is_loopback() { None } else { Some(Token::random().context("no random bytes")?) };
        let server = ServerSettings {
            token,
            sessions: usize::from(self.sessions),
            language: options.lang,
            ruleset: options.rules(),
            size: options.size,
        };
        let address = SocketAddr::new(self.host, self.port);
        let server = Server::listen(address, server)
            .with_context(|| format!("cannot listen at {address}, --port and --host choose another address"))?;
        let url = server.url();
        let mut output = stdout();
        writeln!(output, "{url}").and_then(|()| output.flush())?;
        if self.open {
            open(&url);
        }
        let (size, rules) = (options.size, options.rules());
        let mut settings = options.settings();
        let is_given = |name| options.parameters.given.contains(&name);
        if !is_given("memory") {
            settings = Settings { memory: settings.memory.min(MEMORY), ..settings };
        }
        if !["level", "visits", "time"].into_iter().any(is_given) {
            settings = Settings { level: Level::new(LEVEL).unwrap_or_default(), ..settings };
        }
        server.run(move || Engine::new(size, rules, settings.clone()))?;
        Ok(())
    }
}

/// Turns off transparent huge pages for this process. Each thread would keep several to itself: 62 sessions with a game took 642
/// MiB with them and 183 MiB without. They make a search slightly faster.
#[cfg(target_os = "linux")]
fn use_small_pages() {
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::debug!("huge pages cannot be disabled: {error}");
    }
}

#[cfg(not(target_os = "linux"))]
fn use_small_pages() {}

/// Opens an address in the browser. Errors are ignored, because the address was printed too.
fn open(url: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let quiet = || Stdio::null();
    if let Err(error) = Command::new(opener).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn() {
        tracing::warn!("{opener}: {error}");
    }
}
