//! Commands for the board in the browser: all facts and sentences about a position in one answer.

use super::{Command, Topic};
use crate::document::{self, line};
use crate::gtp::arguments::{Argument, Arguments};
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::session::{CommandResult, Session};
use crate::view::Language;
use onepure_rules::geometry::{Point, PointSet};
use onepure_rules::record::Record;
use onepure_rules::rules::Move;

pub(super) const TOPIC: Topic = Topic {
    title: "For a board in a browser",
    introduction: introduction!("browser.md"),
    commands: &[
        Command {
            name: "opr-scene",
            arguments: "language",
            help: "Everything to draw and print of the game, as JSON. The answer is one line.",
            run: scene,
        },
        Command {
            name: "opr-tell",
            arguments: "language vertex [color]",
            help: "Effects of a move in sentences, as JSON. If it is illegal, the reason; the move is not played. The \
                answer is one line.",
            run: tell,
        },
        Command {
            name: "opr-count",
            arguments: "language [vertex...]",
            help: "Count without the chains on these points, as JSON. The game does not change. The answer is one \
                line.",
            run: count,
        },
        Command {
            name: "opr-judgement",
            arguments: "language",
            help: "Judgement of dead stones, as JSON. Stones in doubt are named too; null if the rules count the board as \
                it stands. The answer is one line.",
            run: judgement,
        },
        Command {
            name: "opr-rules",
            arguments: "language",
            help: "Rules of the game on one screen, as JSON. Small boards show them at work. The answer is one line.",
            run: rules,
        },
        Command {
            name: "opr-turns",
            arguments: "",
            help: "Turns of the game from its start position, as JSON. Each has the chains that it retired. The answer \
                is one line.",
            run: |session, _| Ok(line(&document::turns(session.engine.game()))),
        },
        Command {
            name: "opr-load",
            arguments: "record",
            help: "As loadsgf, with the record itself in percent-encoding.",
            run: load,
        },
        Command {
            name: "opr-resign",
            arguments: "color",
            help: "Resign for this colour. It is no move: undo takes back the move before it.",
            run: resign,
        },
        Command {
            name: "opr-time_out",
            arguments: "color",
            help: "Let this colour lose on time. It is no move: undo takes back the move before it.",
            run: time_out,
        },
    ],
};

impl Argument for Language {
    fn read(word: &str) -> Result<Self, CommandFailure> {
        let wrong = || Message::Syntax.because(format!("`{word}` is not a language: en or ko"));
        Self::of_code(word).ok_or_else(wrong)
    }
}

fn scene(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    Ok(line(&document::scene(session.engine.game(), arguments.take()?)))
}

fn tell(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let (language, action) = (arguments.take()?, arguments.take()?);
    let game = session.engine.game();
    let color = arguments.take_optional()?.unwrap_or(game.to_play());
    Ok(line(&document::told(game, color, action, language)))
}

fn count(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let language = arguments.take()?;
    let board = session.engine.game().board();
    let mut dead = PointSet::empty();
    for action in arguments.take_all::<Move>()? {
        let chain = match action {
            Move::Place(point) if on_board(session, point) && board.stone(point).is_some() => board.chain(point),
            _ => return Err(Message::refused(format!("there is no stone on {action}"))),
        };
        dead |= chain;
    }
    Ok(line(&document::counted(session.engine.game(), dead, language)))
}

fn judgement(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let language = arguments.take()?;
    let judgement = session.engine.judgement();
    Ok(line(&judgement.map(|judgement| document::judged(&judgement, language))))
}

fn rules(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    Ok(line(&document::rules_page(session.engine.game(), arguments.take()?)))
}

fn on_board(session: &Session, point: Point) -> bool {
    session.engine.game().size().contains(point)
}

fn load(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let text = decoded(&arguments.take::<String>()?)?;
    let ruleset = *session.engine.game().ruleset();
    let refused = |error| Message::refused(format!("cannot load: {error}"));
    // Each node begins with a semicolon. Count before parsing, with the variations: they too would be read.
    session.may_have_nodes(text.matches(';').count())?;
    let record: Record = text.parse().map_err(refused)?;
    session.may_have_moves(record.main_line().moves().count())?;
    let game = record.replay(ruleset).map_err(refused)?;
    session.begin_recorded(&record, game);
    Ok(String::new())
}

fn resign(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take()?;
    session.engine.resign(color).map_err(|error| Message::IllegalMove.because(error))?;
    Ok(String::new())
}

fn time_out(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take()?;
    let mut game = session.engine.game().clone();
    game.lose_on_time(color).map_err(|error| Message::IllegalMove.because(error))?;
    session.replace_game(game);
    Ok(String::new())
}

/// Decodes a text in which `%` and two hexadecimal digits are a byte.
fn decoded(text: &str) -> Result<String, CommandFailure> {
    let wrong = || Message::Syntax.because("% is followed by two hexadecimal digits that stand for a byte of UTF-8");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16)).ok_or_else(wrong);
        bytes.push((digit()? * 16 + digit()?) as u8);
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_signs_stand_for_bytes() {
        assert_eq!(decoded("(;C[a%20b%25%EB%B0%94])").as_deref(), Ok("(;C[a b%바])"));
        for wrong in ["%", "%4", "%4x", "%ff"] {
            assert!(decoded(wrong).is_err(), "{wrong}");
        }
    }
}
