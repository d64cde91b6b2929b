//! Files of the servers `WBaduk` and `CyberOro` (`.ngf`): twelve lines about the game, then one line for each move.
//!
//! The twelve lines are the kind of the game, the board size, White and Black with their ranks, the server, the
//! handicap, an unknown number, the komi as an integer, the date (`20060928 [08:59]`), an unknown number, the result in
//! words, and the number of moves. Older files have fewer lines. A move is `PMABBREER`: `PM`, its number in letters,
//! the colour, the column and the row from `B` on, counted from the top left, and both again in reverse. `AA` is an
//! abstention.

use super::gib::{escaped, on_one_line, point_from_top_left, shortened, unexpected};
use super::node::{Node, NodeContent, Property};
use super::notice::KomiReading;
use super::{GameInfo, PlayerInfo, Problem, Record, RecordError, RecordNotice, Repair};
use crate::board::{Color, PerColor};
use crate::geometry::{BoardSize, SizeError};
use crate::rules::Move;

/// Returns whether a line is a move of such a file.
pub(super) fn is_move(line: &str) -> bool {
    matches!(line.trim().as_bytes(), [b'P', b'M', first, second, b'B' | b'W', rest @ ..]
        if first.is_ascii_uppercase() && second.is_ascii_uppercase() && rest.len() <= 4)
}

/// Reads a file of this format.
pub(super) fn read(text: &str, size: impl Fn(usize) -> Result<BoardSize, SizeError>) -> Result<Record, RecordError> {
    let mut header: Vec<&str> = text.lines().take_while(|line| !is_move(line)).map(str::trim).collect();
    // Some files have `GI` before each of these lines, or on a line before them.
    let is_number = |line: Option<&&str>| line.is_some_and(|line| line.trim().parse::<usize>().is_ok());
    let has_prefix = header.get(1).is_some_and(|line| is_number(line.strip_prefix("GI").as_ref()));
    if has_prefix {
        for line in &mut header {
            *line = line.strip_prefix("GI").map_or(*line, str::trim);
        }
    }
    let has_line_before = header.first() == Some(&"GI") && !is_number(header.get(1)) && is_number(header.get(2));
    if has_line_before {
        header.remove(0);
    }
    let line = |number: usize| header.get(number - 1).copied().unwrap_or_default();
    let on_line = |number: usize| move |problem: Problem| RecordError::new(problem).on_line(Some(number));
    let lines = line(2).parse().map_err(|_| on_line(2)(unexpected(line(2), "a number of lines, such as 19")))?;
    let size = size(lines).map_err(|error| on_line(2)(error.into()))?;
    let info = GameInfo {
        players: PerColor { black: player(line(4)), white: player(line(3)) },
        date: date(line(9)),
        result: result(line(11)),
        event: Some(on_one_line(line(1))).filter(|event| !event.is_empty()),
        ..GameInfo::default()
    };
    let mut record = Record::new(info, size);
    record.add(None, Node::default());
    if has_prefix || has_line_before {
        record.notices.push(RecordNotice::Repair { line: 1, repair: Repair::HeaderPrefix });
    }
    let server = Some(line(5)).filter(|server| server.contains("oro") || server.contains("wbaduk")).unwrap_or("WBaduk");
    record.root_mut().other.push(Property::new("PC", [escaped(server)]));
    let stones: u32 = line(6).parse().unwrap_or_default();
    if stones > 1 {
        let wrong = || on_line(6)(unexpected(line(6), "a handicap of 0 to 9"));
        record.set_up_handicap(stones).ok_or_else(wrong)?;
    }
    if let Ok(points) = line(8).parse::<f64>()
        && points.is_finite()
    {
        // These servers omit the half point. Games with handicap have none, so that nothing is added.
        let has_half = stones > 1 || points.fract() != 0.0;
        let komi = if has_half { points } else { points + 0.5 };
        record.set_komi("line 8", shortened(line(8)), komi, (!has_half).then_some(KomiReading::WithoutHalf));
    }
    let mut last = Record::ROOT;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| line.trim().starts_with("PM"));
    for (number, line) in lines {
        let node = match read_move(line.trim(), size) {
            Ok((color, action)) => Node::new(NodeContent::Move(color, action)),
            Err(problem) => Node::unreadable(line, problem),
        };
        last = record.add(Some(last), Node { line: Some(number), ..node });
    }
    record.repair();
    Ok(record)
}

