//! `sekis`: positions with a constructed seki. Games of self-play end with one in two hundred, too few to learn from.

use crate::data::{Kind, POINTS, Sample, Target};
use crate::positions::write;
use crate::samples::{Samples, count};
use anyhow::{Context, bail};
use clap::Args;
use onepure::arena::selfplay::{TrainingGame, TrainingGames};
use onepure::board::{Color, PerColor, Position};
use onepure::engine::{Engine, Settings};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::network::Inputs;
use onepure::random::Randomness;
use onepure::rules::{Game, Move, Ruleset, areas};
use rand::RngExt;
use std::io::{self, Write};
use std::path::PathBuf;

/// The name of the rules, by area.
const RULES: &str = "chinese";

/// The points of a pocket in which a seki is constructed.
const POCKET: std::ops::RangeInclusive<u32> = 9..=18;

/// The chance that a pocket begins at the edge, where sekis are in games.
const AT_EDGE: f64 = 0.7;

/// The leads in points, of either colour, from which the komi follows: mostly all hangs on the seki.
const LEADS: [f64; 6] = [0.5, 0.5, 1.5, 2.5, 4.5, 8.5];

/// Every `TEST_SEKIS`-th seki is for the test.
const TEST_SEKIS: usize = 20;

/// Attempts for each seki; at the ends of ordinary games one in two succeeds.
const MOST_ATTEMPTS: usize = 1000;

/// The arguments of `sekis`.
#[derive(Debug, Args)]
pub(crate) struct Sekis {
    /// Files of training games, whose counted boards are the surroundings
    #[arg(required = true, value_name = "GAMES.jsonl.gz")]
    games: Vec<PathBuf>,
    /// Number of lines of the board
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(7..=19))]
    size: u8,
    /// Number of sekis, each in 24 positions; there are as many positions with dead stones
    #[arg(long = "sekis", value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
    /// Seed of the random choices
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The file to write
    #[arg(long, value_name = "POSITIONS.safetensors")]
    output: PathBuf,
}

impl Sekis {
    /// Writes the positions, and prints their number on stdout.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let size = BoardSize::for_play(self.size.into())?;
        let mut random = Randomness::new(self.seed, 0);
        let ends = self.ends(size)?;
        if ends.is_empty() {
            bail!("expected counted games by `{RULES}` on {} lines, got none", size.lines());
        }
        let wanted = self.number as usize;
        let mut samples = Samples::default();
        let (mut sekis, mut others, mut attempts) = (0, 0, 0);
        while sekis < wanted || others < wanted {
            attempts += 1;
            if attempts > MOST_ATTEMPTS * wanted {
                bail!("after {attempts} attempts there are {sekis} sekis: these games end without room for more");
            }
            let end = &ends[random.random_range(0..ends.len())];
            let Some(position) = end.with_pocket(size, &mut random) else { continue };
            let Some(judged) = Judged::of(size, position) else { continue };
            let number = if judged.is_seki { &mut sekis } else { &mut others };
            if *number == wanted {
                continue;
            }
            *number += 1;
            let part = if *number % TEST_SEKIS == 0 { &mut samples.test } else { &mut samples.training };
            let of_kind = part.entry(Kind { lines: size.lines(), rules: RULES.to_owned() }).or_default();
            for position in [judged, judged.exchanged()] {
                of_kind.extend(position.samples(size, &mut random));
            }
        }
        samples.games = ends.len();
        write(&samples, None, &self.output)?;
        let (positions, tested) = (count(&samples.training), count(&samples.test));
        let output = self.output.display();
        writeln!(io::stdout(), "{output}: {sekis} sekis, {positions} positions, {tested} for the test")?;
        Ok(())
    }

    /// The counted boards of the games.
    fn ends(&self, size: BoardSize) -> anyhow::Result<Vec<End>> {
        let mut ends = Vec::new();
        for file in &self.games {
            for game in TrainingGames::open(file)? {
                let game = game?;
                if game.size == size.lines() && game.rules == RULES {
                    let end = End::of(&game).with_context(|| format!("{}: game {}", file.display(), game.game))?;
                    ends.extend(end);
                }
            }
        }
        Ok(ends)
    }
}

/// The end of a game, in which all stones count.
struct End {
    /// The stones.
    stones: PerColor<PointSet>,
    /// The points of each colour.
    owned: PerColor<PointSet>,
}

