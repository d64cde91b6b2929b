//! Networks: the same features from every side, the same results on every processor, and one line of error for invalid files.

#![expect(clippy::float_cmp, reason = "numbers that are made in the same way are the same")]
#![expect(clippy::print_stdout, reason = "the figures of the agreement, shown with --nocapture")]

use onepure::board::Color;
use onepure::geometry::{BoardSize, Large, Layout, Point, PointSet, Symmetry, with_layout};
use onepure::network::{
    Architecture, Global, Inference, Inputs, Instructions, Network, NetworkError, NetworkOutput, Plane, Precision,
};
use onepure::random::Randomness;
use onepure::rules::{Game, Move, Ruleset, areas};
use std::path::Path;

use crate::mirror::Mirror;
use crate::random_moves::RandomMoves;
use crate::trouble::Troublemaker;

/// The inputs in the mirror.
fn seen(mirror: Mirror, mut inputs: Inputs<Large>) -> Inputs<Large> {
    inputs.planes = inputs.planes.map(|plane| mirror.points(plane));
    inputs
}

/// A game of random placements with some passes, on a board of `lines` lines.
fn random_game(seed: u64, lines: usize, ruleset: Ruleset) -> Game {
    let mut randomness = Randomness::new(seed, 0);
    let moves = RandomMoves { window: 19, dead_ends: 0, abstentions: 30 };
    let mut game = Game::new(BoardSize::for_play(lines).expect("5 to 19 lines"), ruleset);
    for _ in 0..=randomness.below(2 * lines * lines) {
        if game.is_over() {
            break;
        }
        let action = moves.choose(&game, &mut randomness);
        game.play(action).expect("a legal move");
    }
    game
}

/// Plays a game and its mirror image, and compares the features. Rules that are never searched have no features.
fn features_are_mirrored(number: u64, lines: usize, symmetry: Symmetry, exchange: bool) {
    let (mut player, mut game) = Troublemaker::game(number, lines);
    // White's points for a handicap do not change colour.
    let has_bonus = game.articles().bonus_for(game.handicap()) > 0;
    if game.articles().family().is_none() || exchange && (has_bonus || game.articles().black_wins_ties) {
        return;
    }
    let mirror = Mirror { size: game.size(), symmetry, exchange };
    let mut in_the_mirror = mirror.start(&game);
    let mut turns = 0;
    while let Some((color, action)) = player.next(&game) {
        let placed = !game.is_before_first_placement();
        if exchange && !placed && action == Move::Abstain {
            return;
        }
        if game.play_as(color, action).is_err() {
            continue;
        }
        let image = in_the_mirror.play_as(mirror.color(color), mirror.action(action));
        image.expect("what can be played can be played mirrored");
        turns += 1;
        // Only Black loses by passing first, which has no mirror image.
        if turns % 5 == 0 && !game.is_over() && (placed || !exchange) {
            let mover = game.to_play();
            let expected = seen(mirror, Inputs::of_game(&game, mover));
            let found = Inputs::<Large>::of_game(&in_the_mirror, mirror.color(mover));
            for plane in 0..found.planes.len() {
                let (found, expected) = (found.planes[plane], expected.planes[plane]);
                assert_eq!(found, expected, "plane {plane} of game {number}, {mirror:?}");
            }
            assert_eq!(found.globals, expected.globals, "game {number}, {mirror:?}");
        }
    }
}

#[test]
fn features_turn_with_the_board_and_change_hands_with_the_stones() {
    for lines in 5..=19 {
        for (number, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            let game = (lines * 8 + number) as u64;
            features_are_mirrored(game, lines, symmetry, number % 2 == 0);
            features_are_mirrored(game + 1000, lines, symmetry, number % 2 == 1);
        }
    }
}

/// The hash of the position after these moves, separated by blanks.
fn hash_after(ruleset: Ruleset, moves: &str) -> u64 {
    let mut game = Game::new(BoardSize::for_play(9).expect("9 lines"), ruleset);
    for name in moves.split(' ') {
        game.play(name.parse().map_or(Move::Abstain, Move::Place)).expect("a legal move");
    }
    let color = game.to_play();
    Inputs::<Large>::of_game(&game, color).hash_of_position(color)
}

