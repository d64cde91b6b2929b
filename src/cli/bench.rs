//! `onepure bench`: the speed of the program, and a signature of its play.

use crate::cli::options::{self, Options};
use crate::cli::terminal::stdout::stdout;
use crate::signature::{SEED, signature};
use anyhow::Context;
use clap::{Args, ValueEnum};
use onepure_engine::engine::{Engine, SearchRequest, Settings};
use onepure_engine::network::{AnyNetwork, Architecture, Network};
use onepure_engine::speed;
use onepure_rules::board::Color;
use onepure_rules::geometry::{BoardSize, Large, Medium, Small};
use onepure_rules::simulation::State;
use serde::Serialize;
use std::cell::LazyCell;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

/// The arguments of `onepure bench`.
#[derive(Debug, Args)]
#[command(after_help = "\
Speeds are for one core, and for --threads in searches. The playouts called
light (under the One Pure Rules) and ordinary (by area) place stones uniformly
at random from the empty board. They measure the board: the engine itself never
plays with them. Nanoseconds are for one placement of an ordinary playout.
Evaluations are by the network in use, or by one of 4 blocks and 32 channels
with random weights if there is none. The signature is a hash of visits and
final counts in fixed positions, with fixed seeds and on one thread: it changes
when play changes.

Examples:
  onepure bench --seconds 2
  onepure bench --only signature
  onepure bench --json --only light,search --threads 2")]
pub(super) struct Bench {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Some of light, ordinary, search, network, signature
    #[arg(long, value_name = "FIGURES", value_delimiter = ',', value_enum, hide_possible_values = true)]
    only: Vec<Figure>,
    /// Seconds per figure; more measure better
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = options::seconds, allow_negative_numbers = true)]
    seconds: Duration,
}

/// The figures that can be measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Figure {
    /// Uniform playouts under the One Pure Rules.
    Light,
    /// Uniform playouts under area rules, and the time of one of their moves.
    Ordinary,
    /// The tree search.
    Search,
    /// Evaluations by a network.
    Network,
    /// The hash of play.
    Signature,
}

/// The measured figures. Their order is that of the JSON.
#[derive(Default, Serialize)]
struct Figures {
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    light: Option<PerSize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ordinary: Option<PerSize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<PerSize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<PerSize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ns_per_placement: Option<PerSize>,
}

/// A figure for the largest board of each of the three layouts.
#[derive(Clone, Copy, Serialize)]
struct PerSize {
    #[serde(rename = "9")]
    small: u64,
    #[serde(rename = "13")]
    medium: u64,
    #[serde(rename = "19")]
    large: u64,
}

impl PerSize {
    /// Measures the three sizes.
    fn measure(mut figure: impl FnMut(BoardSize) -> u64) -> anyhow::Result<Self> {
        let mut of = |lines| BoardSize::for_play(lines).map(&mut figure).context("a size to measure");
        Ok(Self { small: of(9)?, medium: of(13)?, large: of(19)? })
    }
}

impl Bench {
    pub(super) fn run(&self, options: &Options) -> anyhow::Result<()> {
        let wants = |figure| self.only.is_empty() || self.only.contains(&figure);
        let mut figures = Figures::default();
        if wants(Figure::Signature) {
            figures.signature = Some(signature());
        }
        if wants(Figure::Light) {
            figures.light = Some(PerSize::measure(|size| speed::uniform_playouts(size, self.seconds))?);
        }
        if wants(Figure::Ordinary) {
            let mut nanoseconds = Vec::new();
            figures.ordinary = Some(PerSize::measure(|size| {
                let speed = speed::area_playouts(size, self.seconds);
                nanoseconds.push(speed.nanoseconds_a_move);
                speed.playouts_a_second
            })?);
            let mut measured = nanoseconds.into_iter();
            figures.ns_per_placement = Some(PerSize::measure(|_| measured.next().unwrap_or_default())?);
        }
        if wants(Figure::Search) {
            let settings = Settings { visits: None, time: Some(self.seconds), ..options.settings() };
            figures.search = Some(PerSize::measure(|size| {
                let report = Engine::new(size, options.rules(), settings.clone())
                    .search(Color::Black, &SearchRequest::default());
                speed::a_second(report.simulations, report.elapsed)
            })?);
        }
        if wants(Figure::Network) {
            let random = LazyCell::new(|| AnyNetwork::Onepure(Network::random(Architecture::standard(4, 32), SEED)));
            let Settings { network: choice, level, .. } = options.settings();
            figures.network = Some(PerSize::measure(|size| {
                speed::evaluations(size, self.seconds, choice.network(size, level).unwrap_or_else(|| &random))
            })?);
        }
        let text = if self.json { serde_json::to_string(&figures)? + "\n" } else { figures.table() };
        stdout().write_all(text.as_bytes())?;
        Ok(())
    }
}

impl Figures {
    /// The figures as a text for people.
    fn table(&self) -> String {
        let mut table = String::new();
        let mut line = |arguments: std::fmt::Arguments<'_>| {
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{arguments}");
        };
        if let Some(signature) = &self.signature {
            line(format_args!("signature {signature}"));
        }
        let rows = [
            ("light playouts a second", self.light),
            ("ordinary playouts a second", self.ordinary),
            ("search playouts a second", self.search),
            ("network evaluations a second", self.network),
            ("nanoseconds a placement", self.ns_per_placement),
        ];
        if rows.iter().any(|(_, figure)| figure.is_some()) {
            line(format_args!("{:<28}{:>9}{:>9}{:>9}", "", "9x9", "13x13", "19x19"));
        }
        for (name, figure) in rows {
            if let Some(PerSize { small, medium, large }) = figure {
                line(format_args!("{name:<28}{small:>9}{medium:>9}{large:>9}"));
            }
        }
        if self.light.is_some() {
            let [small, medium, large] = [State::<Small>::BYTES, State::<Medium>::BYTES, State::<Large>::BYTES];
            line(format_args!("{:<28}{small:>9}{medium:>9}{large:>9}", "bytes of a playout's state"));
        }
        table
    }
}
