//! A line of play under test: what playouts and the search are made of, compared with the reference.

use super::game::same;
use super::words::{colour_of, end_of, vertex_of};
use super::{Step, UnderTest};
use onepure::board::Color;
use onepure::geometry::{Layout, LayoutTask};
use onepure::playout::{End, Line, Root};
use onepure::rules::{Articles, Game, Move, Repetition, Ruleset};

/// Whether these lines follow these articles: those of the One Pure Rules, with or without their options.
fn lines_follow(articles: &Articles) -> bool {
    let one_pure = Ruleset::one_pure().lesser_board;
    articles.suicide == one_pure.suicide
        && articles.immovability
        && articles.black_begins
        && articles.repetition != Repetition::PositionalSuperko
        && articles.end_of_play == one_pure.end_of_play
}

/// The lines of a game: each goes on from its root until the right is handed over or play is resumed, which a line does not
/// know; then another one starts.
struct Lines<L: Layout> {
    game: Game,
    root: Root<L>,
    since_root: Vec<Move>,
    to_play: Color,
}

/// The lines of a game from its start, in the layout that a search would choose; `None` under articles that they do not
/// follow.
pub fn lines_from(start: &Game) -> Option<Box<dyn UnderTest>> {
    struct Start<'a>(&'a Game);

    impl LayoutTask for Start<'_> {
        type Output = Box<dyn UnderTest>;

        fn run<L: Layout>(self) -> Box<dyn UnderTest> {
            let (game, to_play) = (self.0.clone(), self.0.to_play());
            Box::new(Lines { root: Root::<L>::new(&game, to_play), game, since_root: Vec::new(), to_play })
        }
    }

    lines_follow(&start.articles()).then(|| start.size().with_layout(Start(start)))
}

impl<L: Layout> UnderTest for Lines<L> {
    fn follow(&mut self, step: &Step<'_>) -> Result<(), String> {
        if step.answer.is_err() {
            return Ok(());
        }
        if step.color != self.to_play || self.game.is_over() {
            self.root = Root::new(&self.game, step.color);
            self.since_root.clear();
        }
        let mut line = Line::new(&self.root);
        for &earlier in &self.since_root {
            same("end before", &play(&mut line, earlier), &None)?;
        }
        if let Move::Place(point) = step.action {
            let dead_end = self.game.is_dead_end(step.color, point);
            same("dead end as foreseen", &line.is_dead_end(point.convert()), &dead_end)?;
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
        same("barred colour", &line.barred().map(colour_of), &reference.barred())?;
        for color in Color::BOTH {
            if let Some(waiting) = reference.waiting(colour_of(color)) {
                same("waiting stones", &usize::from(line.waiting(color)), &waiting)?;
            }
        }
        Ok(())
    }
}

fn play<L: Layout>(line: &mut Line<'_, L>, action: Move) -> Option<End> {
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