#[test]
fn the_hash_of_a_position_does_not_depend_on_the_order_of_its_moves() {
    for ruleset in [Ruleset::one_pure(), Ruleset::chinese()] {
        let hash = |moves| hash_after(ruleset, moves);
        let one = hash("C3 G7 E5");
        assert_eq!(one, hash("E5 G7 C3"));
        let others = ["C3 G7 E6", "C3 E5 G7", "C3 G7 E5 pass", "C3 G7 E5 pass pass"];
        for other in others {
            assert_ne!(one, hash(other), "{other}");
        }
        // The same stones, but White may not retake a ko at once.
        assert_ne!(hash("B1 C1 A2 D2 B3 C3 J9 B2 C2"), hash("B1 C1 A2 D2 B3 C3 J9 pass C2"));
    }
}

/// The komi of the game; under territory plus a point for each stone that Black has placed more than White.
fn komi_by_area(game: &Game) -> f64 {
    let placements =
        |color| game.turns().iter().filter(move |turn| turn.color == color && turn.action != Move::Abstain);
    let placed = |color: Color| (game.start().stones[color].len() + placements(color).count()) as f64;
    let more = if game.articles().counts_territory() { placed(Color::Black) - placed(Color::White) } else { 0.0 };
    let articles = game.articles();
    game.komi() + articles.komi_without_ties() - articles.komi + more
}

#[test]
fn a_position_by_territory_is_shown_as_the_same_position_by_area() {
    let mut compared = 0;
    for number in 0..40 {
        let by_territory = random_game(number, 9, Ruleset::japanese());
        let mut by_area = Game::new(by_territory.size(), Ruleset::chinese());
        let is_same = by_territory.turns().iter().all(|turn| by_area.play_as(turn.color, turn.action).is_ok());
        if !is_same || by_territory.is_over() || by_area.is_over() {
            continue;
        }
        compared += 1;
        by_area.set_komi(Some(komi_by_area(&by_territory)));
        let color = by_territory.to_play();
        let [found, mut expected] = [&by_territory, &by_area].map(|game| Inputs::<Large>::of_game(game, color));
        // Repetition is checked by area alone, and an end is counted by the rules.
        for plane in [Plane::Refused, Plane::Captures] {
            expected.planes[plane as usize] = found.plane(plane);
        }
        for global in [Global::AbstentionEnds, Global::AbstentionWorth] {
            expected.globals[global as usize] = found.global(global);
        }
        assert_eq!(found, expected, "game {number}");
    }
    assert!(compared > 20, "{compared} games");
}

/// With all dead stones captured, the result by territory equals the result by area that the network sees.
#[test]
fn the_komi_by_area_gives_the_result_by_territory() {
    let mut compared = 0;
    for number in 0..400 {
        let game = random_game(number, 5, Ruleset::japanese());
        let areas = areas(game.board());
        // Without a shared point there is no seki.
        if game.is_over() || (areas.black | areas.white) != game.board().all() {
            continue;
        }
        compared += 1;
        let by_area = areas.black.len() as f64 - areas.white.len() as f64 - komi_by_area(&game);
        assert!(
            (game.count().margin() - by_area).abs() < 1e-9,
            "game {number}: {} and {by_area}",
            game.count().margin()
        );
    }
    assert!(compared > 10, "{compared} games");
}