impl End {
    /// The end of a game; `None` if it was not counted.
    fn of(game: &TrainingGame) -> anyhow::Result<Option<Self>> {
        let (Some(_), Some(mut here), Some(moves)) = (&game.ownership, game.start(), game.moves()) else {
            return Ok(None);
        };
        for action in moves {
            here.play(action)?;
        }
        let board = here.board();
        Ok(Some(Self { stones: board.position().stones, owned: areas(board) }))
    }

    /// This end with a pocket in the area of one colour: in it a group of the other colour without eyes, and stones of the first that share
    /// its only two liberties. It is a seki if the group, having taken these stones, lives. `None` if chance finds no place.
    fn with_pocket(&self, size: BoardSize, random: &mut Randomness) -> Option<Position> {
        let all: PointSet = size.all();
        let outer = if random.random() { Color::Black } else { Color::White };
        let area = self.owned[outer];
        let edge: PointSet = all.iter().filter(|&point| (PointSet::of(point).neighbours() & all).len() < 4).collect();
        let begin = if random.random_bool(AT_EDGE) { area & edge } else { area };
        let mut pocket = PointSet::of(any(begin, random)?);
        for _ in 1..random.random_range(POCKET) {
            // The more neighbours a point has in the pocket, the rounder the pocket becomes.
            let roundness = |point: Point| (PointSet::of(point).neighbours() & pocket).len() as f64;
            let around = (pocket.neighbours() & area) - pocket;
            let next = around.iter().map(|point| (roundness(point) + random.random_range(0.0..1.5), point));
            pocket.insert(next.max_by(|(one, _), (other, _)| one.total_cmp(other))?.1);
        }
        let wall = (pocket.neighbours() & all) - pocket;
        if !wall.is_subset(area) {
            return None;
        }
        // Beside the wall a liberty or a stone of its colour would have a connection.
        let inner = pocket - wall.neighbours();
        let first = any(inner, random)?;
        let liberties = PointSet::of(first) | PointSet::of(any(inner - PointSet::of(first), random)?);
        let mut core = PointSet::of(any(inner - liberties, random)?);
        for _ in 0..random.random_range(2..=5) {
            core.insert(any((core.neighbours() & inner) - liberties - core, random)?);
        }
        let group = pocket - liberties - core;
        let is_one = PointSet::of(group.first()?).flood_within(group) == group;
        let shares = |stones: PointSet| liberties.is_subset(stones.neighbours());
        if !(is_one && shares(group) && shares(core)) {
            return None;
        }
        let mut stones = PerColor::from_fn(|color| self.stones[color] - pocket);
        stones[outer] |= wall | core;
        stones[!outer] |= group;
        Some(Position { stones })
    }
}

/// A random point of a set; `None` if it is empty.
fn any(points: PointSet, random: &mut Randomness) -> Option<Point> {
    points.nth(random.random_range(0..points.len().max(1)))
}

/// A position with its points.
#[derive(Clone, Copy)]
struct Judged {
    stones: PerColor<PointSet>,
    owned: PerColor<PointSet>,
    is_seki: bool,
}

impl Judged {
    /// Judges a position as the engine does after the end of a game. `None` if a chain has no liberty, or if it is neither a seki nor has
    /// dead stones.
    fn of(size: BoardSize, position: Position) -> Option<Self> {
        let stones = position.stones;
        let mut game = Game::set_up(size, Ruleset::chinese(), position, Color::Black).ok()?;
        for _ in Color::BOTH {
            game.play(Move::Abstain).ok()?;
        }
        let settings = Settings { threads: 1, visits: Some(1), memory: 16, ..Settings::default() };
        let mut engine = Engine::new(size, Ruleset::chinese(), settings);
        engine.set_game(game);
        let (dead, seki) = (engine.dead_stones(), engine.stones_in_seki());
        let owned = areas(&engine.game().board_without(dead));
        let is_seki = dead.is_empty();
        (!(is_seki && seki.is_empty())).then_some(Self { stones, owned, is_seki })
    }

    /// The position with the colours exchanged.
    fn exchanged(&self) -> Self {
        let exchanged = |of: &PerColor<PointSet>| PerColor { black: of.white, white: of.black };
        Self { stones: exchanged(&self.stones), owned: exchanged(&self.owned), is_seki: self.is_seki }
    }

