//! Games from a file or stdin in any format: a record (SGF, `.gib`, `.ngf`), a text diagram, or a script of GTP commands.

use crate::cli::options::Options;
use crate::cli::options::selection::Selection;
use crate::gtp::{Session, command_on, is_command};
use crate::view::{Language, printable};
use anyhow::{Context, anyhow, bail};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::files;
use onepure_rules::record::{
    Basis, GameInfo, KomiFrom, Record, RecordError, Replayed, RulesFrom, TextFormat, game_in_diagram, preview,
};
use onepure_rules::rules::Game;
use std::io;
use std::path::Path;

/// A game that was read from a file.
#[derive(Debug)]
pub(super) struct GameFile {
    /// The name of the file.
    pub(super) name: String,
    pub(super) record: Record,
    /// The rules and the komi, and their source.
    pub(super) basis: Basis,
    /// The main line, played as far as it is legal.
    pub(super) replayed: Replayed,
    /// The game information, made safe to print.
    shown: GameInfo,
}

/// The kind of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Record,
    Diagram,
    Script,
}

impl GameFile {
    /// The names of the players, if known.
    pub(super) fn players(&self) -> PerColor<Option<&str>> {
        PerColor::from_fn(|color| self.shown.players[color].name.as_deref())
    }

    /// The names of both players, or else the event.
    pub(super) fn title(&self) -> Option<String> {
        self.shown.title()
    }

    /// Reads the first game of a file, or of stdin for `-`. The content decides the format.
    pub(super) fn read(file: &str, options: &Options) -> anyhow::Result<Self> {
        Self::read_selected(file, &Selection::default(), None, options)
    }

    /// Reads the selected game of a file, or of stdin for `-`. In a diagram, `first` is the colour of move 1, or the colour to
    /// move if there are no moves. Prints what was repaired, assumed and ignored, and the illegal move that ends the record.
    pub(super) fn read_selected(
        file: &str,
        selection: &Selection,
        first: Option<Color>,
        options: &Options,
    ) -> anyhow::Result<Self> {
        let name = if file == "-" { "stdin".to_owned() } else { file.to_owned() };
        let bytes = bytes(file).with_context(|| name.clone())?;
        let text = preview(&bytes);
        let (mut record, mut basis) = match kind(&text) {
            Some(Kind::Record) => {
                let record = selection.record(&bytes).map_err(|error| named(error, &name))?;
                crate::cli::tell_of_reading(&record, options, &name);
                let basis = crate::cli::basis_of(&record, options, &name);
                (record, basis)
            }
            Some(Kind::Diagram) => {
                let game = game_in_diagram(&text, first.unwrap_or(Color::Black), options.rules())
                    .with_context(|| name.clone())?;
                let rules_from = if options.rules.is_some() { RulesFrom::Option } else { RulesFrom::Default };
                let basis =
                    Basis { ruleset: options.rules(), rules_from, komi: game.komi(), komi_from: KomiFrom::Default };
                (Record::from_game(&game), basis)
            }
            Some(Kind::Script) => {
                let game = played(&text, &name, options)?;
                (Record::from_game(&game), basis_of_script(&game, options))
            }
            None if text.trim().is_empty() => bail!("{name}: it is empty; {EXPECTED} is expected"),
            None => bail!("{name}: {EXPECTED} is expected; this is none"),
        };
        selection.set_komi(&mut record, &mut basis);
        let mut replayed = record.main_line().start_by(&basis).play_on(None);
        if let Some(error) = replayed.stopped.take() {
            let error = named(error, &name);
            if replayed.moves == 0 && error.move_number.is_none() {
                return Err(error.into());
            }
            replayed.stopped = Some(error);
        }
        crate::cli::tell_of_replay(&replayed.notices, replayed.stopped.as_ref(), options, &name);
        let shown = shown(&record.info);
        Ok(Self { name, record, basis, replayed, shown })
    }

    /// The board size, the number of moves, and the rules and the komi with their source.
    pub(super) fn summary(&self, language: Language) -> String {
        summary(&self.name, &self.record, &self.basis, language)
    }
}