fn features_agree_with_the_game(game: &Game) {
    let mover = game.to_play();
    let inputs = Inputs::<Large>::of_game(game, mover);
    let empties = game.board().empty();
    let points = |holds: &dyn Fn(Point) -> bool| empties.iter().filter(|&point| holds(point)).collect::<PointSet>();
    let explain = |point| game.explain(mover, Move::Place(point));
    let refused = points(&|point| explain(point).is_err() || game.is_dead_end(mover, point));
    assert_eq!(inputs.plane(Plane::Refused), refused);
    assert_eq!(inputs.plane(Plane::SelfFill), points(&|point| game.is_self_fill(mover, point)));
    let captures = |point| {
        explain(point)
            .is_ok_and(|turn| turn.immovable.is_empty() && turn.retired.iter().any(|chain| chain.color != mover))
    };
    assert_eq!(inputs.plane(Plane::Captures), points(&captures));
    for (color, planes) in [
        (mover, [Plane::OwnOneLiberty, Plane::OwnTwoLiberties, Plane::OwnThreeLiberties]),
        (!mover, [Plane::EnemyOneLiberty, Plane::EnemyTwoLiberties, Plane::EnemyThreeLiberties]),
    ] {
        let stones = game.board().stones(color);
        for (number, plane) in planes.into_iter().enumerate() {
            let alike = stones.iter().filter(|&stone| game.board().liberties(stone).len() == number + 1);
            assert_eq!(inputs.plane(plane), alike.collect::<PointSet>());
        }
        // Under ordinary rules a network sees areas, whatever is counted.
        let is_contact = game.articles().counts_contact();
        let owned = if is_contact { game.points().owned_by(color) } else { areas(game.board())[color] };
        assert_eq!(inputs.plane(if color == mover { Plane::OwnPoints } else { Plane::EnemyPoints }), owned);
    }
    let weak = inputs.plane(Plane::OwnOneLiberty) | inputs.plane(Plane::OwnTwoLiberties);
    assert!(inputs.plane(Plane::OwnCaught).is_subset(weak));
    assert!(inputs.plane(Plane::EnemyCaught).is_subset(inputs.plane(Plane::EnemyTwoLiberties)));
    let mut last = game.turns().iter().rev().map(|turn| match turn.action {
        Move::Place(point) => PointSet::of(point),
        Move::Abstain => PointSet::empty(),
    });
    for plane in [Plane::Last, Plane::SecondLast, Plane::ThirdLast, Plane::FourthLast, Plane::FifthLast] {
        assert_eq!(inputs.plane(plane), last.next().unwrap_or_default());
    }

    let ends = game.explain(mover, Move::Abstain).ok().and_then(|turn| turn.outcome);
    assert_eq!(inputs.global(Global::AbstentionEnds), f32::from(u8::from(ends.is_some())));
    if let Some(winner) = ends.and_then(|outcome| outcome.winner()) {
        assert_eq!(inputs.global(Global::AbstentionWorth), if winner == mover { 1.0 } else { -1.0 });
    }
    let quota = |number: u16| f32::from(number) / 180.0;
    for (color, waiting, quarantined) in
        [(mover, Global::OwnWaiting, Global::OwnQuarantined), (!mover, Global::EnemyWaiting, Global::EnemyQuarantined)]
    {
        let stones = game.stones(color);
        assert_eq!(inputs.global(waiting), stones.waiting.map_or(1.0, quota));
        // Without a quota nothing goes to quarantine.
        assert_eq!(inputs.global(quarantined), stones.waiting.map_or(0.0, |_| quota(stones.quarantined)));
    }
    // A network sees a komi without ties if Black wins ties, and territory as area.
    let articles = game.articles();
    let margin = if articles.counts_territory() || articles.taxes_sekis() {
        let area = areas(game.board());
        area.black.len() as f64 - area.white.len() as f64 - komi_by_area(game)
    } else {
        game.count().margin() + articles.komi - articles.komi_without_ties()
    };
    let margin = if mover == Color::Black { margin } else { -margin };
    let score = (margin / 20.0).clamp(-3.0, 3.0);
    let komi = if mover == Color::Black { -komi_by_area(game) } else { komi_by_area(game) };
    assert!((f64::from(inputs.global(Global::Komi)) - (komi / 20.0).clamp(-3.0, 3.0)).abs() < 1e-6, "{komi}");
    // Divided points are not exact in 32 bits.
    assert!((f64::from(inputs.global(Global::Score)) - score).abs() < 1e-6, "{:?}: {score}", inputs.globals);
}

