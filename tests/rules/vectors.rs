//! The cases with known answers in `tests/data/vectors`, every move compared with the reference engine too.

use super::cases::{Case, Step, cases, color_of, points};
use crate::comparison::Bout;
use anyhow::{Context, Result, anyhow, bail, ensure};
use onepure::board::Color;
use onepure::geometry::PointSet;
use onepure::rules::{Cause, Game, Move, RetiredChain, Retirement};
use std::fmt::Write as _;
use std::path::Path;

#[test]
fn every_file_holds() -> Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/vectors");
    let mut files = 0;
    let mut failures = String::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            files += 1;
            let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            for case in cases(&text).with_context(|| path.display().to_string())? {
                if let Err(error) = run_case(&case) {
                    writeln!(failures, "{}: {error:#}", path.display())?;
                }
            }
        }
    }
    ensure!(failures.is_empty(), "\n{failures}");
    ensure!(files >= 5, "only {files} files in {}", folder.display());
    Ok(())
}

#[test]
fn a_bad_file_fails() {
    let fails = |text: &str, words: &str| {
        let error = run(text).expect_err(text);
        let message = format!("{error:#}");
        assert!(message.contains(words), "`{message}` does not say `{words}`");
    };
    fails("", "there is no `case`");
    fails("size 9", "before the first `case`");
    fails("case a\nsize 9\nplay A1", "expects nothing");
    fails("case a\nsizes 9", "no such key");
    fails("case a\nsize 9\nexpect colour black", "no such expectation");
    fails("case a\nsize nine\nexpect moves 0", "line 2");
    fails("case a\nrules chess\nexpect moves 0", "no such rules");
    fails("case a\nboard\n. X\n\nexpect moves 0", "the sign X");
    fails("case a\nplay A1\nsize 9\nexpect moves 1", "before the first step");
    fails("case a\nplay I1\nexpect moves 1", "point: expected a letter from A to T without I");
    fails("case a\nplay A1 A1\nexpect moves 1", "A1 is occupied");
    fails("case a\nplay A1\nexpect moves 2", "moves: 1, not 2");
    fails("case a\nplay A1\nexpect moves 1\nrefuse white A2: A2 is occupied", "was not refused");
    fails("case a\nplay A1\nexpect board\n. #\n. .\n\n", "the board");
    fails("case a\nsize 5\nexpect points 0 1", "points: 0 0, not 0 1");
}

fn run(text: &str) -> Result<()> {
    cases(text)?.iter().try_for_each(run_case)
}

fn run_case(case: &Case) -> Result<()> {
    let mut sizes = case.sizes.clone();
    sizes.try_for_each(|lines| play(case, lines).with_context(|| format!("{}, {lines} lines", case.title)))
}

fn play(case: &Case, lines: usize) -> Result<()> {
    let game = case.game(lines)?;
    let mut bout = Bout::new(&game, game.clone());
    for (number, step) in &case.steps {
        take(&mut bout, step).with_context(|| format!("line {number}"))?;
    }
    Ok(())
}

fn take(bout: &mut Bout<Game>, step: &Step) -> Result<()> {
    match step {
        Step::Play(moves) => moves.iter().try_for_each(|&action| {
            let color = bout.tested().to_play();
            play_one(bout, color, action)
        }),
        Step::PlayAs(color, action) => play_one(bout, *color, *action),
        Step::Cycle(moves) => {
            for &action in moves.iter().cycle() {
                let color = bout.tested().to_play();
                play_one(bout, color, action)?;
                if bout.tested().is_over() {
                    break;
                }
            }
            Ok(())
        }
        Step::Refuse(color, action, words) => {
            let refusal = bout.tested().check(*color, *action).err().context("it was not refused")?;
            ensure!(refusal.to_string() == *words, "it was refused with `{refusal}`");
            let answer = bout.play(*color, *action, true).map_err(|difference| anyhow!(difference))?;
            ensure!(answer.is_err(), "it was played");
            Ok(())
        }
        Step::Expect(key, value) => expect(bout.tested(), key, value),
        Step::ExpectBoard(stones) => {
            let found = bout.tested().board().position().stones;
            ensure!(found == *stones, "the board has {found:?}");
            Ok(())
        }
    }
}

