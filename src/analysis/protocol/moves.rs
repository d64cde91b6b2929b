//! Colours, points and moves in queries.

use super::fields::{FieldError, Fields};
use onepure_engine::engine::{Restriction, Restrictions};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{BoardSize, Point, PointSet};
use onepure_rules::rules::Move;
use serde_json::{Map, Value};

/// A colour: `B`, `W`, or in GTP's notation.
pub(super) fn color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// A move: `C4`, `pass`, or `(2,15)` with the column from the left and the row from the top, both from 0.
fn action(text: &str, size: BoardSize) -> Result<Move, String> {
    let wrong = || format!("`{text}` is neither a point such as C4 nor pass");
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::Abstain);
    }
    let point: Point = match text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(pair) => {
            let (column, row) = pair.split_once(',').ok_or_else(wrong)?;
            let number = |text: &str| text.trim().parse::<usize>().ok();
            let (column, row) = number(column).zip(number(row)).ok_or_else(wrong)?;
            let row = size.lines().checked_sub(row + 1);
            let point = row.and_then(|row| size.point(column, row));
            return point.map(Move::Place).ok_or_else(|| outside(text, size));
        }
        None => text.parse().map_err(|_| wrong())?,
    };
    if size.contains(point) { Ok(Move::Place(point)) } else { Err(outside(text, size)) }
}

fn outside(text: &str, size: BoardSize) -> String {
    format!("{text} is not on a board of {size} lines")
}

/// A list of pairs of a colour and a move, such as `["B","C4"]`.
pub(super) fn moves(
    fields: &mut Fields,
    name: &str,
    size: BoardSize,
) -> Result<Option<Vec<(Color, Move)>>, FieldError> {
    const EXPECTED: &str = "a list of pairs such as [\"B\",\"C4\"]";
    let Some(list) = fields.list(name, EXPECTED)? else { return Ok(None) };
    let pair = |value: &Value| {
        let pair = value.as_array().filter(|pair| pair.len() == 2);
        let texts = pair.and_then(|pair| Some((pair[0].as_str()?, pair[1].as_str()?)));
        let (who, place) = texts.ok_or_else(|| format!("{EXPECTED} is expected, found {value}"))?;
        let color = color(who).ok_or_else(|| format!("`{who}` is neither B nor W"))?;
        Ok((color, action(place, size)?))
    };
    let pairs: Result<Vec<_>, String> = list.iter().map(pair).collect();
    pairs.map(Some).map_err(|message| FieldError::new(name, message))
}

/// The moves that `avoidMoves` or `allowMoves` excludes.
pub(super) fn restrictions(fields: &mut Fields, size: BoardSize) -> Result<Restrictions, FieldError> {
    const BOTH: [&str; 2] = ["avoidMoves", "allowMoves"];
    if BOTH.iter().all(|name| fields.has(name)) {
        return Err(FieldError::new("allowMoves", "it cannot be said together with avoidMoves"));
    }
    let mut restrictions = Restrictions::default();
    for (name, is_allow) in [("avoidMoves", false), ("allowMoves", true)] {
        let Some(list) = fields.list(name, "a list of objects with player, moves and untilDepth")? else { continue };
        let mut allowed = PerColor::<bool>::default();
        for value in list {
            let Value::Object(object) = value else {
                return Err(FieldError::new(name, "an object with player, moves and untilDepth is expected"));
            };
            let restriction = restriction(object, is_allow, size).map_err(|message| FieldError::new(name, message))?;
            if is_allow && std::mem::replace(&mut allowed[restriction.color], true) {
                return Err(FieldError::new(name, "expected one object for each player"));
            }
            restrictions.add(restriction);
        }
    }
    Ok(restrictions)
}

fn restriction(object: Map<String, Value>, is_allow: bool, size: BoardSize) -> Result<Restriction, String> {
    let mut fields = Fields::new(object);
    let said = |error: FieldError| format!("{}: {}", error.field, error.message);
    let player = fields.text("player").map_err(said)?;
    let color = player.as_deref().and_then(color).ok_or("player is B or W")?;
    let turns = fields.whole("untilDepth", 1..=i64::from(u32::MAX)).map_err(said)?;
    let turns = turns.ok_or("untilDepth is missing: in how many turns it holds, 1 for the next alone")?;
    let (mut points, mut abstention) = (PointSet::empty(), false);
    for value in fields.list("moves", "a list of moves").map_err(said)?.ok_or("moves is missing")? {
        let text = value.as_str().ok_or_else(|| format!("moves: {value} is no move"))?;
        match action(text, size)? {
            Move::Place(point) => points.insert(point),
            Move::Abstain => abstention = true,
        }
    }
    if is_allow {
        points = size.points().collect::<PointSet>() - points;
        abstention = !abstention;
    }
    Ok(Restriction { color, points, abstention, turns: turns as usize })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_named_in_two_ways() {
        let size = BoardSize::MAIN;
        assert_eq!(action("(2,15)", size), action("C4", size));
        assert_eq!(action("(0,0)", size), action("a19", size));
        assert_eq!(action("PASS", size), Ok(Move::Abstain));
        for wrong in ["", "I5", "(19,0)", "(0,19)", "(1)", "(a,b)", "A20", "( , )"] {
            assert!(action(wrong, size).is_err(), "{wrong}");
        }
        let small = BoardSize::new(9).expect("9 lines");
        assert_eq!(action("K1", small), Err("K1 is not on a board of 9 lines".to_owned()));
    }
}