#[test]
fn features_agree_with_the_game_under_both_rule_systems() {
    for lines in 5..=19 {
        for number in 0..6 {
            for ruleset in Ruleset::ALL {
                let game = random_game(number, lines, ruleset);
                if !game.is_over() {
                    features_agree_with_the_game(&game);
                }
            }
        }
    }
    for number in 0..200 {
        let (mut player, mut game) = Troublemaker::game(number, 5 + (number % 15) as usize);
        while let Some((color, action)) = player.next(&game) {
            // Other rules are never searched, so networks see none of their positions.
            let is_known = game.articles().family().is_some();
            if game.play_as(color, action).is_ok() && is_known && game.turns().len() % 7 == 0 && !game.is_over() {
                features_agree_with_the_game(&game);
            }
        }
    }
}

#[test]
fn one_pass_along_a_game_shows_what_each_position_shows() {
    for lines in 5..=19 {
        for ruleset in Ruleset::ALL {
            for number in 0..3 {
                let game = random_game(number, lines, ruleset);
                let moves: Vec<Move> = game.turns().iter().map(|turn| turn.action).collect();
                let mut position = Game::new(game.size(), ruleset);
                position.set_komi(Some(2.5));
                let start = position.clone();
                let mut expected = Vec::new();
                for (turn, &action) in moves.iter().enumerate() {
                    if turn % 3 == 0 && !position.is_over() {
                        expected.push((turn, Inputs::<Large>::of_game(&position, position.to_play())));
                    }
                    position.play(action).expect("a legal move");
                }
                let mut found = Vec::new();
                Inputs::along(&start, &moves, |turn| turn % 3 == 0, |turn, inputs| found.push((turn, inputs.clone())))
                    .expect("legal moves");
                assert!(found == expected, "game {number} on {lines} lines under {}", ruleset.name);
            }
        }
    }
    let start = Game::new(BoardSize::for_play(5).expect("a size"), Ruleset::chinese());
    let moves = ["A1", "B2", "A1"].map(|point| Move::Place(point.parse().expect("a point")));
    let error = Inputs::<Large>::along(&start, &moves, |_| true, |_, _| ()).expect_err("A1 is taken");
    assert!(error.turn == 2 && error.to_string().starts_with("move 3: "), "{error}");
}

/// The evaluations of a game in floats and in integers.
struct Evaluated {
    reference: Vec<f32>,
    integer: Vec<f32>,
}

/// Evaluates a game, and checks that each of these instruction sets computes the same.
fn evaluate<L: Layout>(network: &Network, game: &Game, instructions: &[Instructions]) -> Evaluated {
    let inputs = Inputs::<L>::of_game(game, game.to_play());
    let numbers = |evaluation: NetworkOutput<L>| -> Vec<f32> {
        let NetworkOutput { policy, abstain, outcome, score, deviation, ownership } = evaluation;
        let points = inputs.size.points();
        let whole = [abstain, score, deviation].into_iter().chain(outcome);
        whole.chain(points.clone().map(|point| policy[point])).chain(points.map(|point| ownership[point])).collect()
    };
    let reference = numbers(Inference::with_precision(network, Precision::Reference).evaluate(&inputs));
    let integer = numbers(Inference::new(network).evaluate(&inputs));
    for &instructions in instructions {
        let others = numbers(Inference::with_instructions(network, instructions).evaluate(&inputs));
        let same = integer.iter().zip(&others).all(|(one, other)| one.to_bits() == other.to_bits());
        assert!(same, "{instructions:?} on {} lines: {integer:?} and {others:?}", game.size());
    }
    Evaluated { reference, integer }
}

