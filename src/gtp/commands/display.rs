//! Commands that `GoGui` offers in its menu of analyze commands.

use super::gnugo::estimate;
use super::scoring::final_margin;
use super::{Command, Topic};
use crate::document::rows;
use crate::gtp::arguments::Arguments;
use crate::gtp::graphics::{Graphics, Sign};
use crate::gtp::search_graphics;
use crate::gtp::session::{CommandResult, Session};
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::Game;

pub(super) const TOPIC: Topic = Topic {
    title: "For GoGui to show",
    introduction: "\
GoGui lists these, and those of our other commands that change nothing, in its window Analyze Commands, and draws what they
answer on the board: `opr-show_…` in its `gfx` language.",
    commands: &[
        Command {
            name: "gogui-analyze_commands",
            arguments: "",
            help: "Commands for GoGui's board: type, label and command each.",
            run: |_, _| Ok(ANALYZE_COMMANDS.join("\n")),
        },
        Command {
            name: "opr-ownership",
            arguments: "",
            help: "Ownership of each point, from 1.00 (Black) to -1.00 (White). It comes from playouts, as rows from \
                the top line down.",
            run: |session, _| Ok(ownership(session)),
        },
        Command {
            name: "opr-show_priors",
            arguments: "color",
            help: "Prior of each move in percent, drawn. If all priors are equal, the fraction of visits of a short \
                search.",
            run: show_priors,
        },
        Command {
            name: "opr-show_top_moves",
            arguments: "color",
            help: "Best moves of a short search with win rates, drawn. With the variation of the best move.",
            run: show_top_moves,
        },
        Command {
            name: "gogui-winrates",
            arguments: "",
            help: "Best moves of a short search, drawn as Pachi does. With their win rates in percent, for the colour \
                to play.",
            run: |session, _| {
                let color = session.engine.game().to_play();
                Ok(search_graphics::win_rates(&session.glance(color)).into())
            },
        },
        Command {
            name: "gogui-influence",
            arguments: "",
            help: "Ownership of each point, drawn as squares. With the expected count.",
            run: |session, _| Ok(influence(session).into()),
        },
        Command {
            name: "opr-show_retired",
            arguments: "",
            help: "Points where chains have retired, drawn. Triangles for Black, squares for White, and the number of \
                times if more than once.",
            run: |session, _| Ok(retired(session.engine.game()).into()),
        },
        Command {
            name: "opr-show_quarantine",
            arguments: "",
            help: "Number of stones in quarantine, with crosses on the board. Crosses mark chains that would go there \
                too, because one retired on these points before.",
            run: |session, _| Ok(quarantine(session.engine.game()).into()),
        },
    ],
};

/// Type, label and command of each analyze command.
const ANALYZE_COMMANDS: [&str; 21] = [
    "gfx/Last Turn/gogui-rules_board_gfx",
    "bwboard/Points/opr-points",
    "string/Score of the Board as It Stands/opr-score",
    "dboard/Ownership/opr-ownership",
    "plist/Dead Stones/final_status_list dead",
    "string/Score without Dead Stones/final_score",
    "gfx/Influence/gogui-influence",
    "gfx/Top Moves/opr-show_top_moves %c",
    "gfx/Win Rates/gogui-winrates",
    "gfx/Priors/opr-show_priors %c",
    "plist/Dead Ends/opr-dead_ends %c",
    "plist/Self-Fills/opr-self_fills %c",
    "gfx/Retired Chains/opr-show_retired",
    "gfx/Quarantine/opr-show_quarantine",
    "hpstring/What a Move Would Do/opr-explain %p %c",
    "hstring/State of the Game/opr-state",
    "hpstring/List of Retired Chains/opr-retired",
    "hstring/Abstentions/opr-abstentions",
    "param/Options of the Rules/opr-option",
    "hstring/Points Lost in Overtime/opr-penalty",
    "string/Live Graphics/kata-set-param live-graphics %s",
];

fn ownership(session: &Session) -> String {
    let ownership = session.engine.ownership();
    rows(session.engine.game().size(), " ", |point| format!("{:.2}", ownership.balance(point))).join("\n")
}

