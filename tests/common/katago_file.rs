//! KataGo network files with random weights, in the format of `cpp/neuralnet/desc.cpp` of KataGo 1.17.
//!
//! The weights are the same on every machine. `tests/data/katago-answers.jsonl` has the answers of KataGo itself.

use std::fmt::Display;

/// A block of the trunk.
enum Block {
    Residual,
    Pooling,
    /// Blocks on fewer channels.
    Nested(usize, &'static [Block]),
    Attention {
        heads: usize,
        /// The heads of keys and values.
        shared_heads: usize,
        width: usize,
        value_width: usize,
        /// The lowest angular frequency, or learned frequencies.
        rotary: Option<f32>,
    },
    /// With this number of hidden channels.
    FeedForward(usize),
}

/// A network of random weights.
pub(crate) struct RandomNetwork {
    /// The name in the file.
    pub(crate) name: &'static str,
    version: u32,
    activation: &'static str,
    /// The channels of the trunk.
    channels: usize,
    /// The width of the first convolution.
    side: usize,
    /// The mean square of random weights times three and the number of inputs: enough for outputs that differ.
    spread: f32,
    /// Whether the root mean square normalises the end of the trunk, and that of the whole board.
    tip: Option<bool>,
    blocks: &'static [Block],
}

/// Networks with each kind of block.
pub(crate) const NETWORKS: [RandomNetwork; 4] = [
    RandomNetwork {
        name: "residual-v8",
        version: 8,
        activation: "ACTIVATION_RELU",
        channels: 16,
        side: 5,
        spread: 4.5,
        tip: None,
        blocks: &[Block::Residual, Block::Pooling],
    },
    RandomNetwork {
        name: "bottleneck-v11",
        version: 11,
        activation: "ACTIVATION_MISH",
        channels: 24,
        side: 3,
        spread: 4.5,
        tip: None,
        blocks: &[Block::Nested(16, &[Block::Residual, Block::Pooling])],
    },
    RandomNetwork {
        name: "transformer-v15",
        version: 15,
        activation: "ACTIVATION_SILU",
        channels: 16,
        side: 3,
        spread: 3.0,
        tip: Some(false),
        blocks: &[Block::Nested(
            12,
            &[
                Block::Attention { heads: 4, shared_heads: 2, width: 6, value_width: 5, rotary: None },
                Block::FeedForward(20),
            ],
        )],
    },
    RandomNetwork {
        name: "attention-v17",
        version: 17,
        activation: "ACTIVATION_MISH",
        channels: 20,
        side: 3,
        spread: 9.0,
        tip: Some(true),
        blocks: &[
            Block::Attention { heads: 2, shared_heads: 2, width: 8, value_width: 8, rotary: Some(100.0) },
            Block::Residual,
        ],
    },
];

/// The channels of the heads, and the hidden ones of the value.
const HEAD: usize = 12;
const HIDDEN: usize = 16;

impl RandomNetwork {
    /// The bytes of the file, uncompressed.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut file = File { bytes: Vec::new(), random: u64::from(self.version), network: self };
        file.network();
        file.bytes
    }
}

/// A file that is being written.
struct File<'network> {
    bytes: Vec<u8>,
    random: u64,
    network: &'network RandomNetwork,
}

