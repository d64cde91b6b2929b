//! A small network with random weights: in integers close to floats, and the same bits with all instructions.

use super::description::{
    Activation, Attention, Block, Conv, Description, Layer, Matrix, Norm, PolicyHead, PooledConv, RmsNorm, Rotary, Tip,
    ValueHead,
};
use super::evaluate::Scratch;
use super::inputs::{GLOBALS, KatagoInputs, PLANES};
use super::layers::Packing;
use super::packed::Packed;
use super::{KatagoInference, KatagoNetwork};
use crate::network::inference::Precision;
use crate::network::kernel::Instructions;
use crate::network::output::NetworkOutput;
use onepure_rules::geometry::{BoardSize, Point, Small};
use onepure_rules::rules::{Game, Move, Ruleset};

/// Random numbers.
struct Random(u32);

impl Random {
    fn below(&mut self, most: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % most
    }

    /// Numbers from -`most` to `most`.
    fn numbers(&mut self, count: usize, most: f32) -> Vec<f32> {
        (0..count).map(|_| (self.below(1 << 16) as f32 / 32_768.0 - 1.0) * most).collect()
    }

    fn conv(&mut self, inputs: usize, outputs: usize, side: usize) -> Conv {
        let products = side * side * inputs;
        let weights = self.numbers(products * outputs, (3.0 / products as f32).sqrt());
        Conv { inputs, outputs, side, weights, bias: self.numbers(outputs, 0.2) }
    }

    fn matrix(&mut self, inputs: usize, outputs: usize) -> Matrix {
        Matrix { inputs, outputs, weights: self.numbers(inputs * outputs, (3.0 / inputs as f32).sqrt()) }
    }

    fn layer(&mut self, inputs: usize, outputs: usize, activation: Activation) -> Layer {
        Layer { weights: self.matrix(inputs, outputs), bias: self.numbers(outputs, 0.2), activation }
    }

    fn norm(&mut self, channels: usize, activation: Activation) -> Norm {
        let scale = self.numbers(channels, 0.3).iter().map(|number| number + 1.0).collect();
        Norm { scale, bias: self.numbers(channels, 0.3), activation }
    }

    fn rms_norm(&mut self, channels: usize) -> RmsNorm {
        RmsNorm { scale: self.norm(channels, Activation::Identity).scale, epsilon: 1e-6 }
    }

    fn pooled(&mut self, inputs: usize, outputs: usize, pooled: usize, side: usize) -> PooledConv {
        PooledConv {
            conv: self.conv(inputs, outputs, side),
            pooled: self.conv(inputs, pooled, side),
            pooled_activation: Activation::Mish,
            weights: self.matrix(3 * pooled, outputs),
            activation: Activation::Mish,
        }
    }

    /// Heads of 16 numbers, two of which share keys and values.
    fn attention(&mut self, channels: usize) -> Block {
        let (heads, shared_heads, width, value_width) = (4, 2, 16, 12);
        Block::Attention(Attention {
            norm: self.rms_norm(channels),
            heads,
            shared_heads,
            width,
            value_width,
            query: self.matrix(channels, heads * width),
            key: self.matrix(channels, shared_heads * width),
            value: self.matrix(channels, shared_heads * value_width),
            out: self.matrix(heads * value_width, channels),
            rotary: Some(Rotary::Learned(self.numbers(shared_heads * width, 0.5).as_chunks::<2>().0.to_vec())),
        })
    }

    /// A network with all kinds of layers. Most numbers of channels are no multiples of a register.
    fn description(&mut self) -> Description {
        let (channels, inside) = (40, 24);
        let blocks = vec![
            Block::Residual {
                norm: self.norm(channels, Activation::Relu),
                first: self.conv(channels, channels, 3),
                activation: Activation::Relu,
                second: self.conv(channels, channels, 3),
            },
            Block::Pooling {
                norm: self.norm(channels, Activation::Mish),
                first: self.pooled(channels, inside, 8, 3),
                second: self.conv(inside, channels, 3),
            },
            Block::Nested {
                norm: self.norm(channels, Activation::Mish),
                first: self.conv(channels, inside, 1),
                blocks: vec![
                    self.attention(inside),
                    Block::FeedForward {
                        norm: self.rms_norm(inside),
                        hidden: self.matrix(inside, 48),
                        gate: self.matrix(inside, 48),
                        out: self.matrix(48, inside),
                    },
                ],
                inner_norm: self.norm(inside, Activation::Silu),
                second: self.conv(inside, channels, 1),
            },
        ];
        Description {
            name: "random".to_owned(),
            version: 15,
            is_area_with_suicide: false,
            factors: [20.0; 3],
            channels,
            planes: self.conv(PLANES, channels, 3),
            globals: self.matrix(GLOBALS, channels),
            blocks,
            tip: Tip::Norm(self.norm(channels, Activation::Mish)),
            policy: PolicyHead {
                conv: self.pooled(channels, 16, 16, 1),
                points: self.conv(16, 1, 1),
                hidden: Some(self.layer(48, 16, Activation::Mish)),
                pass: self.matrix(16, 1),
            },
            value: ValueHead {
                conv: self.conv(channels, 16, 1),
                activation: Activation::Mish,
                hidden: self.layer(48, 24, Activation::Mish),
                outcome: self.layer(24, 3, Activation::Identity),
                scores: self.layer(24, 6, Activation::Identity),
                ownership: self.conv(16, 1, 1),
            },
        }
    }

