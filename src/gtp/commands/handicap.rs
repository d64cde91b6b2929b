//! Handicap: black stones before White's first turn.

use super::{Command, Topic, listed};
use crate::board::{Color, PerColor, Position};
use crate::geometry::{BoardSize, Point, PointSet};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::session::{CommandResult, Session};
use crate::rules::{Game, Move};

pub(super) const TOPIC: Topic = Topic {
    title: "Handicap",
    introduction: "\
Handicap stones come out of Black's 180, and after them it is White's turn. They are not moves: `undo` does not take them
back. The board must be empty and nobody may have moved. Under rules with a bonus White has points for them in every count
(`whiteHandicapBonus` of `kata-get-rules`): the komi stays as it is set.",
    commands: &[
        Command {
            name: "fixed_handicap",
            arguments: "number",
            help: "Sets up the usual handicap of 2 to 9 stones (4 on even boards and on 7×7, none below) and answers where.",
            run: fixed_handicap,
        },
        Command {
            name: "place_free_handicap",
            arguments: "number",
            help: "Sets up handicap stones where the engine wants them and answers where: fewer than asked for, if those cannot lose.",
            run: place_free_handicap,
        },
        Command {
            name: "set_free_handicap",
            arguments: "vertex...",
            help: "Sets up handicap stones on these points, two or more.",
            run: set_free_handicap,
        },
    ],
};

fn fixed_handicap(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let number = arguments.take::<u32>()? as usize;
    let points = fixed_points(session.engine.game().size(), number);
    let points = points.ok_or_else(|| Message::InvalidNumberOfStones.because("2 to 9; 4 on even boards and 7×7"))?;
    set_up(session, &points)?;
    Ok(listed(points.into_iter()))
}

fn place_free_handicap(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let number = arguments.take::<u32>()? as usize;
    let size = session.engine.game().size();
    if !(2..size.lines().pow(2)).contains(&number) {
        return Err(Message::InvalidNumberOfStones.because("at least two, and fewer than the points of the board"));
    }
    let points = fixed_points(size, number).unwrap_or_else(|| grid(size).take(number).collect());
    set_up(session, &points)?;
    Ok(listed(points.into_iter()))
}

fn set_free_handicap(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let mut points = Vec::new();
    while let Some(vertex) = arguments.take_optional().map_err(bad_vertex)? {
        match vertex {
            Move::Place(point) => points.push(point),
            Move::Abstain => return Err(Message::BadVertexList.because("pass is no point")),
        }
    }
    set_up(session, &points)?;
    Ok(String::new())
}

/// A vertex that is not on the board is an illegal move in `play`, but here it makes a bad list.
fn bad_vertex(failure: CommandFailure) -> CommandFailure {
    match failure.message {
        Message::IllegalMove => Message::BadVertexList.because(failure.reason),
        _ => failure,
    }
}

/// Begins the game with these black stones, White to play.
fn set_up(session: &mut Session, points: &[Point]) -> Result<(), CommandFailure> {
    let game = session.engine.game();
    if game.start() != Position::default() || !game.turns().is_empty() {
        return Err(Message::BoardNotEmpty.because("clear_board begins a new game"));
    }
    let stones: PointSet = points.iter().copied().collect();
    if points.len() < 2 || stones.len() < points.len() || stones.len() >= game.size().lines().pow(2) {
        return Err(Message::BadVertexList.because("two points or more, none twice, and not the whole board"));
    }
    let position = Position { stones: PerColor { black: stones, white: PointSet::empty() } };
    let mut game = Game::set_up(game.size(), *game.ruleset(), position, Color::White)
        .map_err(|error| Message::BadVertexList.because(error))?;
    game.set_handicap(stones.len() as u16);
    session.begin_game(game);
    Ok(())
}

/// The points of section 4.1.1 of the GTP draft; `None` where it has none for this number.
fn fixed_points(size: BoardSize, number: usize) -> Option<Vec<Point>> {
    let lines = size.lines();
    let most = match lines {
        ..7 => 0,
        7 => 4,
        even if even % 2 == 0 => 4,
        _ => 9,
    };
    if !(2..=most).contains(&number) {
        return None;
    }
    let low = distance_from_edge(size);
    let (middle, high) = (lines / 2, lines - 1 - low);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let mut points = corners[..number.min(4)].to_vec();
    points.extend(&sides[..(number.max(4) - 4) / 2 * 2]);
    if number > 4 && number % 2 == 1 {
        points.push((middle, middle));
    }
    Some(points.into_iter().map(|(column, row)| Point::new(column, row)).collect())
}

/// From the edge to the star points: 0 is the first line.
fn distance_from_edge(size: BoardSize) -> usize {
    match size.lines() {
        13.. => 3,
        7.. => 2,
        _ => 1,
    }
}

/// The usual points of a handicap and, between them, a grid over the whole board. Nobody loses with so many stones.
fn grid(size: BoardSize) -> impl Iterator<Item = Point> {
    let low = distance_from_edge(size);
    let along = (low..size.lines() - low).step_by(low.max(2));
    along.clone().flat_map(move |row| along.clone().map(move |column| Point::new(column, row)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(lines: usize, number: usize) -> Option<String> {
        let size = BoardSize::for_play(lines).expect("a size that is played");
        fixed_points(size, number).map(|points| listed(points.into_iter()))
    }

    #[test]
    fn fixed_handicap_is_as_in_the_draft() {
        assert_eq!(names(19, 1), None);
        assert_eq!(names(19, 2).as_deref(), Some("D4 Q16"));
        assert_eq!(names(19, 3).as_deref(), Some("D4 Q16 D16"));
        assert_eq!(names(19, 4).as_deref(), Some("D4 Q16 D16 Q4"));
        assert_eq!(names(19, 5).as_deref(), Some("D4 Q16 D16 Q4 K10"));
        assert_eq!(names(19, 6).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10"));
        assert_eq!(names(19, 7).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10 K10"));
        assert_eq!(names(19, 8).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10 K4 K16"));
        assert_eq!(names(19, 9).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"));
        assert_eq!(names(19, 10), None);
        assert_eq!(names(9, 5).as_deref(), Some("C3 G7 C7 G3 E5"));
        assert_eq!(names(13, 2).as_deref(), Some("D4 K10"));
        for (lines, most) in [(5, 0), (6, 0), (7, 4), (8, 4), (9, 9), (12, 4), (18, 4)] {
            assert_eq!(names(lines, most).is_some(), most > 0, "{lines}");
            assert_eq!(names(lines, most + 1), None, "{lines}");
        }
    }

    #[test]
    fn the_grid_is_on_the_board_and_open() {
        for lines in 5..=19 {
            let size = BoardSize::for_play(lines).expect("a size that is played");
            let points: Vec<Point> = grid(size).collect();
            assert!(points.len() >= 4 && points.iter().all(|&point| size.contains(point)), "{lines}");
            let stones: PointSet = points.iter().copied().collect();
            assert!((stones.neighbours() & stones).is_empty(), "{lines}: no stone touches another");
        }
    }
}
