//! Simulation positions under test, compared with the reference.

use super::game::same;
use super::words::{colour_of, end_of, vertex_of};
use super::{Step, UnderTest};
use crate::reference::Engine;
use onepure::board::Color;
use onepure::geometry::{Layout, Point, PointSet, with_layout};
use onepure::rules::{Family, Fraction, Game, Move};
use onepure::simulation::{AreaPosition, AreaRoot, OnePurePosition, OnePureRoot, PlayEnd, SimulationPosition};

/// A kind of simulation position.
trait Kind<L: Layout> {
    type Position<'root>: SimulationPosition<L>
    where
        Self::Root: 'root;
    type Root;

    /// The rule sets that this kind supports.
    const FAMILY: Family;

    fn root(game: &Game, color: Color) -> Self::Root;

    fn at(root: &Self::Root) -> Self::Position<'_>;

    /// Compares the predictions about a placement on an empty point before it is played.
    fn foresee(position: &Self::Position<'_>, game: &Game, point: Point<L>) -> Result<(), String>;

    /// Compares the state of the position besides the board.
    fn remember(position: &Self::Position<'_>, reference: &Engine) -> Result<(), String>;
}

/// Positions under the One Pure Rules, with or without their options.
struct OnePure;

impl<L: Layout> Kind<L> for OnePure {
    type Position<'root> = OnePurePosition<'root, L>;
    type Root = OnePureRoot<L>;

    const FAMILY: Family = Family::OnePure;

    fn root(game: &Game, color: Color) -> OnePureRoot<L> {
        OnePureRoot::new(game, color)
    }

    fn at(root: &OnePureRoot<L>) -> OnePurePosition<'_, L> {
        OnePurePosition::new(root)
    }

    fn foresee(position: &OnePurePosition<'_, L>, game: &Game, point: Point<L>) -> Result<(), String> {
        let dead_end = game.is_dead_end(position.to_play(), point.convert());
        same("dead end as foreseen", &position.is_dead_end(point), &dead_end)
    }

    fn remember(position: &OnePurePosition<'_, L>, reference: &Engine) -> Result<(), String> {
        same("barred colour", &position.barred().map(colour_of), &reference.barred())?;
        for color in Color::BOTH {
            let waiting = position.waiting_stones(color).map(usize::from);
            same("waiting stones", &waiting, &reference.waiting(colour_of(color)))?;
        }
        Ok(())
    }
}

/// Positions under area rules.
struct Area;

impl<L: Layout> Kind<L> for Area {
    type Position<'root> = AreaPosition<'root, L>;
    type Root = AreaRoot<L>;

    const FAMILY: Family = Family::Area;

    fn root(game: &Game, color: Color) -> AreaRoot<L> {
        AreaRoot::new(game, color, PointSet::empty())
    }

    fn at(root: &AreaRoot<L>) -> AreaPosition<'_, L> {
        AreaPosition::new(root)
    }

    fn foresee(position: &AreaPosition<'_, L>, game: &Game, point: Point<L>) -> Result<(), String> {
        let legal = game.check(position.to_play(), Move::Place(point.convert())).is_ok();
        same("legality as foreseen", &position.is_legal(point), &legal)
    }

    fn remember(position: &AreaPosition<'_, L>, reference: &Engine) -> Result<(), String> {
        let points = position.count().points;
        let (black, white, parts) = reference.exact_count();
        same("count", &(points.black, points.white), &(Fraction::new(black, parts), Fraction::new(white, parts)))
    }
}

/// The simulation positions of a game. A position cannot hand the right over or resume play, so a new one begins at
/// each such turn.
struct Positions<L: Layout, K: Kind<L>> {
    game: Game,
    root: K::Root,
    since_root: Vec<Move>,
    to_play: Color,
}

/// The simulation positions of a game from its start, in the layout that a search would use; `None` if no kind supports
/// the rules.
pub fn positions_from(start: &Game) -> Option<Box<dyn UnderTest>> {
    with_layout!(start.size(), L => {
        Positions::<L, OnePure>::from(start).or_else(|| Positions::<L, Area>::from(start))
    })
}

impl<L: Layout, K: Kind<L> + 'static> Positions<L, K> {
    fn from(start: &Game) -> Option<Box<dyn UnderTest>> {
        let (game, to_play) = (start.clone(), start.to_play());
        (game.articles().family() == Some(K::FAMILY)).then(|| -> Box<dyn UnderTest> {
            Box::new(Self { root: K::root(&game, to_play), game, since_root: Vec::new(), to_play })
        })
    }
}

impl<L: Layout, K: Kind<L>> UnderTest for Positions<L, K> {
    fn follow(&mut self, step: &Step<'_>) -> Result<(), String> {
        if step.answer.as_ref().is_err_and(|refusal| !refusal.is_by_consequence()) {
            return Ok(());
        }
        if step.color != self.to_play || self.game.is_over() {
            self.root = K::root(&self.game, step.color);
            self.since_root.clear();
            self.to_play = step.color;
        }
        let mut position = K::at(&self.root);
        for &earlier in &self.since_root {
            same("end before", &play(&mut position, earlier), &None)?;
        }
        if let Move::Place(point) = step.action {
            K::foresee(&position, &self.game, point.convert())?;
        }
        if step.answer.is_err() {
            return Ok(());
        }
        let end = play(&mut position, step.action);
        self.game.play_as(step.color, step.action).map_err(|error| error.to_string())?;
        self.since_root.push(step.action);
        self.to_play = !step.color;

        let reference = step.reference;
        for point in self.game.size().points() {
            let stone = position.board().stone(point).map(colour_of);
            same("stone", &stone, &reference.stone_at(vertex_of(point.convert())))?;
        }
        if step.thorough {
            position.board().check()?;
        }
        same("end", &end.and_then(|end| end_of(&position.outcome(end))), &reference.end())?;
        K::remember(&position, reference)
    }
}

fn play<L: Layout>(position: &mut impl SimulationPosition<L>, action: Move) -> Option<PlayEnd> {
    match action {
        Move::Place(point) => position.place(point.convert()),
        Move::Abstain => position.abstain(),
    }
}

impl UnderTest for Box<dyn UnderTest> {
    fn follow(&mut self, step: &Step<'_>) -> Result<(), String> {
        self.as_mut().follow(step)
    }
}
