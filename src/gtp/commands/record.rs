//! Records in files.

use super::{Command, Topic};
use crate::gtp::arguments::{Argument, Arguments};
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::session::{CommandResult, Session};
use crate::view::Language;
use onepure_rules::files;
use onepure_rules::record::{Record, RulesFrom};
use std::path::Path;

pub(super) const TOPIC: Topic = Topic {
    title: "Records",
    introduction: "\
Records are in SGF. Stones in quarantine, retired chains and everything else that SGF cannot say follow from playing the
record again. A file name may have blanks in it.",
    commands: &[
        Command {
            name: "loadsgf",
            arguments: "file... [move]",
            help: "Load a game from a file with its komi. To its end, or to just before a move. The file is regular, \
                of up to 16 MiB.",
            run: load,
        },
        Command {
            name: "printsgf",
            arguments: "[file...]",
            help: "Print the game as SGF, or write a file. The file is replaced whole or not at all.",
            run: print,
        },
    ],
};

fn load(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    session.may("read files; opr-load takes the record itself")?;
    let (file, move_number) = file_and_move(arguments.text());
    let ruleset = *session.engine.game().ruleset();
    let loaded = Record::load(file).and_then(|record| {
        let replay = record.main_line().start(ruleset);
        let replayed = replay.play_on(move_number.map(|number| number as usize));
        match replayed.stopped {
            // Nothing of the game can be shown.
            Some(error) if replayed.moves == 0 && error.move_number.is_none() => Err(error),
            _ => Ok((replayed, record)),
        }
    });
    let (replayed, record) = match loaded {
        Ok(loaded) => loaded,
        Err(error) => {
            // GTP has one message for all errors of files, so the reason goes to the notices.
            session.notice(&error.to_string());
            return Err(Message::CannotLoadFile.because(error));
        }
    };
    if let Some(warning) = record.charset_warning() {
        session.notice(&format!("{file}: {warning}"));
    }
    let phrases = Language::English.phrases();
    for notice in record.notices() {
        session.notice(&format!("{file}: {}", phrases.record_notice(notice)));
    }
    for notice in &replayed.notices {
        session.notice(&format!("{file}: {}", phrases.replay_notice(notice)));
    }
    if let Some(error) = &replayed.stopped {
        // The error names the file.
        session.notice(&phrases.replay_stopped(error));
    }
    let basis = record.basis(None);
    if basis.ruleset != ruleset && basis.rules_from != RulesFrom::Default {
        let named = record.info.named_ruleset();
        let rules = match (phrases.assumption(&basis, named, None), named) {
            (Some(assumed), _) => assumed,
            (None, named) => format!("its rules are {}", named.unwrap_or(basis.ruleset.name)),
        };
        session.notice(&format!("{file}: {rules}, but {} holds here; kata-set-rules sets others", ruleset.name));
    }
    session.begin_recorded(&record, replayed.game);
    Ok(String::new())
}

/// The file and the move number. The name may have blanks in it, and quotes around it. A number at the end belongs to the name if there is
/// such a file.
fn file_and_move(text: &str) -> (&str, Option<u32>) {
    let whole = unquoted(text);
    let parts = text.rsplit_once(' ').and_then(|(name, word)| Some((name.trim_end(), u32::read(word).ok()?)));
    match parts {
        Some((name, number)) if !Path::new(whole).is_file() => (unquoted(name), Some(number)),
        _ => (whole, None),
    }
}

/// A name without the quotes around it.
fn unquoted(name: &str) -> &str {
    let inner = name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.filter(|inner| !inner.is_empty()).unwrap_or(name)
}

fn print(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let file = arguments.text();
    let record = Record::from_game(session.engine.game()).to_string();
    if file.is_empty() {
        return Ok(record);
    }
    session.may("write files; without a file name printsgf answers the record")?;
    let saved = save(file, &record);
    if let Err(CommandFailure { reason, .. }) = &saved {
        // GTP has one message for all errors of files, so the reason goes to the notices.
        session.notice(reason);
    }
    saved.map(|()| String::new())
}

fn save(file: &str, text: &str) -> Result<(), CommandFailure> {
    files::replace(Path::new(file), text).map_err(|error| Message::CannotSaveFile.because(format!("{file}: {error}")))
}
