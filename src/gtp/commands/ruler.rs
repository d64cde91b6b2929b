//! `GoGui`'s ruler protocol: the program tells `GoGui` the board after each move.

use super::board::captured_by;
use super::{Command, Topic};
use crate::document::{rows, spaced};
use crate::gtp::graphics::{Graphics, Sign};
use crate::view::{Language, Narration};
use onepure_rules::board::Color;
use onepure_rules::geometry::{Point, PointSet};
use onepure_rules::rules::{Cause, Game, Move};

pub(super) const TOPIC: Topic = Topic {
    title: "GoGui's ruler",
    introduction: "\
With these GoGui shows the true board: a program that has them can be attached as a ruler, and one that is attached as a player
is started a second time as the ruler of its game. GoGui never tells a ruler the size of the board: `--size` does. See
[gogui.md](gogui.md).",
    commands: &[
        Command {
            name: "gogui-rules_game_id",
            arguments: "",
            help: "Name of the game in one capitalized word: Onepure.",
            run: |session, _| Ok(game_id(session.engine.game().ruleset().name)),
        },
        Command {
            name: "gogui-rules_board_size",
            arguments: "",
            help: "Number of lines of the board.",
            run: |session, _| Ok(session.engine.game().size().to_string()),
        },
        Command {
            name: "gogui-rules_board",
            arguments: "",
            help: "The board as rows from the top line down. X for black stones, O for white ones, a dot for empty \
                points.",
            run: |session, _| Ok(board(session.engine.game())),
        },
        Command {
            name: "gogui-rules_board_gfx",
            arguments: "",
            help: "Effects of the last move, drawn. Squares for immovable stones, triangles for stones that left by \
                self-fill, circles for others that left, Q if they went to quarantine. A line of text has the counts \
                or the result.",
            run: |session, _| Ok(last_turn(session.engine.game()).into()),
        },
        Command {
            name: "gogui-rules_legal_moves",
            arguments: "",
            help: "All moves of the colour to play, with pass. Empty after the end.",
            run: |session, _| Ok(legal_moves(session.engine.game())),
        },
        Command {
            name: "gogui-rules_side_to_move",
            arguments: "",
            help: "Colour to play: black or white.",
            run: |session, _| Ok(session.engine.game().to_play().to_string()),
        },
        Command {
            name: "gogui-rules_captured_count",
            arguments: "",
            help: "Numbers of white and black stones that left the board.",
            run: |session, _| {
                let game = session.engine.game();
                Ok(Color::BOTH.map(|color| captured_by(game, color).to_string()).join(" "))
            },
        },
        Command {
            name: "gogui-rules_final_result",
            arguments: "",
            help: "How play ended and who won, with the articles.",
            run: |session, _| Ok(final_result(session.engine.game())),
        },
        Command {
            name: "gogui-rules_setup",
            arguments: "",
            help: "Nothing; its presence tells GoGui that colours need not alternate.",
            run: |_, _| Ok(String::new()),
        },
    ],
};

/// The letters of a name, the first in upper case.
fn game_id(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphabetic);
    letters.enumerate().map(|(at, letter)| if at == 0 { letter.to_ascii_uppercase() } else { letter }).collect()
}

fn board(game: &Game) -> String {
    let sign = |point| match game.board().stone(point) {
        Some(Color::Black) => "X",
        Some(Color::White) => "O",
        None => ".",
    };
    rows(game.size(), " ", sign).join("\n")
}

/// A drawing of the effects of the last turn.
fn last_turn(game: &Game) -> Graphics {
    let mut graphics = Graphics::default();
    if let Some(turn) = game.turns().last() {
        let gone = |cause| {
            let chains = turn.retired.iter().filter(|chain| chain.cause == cause);
            chains.fold(PointSet::empty(), |points, chain| points | chain.stones)
        };
        graphics.sign(Sign::Square, turn.immovable.iter().copied().collect());
        graphics.sign(Sign::Triangle, gone(Cause::SelfFill));
        graphics.sign(Sign::Circle, gone(Cause::Enclosed));
        let quarantined = turn.retired.iter().filter(|chain| chain.quarantined).flat_map(|chain| chain.stones.iter());
        graphics.labels(quarantined.map(|point| (point, "Q".to_owned())));
    }
    graphics.text(&status(game));
    graphics
}

/// The facts that matter most, then the events. The status bar cuts a long text at its end.
fn status(game: &Game) -> String {
    let told =
        Narration::of_last_turn(game, Language::English).filter(Narration::has_events).map(|told| told.to_string());
    let result = game.outcome().map(|outcome| Language::English.result(outcome, &game.count()));
    [result.or_else(|| Some(counts(game))), told].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The numbers of black and white stones by place, in short.
fn counts(game: &Game) -> String {
    let [black, white] = Color::BOTH.map(|color| game.stones(color));
    if let (Some(black_waiting), Some(white_waiting)) = (black.waiting, white.waiting) {
        return format!(
            "Quarantine: B {}, W {}; waiting: B {black_waiting}, W {white_waiting}.",
            black.quarantined, white.quarantined
        );
    }
    let captured = match Color::BOTH.map(|color| game.prisoners(color)) {
        [Some(black), Some(white)] => format!(" Captured: B {black}, W {white}."),
        _ => String::new(),
    };
    format!("On the board: B {}, W {}.{captured}", black.board, white.board)
}

fn legal_moves(game: &Game) -> String {
    if game.is_over() {
        return String::new();
    }
    let color = game.to_play();
    let is_legal = |point: &Point| game.check(color, Move::Place(*point)).is_ok();
    format!("{} pass", spaced(game.board().empty().iter().filter(is_legal))).trim_start().to_owned()
}

fn final_result(game: &Game) -> String {
    let Some(outcome) = game.outcome() else { return "Play goes on.".to_owned() };
    let language = Language::English;
    let told = Narration::of_last_turn(game, language).filter(Narration::has_events).map(|told| told.to_string());
    // If the last turn ended the game, its sentence names the end already.
    let end = told.filter(|_| !outcome.reason.is_given_up()).or_else(|| language.end(game));
    let count = game.count();
    let counted = (!outcome.reason.is_given_up()).then(|| language.count(&count));
    [end, counted, Some(language.result(outcome, &count))].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_one_word() {
        assert_eq!(game_id("one-pure"), "Onepure");
        assert_eq!(game_id("ing1986"), "Ing");
    }
}
