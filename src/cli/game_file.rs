//! Games from a file or stdin, whatever they are written in: SGF, a text diagram, or a script of GTP commands.

use super::options::Options;
use crate::board::{Color, PerColor};
use crate::files;
use crate::gtp::{Session, command_on, is_command};
use crate::record::{Record, RecordError, TextFormat, game_in_diagram};
use crate::rules::{Game, Ruleset};
use crate::view::Language;
use anyhow::{Context, anyhow, bail};
use std::io;
use std::path::Path;

/// A game that was read.
#[derive(Debug)]
pub(super) struct GameFile {
    /// What the file is called.
    pub(super) name: String,
    /// The game.
    pub(super) record: Record,
    /// The rules: those that were asked for, or else those that the file names and that are known.
    pub(super) ruleset: Ruleset,
}

/// What a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Sgf,
    Diagram,
    Script,
}

impl GameFile {
    /// The names of the players, as far as they are known.
    pub(super) fn players(&self) -> PerColor<Option<&str>> {
        PerColor::from_fn(|color| self.record.info.players[color].name.as_deref())
    }

    /// Reads a file, or stdin for `-`. What it is, its content says. In a diagram `first` is the colour that plays the move
    /// with number 1, or that is to play.
    pub(super) fn read(file: &str, first: Option<Color>, options: &Options) -> anyhow::Result<Self> {
        let name = if file == "-" { "stdin".to_owned() } else { file.to_owned() };
        let bytes = bytes(file).with_context(|| name.clone())?;
        let text = String::from_utf8_lossy(&bytes);
        let (record, ruleset) = match kind(&text) {
            Some(Kind::Sgf) => {
                let record = Record::from_bytes(&bytes).map_err(|error| named(error, &name))?;
                super::warn_of_charset(&record, &name);
                let ruleset = super::ruleset_of(&record, options, &name);
                (record, ruleset)
            }
            Some(Kind::Diagram) => {
                let game = game_in_diagram(&text, first.unwrap_or(Color::Black), options.rules())
                    .with_context(|| name.clone())?;
                (Record::from_game(&game), options.rules())
            }
            Some(Kind::Script) => {
                let game = played(&text, &name, options)?;
                (Record::from_game(&game), *game.ruleset())
            }
            None if text.trim().is_empty() => bail!("{name}: it is empty; {EXPECTED} is expected"),
            None => bail!("{name}: {EXPECTED} is expected; this is neither"),
        };
        Ok(Self { name, record, ruleset })
    }
}

const EXPECTED: &str = "an SGF record, which begins with `(;`, a text diagram or a script of GTP commands";

/// An error in a record that was read from here.
pub(super) fn named(error: RecordError, name: &str) -> RecordError {
    RecordError { file: Some(name.to_owned()), ..error }
}

fn bytes(file: &str) -> io::Result<Vec<u8>> {
    if file == "-" { files::read_stdin() } else { files::read(Path::new(file)) }
}

/// What a text is, by its content: a script if its first line begins with a GTP command, or else what [`TextFormat::of`] says.
fn kind(text: &str) -> Option<Kind> {
    if text.lines().find_map(command_on).is_some_and(|command| is_command(&command)) {
        return Some(Kind::Script);
    }
    TextFormat::of(text).map(|format| match format {
        TextFormat::Sgf => Kind::Sgf,
        TextFormat::Diagram => Kind::Diagram,
    })
}

/// The commands that a script may have: those that make positions, and nothing else. Whoever has a game looked at has not
/// asked for files to be written or for moves to be thought about.
const MAKING_POSITIONS: [&str; 20] = [
    "boardsize",
    "clear_board",
    "komi",
    "set_position",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "gogui-setup",
    "gogui-setup_player",
    "gogui-play_sequence",
    "play",
    "undo",
    "gg-undo",
    "loadsgf",
    "opr-abstain",
    "opr-option",
    "kata-set-rules",
    "kata-set-rule",
    "kgs-rules",
    "quit",
];