#[test]
fn every_processor_computes_the_same() {
    let shapes = [
        Architecture::standard(2, 32),
        Architecture { pooled: vec![0, 2], ..Architecture::standard(3, 64) },
        Architecture { channels: 96, ..Architecture::standard(1, 96) },
        // Widths that must be padded.
        Architecture { blocks: 2, channels: 20, pooled: vec![1], policy_channels: 5, value_channels: 18, hidden: 7 },
    ];
    for (seed, shape) in (0..).zip(shapes) {
        let network = Network::random(shape, seed);
        for lines in 5..=19 {
            let ruleset = Ruleset::ALL[lines % 2];
            let game = random_game(seed, lines, ruleset);
            with_layout!(game.size(), L => evaluate::<L>(&network, &game, &Instructions::ALL));
        }
    }
}

/// The bytes of a file with this header and this number of bytes of data.
fn file(header: &str, data: usize) -> Vec<u8> {
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.as_bytes());
    bytes.resize(bytes.len() + data, 0);
    bytes
}

/// The bytes of a network with a part of its header replaced by a text of the same length, or a longer one if there is room.
fn with_header(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let length = u64::from_le_bytes(*bytes.first_chunk().expect("8 bytes")) as usize;
    let header = std::str::from_utf8(&bytes[8..8 + length]).expect("JSON");
    assert!(header.contains(from), "{from} is in the header");
    let header = header.replacen(from, to, 1);
    let mut changed = (header.len() as u64).to_le_bytes().to_vec();
    changed.extend(header.as_bytes());
    changed.extend(&bytes[8 + length..]);
    changed
}

