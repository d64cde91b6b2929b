//! The output of texts: a terminal, or a file.

use super::stdout::{Stdout, stdout};
use crate::view::{Language, Look, Terms, beside, board_with_dead, bowls, points, wrap};
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::Game;
use std::ffi::OsString;
use std::io::{self, Write};
use terminal_size::{Width, terminal_size};
use unicode_width::UnicodeWidthStr;

/// An output with its language, colours and width.
pub(in crate::cli) struct Screen<W> {
    output: W,
    pub(in crate::cli) language: Language,
    look: Look,
    is_terminal: bool,
}

/// The width of printed text on a terminal that is not narrower: one column less than 80, so that no terminal wraps again.
pub(in crate::cli) const COLUMNS: usize = 79;

/// The columns between the board and what stands beside it.
const GAP: usize = 2;

/// The lines of a terminal.
const ROWS: usize = 24;

impl Screen<Stdout> {
    /// The standard output. A terminal gets colours and wrapped lines, and discs for stones unless `ascii` is set or its font may
    /// lack them.
    pub(in crate::cli) fn stdout(language: Language, ascii: bool) -> Self {
        let output = stdout();
        let is_terminal = output.is_terminal();
        let look = Look { is_coloured: wants_colours(is_terminal), has_discs: is_terminal && !ascii && has_discs() };
        Self { output, language, look, is_terminal }
    }
}

impl<W: Write> Screen<W> {
    /// An output without colours and without wrapping.
    pub(in crate::cli) fn plain(output: W, language: Language) -> Self {
        Self { output, language, look: Look::PLAIN, is_terminal: false }
    }

    /// Prints a text. On a terminal, lines after the first are indented by this number of columns.
    pub(in crate::cli) fn say_indented(&mut self, text: &str, indent: usize) -> io::Result<()> {
        for line in text.lines() {
            writeln!(self.output, "{}", wrap(line, self.columns(), indent))?;
        }
        self.output.flush()
    }

    /// Prints a text.
    pub(in crate::cli) fn say(&mut self, text: &str) -> io::Result<()> {
        self.say_indented(text, 0)
    }

