//! A line of play under test: what playouts and the search are made of, compared with the reference.

use super::game::same;
use super::words::{colour_of, end_of, vertex_of};
use super::{Step, UnderTest};
use crate::reference::{Engine, Refusal};
use onepure::board::Color;
use onepure::geometry::{Layout, LayoutTask, Point, PointSet};
use onepure::playout::{Course, End, Line, OrdinaryLine, OrdinaryRoot, Root};
use onepure::rules::{Articles, EndOfPlay, Game, Move, Repetition, Ruleset, Suicide};

/// A kind of line.
trait Kind<L: Layout> {
    type Line<'root>: Course<'root, L, Root = Self::Root>;
    type Root;

    /// Whether lines of this kind follow these articles.
    fn follows(articles: &Articles) -> bool;

    fn root(game: &Game, color: Color) -> Self::Root;

    /// Compares what a line says of a placement on an empty point before it is played.
    fn foresee(line: &Self::Line<'_>, game: &Game, point: Point<L>) -> Result<(), String>;

    /// Compares what a line knows beside the board.
    fn remember(line: &Self::Line<'_>, reference: &Engine) -> Result<(), String>;
}

/// Lines under the One Pure Rules, with or without their options.
struct Exact;

impl<L: Layout> Kind<L> for Exact {
    type Line<'root> = Line<'root, L>;
    type Root = Root<L>;

    fn follows(articles: &Articles) -> bool {
        let one_pure = Ruleset::one_pure().lesser_board;
        articles.suicide == one_pure.suicide
            && articles.immovability
            && articles.black_begins
            && articles.repetition != Repetition::PositionalSuperko
            && articles.end_of_play == one_pure.end_of_play
    }

    fn root(game: &Game, color: Color) -> Root<L> {
        Root::new(game, color)
    }

    fn foresee(line: &Line<'_, L>, game: &Game, point: Point<L>) -> Result<(), String> {
        let dead_end = game.is_dead_end(line.to_play(), point.convert());
        same("dead end as foreseen", &line.is_dead_end(point), &dead_end)
    }

    fn remember(line: &Line<'_, L>, reference: &Engine) -> Result<(), String> {
        same("barred colour", &line.barred().map(colour_of), &reference.barred())?;
        for color in Color::BOTH {
            if let Some(waiting) = reference.waiting(colour_of(color)) {
                same("waiting stones", &usize::from(line.waiting(color)), &waiting)?;
            }
        }
        Ok(())
    }
}

/// Lines under ordinary rules.
struct Ordinary;

impl<L: Layout> Kind<L> for Ordinary {
    type Line<'root> = OrdinaryLine<'root, L>;
    type Root = OrdinaryRoot<L>;

    fn follows(articles: &Articles) -> bool {
        articles.suicide == Suicide::Forbidden
            && !articles.immovability
            && !articles.annihilation
            && !articles.black_begins
            && articles.quota.is_none()
            && [Repetition::PositionalSuperko, Repetition::Allowed].contains(&articles.repetition)
            && articles.end_of_play != EndOfPlay::AbstentionsAtOnePosition
    }

    fn root(game: &Game, color: Color) -> OrdinaryRoot<L> {
        OrdinaryRoot::new(game, color, PointSet::empty())
    }

    fn foresee(line: &OrdinaryLine<'_, L>, game: &Game, point: Point<L>) -> Result<(), String> {
        let legal = game.check(line.to_play(), Move::Place(point.convert())).is_ok();
        same("legality as foreseen", &line.is_legal(point), &legal)
    }

    fn remember(line: &OrdinaryLine<'_, L>, reference: &Engine) -> Result<(), String> {
        let points = line.count().points;
        same("count", &(usize::from(points.black), usize::from(points.white)), &reference.count())
    }
}

/// The lines of a game: each goes on from its root until the right is handed over or play is resumed, which a line does not
/// know; then another one starts.
struct Lines<L: Layout, K: Kind<L>> {
    game: Game,
    root: K::Root,
    since_root: Vec<Move>,
    to_play: Color,
}

/// The lines of a game from its start, in the layout that a search would choose; `None` under articles that no kind of
/// line follows.
pub fn lines_from(start: &Game) -> Option<Box<dyn UnderTest>> {
    struct Start<'a>(&'a Game);

    impl LayoutTask for Start<'_> {
        type Output = Option<Box<dyn UnderTest>>;

        fn run<L: Layout>(self) -> Self::Output {
            Lines::<L, Exact>::from(self.0).or_else(|| Lines::<L, Ordinary>::from(self.0))
        }
    }

    start.size().with_layout(Start(start))
}

impl<L: Layout, K: Kind<L> + 'static> Lines<L, K> {
    fn from(start: &Game) -> Option<Box<dyn UnderTest>> {
        let (game, to_play) = (start.clone(), start.to_play());
        K::follows(&game.articles()).then(|| -> Box<dyn UnderTest> {
            Box::new(Self { root: K::root(&game, to_play), game, since_root: Vec::new(), to_play })
        })
    }
}

impl<L: Layout, K: Kind<L>> UnderTest for Lines<L, K> {
    fn follow(&mut self, step: &Step<'_>) -> Result<(), String> {
        if !matches!(step.answer, Ok(_) | Err(Refusal::Suicide | Refusal::Superko)) {
            return Ok(());
        }
        if step.color != self.to_play || self.game.is_over() {
            self.root = K::root(&self.game, step.color);
            self.since_root.clear();
            self.to_play = step.color;
        }
        let mut line = K::Line::at(&self.root);
        for &earlier in &self.since_root {
            same("end before", &play(&mut line, earlier), &None)?;
        }
        if let Move::Place(point) = step.action {
            K::foresee(&line, &self.game, point.convert())?;
        }
        if step.answer.is_err() {
            return Ok(());
        }
        let end = play(&mut line, step.action);
        self.game.play_as(step.color, step.action).map_err(|error| error.to_string())?;
        self.since_root.push(step.action);
        self.to_play = !step.color;

        let reference = step.reference;
        for point in self.game.size().points() {
            let stone = line.board().stone(point).map(colour_of);
            same("stone", &stone, &reference.stone_at(vertex_of(point.convert())))?;
        }
        if step.thorough {
            line.board().check()?;
        }
        same("end", &end.and_then(|end| end_of(&line.outcome(end))), &reference.end())?;
        K::remember(&line, reference)
    }
}

fn play<'root, L: Layout>(line: &mut impl Course<'root, L>, action: Move) -> Option<End> {
    match action {
        Move::Place(point) => line.place(point.convert()),
        Move::Abstain => line.abstain(),
    }
}

impl UnderTest for Box<dyn UnderTest> {
    fn follow(&mut self, step: &Step<'_>) -> Result<(), String> {
        self.as_mut().follow(step)
    }
}