fn play_one(bout: &mut Bout<Game>, color: Color, action: Move) -> Result<()> {
    bout.tested().check(color, action)?;
    bout.play(color, action, true).map(|_| ()).map_err(|difference| anyhow!(difference))
}

fn expect(game: &Game, key: &str, value: &str) -> Result<()> {
    let (first, rest) = value.split_once(' ').unwrap_or((value, ""));
    let last = game.turns().last();
    let both =
        |number: fn(&Game, Color) -> String| format!("{} {}", number(game, Color::Black), number(game, Color::White));
    let found = match key {
        "moves" => game.turns().len().to_string(),
        "turn" => game.to_play().to_string(),
        "stones" => both(|game, color| game.stones(color).board.to_string()),
        "waiting" => both(|game, color| or_none(game.stones(color).waiting)),
        "quarantined" => both(|game, color| game.stones(color).quarantined.to_string()),
        "retired-in-all" => {
            game.retired().iter().map(|chain| chain.times * chain.stones.len()).sum::<usize>().to_string()
        }
        "points" => both(|game, color| game.count().points[color].to_string()),
        "owner" => format!("{first} {}", or_none(game.points().owner(first.parse()?))),
        "result" => or_none(game.outcome().map(|outcome| outcome.verdict)),
        "reason" => or_none(game.outcome().map(|outcome| outcome.reason.name())),
        "articles" => {
            let outcome = game.outcome().context("play has not ended")?;
            let articles: Vec<_> = outcome.articles(&game.count()).iter().map(ToString::to_string).collect();
            if articles.is_empty() { "none".to_owned() } else { articles.join(" ") }
        }
        "barred" => or_none(game.barred()),
        "retired" => chains(last.map_or(&[], |turn| &turn.retired)),
        "retired-so-far" => retired_so_far(game.retired()),
        "immovable" => listed(last.map(|turn| turn.immovable.iter().copied().collect()).unwrap_or_default()),
        "dead-end" => {
            let (color, point) = rest.split_once(' ').context("yes or no, a colour and a point are wanted")?;
            let is_dead_end = game.is_dead_end(color_of(color)?, point.parse()?);
            format!("{} {rest}", if is_dead_end { "yes" } else { "no" })
        }
        "without" => {
            let (names, _) = value.split_once(" = ").context("points, ` = ` and a count are wanted")?;
            let lifted = points(names)?;
            let stones = game.board().stones(Color::Black) | game.board().stones(Color::White);
            ensure!(lifted.is_subset(stones), "no stone on {}", listed(lifted - stones));
            let count = game.count_without(lifted);
            format!("{names} = {} {} {}", count.points.black, count.points.white, count.verdict())
        }
        _ => bail!("no such expectation"),
    };
    ensure!(found == value, "{key}: {found}, not {value}");
    Ok(())
}

fn or_none<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

/// Points in the order of the board, from A1; `none` for no point.
fn listed(points: PointSet) -> String {
    let names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

/// Chains in the order of the board: colour, points, cause, and what is special; `none` for no chain.
fn chains(retired: &[Retirement]) -> String {
    let mut chains = retired.to_vec();
    chains.sort_by_key(|chain| chain.stones.first());
    let mut text = String::new();
    for chain in &chains {
        let cause = cause_name(chain.cause);
        let separator = if text.is_empty() { "" } else { ", " };
        let repeated = if chain.repeated { " repeated" } else { "" };
        let quarantined = if chain.quarantined { " quarantined" } else { "" };
        let _ = write!(text, "{separator}{} {} {cause}{repeated}{quarantined}", chain.color, listed(chain.stones));
    }
    if text.is_empty() { "none".to_owned() } else { text }
}

/// Chains with how often they retired, and why the last time; `none` for no chain.
fn retired_so_far(chains: &[RetiredChain]) -> String {
    let described = |chain: &RetiredChain| {
        format!("{} {} {} {}", chain.color, listed(chain.stones), chain.times, cause_name(chain.cause))
    };
    let texts: Vec<_> = chains.iter().map(described).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
}

fn cause_name(cause: Cause) -> &'static str {
    match cause {
        Cause::Enclosed => "enclosed",
        Cause::SelfFill => "self-fill",
    }
}