    /// Prints a text that contains boards: lines with colours are not wrapped.
    pub(in crate::cli) fn write_out(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            if line.contains('\x1b') || line.is_empty() {
                writeln!(self.output, "{line}")?;
            } else {
                self.say_indented(line, 2)?;
            }
        }
        self.output.flush()
    }

    /// The width of printed text: no line is wrapped outside a terminal. A terminal may change its width at any time.
    fn columns(&self) -> usize {
        if !self.is_terminal {
            return usize::MAX;
        }
        terminal_size().map_or(COLUMNS, |(Width(columns), _)| COLUMNS.min(usize::from(columns).saturating_sub(1)))
    }

    /// The look of boards.
    pub(in crate::cli) fn look(&self) -> Look {
        self.look
    }

    /// Prints an empty line.
    pub(in crate::cli) fn skip_line(&mut self) -> io::Result<()> {
        writeln!(self.output)
    }

    /// Prints a prompt, on a terminal.
    pub(in crate::cli) fn prompt(&mut self, text: &str) -> io::Result<()> {
        if self.is_terminal {
            write!(self.output, "{text}> ")?;
        }
        self.output.flush()
    }

    /// Shows a text on a terminal until [`Screen::take_back`].
    pub(in crate::cli) fn mention(&mut self, text: &str) -> io::Result<()> {
        if self.is_terminal {
            write!(self.output, "{text}\r")?;
        }
        self.output.flush()
    }

    /// Removes the text that was shown.
    pub(in crate::cli) fn take_back(&mut self, text: &str) -> io::Result<()> {
        self.mention(&" ".repeat(text.width()))
    }

    /// Draws the board with the bowls beside it.
    pub(in crate::cli) fn draw_board(&mut self, game: &Game) -> io::Result<()> {
        self.show(game, &[])
    }

    /// Draws the board with the bowls beside it, and prints texts below. On a terminal with too few lines, puts the texts beside
    /// the board as far as they fit; on one with too few columns, the bowls below it.
    pub(in crate::cli) fn show(&mut self, game: &Game, texts: &[String]) -> io::Result<()> {
        self.show_with_dead(game, PointSet::empty(), texts)
    }

    /// As [`Screen::show`], with the dead stones marked.
    pub(in crate::cli) fn show_with_dead(&mut self, game: &Game, dead: PointSet, texts: &[String]) -> io::Result<()> {
        let columns = self.columns();
        let picture = board_with_dead(game, dead, self.look);
        let mut side = bowls(game, self.language, self.look);
        let beside_board = GAP + 2 * game.size().lines() + 5;
        let widest = bowls(game, self.language, Look::PLAIN).iter().map(|line| line.width()).max().unwrap_or_default();
        let mut texts = texts.iter();
        if beside_board.saturating_add(widest) > columns {
            side.retain(|line| !line.is_empty());
            self.draw(&[picture, side].concat())?;
        } else {
            let lines_of = |texts: std::slice::Iter<'_, String>, columns: usize| {
                texts.map(|text| wrap(text, columns, 0).lines().count()).sum::<usize>()
            };
            // The other two lines are the empty line above the board and the prompt.
            let fits_below = 1 + picture.len() + lines_of(texts.clone(), columns) < ROWS;
            if self.is_terminal && !fits_below {
                side.push(String::new());
                for text in texts.clone() {
                    let wrapped = wrap(text, columns - beside_board, 0);
                    if side.len() + wrapped.lines().count() > picture.len() {
                        break;
                    }
                    side.extend(wrapped.lines().map(str::to_owned));
                    texts.next();
                }
            }
            self.draw(&beside(&picture, &side))?;
        }
        texts.try_for_each(|text| self.say(text))?;
        self.output.flush()
    }

    /// Draws the owner of each point without the dead stones, explains the signs, and prints the count.
    pub(in crate::cli) fn draw_points(&mut self, game: &Game, dead: PointSet) -> io::Result<()> {
        let picture = points(game, dead, self.look);
        self.draw(&beside(&picture, &[]))?;
        self.say(self.language.phrases().points_legend(Terms::of(game)))?;
        self.tell_count(game, dead)
    }

    /// Prints the dead stones and the count without them.
    pub(in crate::cli) fn tell_count(&mut self, game: &Game, dead: PointSet) -> io::Result<()> {
        self.language.counted(game, dead).iter().try_for_each(|text| self.say(text))
    }

    /// Prints the end and the winner, without the dead stones; nothing before the end.
    pub(in crate::cli) fn tell_end(&mut self, game: &Game, dead: PointSet) -> io::Result<()> {
        let end = self.language.end(game).into_iter().chain(self.language.result_without(game, dead));
        end.collect::<Vec<_>>().iter().try_for_each(|text| self.say(text))
    }

    fn draw(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| writeln!(self.output, "{line}"))
    }
}

/// Returns whether the output gets colours: a terminal that can show them, unless `NO_COLOR` is set (<https://no-color.org>).
pub(in crate::cli) fn wants_colours(is_terminal: bool) -> bool {
    is_terminal && environment_allows_colours(|name| std::env::var_os(name))
}

fn environment_allows_colours(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let is_refused = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = variable("TERM").is_some_and(|term| term == "dumb");
    !is_refused && !is_dumb
}

/// Returns whether the terminal has discs for stones.
fn has_discs() -> bool {
    environment_has_discs(|name| std::env::var_os(name))
}