fn influence(session: &Session) -> Graphics {
    let ownership = session.engine.ownership();
    let mut graphics = Graphics::default();
    graphics.influence(session.engine.game().size().points().map(|point| (point, ownership.balance(point))));
    graphics.text(&format!("expected: {}", estimate(final_margin(session))));
    graphics
}

fn show_priors(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take()?;
    Ok(search_graphics::priors(&session.glance(color)).into())
}

fn show_top_moves(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take()?;
    Ok(search_graphics::top_moves(&session.glance(color)).into())
}

fn retired(game: &Game) -> Graphics {
    let of = |color| {
        let chains = game.retired().iter().filter(move |chain| chain.color == color);
        chains.fold(PointSet::empty(), |points, chain| points | chain.stones)
    };
    let mut graphics = Graphics::default();
    graphics.sign(Sign::Triangle, of(Color::Black));
    graphics.sign(Sign::Square, of(Color::White));
    let often = game.retired().iter().filter(|chain| chain.times > 1);
    graphics.labels(often.flat_map(|chain| chain.stones.iter().map(|point| (point, chain.times.to_string()))));
    graphics.text(&format!("chains that have retired: {}", game.retired().len()));
    graphics
}

fn quarantine(game: &Game) -> Graphics {
    let mut graphics = Graphics::default();
    if game.articles().has_quarantine() {
        let on_board = |color, stones: PointSet| {
            stones
                .first()
                .is_some_and(|stone| game.board().stone(stone) == Some(color) && game.board().chain(stone) == stones)
        };
        let again = game.retired().iter().filter(|chain| on_board(chain.color, chain.stones));
        graphics.sign(Sign::Cross, again.fold(PointSet::empty(), |points, chain| points | chain.stones));
        let [black, white] = Color::BOTH.map(|color| game.stones(color).quarantined);
        graphics.text(&format!("in quarantine: {black} black, {white} white"));
    } else {
        graphics.text("nothing goes to quarantine here: article 5 ① does not apply");
    }
    graphics
}

#[cfg(test)]
mod tests {
    use super::super::{TOPICS, all};
    use super::ANALYZE_COMMANDS;

    #[test]
    fn what_gogui_is_told_of_is_there() {
        for line in ANALYZE_COMMANDS {
            let [kind, label, command]: [&str; 3] =
                line.split('/').collect::<Vec<_>>().try_into().expect("a type, a label and a command");
            let known = ["gfx", "bwboard", "dboard", "string", "plist", "hstring", "hpstring", "param"];
            assert!(known.contains(&kind) && !label.is_empty(), "{line}");
            let (name, arguments) = command.split_once(' ').unwrap_or((command, ""));
            let known = all(TOPICS).find(|command| command.name == name);
            let takes = known.map(|command| command.takes(arguments.split_whitespace().count()));
            assert_eq!(takes, Some(true), "{line}");
        }
    }

    /// These change the game, which `GoGui` would not notice.
    const CHANGE_THE_GAME: [&str; 4] = ["opr-abstain", "opr-load", "opr-resign", "opr-time_out"];
    /// These answer JSON for a page that draws by itself.
    const IN_JSON: [&str; 12] = [
        "opr-scene",
        "opr-tell",
        "opr-count",
        "opr-judgement",
        "opr-rules",
        "opr-turns",
        "opr-lessons",
        "opr-lesson",
        "opr-lesson_answer",
        "opr-problems",
        "opr-problem",
        "opr-problem_answer",
    ];

    /// These block until their time is up, and `GoGui` with them.
    const SLOW: [&str; 1] = ["opr-solve"];

    #[test]
    fn all_of_our_commands_are_shown() {
        for name in all(TOPICS).map(|command| command.name).filter(|name| name.starts_with("opr-")) {
            let is_shown = ANALYZE_COMMANDS.iter().any(|line| {
                let command = line.rsplit('/').next().unwrap_or_default();
                command.split(' ').next() == Some(name)
            });
            let is_left_out = [&CHANGE_THE_GAME[..], &IN_JSON, &SLOW].iter().any(|names| names.contains(&name));
            assert_eq!(is_shown, !is_left_out, "{name}");
        }
    }
}