#[test]
fn what_is_no_network_is_refused_in_one_line() {
    let good = Network::random(Architecture::standard(2, 32), 1).to_bytes();
    assert!(Network::from_bytes(&good).is_ok());
    let mut infinite = good.clone();
    let last = infinite.len() - 2;
    infinite[last..].copy_from_slice(&0x7c00_u16.to_le_bytes());
    let mut too_long = good.clone();
    too_long.push(0);

    let cases: Vec<(Vec<u8>, &str)> = vec![
        (Vec::new(), "not in the safetensors format"),
        (b"GIF89a, a picture".to_vec(), "not in the safetensors format"),
        (vec![0xff; 5000], "not in the safetensors format"),
        (file("{no json", 0), "not in the safetensors format"),
        (file("{}", 0), "no `format`"),
        (
            file(r#"{"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}"#, 8),
            "no `format`",
        ),
        (good[..good.len() - 1000].to_vec(), "is not whole"),
        (good[..100].to_vec(), "is not whole"),
        (too_long, "is not whole"),
        (with_header(&good, r#""version":"1""#, r#""version":"2""#), "of version 2, and this program reads version 1"),
        (with_header(&good, r#""features":"1""#, r#""features":"9""#), "features of version 9"),
        (with_header(&good, r#"\"blocks\":2"#, r#"\"blocks\":999"#), "`blocks` is 999, and may be 1 to 40"),
        (with_header(&good, r#"\"blocks\":2"#, r#"\"bl\":2"#), "unknown field `bl`"),
        (
            with_header(&good, r#"\"pooled\":[]"#, r#"\"pooled\":[5]"#),
            "`pooled` is [5], and must be rising numbers below 2",
        ),
        (with_header(&good, r#"\"hidden\":32"#, r#"\"hidden\":31"#), "and must have [31"),
        (with_header(&good, r#""stem.conv.bias""#, r#""stem.conv.bios""#), "a tensor `stem.conv.bios`"),
        (with_header(&good, r#"\"blocks\":2"#, r#"\"blocks\":3"#), "no tensor `blocks.2.conv1.weight`"),
        (with_header(&good, r#""dtype":"F16""#, r#""dtype":"I16""#), "are I16, and must be F16 or F32"),
        (infinite, "not finite"),
    ];
    for (bytes, expected) in cases {
        match Network::from_bytes(&bytes) {
            Ok(_) => assert!(expected.is_empty(), "taken for a network: {expected}"),
            Err(error) => {
                let line = error.to_string();
                assert!(!expected.is_empty() && line.contains(expected), "{line}");
                assert!(!line.contains('\n'), "{line}");
            }
        }
    }
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.safetensors");
    let file = std::fs::File::create(&path).expect("a file");
    // A sparse file takes no room on the disk.
    file.set_len(1 << 30).expect("a length");
    assert!(matches!(Network::open(&path), Err(NetworkError::TooLarge)));
    let error = Network::open(folder.path().join("none")).map(|_| ()).expect_err("no file");
    assert!(matches!(error, NetworkError::Read(_)) && !error.to_string().contains('\n'));
}

/// The Kullback-Leibler divergence of the policy in floats from that in integers, and the differences of the other outputs.
struct Agreement {
    divergence: f64,
    winning: f64,
    score: f64,
    ownership: f64,
}

fn agreement(points: usize, evaluated: &Evaluated) -> Agreement {
    let Evaluated { reference, integer } = evaluated;
    let policy = |numbers: &[f32]| -> Vec<f64> {
        let logits = numbers[7..7 + points].iter().chain(&numbers[..1]).map(|&logit| f64::from(logit));
        let most = logits.clone().fold(f64::MIN, f64::max);
        let powers: Vec<f64> = logits.map(|logit| (logit - most).exp()).collect();
        let sum: f64 = powers.iter().sum();
        powers.into_iter().map(|power| power / sum).collect()
    };
    let difference = |place: usize| f64::from((reference[place] - integer[place]).abs());
    let (one, other) = (policy(reference), policy(integer));
    Agreement {
        divergence: one.iter().zip(&other).map(|(one, other)| one * (one / other).ln()).sum(),
        winning: difference(3).max(difference(4)),
        score: difference(1),
        ownership: (7 + points..7 + 2 * points).map(difference).fold(0.0, f64::max),
    }
}

/// The differences between integers and floats over a thousand positions of random games: the mean, the 99th percentile, and the
/// maximum.
#[derive(Debug)]
struct Apart {
    mean: f64,
    rarely: f64,
    most: f64,
}

fn agreement_on_a_thousand_positions(network: &Network) -> [Apart; 4] {
    let mut numbers: [Vec<f64>; 4] = Default::default();
    for number in 0..1000 {
        let lines = if number % 20 == 0 { 5 + (number / 20) % 15 } else { 7 };
        let game = random_game(number as u64, lines, Ruleset::ALL[number % 2]);
        let evaluated = with_layout!(game.size(), L => evaluate::<L>(network, &game, &[]));
        let Agreement { divergence, winning, score, ownership } = agreement(lines * lines, &evaluated);
        for (numbers, number) in numbers.iter_mut().zip([divergence, winning, score, ownership]) {
            numbers.push(number);
        }
    }
    numbers.map(|mut numbers| {
        numbers.sort_by(f64::total_cmp);
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        Apart { mean, rarely: numbers[990], most: numbers[999] }
    })
}

/// docs/network.md states these bounds.
#[test]
fn integers_agree_with_floats_on_a_thousand_positions() {
    let network = Network::random(Architecture::standard(4, 32), 7);
    let [divergence, winning, score, ownership] = agreement_on_a_thousand_positions(&network);
    println!("policy {divergence:?}, winning {winning:?}, score {score:?}, ownership {ownership:?}");
    assert!(divergence.mean < 0.003 && divergence.most < 0.06);
    assert!(winning.mean < 0.005 && winning.most < 0.05);
    assert!(score.mean < 0.3 && score.most < 2.0);
}

#[test]
fn the_integers_of_the_network_in_use_agree_with_its_floats() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/onepure-engine/networks/6b64c-21.safetensors");
    let network = Network::open(path).expect("a network");
    let [divergence, winning, score, ownership] = agreement_on_a_thousand_positions(&network);
    println!("policy {divergence:?}, winning {winning:?}, score {score:?}, ownership {ownership:?}");
    // Activations beyond their calibrated range are cut off: in few positions, but by a lot.
    assert!(divergence.mean < 0.01 && divergence.rarely < 0.1);
    assert!(winning.mean < 0.01 && winning.rarely < 0.1);
    assert!(score.mean < 1.0 && score.rarely < 8.0);
}