/// Returns true for a UTF-8 locale or the Windows terminal, except on the Linux console, whose font has no discs.
fn environment_has_discs(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let text = |name| variable(name).map(|value| value.to_string_lossy().to_lowercase());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(text).find(|value| !value.is_empty());
    let is_unicode = locale.is_some_and(|locale| locale.contains("utf-8") || locale.contains("utf8"));
    let is_poor = text("TERM").is_some_and(|term| term == "dumb" || term == "linux");
    (is_unicode || variable("WT_SESSION").is_some()) && !is_poor
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::Ruleset;

    #[test]
    fn the_environment_can_refuse_colours() {
        for (no_color, term, expected) in [
            (None, Some("xterm-256color"), true),
            (None, None, true),
            (Some(""), None, true),
            (Some("1"), Some("xterm-256color"), false),
            (None, Some("dumb"), false),
        ] {
            let variable = |name: &str| if name == "NO_COLOR" { no_color } else { term }.map(OsString::from);
            assert_eq!(environment_allows_colours(variable), expected, "NO_COLOR={no_color:?} TERM={term:?}");
        }
    }

    #[test]
    fn discs_are_drawn_where_the_terminal_has_them() {
        for (variables, expected) in [
            (&[("LANG", "en_US.UTF-8"), ("TERM", "xterm-256color")][..], true),
            (&[("LANG", "C"), ("LC_CTYPE", "ko_KR.utf8")], true),
            (&[("LANG", "en_US.UTF-8"), ("LC_ALL", "C")], false),
            (&[("LANG", "en_US.UTF-8"), ("TERM", "linux")], false),
            (&[("LANG", ""), ("TERM", "xterm")], false),
            (&[("WT_SESSION", "1")], true),
            (&[], false),
        ] {
            let variable =
                |name: &str| variables.iter().find(|(other, _)| *other == name).map(|(_, value)| value.into());
            assert_eq!(environment_has_discs(variable), expected, "{variables:?}");
        }
    }

    #[test]
    fn only_a_terminal_gets_colours_and_short_lines() {
        let game = Game::new(BoardSize::MAIN, Ruleset::one_pure());
        let written = |is_terminal, look| {
            let mut output = Vec::new();
            let mut screen = Screen { output: &mut output, language: Language::English, look, is_terminal };
            screen.draw_board(&game).expect("a buffer takes everything");
            screen.say_indented(&"word ".repeat(20), 2).expect("a buffer takes everything");
            screen.prompt("Black").expect("a buffer takes everything");
            String::from_utf8(output).expect("UTF-8")
        };
        let terminal = written(true, Look { is_coloured: true, ..Look::PLAIN });
        assert!(terminal.contains('\x1b') && terminal.contains("word\n  word") && terminal.ends_with("Black> "));
        let plain = written(false, Look::PLAIN);
        assert!(!plain.contains('\x1b') && !plain.contains("word\n  word") && plain.ends_with("word \n"));
    }

    /// The output of a screen for a game with these texts, and for a text that is shown and removed.
    fn shown(is_terminal: bool, lines: usize, texts: &[String]) -> String {
        let game = Game::new(BoardSize::new(lines).expect("up to 19 lines"), Ruleset::one_pure());
        let mut output = Vec::new();
        let mut screen = Screen { output: &mut output, language: Language::English, look: Look::PLAIN, is_terminal };
        screen.show(&game, texts).expect("a buffer takes everything");
        String::from_utf8(output).expect("UTF-8")
    }

    #[test]
    fn what_is_said_stands_beside_the_board_where_lines_are_few() {
        let texts = [1, 2].map(|number| format!("{number}. {}", "A sentence of six words here. ".repeat(3).trim_end()));
        // Beside a board of 19 lines there is room for six lines of text, below it for two.
        let large = shown(true, 19, &texts);
        assert_eq!(large.lines().count(), 21, "{large}");
        assert!(large.contains(" 8   1. A sentence of six words here. A\n"), "{large}");
        assert!(large.lines().all(|line| line.width() <= COLUMNS), "{large}");
        // Below a board of 9 lines there is room for all texts.
        let small = shown(true, 9, &texts);
        assert!(
            small.ends_with(" here.\n") && small.contains("\n1. A sentence") && small.contains("\n2. A"),
            "{small}"
        );
        // In a file no text is beside the board.
        let plain = shown(false, 19, &texts);
        assert!(plain.ends_with(&format!("{}\n{}\n", texts[0], texts[1])), "{plain}");
        // The texts that do not fit beside the board are below it, in order.
        let much = [texts[0].clone(), "word ".repeat(80).trim_end().to_owned(), "the end".to_owned()];
        let much = shown(true, 19, &much);
        assert!(much.contains("  1. A sentence") && much.ends_with(" word\nthe end\n"), "{much}");
    }

    #[test]
    fn what_goes_on_is_mentioned_on_terminals_only() {
        let mentioned = |is_terminal| {
            let mut output = Vec::new();
            let language = Language::English;
            let mut screen = Screen { output: &mut output, language, look: Look::PLAIN, is_terminal };
            screen.mention("백 thinks").expect("a buffer takes everything");
            screen.take_back("백 thinks").expect("a buffer takes everything");
            String::from_utf8(output).expect("UTF-8")
        };
        assert_eq!(mentioned(true), "백 thinks\r         \r");
        assert_eq!(mentioned(false), "");
    }
}