impl File<'_> {
    fn line(&mut self, tokens: &[&dyn Display]) {
        let line: Vec<String> = tokens.iter().map(ToString::to_string).collect();
        self.bytes.extend((line.join(" ") + "\n").into_bytes());
    }

    /// A number from -1 to 1 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
    fn random(&mut self) -> f32 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.random;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    /// Random floats around `middle`, at most `reach` from it.
    fn floats(&mut self, count: usize, middle: f32, reach: f32) {
        self.bytes.extend(b"@BIN@");
        for _ in 0..count {
            let number = middle + reach * self.random();
            self.bytes.extend(number.to_le_bytes());
        }
        self.bytes.push(b'\n');
    }

    fn activation(&mut self) {
        self.line(&[&"activation"]);
        if self.network.version >= 11 {
            self.line(&[&self.network.activation]);
        }
    }

    fn conv(&mut self, side: usize, inputs: usize, outputs: usize) {
        self.line(&[&"conv", &side, &side, &inputs, &outputs, &1, &1]);
        self.floats(side * side * inputs * outputs, 0.0, (self.network.spread / (side * side * inputs) as f32).sqrt());
    }

    fn matrix(&mut self, inputs: usize, outputs: usize) {
        self.line(&[&"matrix", &inputs, &outputs]);
        self.floats(inputs * outputs, 0.0, (self.network.spread / inputs as f32).sqrt());
    }

    fn bias(&mut self, channels: usize) {
        self.line(&[&"bias", &channels]);
        self.floats(channels, 0.0, 0.3);
    }

    /// Batch normalisation. Older files have no scale.
    fn norm(&mut self, channels: usize) {
        let has_scale = self.network.version >= 11;
        self.line(&[&"norm", &channels, &0.001, &u8::from(has_scale), &1]);
        self.floats(channels, 0.0, 0.3);
        self.floats(channels, 1.0, 0.5);
        if has_scale {
            self.floats(channels, 1.0, 0.3);
        }
        self.floats(channels, 0.0, 0.3);
    }

    fn activated_norm(&mut self, channels: usize) {
        self.norm(channels);
        self.activation();
    }

    fn rms_norm(&mut self, channels: usize) {
        self.line(&[&"rms", &channels, &0.000_01]);
        self.floats(channels, 1.0, 0.3);
    }

    /// A convolution with a bias from global pooling of a second one.
    fn pooled_conv(&mut self, side: usize, inputs: usize, outputs: usize, pooled: usize) {
        self.conv(side, inputs, outputs);
        self.conv(side, inputs, pooled);
        self.activated_norm(pooled);
        self.matrix(3 * pooled, outputs);
        self.activated_norm(outputs);
    }

    fn block(&mut self, block: &Block, channels: usize) {
        match *block {
            Block::Residual => {
                self.line(&[&"ordinary_block", &"residual"]);
                self.activated_norm(channels);
                self.conv(3, channels, channels);
                self.activated_norm(channels);
                self.conv(3, channels, channels);
            }
            Block::Pooling => {
                self.line(&[&"gpool_block", &"pooling"]);
                self.activated_norm(channels);
                self.pooled_conv(3, channels, channels - 4, 8);
                self.conv(3, channels - 4, channels);
            }
            Block::Nested(inside, blocks) => {
                self.line(&[&"nested_bottleneck_block", &"nested", &blocks.len()]);
                self.activated_norm(channels);
                self.conv(1, channels, inside);
                for block in blocks {
                    self.block(block, inside);
                }
                self.activated_norm(inside);
                self.conv(1, inside, channels);
            }
            Block::Attention { heads, shared_heads, width, value_width, rotary } => {
                let is_learned = u8::from(rotary.is_none());
                self.line(&[&"transformer_attention_block", &"attention"]);
                self.line(&[&heads, &shared_heads, &width, &value_width, &1, &is_learned]);
                self.rms_norm(channels);
                self.matrix(channels, heads * width);
                self.matrix(channels, shared_heads * width);
                self.matrix(channels, shared_heads * value_width);
                self.matrix(heads * value_width, channels);
                if let Some(frequency) = rotary {
                    self.line(&[&"theta", &frequency]);
                } else {
                    self.line(&[&"frequencies", &shared_heads, &(width / 2), &2]);
                    self.floats(shared_heads * width, 0.0, 1.0);
                }
            }
            Block::FeedForward(hidden) => {
                self.line(&[&"transformer_ffn_block", &"feed-forward", &channels, &hidden, &1]);
                self.rms_norm(channels);
                self.matrix(channels, hidden);
                self.matrix(channels, hidden);
                self.matrix(hidden, channels);
            }
        }
    }

    fn network(&mut self) {
        let &RandomNetwork { name, version, channels, side, tip, blocks, .. } = self.network;
        self.line(&[&name, &version, &22, &19]);
        if version >= 13 {
            // The factors of the outputs: those of score mean, deviation and lead are the second to fourth.
            self.line(&[&20, &18, &10, &15, &40, &0.25, &30]);
        }
        if version >= 15 {
            self.line(&[&0, &0, &0, &0, &0, &0, &0, &0]);
        }
        self.line(&[&"trunk", &blocks.len(), &channels, &channels, &channels, &channels, &channels]);
        if version >= 15 {
            self.line(&[&u8::from(tip.is_some()), &0, &0, &0, &0, &0]);
        }
        self.conv(side, 22, channels);
        self.matrix(19, channels);
        for block in blocks {
            self.block(block, channels);
        }
        match tip {
            None => self.norm(channels),
            Some(is_spatial) => {
                self.line(&[&"rms", &channels, &0.000_01, &u8::from(is_spatial), &0]);
                self.floats(channels, 1.0, 0.3);
                self.floats(channels, 0.0, 0.3);
            }
        }
        self.activation();
        let policies = match version {
            17.. => 4,
            12.. => 2,
            _ => 1,
        };
        self.line(&[&"policy"]);
        if version >= 17 {
            self.line(&[&policies, &0, &0, &0]);
        }
        self.pooled_conv(1, channels, HEAD, HEAD);
        self.conv(1, HEAD, policies);
        if version >= 15 {
            self.matrix(3 * HEAD, HEAD);
            self.bias(HEAD);
            self.activation();
            self.matrix(HEAD, policies);
        } else {
            self.matrix(3 * HEAD, policies);
        }
        self.line(&[&"value"]);
        if version >= 17 {
            self.line(&[&0, &0, &0]);
        }
        self.conv(1, channels, HEAD);
        self.activated_norm(HEAD);
        self.matrix(3 * HEAD, HIDDEN);
        self.bias(HIDDEN);
        self.activation();
        self.matrix(HIDDEN, 3);
        self.bias(3);
        let scores = if version >= 9 { 6 } else { 4 };
        self.matrix(HIDDEN, scores);
        self.bias(scores);
        self.conv(1, HEAD, 1);
    }
}

/// The bytes with the first occurrence of `from` replaced.
pub(crate) fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).expect("the text is there");
    [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat()
}