/// The first line about a record: its name, board size, number of moves, rules, and komi with its source.
pub(super) fn summary(name: &str, record: &Record, basis: &Basis, language: Language) -> String {
    let phrases = language.phrases();
    let board = phrases.record(record.size(), record.main_line().moves().count());
    format!("{name}: {}", phrases.board_and_basis(&board, basis))
}

/// The rules and the komi of a script, and whether the script set them.
fn basis_of_script(game: &Game, options: &Options) -> Basis {
    const SCRIPT: &str = "the script";
    let ruleset = *game.ruleset();
    let rules_from = match options.rules {
        _ if ruleset != options.rules() => RulesFrom::Record(SCRIPT),
        Some(_) => RulesFrom::Option,
        None => RulesFrom::Default,
    };
    let usual = game.articles().usual_komi(game.handicap());
    let is_usual = game.komi().to_bits() == usual.to_bits();
    let komi_from = if is_usual { KomiFrom::Default } else { KomiFrom::Record(SCRIPT) };
    Basis { ruleset, rules_from, komi: game.komi(), komi_from }
}

const EXPECTED: &str =
    "an SGF record, which begins with `(;`, a .gib or .ngf file, a text diagram or a script of GTP commands";

/// Adds the name of the file to an error in a record.
pub(super) fn named(error: RecordError, name: &str) -> RecordError {
    RecordError { file: Some(name.to_owned()), ..error }
}

fn bytes(file: &str) -> io::Result<Vec<u8>> {
    if file == "-" { files::read_stdin() } else { files::read(Path::new(file)) }
}

/// The kind of a text by its content: a script if its first line is a GTP command, or else by [`TextFormat::of`].
fn kind(text: &str) -> Option<Kind> {
    if text.lines().find_map(command_on).is_some_and(|command| is_command(&command)) {
        return Some(Kind::Script);
    }
    TextFormat::of(text).map(|format| match format {
        TextFormat::Sgf | TextFormat::Gib | TextFormat::Ngf => Kind::Record,
        TextFormat::Diagram => Kind::Diagram,
    })
}

/// The commands that a script may contain: those that make positions. A script for `analyze` must not write files or start
/// searches.
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

/// The game after a script. Rejects a command that makes no position before running any, and stops at the first error.
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

/// The information about a game, made safe to print.
pub(super) fn shown(info: &GameInfo) -> GameInfo {
    let mut shown = info.clone();
    let GameInfo { ruleset, players, date, event, result, .. } = &mut shown;
    let PerColor { black, white } = players;
    for text in [ruleset, date, event, result, &mut black.name, &mut black.rank, &mut white.name, &mut white.rank] {
        *text = text.as_deref().map(printable);
    }
    shown
}

/// The information of a record and the rules of the replay, each with its label.
pub(super) fn about(record: &Record, basis: &Basis, language: Language) -> Vec<(&'static str, String)> {
    let (info, phrases) = (shown(&record.info), language.phrases());
    let headings = phrases.headings();
    let mut about = vec![(headings.rules, phrases.basis(basis))];
    for color in Color::BOTH {
        let player = &info.players[color];
        let known: Vec<&str> = [&player.name, &player.rank].into_iter().filter_map(|text| text.as_deref()).collect();
        about.push((headings.players[color], known.join(", ")));
    }
    about.push((headings.event, info.event.unwrap_or_default()));
    about.push((headings.date, info.date.unwrap_or_default()));
    about.push((headings.board, phrases.record(record.size(), record.main_line().moves().count())));
    about.retain(|(_, value)| !value.is_empty());
    about
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::rules::{Move, Ruleset};

    #[test]
    fn texts_are_told_apart_by_their_content() {
        for (text, expected) in [
            ("(;SZ[9];B[ee])", Some(Kind::Record)),
            ("Dear friend,\nhere is the game:\n( ;SZ[9])", Some(Kind::Record)),
            ("# a comment (;\n\n7 boardsize 9 # nine\nplay b e5", Some(Kind::Script)),
            ("play b e5", Some(Kind::Script)),
            ("\\HS\n\\[GAMETAG=G65\\]\n\\HE\nSTO 0 2 1 3 3", Some(Kind::Record)),
            ("Rated game\n19\nPMABBREER", Some(Kind::Record)),
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
        let mut game =
            Game::new(onepure_rules::geometry::BoardSize::for_play(9).expect("9 lines"), Ruleset::one_pure());
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
