//! The file of a KataGo network: tokens of text, and blocks of floats behind `@BIN@`, perhaps compressed by gzip.
//!
//! The source is `cpp/neuralnet/desc.cpp` of KataGo 1.17. Read are versions 8 to 17 with residual, global pooling, nested bottleneck,
//! attention and gated feed-forward blocks. Normalisation is folded into the layer before it wherever nothing stands between them.

use super::description::{
    Activation, Attention, Block, Conv, Description, Layer, Matrix, Norm, PolicyHead, PooledConv, RmsNorm, Rotary, Tip,
    ValueHead,
};
use super::inputs::{GLOBALS, PLANES};
use super::tokens::{Found, KatagoFileError, MOST_BYTES, Reader};
use flate2::bufread::MultiGzDecoder;
use onepure_rules::files;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The largest number of blocks in a row: a file cannot demand more memory than is sensible.
const MOST_BLOCKS: usize = 200;

/// The widest kernels that are computed: in the trunk, and of the planes.
const MOST_SIDE: usize = 3;
const MOST_SIDE_OF_PLANES: usize = 19;

/// The versions that are read, and the first ones with a part of the file.
const VERSIONS: std::ops::RangeInclusive<u32> = 8..=17;
const WITH_ACTIVATIONS: u32 = 11;
const WITH_POST_PROCESSING: u32 = 13;
const WITH_OPTIONS: u32 = 15;
const WITH_HEAD_OPTIONS: u32 = 17;

/// The factors of score mean, deviation and lead in files without post-processing.
const FACTORS: [f32; 3] = [20.0; 3];

impl Description {
    /// Reads a file.
    pub(super) fn open(path: &Path) -> Result<Self, KatagoFileError> {
        let file = files::open(path)?;
        if file.metadata()?.len() > MOST_BYTES {
            return Err(KatagoFileError::TooLarge);
        }
        Self::read(BufReader::new(file))
    }

    /// Reads a network from the bytes of a file.
    pub(super) fn read(mut bytes: impl BufRead) -> Result<Self, KatagoFileError> {
        const GZIP: [u8; 2] = [0x1f, 0x8b];
        if bytes.fill_buf()?.starts_with(&GZIP) {
            Reader::new(BufReader::new(MultiGzDecoder::new(bytes))).description()
        } else {
            Reader::new(bytes).description()
        }
    }
}