fn read_move(line: &str, size: BoardSize) -> Result<(Color, Move), Problem> {
    let expected = "PM, two letters, B or W, the letters of column and row";
    let [_, _, _, _, color, column, row, ..] = line.as_bytes() else { return Err(unexpected(line, expected)) };
    let color = match color {
        b'B' => Color::Black,
        b'W' => Color::White,
        _ => return Err(unexpected(line, expected)),
    };
    if (column, row) == (&b'A', &b'A') {
        return Ok((color, Move::Abstain));
    }
    let place = |letter: &u8| letter.checked_sub(b'B').map(usize::from);
    let point = place(column).zip(place(row)).and_then(|(column, row)| point_from_top_left(size, column, row));
    let outside = || Problem::Outside { property: shortened(line), lines: size.lines() };
    point.map(|point| (color, Move::Place(point))).ok_or_else(outside)
}

/// The name and the rank, such as `velobici   10K*`. `9DP` is a professional rank.
fn player(line: &str) -> PlayerInfo {
    let is_rank = |word: &&str| word.starts_with(|sign: char| sign.is_ascii_digit()) && word.len() <= 4;
    let (name, rank) = match line.rsplit_once(char::is_whitespace) {
        Some((name, rank)) if is_rank(&rank) => (name, Some(rank)),
        _ => (line, None),
    };
    let rank = rank.map(|rank| rank.trim_end_matches(['*', '?']).replace("DP", "p").to_lowercase());
    PlayerInfo { name: Some(on_one_line(name)).filter(|name| !name.is_empty()), rank }
}

/// The date, from `20060928 [08:59]`.
fn date(line: &str) -> Option<String> {
    let day = line.get(..8).filter(|day| day.bytes().all(|digit| digit.is_ascii_digit()))?;
    Some(format!("{}-{}-{}", &day[..4], &day[4..6], &day[6..]))
}

