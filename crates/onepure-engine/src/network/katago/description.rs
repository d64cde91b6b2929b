//! A network of KataGo as its file describes it: the numbers of its layers, without padding.

/// A network as its file describes it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Description {
    /// The name in the file.
    pub(super) name: String,
    /// The version of the format.
    pub(super) version: u32,
    /// Whether the area of planes 18 and 19 is that of rules with suicide, whatever the rules of the game are.
    pub(super) is_area_with_suicide: bool,
    /// The factors from the outputs to points: score mean, deviation, lead.
    pub(super) factors: [f32; 3],
    /// The channels of the trunk.
    pub(super) channels: usize,
    /// The convolution of the planes.
    pub(super) planes: Conv,
    /// The weights of the globals in each channel.
    pub(super) globals: Matrix,
    /// The blocks of the trunk.
    pub(super) blocks: Vec<Block>,
    /// The end of the trunk.
    pub(super) tip: Tip,
    /// The policy.
    pub(super) policy: PolicyHead,
    /// Outcome, score and ownership.
    pub(super) value: ValueHead,
}

/// A convolution that keeps the size of the board.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Conv {
    /// The number of input channels.
    pub(super) inputs: usize,
    /// The number of output channels.
    pub(super) outputs: usize,
    /// The width of the kernel: an odd number.
    pub(super) side: usize,
    /// The weights [side, side, inputs, outputs].
    pub(super) weights: Vec<f32>,
    /// The bias of each output.
    pub(super) bias: Vec<f32>,
}

/// A matrix.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matrix {
    /// The number of inputs.
    pub(super) inputs: usize,
    /// The number of outputs.
    pub(super) outputs: usize,
    /// The weights [inputs, outputs].
    pub(super) weights: Vec<f32>,
}

/// A function of each number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Activation {
    /// The number itself.
    Identity,
    /// 0 for negative numbers.
    Relu,
    /// x · tanh(ln(1 + eˣ)) (Misra, 2019).
    Mish,
    /// x / (1 + e⁻ˣ).
    Silu,
}

/// A factor and a bias of each channel, and an activation.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Norm {
    /// The factor of each channel.
    pub(super) scale: Vec<f32>,
    /// The bias of each channel.
    pub(super) bias: Vec<f32>,
    /// The activation.
    pub(super) activation: Activation,
}

/// Normalisation by the root mean square of a point's channels.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RmsNorm {
    /// The factor of each channel.
    pub(super) scale: Vec<f32>,
    /// What is added to the mean square.
    pub(super) epsilon: f32,
}

/// The end of the trunk.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tip {
    /// A normalisation with constants.
    Norm(Norm),
    /// A normalisation by the root mean square, then one with constants.
    Rms {
        /// What is added to the mean square.
        epsilon: f32,
        /// Whether the mean is that of all points, and not of each.
        is_spatial: bool,
        /// The rest.
        norm: Norm,
    },
}

/// A block of the trunk: what it computes is added to its input.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Block {
    /// Two convolutions.
    Residual {
        /// Before the first convolution.
        norm: Norm,
        /// The first convolution.
        first: Conv,
        /// Between the convolutions.
        activation: Activation,
        /// The second convolution.
        second: Conv,
    },
    /// Two convolutions with global pooling between them.
    Pooling {
        /// Before the first convolution.
        norm: Norm,
        /// The first convolution.
        first: PooledConv,
        /// The second convolution.
        second: Conv,
    },
    /// Blocks on fewer channels.
    Nested {
        /// Before the first convolution.
        norm: Norm,
        /// The convolution to fewer channels.
        first: Conv,
        /// The blocks.
        blocks: Vec<Block>,
        /// Before the second convolution.
        inner_norm: Norm,
        /// The convolution to all channels.
        second: Conv,
    },
    /// Attention of each point to all of them.
    Attention(Attention),
    /// Two layers for each point: with SiLU and a gate (SwiGLU), and without.
    FeedForward {
        /// Before the first layer.
        norm: RmsNorm,
        /// The first layer.
        hidden: Matrix,
        /// The gate of the first layer.
        gate: Matrix,
        /// The second layer.
        out: Matrix,
    },
}

/// Attention with rotary positions (Su et al., "RoFormer", 2021).
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Attention {
    /// Before the layer.
    pub(super) norm: RmsNorm,
    /// The heads of queries.
    pub(super) heads: usize,
    /// The heads of keys and values: each serves as many heads of queries.
    pub(super) shared_heads: usize,
    /// The numbers of a query and of a key.
    pub(super) width: usize,
    /// The numbers of a value.
    pub(super) value_width: usize,
    /// The queries of all heads.
    pub(super) query: Matrix,
    /// The keys of all shared heads.
    pub(super) key: Matrix,
    /// The values of all shared heads.
    pub(super) value: Matrix,
    /// The layer behind the attention.
    pub(super) out: Matrix,
    /// How queries and keys turn with the place; `None` if they do not.
    pub(super) rotary: Option<Rotary>,
}

/// The angles by which the pairs of numbers of queries and keys turn.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Rotary {
    /// Radians along columns and along rows for each pair of each shared head.
    Learned(Vec<[f32; 2]>),
    /// Powers of this number: the first half of the pairs turns along rows, the other along columns.
    Fixed(f32),
}

/// A convolution, with a bias from the pools of another one, and a normalisation.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PooledConv {
    /// The convolution.
    pub(super) conv: Conv,
    /// The convolution that is pooled.
    pub(super) pooled: Conv,
    /// Before the pools.
    pub(super) pooled_activation: Activation,
    /// The weights of the pools in each channel.
    pub(super) weights: Matrix,
    /// Behind the sum.
    pub(super) activation: Activation,
}

/// The head of the policy: of several policies the first, which is the ordinary one.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PolicyHead {
    /// The first layer.
    pub(super) conv: PooledConv,
    /// The logits of the points.
    pub(super) points: Conv,
    /// A layer between the pools and the logit of the pass, in newer files.
    pub(super) hidden: Option<Layer>,
    /// The logit of the pass.
    pub(super) pass: Matrix,
}

/// A matrix, a bias and an activation.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Layer {
    /// The weights.
    pub(super) weights: Matrix,
    /// The bias of each output.
    pub(super) bias: Vec<f32>,
    /// The activation.
    pub(super) activation: Activation,
}

/// The head of everything else.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ValueHead {
    /// The first layer.
    pub(super) conv: Conv,
    /// Behind it.
    pub(super) activation: Activation,
    /// The hidden layer over the pools.
    pub(super) hidden: Layer,
    /// The logits of win, loss and no result.
    pub(super) outcome: Layer,
    /// Score mean, deviation and lead, and perhaps more.
    pub(super) scores: Layer,
    /// The ownership before its hyperbolic tangent.
    pub(super) ownership: Conv,
}

impl Conv {
    /// Takes over a normalisation that follows.
    pub(super) fn fold(&mut self, scale: &[f32], bias: Vec<f32>) {
        for row in self.weights.chunks_mut(self.outputs) {
            row.iter_mut().zip(scale).for_each(|(weight, scale)| *weight *= scale);
        }
        self.bias = bias;
    }

    /// The first output alone.
    pub(super) fn first(self) -> Self {
        let weights = self.weights.iter().step_by(self.outputs).copied().collect();
        Self { outputs: 1, weights, bias: vec![self.bias[0]], ..self }
    }
}

impl Matrix {
    /// The first output alone.
    pub(super) fn first(self) -> Self {
        Self { outputs: 1, weights: self.weights.iter().step_by(self.outputs).copied().collect(), ..self }
    }
}
