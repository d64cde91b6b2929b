//! Analysis during a search.

use super::play::reg_genmove;
use super::{Command, Topic};
use crate::document::Part;
use crate::gtp::analysis::{AnalysisOutput, Dialect, StreamEnd, StreamedAnswer};
use crate::gtp::arguments::{Argument, Arguments};
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::session::{CommandResult, Session};
use onepure_engine::engine::{Restriction, Restrictions, SearchRequest};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{BoardSize, PointSet};
use onepure_rules::rules::Move;
use std::time::Duration;

pub(super) const TOPIC: Topic = Topic {
    title: "Analysis",
    introduction: introduction!("analysis.md"),
    commands: &[
        Command {
            name: "lz-analyze",
            arguments: ARGUMENTS,
            help: "Analyse until the next command, in Leela Zero's format.",
            run: |session, arguments| begin(session, arguments, Dialect::Leela, StreamEnd::Input),
        },
        Command {
            name: "kata-analyze",
            arguments: ARGUMENTS,
            help: "Analyse until the next command, in KataGo's format.",
            run: |session, arguments| begin(session, arguments, Dialect::Kata, StreamEnd::Input),
        },
        Command {
            name: "lz-genmove_analyze",
            arguments: ARGUMENTS,
            help: "Play as genmove does, with lines of lz-analyze. The last line is play and the move.",
            run: |session, arguments| begin(session, arguments, Dialect::Leela, StreamEnd::PlayedMove),
        },
        Command {
            name: "kata-genmove_analyze",
            arguments: ARGUMENTS,
            help: "Play as genmove does, with lines of kata-analyze. The last line is play and the move.",
            run: |session, arguments| begin(session, arguments, Dialect::Kata, StreamEnd::PlayedMove),
        },
        Command {
            name: "kata-search_analyze",
            arguments: ARGUMENTS,
            help: "Search as kata-genmove_analyze does, without playing. No clock runs.",
            run: |session, arguments| begin(session, arguments, Dialect::Kata, StreamEnd::Move),
        },
        Command {
            name: "kata-search_analyze_cancellable",
            arguments: ARGUMENTS,
            help: "As kata-search_analyze; the next command cancels it. Then it ends with play cancelled.",
            run: |session, arguments| begin(session, arguments, Dialect::Kata, StreamEnd::MoveOrInput),
        },
        Command {
            name: "kata-search",
            arguments: "color",
            help: "The move of genmove, without playing it. No clock runs.",
            run: reg_genmove,
        },
        Command {
            name: "kata-search_cancellable",
            arguments: "color",
            help: "As kata-search; the next command cancels it. Then it answers cancelled.",
            run: |session, arguments| {
                let color = arguments.take()?;
                let ending = StreamEnd::MoveOrInput;
                session.stream =
                    Some(StreamedAnswer { color, request: SearchRequest::default(), analysis: None, ending });
                Ok(String::new())
            },
        },
        Command {
            name: "cgos-genmove_analyze",
            arguments: ARGUMENTS,
            help: "Play as genmove does, in the format of CGOS. It prints a line of JSON, then play and the move.",
            run: |session, arguments| begin(session, arguments, Dialect::Cgos, StreamEnd::PlayedMove),
        },
        Command {
            name: "stop",
            arguments: "",
            help: "Stop pondering.",
            run: |session, _| {
                session.engine.stop();
                Ok(String::new())
            },
        },
        Command {
            name: "clear_cache",
            arguments: "",
            help: "Clear the search tree.",
            run: |session, _| {
                session.engine.forget();
                Ok(String::new())
            },
        },
        Command {
            name: "gogui-interrupt",
            arguments: "",
            help: "Nothing; its presence announces interrupts. A comment line with the word interrupt makes the \
                engine move at once.",
            run: |_, _| Ok(String::new()),
        },
    ],
};

const ARGUMENTS: &str = "[color] [interval] [key value...]";

