//! The end of a game: the winner and the dead stones.

use super::{Command, Topic};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::Message;
use crate::gtp::session::{CommandResult, Session};
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{Game, Verdict};

pub(super) const TOPIC: Topic = Topic {
    title: "The result",
    introduction: "\
A result is `B+1`, `W+12`, `0` for a draw, `B+Forfeit` or `W+Forfeit` (article 9 ②), `B+Resign`, `B+Time`, or `Both-lose`
(neither colour has a point). A game without a result, because a position occurred for the third time under simple ko, is `0` to
`final_score`, and `Void` to `opr-state` and in records; a notice on stderr says what happened.

Players may agree after an end by abstentions which stones are dead, and lift them before the count. `final_score` does
that with the stones that the engine judges dead, unless the option `removal` is off; before the end of play it
answers what the result would be. Between programs the current board is counted: `opr-score`.",
    commands: &[
        Command {
            name: "final_score",
            arguments: "",
            help: "Result of the game, without the dead stones. With them after an end in which nothing is agreed.",
            run: |session, _| {
                Ok(match final_score(session) {
                    // GTP has no word for it; the log has the reason.
                    Verdict::NoResult => Verdict::Draw,
                    verdict => verdict,
                }
                .to_string())
            },
        },
        Command {
            name: "final_status_list",
            arguments: "status",
            help: "Stones or points of a status. Stones that are alive, seki or dead, a chain a line; empty points \
                that are white_territory, black_territory or dame. Dead are the stones that playouts or \
                proofs give to the other colour. Under the One Pure Rules nothing is seki.",
            run: final_status_list,
        },
    ],
};

fn final_score(session: &mut Session) -> Verdict {
    let game = session.engine.game();
    match game.outcome() {
        Some(outcome) if game.is_final() => outcome.verdict,
        _ if session.removal => game.judged_count_without(session.engine.dead_stones()).verdict(),
        _ => game.count().verdict(),
    }
}

/// Black's points minus White's points and komi, after removing the dead stones.
pub(super) fn final_margin(session: &Session) -> f64 {
    let game = session.engine.game();
    let dead = if session.removal { session.engine.dead_stones() } else { PointSet::empty() };
    game.judged_count_without(dead).margin()
}

fn final_status_list(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let name: String = arguments.take()?;
    let status = Status::ALL.into_iter().find(|status| status.name() == name).ok_or_else(|| {
        let names = Status::ALL.map(Status::name).join(", ");
        Message::Syntax.because(format!("`{name}` is none of {names}"))
    })?;
    let points = StoneStatus::of(session).points(status);
    Ok(match status {
        Status::Alive | Status::Seki | Status::Dead => chains(session.engine.game(), points),
        Status::Territory(_) | Status::Dame => points.names(" "),
    })
}

/// The status of a point at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// A living stone.
    Alive,
    /// A stone that lives only because neither side can capture the other.
    Seki,
    /// A stone that the engine judges dead.
    Dead,
    /// An empty point that a colour owns after the dead stones are removed.
    Territory(Color),
    /// An empty point without an owner.
    Dame,
}

impl Status {
    pub(super) const ALL: [Self; 6] =
        [Self::Alive, Self::Seki, Self::Dead, Self::Territory(Color::White), Self::Territory(Color::Black), Self::Dame];

    /// GTP's word for the status.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Seki => "seki",
            Self::Dead => "dead",
            Self::Territory(Color::White) => "white_territory",
            Self::Territory(Color::Black) => "black_territory",
            Self::Dame => "dame",
        }
    }
}

/// The engine's judgement of each stone.
pub(super) struct StoneStatus<'session> {
    game: &'session Game,
    dead: PointSet,
    in_seki: PointSet,
}

impl<'session> StoneStatus<'session> {
    /// The judgement of the current game.
    pub(super) fn of(session: &'session Session) -> Self {
        let engine = &session.engine;
        let dead = engine.dead_stones();
        // A proof may take stones that playouts find in seki.
        Self { game: engine.game(), dead, in_seki: engine.stones_in_seki() - dead }
    }

    /// The points with this status.
    pub(super) fn points(&self, status: Status) -> PointSet {
        let board = self.game.board();
        let points = self.game.points_without(self.dead);
        match status {
            Status::Alive => (board.stones(Color::Black) | board.stones(Color::White)) - self.dead - self.in_seki,
            Status::Seki => self.in_seki,
            Status::Dead => self.dead,
            Status::Territory(color) => points.owned_by(color) & board.empty(),
            Status::Dame => board.empty() - (points.owned_by(Color::Black) | points.owned_by(Color::White)),
        }
    }
}

/// The stones of the set, with each chain on a line.
fn chains(game: &Game, mut stones: PointSet) -> String {
    let mut lines = Vec::new();
    while let Some(stone) = stones.first() {
        let chain = game.board().chain(stone) & stones;
        lines.push(chain.names(" "));
        stones -= chain;
    }
    lines.join("\n")
}