impl<R: BufRead> Reader<R> {
    fn activation(&mut self) -> Found<Activation> {
        self.text()?;
        if self.version < WITH_ACTIVATIONS {
            return Ok(Activation::Relu);
        }
        match self.text()?.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            found => self.other("ACTIVATION_IDENTITY, ACTIVATION_RELU, ACTIVATION_MISH or ACTIVATION_SILU", found),
        }
    }

    /// A convolution that is `most` points wide at the most.
    fn conv(&mut self, most: usize) -> Found<Conv> {
        self.text()?;
        let [height, width] = [self.count("the height of a kernel", most)?, self.count("the width of a kernel", most)?];
        let [inputs, outputs] = [self.channels()?, self.channels()?];
        let dilation = [self.count("a dilation", 1)?, self.count("a dilation", 1)?];
        if height != width || height % 2 == 0 || dilation != [1, 1] {
            return self.other("a square kernel of odd width", format!("{height}x{width}"));
        }
        let weights = self.floats(height * width * inputs * outputs)?;
        Ok(Conv { inputs, outputs, side: height, weights, bias: vec![0.0; outputs] })
    }

    /// A convolution with this number of inputs.
    fn conv_of(&mut self, inputs: usize) -> Found<Conv> {
        let conv = self.conv(MOST_SIDE)?;
        self.fits(conv.inputs, inputs)?;
        Ok(conv)
    }

    fn fits(&self, found: usize, expected: usize) -> Found<()> {
        if found == expected { Ok(()) } else { self.other(format!("{expected} channels"), found.to_string()) }
    }

    fn matrix(&mut self) -> Found<Matrix> {
        self.text()?;
        let [inputs, outputs] = [self.channels()?, self.channels()?];
        Ok(Matrix { inputs, outputs, weights: self.floats(inputs * outputs)? })
    }

    fn matrix_of(&mut self, inputs: usize) -> Found<Matrix> {
        let matrix = self.matrix()?;
        self.fits(matrix.inputs, inputs)?;
        Ok(matrix)
    }

    fn bias(&mut self, outputs: usize) -> Found<Vec<f32>> {
        self.text()?;
        let found = self.channels()?;
        self.fits(found, outputs)?;
        self.floats(found)
    }

    /// The factor and the bias of each channel that batch normalisation amounts to.
    fn batch_norm(&mut self, channels: usize) -> Found<(Vec<f32>, Vec<f32>)> {
        self.text()?;
        let found = self.channels()?;
        self.fits(found, channels)?;
        let (epsilon, has_scale, has_bias) =
            (f64::from(self.float()?), self.number::<u8>("0 or 1")? != 0, self.number::<u8>("0 or 1")? != 0);
        let (mean, variance) = (self.floats(channels)?, self.floats(channels)?);
        let scale = if has_scale { self.floats(channels)? } else { vec![1.0; channels] };
        let bias = if has_bias { self.floats(channels)? } else { vec![0.0; channels] };
        let scales = scale
            .iter()
            .zip(&variance)
            .map(|(&scale, &variance)| f64::from(scale) / (f64::from(variance) + epsilon).sqrt());
        let scales: Vec<f64> = scales.collect();
        if let Some(scale) = scales.iter().find(|scale| !scale.is_finite()) {
            return self.other("a variance above 0", scale.to_string());
        }
        let biases = bias
            .iter()
            .zip(&mean)
            .zip(&scales)
            .map(|((&bias, &mean), scale)| f64::from(bias) - scale * f64::from(mean));
        let biases = biases.map(|bias| bias as f32).collect();
        Ok((scales.into_iter().map(|scale| scale as f32).collect(), biases))
    }

    fn norm(&mut self, channels: usize) -> Found<Norm> {
        let (scale, bias) = self.batch_norm(channels)?;
        Ok(Norm { scale, bias, activation: self.activation()? })
    }

    fn rms_norm(&mut self, channels: usize) -> Found<RmsNorm> {
        self.text()?;
        let found = self.channels()?;
        self.fits(found, channels)?;
        let epsilon = self.float()?;
        Ok(RmsNorm { scale: self.floats(channels)?, epsilon })
    }

    /// A convolution with the normalisation behind it.
    fn normed_conv(&mut self, inputs: usize) -> Found<Conv> {
        let mut conv = self.conv_of(inputs)?;
        let (scale, bias) = self.batch_norm(conv.outputs)?;
        conv.fold(&scale, bias);
        Ok(conv)
    }

    fn pooled_conv(&mut self, inputs: usize) -> Found<PooledConv> {
        let mut conv = self.conv_of(inputs)?;
        let pooled = self.normed_conv(inputs)?;
        if pooled.side != conv.side {
            return self.other(format!("a kernel of width {}", conv.side), pooled.side.to_string());
        }
        let pooled_activation = self.activation()?;
        let mut weights = self.matrix_of(3 * pooled.outputs)?;
        self.fits(weights.outputs, conv.outputs)?;
        let (scale, bias) = self.batch_norm(conv.outputs)?;
        conv.fold(&scale, bias);
        for row in weights.weights.chunks_mut(weights.outputs) {
            row.iter_mut().zip(&scale).for_each(|(weight, scale)| *weight *= scale);
        }
        Ok(PooledConv { conv, pooled, pooled_activation, weights, activation: self.activation()? })
    }

    fn blocks(&mut self, number: usize, channels: usize, is_nested: bool) -> Found<Vec<Block>> {
        (0..number).map(|_| self.block(channels, is_nested)).collect()
    }

    fn block(&mut self, channels: usize, is_nested: bool) -> Found<Block> {
        const KINDS: &str = "ordinary_block, gpool_block, nested_bottleneck_block, transformer_attention_block or transformer_ffn_block";
        let kind = self.text()?;
        self.text()?;
        match kind.as_str() {
            "ordinary_block" => {
                let norm = self.norm(channels)?;
                let first = self.normed_conv(channels)?;
                let activation = self.activation()?;
                let second = self.conv_of(first.outputs)?;
                self.fits(second.outputs, channels)?;
                Ok(Block::Residual { norm, first, activation, second })
            }
            "gpool_block" => {
                let norm = self.norm(channels)?;
                let first = self.pooled_conv(channels)?;
                let second = self.conv_of(first.conv.outputs)?;
                self.fits(second.outputs, channels)?;
                Ok(Block::Pooling { norm, first, second })
            }
            "nested_bottleneck_block" if !is_nested => {
                let number = self.count("a number of blocks", MOST_BLOCKS)?;
                let norm = self.norm(channels)?;
                let first = self.conv_of(channels)?;
                let blocks = self.blocks(number, first.outputs, true)?;
                let inner_norm = self.norm(first.outputs)?;
                let second = self.conv_of(first.outputs)?;
                self.fits(second.outputs, channels)?;
                Ok(Block::Nested { norm, first, blocks, inner_norm, second })
            }
            "transformer_attention_block" => Ok(Block::Attention(self.attention(channels)?)),
            "transformer_ffn_block" => self.feed_forward(channels),
            _ => self.other(KINDS, kind),
        }
    }

    fn attention(&mut self, channels: usize) -> Found<Attention> {
        let [heads, shared_heads, width, value_width] = [(); 4].map(|()| self.channels());
        let (heads, shared_heads, width, value_width) = (heads?, shared_heads?, width?, value_width?);
        let (has_rotary, is_learned) = (self.number::<u8>("0 or 1")? != 0, self.number::<u8>("0 or 1")? != 0);
        if heads % shared_heads != 0 || width % 2 != 0 {
            return self.other(
                "heads of queries for each head of keys, of an even width",
                format!("{heads}/{shared_heads}x{width}"),
            );
        }
        let norm = self.rms_norm(channels)?;
        let [query, key, value] = [(); 3].map(|()| self.matrix_of(channels));
        let (query, key, value) = (query?, key?, value?);
        for (matrix, outputs) in
            [(&query, heads * width), (&key, shared_heads * width), (&value, shared_heads * value_width)]
        {
            self.fits(matrix.outputs, outputs)?;
        }
        let out = self.matrix_of(heads * value_width)?;
        self.fits(out.outputs, channels)?;
        let rotary = match (has_rotary, is_learned) {
            (true, true) => {
                self.text()?;
                let found = [self.channels()?, self.channels()?, self.channels()?];
                if found != [shared_heads, width / 2, 2] {
                    return self.other(format!("{:?} frequencies", [shared_heads, width / 2, 2]), format!("{found:?}"));
                }
                let numbers = self.floats(shared_heads * width)?;
                Some(Rotary::Learned(numbers.as_chunks().0.to_vec()))
            }
            (true, false) => {
                self.text()?;
                Some(Rotary::Fixed(self.float()?))
            }
            (false, _) => None,
        };
        Ok(Attention { norm, heads, shared_heads, width, value_width, query, key, value, out, rotary })
    }

    fn feed_forward(&mut self, channels: usize) -> Found<Block> {
        let [_, _] = [self.channels()?, self.channels()?];
        let is_gated: u8 = self.number("0 or 1")?;
        if is_gated == 0 {
            return self.other("1 for a gated feed-forward block (SwiGLU)", "0");
        }
        let norm = self.rms_norm(channels)?;
        let (hidden, gate) = (self.matrix_of(channels)?, self.matrix_of(channels)?);
        self.fits(gate.outputs, hidden.outputs)?;
        let out = self.matrix_of(hidden.outputs)?;
        self.fits(out.outputs, channels)?;
        Ok(Block::FeedForward { norm, hidden, gate, out })
    }

    fn layer(&mut self, weights: Matrix, activation: Option<Activation>) -> Found<Layer> {
        let bias = self.bias(weights.outputs)?;
        let activation = activation.map_or_else(|| self.activation(), Ok)?;
        Ok(Layer { weights, bias, activation })
    }

    fn policy(&mut self, channels: usize) -> Found<PolicyHead> {
        self.text()?;
        if self.version >= WITH_HEAD_OPTIONS {
            self.number::<i64>("an option of the policy")?;
            self.unused(3)?;
        }
        let conv = self.pooled_conv(channels)?;
        let points = self.conv_of(conv.conv.outputs)?.first();
        let pools = 3 * conv.pooled.outputs;
        let (hidden, pass) = if self.version >= WITH_OPTIONS {
            let weights = self.matrix_of(pools)?;
            let hidden = self.layer(weights, None)?;
            let pass = self.matrix_of(hidden.weights.outputs)?;
            (Some(hidden), pass)
        } else {
            (None, self.matrix_of(pools)?)
        };
        Ok(PolicyHead { conv, points, hidden, pass: pass.first() })
    }

    fn value(&mut self, channels: usize) -> Found<ValueHead> {
        self.text()?;
        if self.version >= WITH_HEAD_OPTIONS {
            self.unused(3)?;
        }
        let conv = self.normed_conv(channels)?;
        let activation = self.activation()?;
        let weights = self.matrix_of(3 * conv.outputs)?;
        // The activation stands behind the bias in the file.
        let hidden = self.layer(weights, None)?;
        let weights = self.matrix_of(hidden.weights.outputs)?;
        self.fits(weights.outputs, 3)?;
        let outcome = self.layer(weights, Some(Activation::Identity))?;
        let weights = self.matrix_of(hidden.weights.outputs)?;
        if weights.outputs < 3 {
            return self.other("at least 3 scores", weights.outputs.to_string());
        }
        let scores = self.layer(weights, Some(Activation::Identity))?;
        let ownership = self.conv_of(conv.outputs)?.first();
        Ok(ValueHead { conv, activation, hidden, outcome, scores, ownership })
    }

    fn description(&mut self) -> Found<Description> {
        let name = self.text()?;
        self.version = self.number("the version of a KataGo network")?;
        if !VERSIONS.contains(&self.version) {
            let expected = format!("a network of version {} to {}", VERSIONS.start(), VERSIONS.end());
            return self.other(expected, self.version.to_string());
        }
        let (planes, globals) = (self.channels()?, self.channels()?);
        if (planes, globals) != (PLANES, GLOBALS) {
            return self.other(format!("{PLANES} planes and {GLOBALS} globals"), format!("{planes} and {globals}"));
        }
        let mut factors = FACTORS;
        if self.version >= WITH_POST_PROCESSING {
            let [_, mean, deviation, lead, ..] = [(); 7].map(|()| self.float());
            factors = [mean?, deviation?, lead?];
        }
        let mut is_area_with_suicide = false;
        if self.version >= WITH_OPTIONS {
            self.unused(1)?;
            is_area_with_suicide = self.number::<i64>("0 or 1")? != 0;
            self.unused(6)?;
        }
        self.text()?;
        let blocks = self.count("a number of blocks", MOST_BLOCKS)?;
        let channels = self.channels()?;
        for _ in 0..4 {
            self.number::<i64>("a number of channels")?;
        }
        let mut tip = 0;
        if self.version >= WITH_OPTIONS {
            tip = self.number("0 or 1 for the normalisation at the end of the trunk")?;
            self.unused(5)?;
        }
        let planes = self.conv(MOST_SIDE_OF_PLANES)?;
        self.fits(planes.inputs, PLANES)?;
        self.fits(planes.outputs, channels)?;
        let globals = self.matrix_of(GLOBALS)?;
        self.fits(globals.outputs, channels)?;
        let blocks = self.blocks(blocks, channels, false)?;
        let tip = match tip {
            0 => Tip::Norm(self.norm(channels)?),
            1 => self.rms_tip(channels)?,
            _ => return self.other("0 or 1 for the normalisation at the end of the trunk", tip.to_string()),
        };
        let (policy, value) = (self.policy(channels)?, self.value(channels)?);
        let sides = [&policy.conv.conv, &policy.points, &value.conv, &value.ownership].map(|conv| conv.side);
        if sides != [1; 4] {
            return self.other("kernels of width 1 in the heads", format!("{sides:?}"));
        }
        let version = self.version;
        Ok(Description {
            name,
            version,
            is_area_with_suicide,
            factors,
            channels,
            planes,
            globals,
            blocks,
            tip,
            policy,
            value,
        })
    }

    fn rms_tip(&mut self, channels: usize) -> Found<Tip> {
        self.text()?;
        let found = self.channels()?;
        self.fits(found, channels)?;
        let epsilon = self.float()?;
        let is_spatial = self.number::<u8>("0 or 1")? != 0;
        self.unused(1)?;
        let (scale, bias) = (self.floats(channels)?, self.floats(channels)?);
        Ok(Tip::Rms { epsilon, is_spatial, norm: Norm { scale, bias, activation: self.activation()? } })
    }
}