/// Reads the arguments of an analysis, and leaves the answer to the conversation.
fn begin(session: &mut Session, arguments: &mut Arguments<'_>, dialect: Dialect, ending: StreamEnd) -> CommandResult {
    let mut analysis = AnalysisOutput::of_moves(dialect);
    let mut color = session.engine.game().to_play();
    let mut interval = None;
    let mut masks = Masks::default();
    while let Some(word) = arguments.take_optional::<String>()? {
        match word.as_str() {
            "interval" => interval = time_between(arguments.take()?)?,
            "minmoves" => analysis.least_moves = arguments.take::<u32>()? as usize,
            "maxmoves" => analysis.most_moves = arguments.take::<u32>()? as usize,
            "avoid" | "allow" => masks.add(word == "allow", arguments)?,
            _ => match (Color::read(&word), f64::read(&word), dialect) {
                (Ok(named), ..) => color = named,
                (_, Ok(centiseconds), _) => interval = time_between(centiseconds)?,
                (.., Dialect::Kata) => match Part::KEYS.iter().find(|(_, key, _)| *key == Some(word.as_str())) {
                    Some(&(part, ..)) => analysis.parts.set(part, arguments.take()?),
                    None => skip(&word, arguments)?,
                },
                _ => return Err(Message::Syntax.because(format!("`{word}` is no key of this command"))),
            },
        }
    }
    let request = SearchRequest { interval, restrictions: masks.restrictions, ..analysis.parts.request() };
    // On 19×19 this is 361 numbers for each of 361 moves in each line.
    if request.moves_ownership {
        session.may("ask for the ownership of each move")?;
    }
    session.stream = Some(StreamedAnswer { color, request, analysis: Some(analysis), ending });
    Ok(String::new())
}

/// Skips an unknown key and its value, so that programs can send keys of later versions.
fn skip(key: &str, arguments: &mut Arguments<'_>) -> Result<(), CommandFailure> {
    let value: String = arguments.take()?;
    tracing::info!("`{key} {value}` is not known, and has no effect");
    Ok(())
}

/// The time between two lines; `None` for 0.
fn time_between(centiseconds: f64) -> Result<Option<Duration>, CommandFailure> {
    /// The shortest interval. No reader profits from a shorter one.
    const LEAST: Duration = Duration::from_millis(10);
    let interval = Duration::try_from_secs_f64(centiseconds / 100.0).map_err(|error| Message::Syntax.because(error))?;
    Ok((!interval.is_zero()).then_some(interval.max(LEAST)))
}

/// The restrictions of `avoid` and `allow`, and the colours that they name.
#[derive(Default)]
struct Masks {
    restrictions: Restrictions,
    avoided: PerColor<bool>,
    allowed: PerColor<bool>,
}

impl Masks {
    /// Reads the arguments of `avoid` or `allow`: a colour, vertices separated by commas, and a number of turns.
    fn add(&mut self, is_allow: bool, arguments: &mut Arguments<'_>) -> Result<(), CommandFailure> {
        let color: Color = arguments.take()?;
        let vertices: String = arguments.take()?;
        let turns: u32 = arguments.take()?;
        let (mut points, mut abstention) = (PointSet::empty(), false);
        for vertex in vertices.split(',').filter(|vertex| !vertex.is_empty()) {
            match Move::read(vertex).map_err(|failure| Message::Syntax.because(failure.reason))? {
                Move::Place(point) => points.insert(point),
                Move::Abstain => abstention = true,
            }
        }
        if turns == 0 {
            return Err(Message::Syntax.because("a restriction holds for 1 turn or more"));
        }
        if self.allowed[color] || is_allow && self.avoided[color] {
            return Err(Message::Syntax.because("allow can be said once for a colour, and then without avoid"));
        }
        if is_allow {
            points = BoardSize::MAIN.points().collect::<PointSet>() - points;
            abstention = !abstention;
            self.allowed[color] = true;
        } else {
            self.avoided[color] = true;
        }
        self.restrictions.add(Restriction { color, points, abstention, turns: turns as usize });
        Ok(())
    }
}
