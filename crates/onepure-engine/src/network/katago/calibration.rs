//! The ranges of activations, found on some positions when a network is loaded.

use super::description::Description;
use super::evaluate::Scratch;
use super::inputs::KatagoInputs;
use super::layers::Packing;
use super::packed::Packed;
use crate::network::kernel::Instructions;
use crate::network::output::NetworkOutput;
use onepure_rules::geometry::{BoardSize, Large};
use onepure_rules::rules::{Game, Move, Ruleset};

/// A game, and the numbers of moves after which a network is evaluated.
struct Sample {
    lines: usize,
    turns: &'static [usize],
    moves: &'static str,
}

/// Games that g170-b6c96 played against itself, its moves drawn by their probabilities.
const SAMPLES: [Sample; 2] = [
    Sample { lines: 19, turns: &[0, 12, 50, 110, 180], moves: LARGE_GAME },
    Sample { lines: 9, turns: &[20], moves: SMALL_GAME },
];

const LARGE_GAME: &str = "\
    R4 D3 C16 Q16 E16 C6 M11 Q3 R3 D15 D16 Q11 L16 D12 D4 C4 D5 C3 M3 J15 R17 R16 Q17 P17 P16 O17 S16 S15 S17 R14 P15 N16 \
    Q14 R15 M14 Q18 M17 O14 Q13 S13 N15 M16 L15 R18 S18 T16 E10 L17 K17 L18 M15 K18 F4 N4 H17 J17 C10 K16 M4 Q8 N5 O5 N6 \
    Q5 F12 Q4 S6 N9 H16 O11 K15 J16 P12 O12 O15 F13 G13 G14 O16 N17 G12 F15 H15 H14 J14 J13 E13 K14 L10 F14 P11 M10 O10 \
    P10 N10 M9 N11 C15 D6 C7 D13 C13 E15 E14 E12 L9 O9 O8 O7 N7 P8 Q12 P13 O6 P7 B15 B16 M7 L6 L7 K6 K10 L11 J8 D14 R6 R5 \
    S7 R7 Q6 S8 Q7 T7 P9 E3 B11 B10 C11 D11 G3 F2 H5 J7 K3 H8 M5 L4 L5 K4 M6 J3 J4 K5 D9 D10 M13 L13 T17 J2 H3 H7 K2 J5 \
    H4 L2 H2 J1 H1 F6 N2 L1 D2 E2 E18 D18 L14 F17 C18 F18 F8 C5 B5 E8 Q2 N13 B8 B4 B6 E9 S2 B3 B2 D1 C2 S3 T3 T4 T2 R2 R1 \
    S1 A16 B17 D17 B18 A11 B13 A10 A9 B9 C12 B12 A12 H9";

const SMALL_GAME: &str = "\
    E6 D4 F4 C6 D7 G6 G5 F5 F6 E5 H5 G7 F7 D3 D5 E4 F3 D6 C7 F8 E7 E8 H8 B7 B6 C5 B8 H6 G8 B5 A7 H3 G3 J6 J5 G2 F2 E2 F1 \
    H1 H7 J2 G1 J4 H2 A5 G2";

/// Packs a network for integers, with its activations balanced.
pub(super) fn packed(description: &Description) -> Packed {
    let pack = |largest: &[Vec<f32>]| {
        let mut packing = Packing { is_integer: true, largest, layers: 0 };
        let packed = Packed::new(description, &mut packing);
        (packed, packing.layers)
    };
    let (unbalanced, layers) = pack(&[]);
    let mut scratch = Scratch::new(&unbalanced, BoardSize::MAIN.lines());
    scratch.record(layers);
    for Sample { lines, turns, moves } in &SAMPLES {
        evaluate(&unbalanced, &mut scratch, *lines, turns, moves);
    }
    pack(&scratch.recorded()).0
}

/// Evaluates a network at some positions of a game.
fn evaluate(packed: &Packed, scratch: &mut Scratch, lines: usize, turns: &[usize], moves: &str) {
    let game = Game::new(BoardSize::new(lines).expect("a size of a board"), Ruleset::tromp_taylor());
    let moves: Vec<Move> = moves.split_whitespace().map(|point| Move::Place(point.parse().expect("a point"))).collect();
    let mut output = NetworkOutput::empty();
    KatagoInputs::<Large>::new(game.size())
        .along(
            &game,
            &moves,
            |turn| turns.contains(&turn),
            |_, inputs| scratch.evaluate(packed, Instructions::best(), inputs, &mut output),
        )
        .expect("legal moves");
}