    /// The positions to learn, with different komi and either colour to play, after the last stone or a pass.
    fn samples(&self, size: BoardSize, random: &mut Randomness) -> Vec<Sample> {
        let mut samples = Vec::new();
        for to_play in Color::BOTH {
            for lead in LEADS {
                let Some(mut game) = self.game(size, to_play, random) else { continue };
                let komi = self.difference() + if random.random() { lead } else { -lead };
                game.set_komi(Some(komi));
                samples.push(self.sample(&game, to_play));
            }
        }
        samples
    }

    /// Black's points less White's, without komi.
    fn difference(&self) -> f64 {
        self.owned.black.len() as f64 - self.owned.white.len() as f64
    }

    /// A game in this position, whose last turn was a stone of the other colour, or a pass after one of the colour to play. `None` if chance
    /// finds no stone that can have been the last.
    fn game(&self, size: BoardSize, to_play: Color, random: &mut Randomness) -> Option<Game> {
        let passes = random.random();
        let last = if passes { to_play } else { !to_play };
        (0..10).find_map(|_| {
            let point = any(self.stones[last], random)?;
            let mut stones = self.stones;
            stones[last].remove(point);
            let mut game = Game::set_up(size, Ruleset::chinese(), Position { stones }, last).ok()?;
            game.play(Move::Place(point)).ok()?;
            if passes {
                game.play(Move::Abstain).ok()?;
            }
            Color::BOTH.into_iter().all(|color| game.board().stones(color) == self.stones[color]).then_some(game)
        })
    }

    /// The sample of a position. Its policy is not known.
    fn sample(&self, game: &Game, to_play: Color) -> Sample {
        let owner =
            |point| f32::from(self.owned[to_play].contains(point)) - f32::from(self.owned[!to_play].contains(point));
        let lead = self.difference() - game.komi();
        let lead = if to_play == Color::Black { lead } else { -lead };
        let target = Target {
            outcome: if lead > 0.0 { [1.0, 0.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0, 0.0] },
            score: Some(lead as f32 / POINTS),
            ownership: Some(game.size().points().map(owner).collect()),
            ..Target::default()
        };
        Sample { target, ..Sample::of_inputs(&Inputs::of_game(game, to_play)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board with two areas: Black's from A to F, White's from G on.
    fn end(size: BoardSize) -> End {
        let columns = |columns: std::ops::RangeInclusive<usize>| -> PointSet {
            size.points().filter(|point: &Point| columns.contains(&point.column())).collect()
        };
        let owned = PerColor { black: columns(0..=5), white: columns(6..=8) };
        End { stones: PerColor { black: columns(5..=5), white: columns(6..=6) }, owned }
    }

    #[test]
    fn a_seki_has_two_shared_points_and_no_dead_stone() {
        let size = BoardSize::for_play(9).expect("9 lines");
        let mut random = Randomness::new(1, 0);
        let (end, mut sekis, mut others) = (end(size), 0, 0);
        while sekis < 2 || others < 2 {
            let Some(position) = end.with_pocket(size, &mut random) else { continue };
            let Some(judged) = Judged::of(size, position) else { continue };
            let all = |of: &PerColor<PointSet>| of.black | of.white;
            let shared = size.all() - all(&judged.owned);
            let lives = |color: Color| judged.stones[color].is_subset(judged.owned[color]);
            if judged.is_seki {
                sekis += 1;
                assert_eq!(shared.len(), 2);
                assert!(Color::BOTH.into_iter().all(lives));
                assert!(Color::BOTH.into_iter().all(|color| shared.is_subset(judged.stones[color].neighbours())));
            } else {
                others += 1;
                assert!(!Color::BOTH.into_iter().all(lives));
            }
        }
    }

    #[test]
    fn a_sample_tells_who_leads_by_how_much() {
        let size = BoardSize::for_play(9).expect("9 lines");
        let end = end(size);
        let judged = Judged { stones: end.stones, owned: end.owned, is_seki: true };
        let mut random = Randomness::new(1, 0);
        for (judged, black) in [(judged, 54), (judged.exchanged(), 27)] {
            for sample in judged.samples(size, &mut random) {
                let Target { outcome, score, ownership, .. } = sample.target;
                let lead = score.expect("a score") * POINTS;
                assert_eq!((outcome[0] > 0.5, LEADS.contains(&f64::from(lead.abs()))), (lead > 0.0, true));
                let owners = ownership.expect("owners");
                let own = owners.iter().filter(|&&owner| owner > 0.0).count();
                assert!([black, 81 - black].contains(&own));
            }
        }
    }
}