    fn inputs(&mut self, lines: usize) -> KatagoInputs<Small> {
        let size = BoardSize::new(lines).expect("a size of a board");
        let mut inputs = KatagoInputs::new(size);
        for plane in &mut inputs.planes[1..] {
            *plane = size.points().filter(|_| self.below(6) == 0).collect();
        }
        inputs.planes[0] = size.all();
        inputs.globals[5] = 0.3;
        inputs
    }
}

/// All numbers that a network answers: logits, outcome, score, deviation and ownership.
fn evaluated(packed: &Packed, instructions: Instructions, inputs: &KatagoInputs<Small>) -> Vec<f32> {
    let (mut scratch, mut output) = (Scratch::new(packed, 9), NetworkOutput::empty());
    scratch.evaluate(packed, instructions, inputs, &mut output);
    let mut numbers: Vec<f32> = inputs.size.points().map(|point| output.policy[point]).collect();
    numbers.push(output.abstain);
    numbers.extend(output.outcome);
    numbers.extend([output.score / 20.0, output.deviation / 20.0]);
    numbers.extend(inputs.size.points().map(|point| output.ownership[point]));
    numbers
}

#[test]
fn integers_are_close_to_floats_and_the_same_with_all_instructions() {
    let mut random = Random(1);
    let description = random.description();
    let pack =
        |is_integer, largest: &[Vec<f32>]| Packed::new(&description, &mut Packing { is_integer, largest, layers: 0 });
    let (floats, unbalanced) = (pack(false, &[]), pack(true, &[]));
    let sample = random.inputs(7);
    let mut scratch = Scratch::new(&unbalanced, 9);
    scratch.record(11);
    let output = &mut NetworkOutput::empty();
    scratch.evaluate(&unbalanced, Instructions::Portable, &sample, output);
    let balanced = pack(true, &scratch.recorded());
    for lines in [2, 5, 9] {
        let inputs = random.inputs(lines);
        let expected = evaluated(&floats, Instructions::Portable, &inputs);
        for integers in [&unbalanced, &balanced] {
            let found = evaluated(integers, Instructions::Portable, &inputs);
            for (number, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let difference = (found - expected).abs();
                assert!(difference < 0.1, "{lines} lines, number {number}: {found}, in floats {expected}");
            }
            for instructions in Instructions::ALL.into_iter().filter(|instructions| instructions.are_available()) {
                let others = evaluated(integers, instructions, &inputs);
                let is_same = others.iter().zip(&found).all(|(one, other)| one.to_bits() == other.to_bits());
                assert!(is_same, "{instructions:?} on {lines} lines");
            }
        }
    }
}

#[test]
fn a_game_is_judged_by_contact_where_that_counts() {
    let network = KatagoNetwork::of(&Random(3).description(), Precision::Integer);
    let size = BoardSize::new(9).expect("a size of a board");
    let moves = [Point::new(4, 4), Point::new(2, 5)].map(Move::Place);
    for (rules, counts_contact) in [("one-pure", true), ("chinese", false)] {
        let game = Game::new(size, Ruleset::named(rules).expect("a rule set"));
        let mut inference = KatagoInference::new(&network, size.lines());
        let mut seen = 0;
        let see = |_, inputs: &KatagoInputs<Small>| {
            let found = inference.evaluate(inputs);
            let mut expected = inference.evaluate(&KatagoInputs { counts_contact: false, ..inputs.clone() });
            if counts_contact {
                expected.count_contact(size);
            }
            assert_eq!(found, expected, "{rules}");
            seen += 1;
        };
        network.inputs(size).along(&game, &moves, |_| true, see).expect("legal moves");
        assert_eq!(seen, moves.len(), "{rules}");
    }
}