/// The result in SGF's form, from words such as `White wins by 18.5 points!` or `Black loses on time`.
fn result(line: &str) -> Option<String> {
    let line = line.to_lowercase();
    let color = if line.starts_with("white") { 'W' } else { 'B' };
    let other = if color == 'W' { 'B' } else { 'W' };
    let winner = if line.contains("lose") { other } else { color };
    if !line.contains("win") && !line.contains("lose") {
        return None;
    }
    if line.contains("resi") {
        return Some(format!("{winner}+R"));
    }
    if line.contains("time") {
        return Some(format!("{winner}+T"));
    }
    let points = line.split_once("by")?.1.split_whitespace().next()?.trim_end_matches('!');
    let points: f64 = points.parse().ok().filter(|points: &f64| points.is_finite())?;
    Some(format!("{winner}+{points}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "Oro2000 Promotional Match\r\n19\r\njin42      10K*\r\nvelo bici   9DP\r\nwww.cyberoro.com\r\n0\r\n0\r\n6\r\n\
                        20060928 [08:59]\r\n15\r\nWhite loses on time\r\n3\r\nPMABBREER\r\nPMACWEQQE\r\nPMADBAAAA\r\n";

    fn moves(record: &Record) -> Vec<String> {
        record.main_line().moves().map(|(color, action)| format!("{color} {action}")).collect()
    }

    fn error(text: &str) -> String {
        text.parse::<Record>().expect_err("not a record").to_string()
    }

    /// The error that ends a replay.
    fn stopped(text: &str) -> String {
        let record: Record = text.parse().expect("a record");
        record.replay(record.basis(None).ruleset).expect_err("a wrong move").to_string()
    }

    #[test]
    fn gi_before_the_lines_about_the_game_is_no_part_of_them() {
        let game: Record = GAME.parse().expect("a record");
        let header = GAME.split("PMAB").next().expect("a header");
        let prefixed: Vec<String> = header.lines().map(|line| format!("GI{line}\r\n")).collect();
        let prefixed = prefixed.concat();
        for text in [GAME.replace(header, &prefixed), format!("GI\r\n{GAME}")] {
            let record: Record = text.parse().expect("a record");
            assert_eq!((&record.info, moves(&record)), (&game.info, moves(&game)), "{text}");
            assert_eq!(record.notices()[0], RecordNotice::Repair { line: 1, repair: Repair::HeaderPrefix });
        }
    }

    #[test]
    fn a_game_of_cyberoro() {
        let record: Record = GAME.parse().expect("a record");
        assert_eq!(moves(&record), ["black R16", "white D4", "black pass"]);
        let info = &record.info;
        assert_eq!(
            (info.komi, info.result.as_deref(), info.date.as_deref()),
            (Some(6.5), Some("B+T"), Some("2006-09-28"))
        );
        let PerColor { black, white } = &info.players;
        assert_eq!((black.name.as_deref(), black.rank.as_deref()), (Some("velo bici"), Some("9p")));
        assert_eq!((white.name.as_deref(), white.rank.as_deref()), (Some("jin42"), Some("10k")));
        assert_eq!(
            (record.origin().map(|origin| origin.name), record.basis(None).ruleset.name),
            (Some("CyberOro"), "korean")
        );
        let reading = KomiReading::WithoutHalf;
        assert_eq!(record.notices(), [RecordNotice::Komi { written: "6".to_owned(), komi: 6.5, reading }]);
    }

    #[test]
    fn handicap_has_no_half_point() {
        let text = GAME.replace("cyberoro.com\r\n0", "cyberoro.com\r\n4").replace("\r\n6\r\n", "\r\n0\r\n");
        let record: Record =
            text.replace("PMABBREER", "PMABWREER").replace("PMACWEQQE", "PMACBDDDD").parse().expect("a record");
        assert_eq!((record.info.handicap, record.info.komi), (Some(4), Some(0.0)));
        assert_eq!(record.notices(), [RecordNotice::HandicapPoints(4)]);
        assert_eq!(moves(&record), ["white R16", "black C17", "black pass"]);
    }

    #[test]
    fn results_in_words() {
        for (words, expected) in [
            ("White wins by resign!", Some("W+R")),
            ("Black wins by 16.5 points! >> White(66):Black(89)", Some("B+16.5")),
            ("Black wins by 0.5!", Some("B+0.5")),
            ("White loses on time", Some("B+T")),
            ("White wins by  time!", Some("W+T")),
            ("Progressing!", None),
            ("Black wins by nan", None),
            ("", None),
        ] {
            assert_eq!(result(words).as_deref(), expected, "{words}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        let expected = ": expected PM, two letters, B or W, the letters of column and row";
        assert_eq!(stopped(&GAME.replace("PMACWEQQE", "PMACW")), format!("line 14, move 2: PMACW{expected}"));
        assert_eq!(
            stopped(&GAME.replace("PMACWEQQE", "PMACWZZZZ")),
            "line 14, move 2: PMACWZZZZ is not on a board of 19 lines"
        );
        assert_eq!(
            error(&GAME.replace("\r\n19\r\n", "\r\nbig\r\n")),
            "line 2: big: expected a number of lines, such as 19"
        );
        assert_eq!(error(&GAME.replace("\r\n19\r\n", "\r\n21\r\n")), "line 2: board: expected 5 to 19 lines, got 21");
        assert_eq!(
            error(&GAME.replace("cyberoro.com\r\n0", "cyberoro.com\r\n99")),
            "line 6: 99: expected a handicap of 0 to 9"
        );
    }
}