/// The game after a script. A command that makes no position is refused before any is run; the first that fails ends it.
fn played(text: &str, name: &str, options: &Options) -> anyhow::Result<Game> {
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(command) = command_on(line).filter(|command| !MAKING_POSITIONS.contains(&command.as_str())) {
            let possible = MAKING_POSITIONS.join(", ");
            bail!("{name}, line {number}: `{command}` makes no position; a script may have {possible}");
        }
    }
    let mut session = Session::new(options.engine()).with_side_output(io::sink());
    for (number, line) in (1..).zip(text.lines()) {
        let mut answer = Vec::new();
        session.run(line.as_bytes(), &mut answer).with_context(|| format!("{name}, line {number}"))?;
        let answer = String::from_utf8_lossy(&answer);
        if let Some(error) = answer.strip_prefix('?') {
            let error = error.trim_start_matches(|sign: char| sign.is_ascii_digit()).trim();
            return Err(anyhow!(
                "{name}, line {number}: `{}`: {}",
                line.trim(),
                error.lines().next().unwrap_or_default()
            ));
        }
        if line.trim() == "quit" {
            break;
        }
    }
    Ok(session.game().clone())
}

/// What a record says about its game, and the rules under which it was played again, each with its label.
pub(super) fn about(record: &Record, ruleset: &Ruleset, language: Language) -> Vec<(&'static str, String)> {
    let (info, phrases) = (&record.info, language.phrases());
    let headings = phrases.headings();
    let mut about = Vec::new();
    for color in Color::BOTH {
        let player = &info.players[color];
        let known: Vec<&str> = [&player.name, &player.rank].into_iter().filter_map(|text| text.as_deref()).collect();
        about.push((headings.players[color], known.join(", ")));
    }
    about.push((headings.event, info.event.clone().unwrap_or_default()));
    about.push((headings.date, info.date.clone().unwrap_or_default()));
    about.push((headings.rules, ruleset.name.to_owned()));
    about.push((headings.board, phrases.record(record.size(), record.main_line().moves().count())));
    about.retain(|(_, value)| !value.is_empty());
    about
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Move;

    #[test]
    fn texts_are_told_apart_by_their_content() {
        for (text, expected) in [
            ("(;SZ[9];B[ee])", Some(Kind::Sgf)),
            ("Dear friend,\nhere is the game:\n( ;SZ[9])", Some(Kind::Sgf)),
            ("# a comment (;\n\n7 boardsize 9 # nine\nplay b e5", Some(Kind::Script)),
            ("play b e5", Some(Kind::Script)),
            ("# # O\n. . .\nO . .", Some(Kind::Diagram)),
            ("   A B C\n 3 . . . 3\n 2 . 1 . 2\n 1 . . . 1\n   A B C", Some(Kind::Diagram)),
            ("", None),
            ("Dear friend,\nthere is no game.", None),
            ("(a parenthesis)", None),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }

    #[test]
    fn a_script_has_commands_that_there_are() {
        for command in MAKING_POSITIONS {
            assert!(is_command(command), "{command}");
        }
    }

    #[test]
    fn a_board_is_read_as_it_is_drawn() {
        let mut game = Game::new(crate::geometry::BoardSize::for_play(9).expect("9 lines"), Ruleset::one_pure());
        for vertex in ["E5", "C3", "A1"] {
            game.play(Move::Place(vertex.parse().expect("a point"))).expect("an empty point");
        }
        for has_discs in [false, true] {
            let text = crate::view::board(&game, crate::view::Look { is_coloured: false, has_discs }).join("\n");
            assert_eq!(kind(&text), Some(Kind::Diagram));
            let read = game_in_diagram(&text, Color::White, Ruleset::one_pure()).expect("a board");
            assert_eq!(read.board().position(), game.board().position());
            assert_eq!(read.to_play(), Color::White);
        }
    }

    #[test]
    fn numbered_moves_are_played_by_turns() {
        let text = ". . . . .\n. 1 2 . .\n. 3 . . .\n. . . . .\n. . . . .";
        let game = game_in_diagram(text, Color::White, Ruleset::one_pure()).expect("a board");
        assert_eq!(
            game.turns().iter().map(|turn| turn.color).collect::<Vec<_>>(),
            [Color::White, Color::Black, Color::White]
        );
        let wrong = game_in_diagram(&text.replace('3', "x"), Color::Black, Ruleset::one_pure()).expect_err("no point");
        assert!(wrong.to_string().contains("line 3"), "{wrong}");
    }
}
