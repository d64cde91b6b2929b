//! Problems of life and death as text: a line `problem RULES POINT STATUS NODES` and a diagram, with an empty line after each.

use onepure::board::Color;
use onepure::geometry::Point;
use onepure::record::{Diagram, game_in_diagram};
use onepure::rules::{Game, Ruleset};
use std::fmt;

/// A group in question.
pub(crate) struct Problem {
    pub(crate) game: Game,
    pub(crate) group: Point,
    /// The name of the group's status; `?` before the problem is solved.
    pub(crate) status: String,
    /// The nodes that the solver expanded for both colours.
    pub(crate) nodes: u64,
}

impl Problem {
    /// The problems of a text.
    ///
    /// # Errors
    /// What a problem lacks.
    pub(crate) fn all(text: &str) -> Result<Vec<Self>, String> {
        text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()).map(Self::read).collect()
    }

    fn read(block: &str) -> Result<Self, String> {
        let (header, diagram) = block.split_once('\n').ok_or("expected a line `problem` and a diagram")?;
        let ["problem", rules, group, status, nodes] = header.split(' ').collect::<Vec<_>>()[..] else {
            return Err(format!("expected `problem RULES POINT STATUS NODES`, got {header:?}"));
        };
        let ruleset = Ruleset::named(rules).ok_or_else(|| format!("expected the name of a rule set, got {rules:?}"))?;
        let game = game_in_diagram(diagram, Color::Black, ruleset).map_err(|error| error.to_string())?;
        let group = group.parse().map_err(|_| format!("expected a point, got {group:?}"))?;
        let nodes = nodes.parse().map_err(|_| format!("expected a number of nodes, got {nodes:?}"))?;
        Ok(Self { game, group, status: status.to_owned(), nodes })
    }

    /// The board as a diagram.
    pub(crate) fn diagram(&self) -> String {
        Diagram::new(self.game.size(), self.game.board().position()).to_string()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, group, status, nodes } = self;
        write!(f, "problem {} {group} {status} {nodes}\n{}\n", game.ruleset().name, self.diagram())
    }
}
