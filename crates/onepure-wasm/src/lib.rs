//! A GTP session of onepure for JavaScript, for example in a Web Worker.
//!
//! ```js
//! const session = new Session();
//! session.answer("boardsize 9");
//! session.answer("lz-analyze 10");
//! while (session.isSearching && nothingHasCome) {
//!     show(session.compute(50));
//!     await new Promise(resolve => setTimeout(resolve));
//! }
//! session.answer("play black E5");
//! ```
//!
//! A panic ends the whole instance: WebAssembly does not unwind. Then start another one.

use onepure::engine::{Engine, Level, NetworkChoice, Settings};
use onepure::geometry::BoardSize;
use onepure::gtp::{Session as GtpSession, SlicedSession};
use onepure::rules::Ruleset;
use onepure::view::Language;
use onepure::web::{GameAnalysis as Positions, record_tree};
use std::time::Duration;
use wasm_bindgen::prelude::wasm_bindgen;

/// A GTP session. It starts with an empty 19×19 board under the One Pure Rules.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Session(SlicedSession);

#[wasm_bindgen]
impl Session {
    /// A new session with default settings and one thread.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        let settings = Settings { threads: 1, ..Settings::default() };
        let engine = Engine::new(BoardSize::MAIN, Ruleset::one_pure(), settings);
        Self(SlicedSession::new(GtpSession::new(engine)))
    }

    /// The whole answer to a line. First ends the analysis that is under way, and returns the end of its answer too. The answer to
    /// a command that analyses until the next line goes on in `compute`.
    pub fn answer(&mut self, line: &str) -> String {
        self.0.answer(line)
    }

    /// Like `answer`, but `compute` also computes the moves of commands that print an analysis meanwhile, such as
    /// `kata-genmove_analyze`. The line `# interrupt` ends such a search with the best move so far.
    pub fn begin(&mut self, line: &str) -> String {
        self.0.begin(line)
    }

    /// Computes an analysis, the search for a move that `begin` started, or pondering for at most this time. Returns the analysis
    /// lines that became due, and the move if its search is over.
    pub fn compute(&mut self, milliseconds: u32) -> String {
        self.0.compute(Duration::from_millis(milliseconds.into()))
    }

    /// Lets a network from the bytes of a file evaluate: one of onepure, or of `KataGo` (`.bin.gz`, `.bin`). First ends the analysis or the
    /// search for a move that is under way, and returns the end of its answer. The error is one line, and changes nothing.
    #[wasm_bindgen(js_name = setNetwork)]
    pub fn set_network(&mut self, name: &str, bytes: &[u8]) -> Result<String, String> {
        Ok(self.0.set_network(network(name, bytes)?))
    }

    /// Whether `compute` has something to compute.
    #[wasm_bindgen(getter, js_name = isSearching)]
    pub fn is_searching(&self) -> bool {
        self.0.is_searching()
    }

    /// Whether the search for a move is under way that `begin` started. Any line but `# interrupt` waits for its end.
    #[wasm_bindgen(getter, js_name = isChoosing)]
    pub fn is_choosing(&self) -> bool {
        self.0.is_choosing()
    }

    /// Whether `quit` was received. The session answers no line after it.
    #[wasm_bindgen(getter, js_name = hasQuit)]
    pub fn has_quit(&self) -> bool {
        self.0.has_quit()
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

/// The analysis of a whole game, position by position.
#[wasm_bindgen]
#[derive(Debug)]
pub struct GameAnalysis(Positions);

#[wasm_bindgen]
impl GameAnalysis {
    /// The analysis of a record's main line, with this number of visits for each position. The error is one line.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8], rules: &str, visits: u32) -> Result<Self, String> {
        let ruleset = Ruleset::named(rules).ok_or("rules: expected the name of a rule set")?;
        let visits = Some(u64::from(visits.max(1)));
        let settings = Settings { threads: 1, level: Level::MOST, visits, ..Settings::default() };
        let positions =
            Positions::new(bytes, ruleset, settings).ok_or("expected a record in SGF of up to 2000 moves")?;
        Ok(Self(positions))
    }

    /// Lets a network from the bytes of a file evaluate, as for a session; before the first line.
    #[wasm_bindgen(js_name = withNetwork)]
    pub fn with_network(self, name: &str, bytes: &[u8]) -> Result<Self, String> {
        Ok(Self(self.0.with_network(network(name, bytes)?)))
    }

    /// Computes the next line of JSON, as the server of `onepure web` sends it; `undefined` at the end.
    #[wasm_bindgen(js_name = next)]
    pub fn next_line(&mut self) -> Option<String> {
        self.0.next()
    }
}

fn network(name: &str, bytes: &[u8]) -> Result<NetworkChoice, String> {
    NetworkChoice::from_bytes(name, bytes).map_err(|error| error.to_string())
}

/// A hash of play, the same as that of `onepure bench --only signature`.
#[wasm_bindgen]
pub fn signature() -> String {
    onepure::signature::signature()
}

/// The tree of a record as JSON, for the page. `rules` names the rules for a text diagram, and `language` is the code of the language
/// of its warnings. The error is one line.
#[wasm_bindgen]
pub fn record(bytes: &[u8], rules: &str, language: &str) -> Result<String, String> {
    let ruleset = Ruleset::named(rules).unwrap_or(Ruleset::one_pure());
    record_tree(bytes, ruleset, Language::of_code(language).unwrap_or_default())
}
