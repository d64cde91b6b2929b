//! Evaluation in batches by another evaluator, such as a GPU.
//!
//! Search threads put positions into a [`BatchQueue`] and wait. The driver of the evaluator takes them as a [`Batch`] and answers it. The
//! queue does not depend on processes or files. A batch has the layout of the files that `onepure-training positions` writes;
//! `docs/evaluator.md` describes it.

use super::architecture::OUTCOMES;
use super::output::NetworkOutput;
use super::{features, katago};
use onepure_rules::geometry::{BoardSize, Layout};
use std::array;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// What a batch shows of its positions, and by that the version of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchInputs {
    /// [`features`]: 24 planes and 16 globals.
    Onepure,
    /// [`katago::KatagoInputs`]: 22 planes and 19 globals.
    Katago,
}

impl BatchInputs {
    /// The version of the protocol.
    pub const fn version(self) -> u32 {
        match self {
            Self::Onepure => 1,
            Self::Katago => 2,
        }
    }

    /// The bytes of one position on a board of `points` points: a 32-bit integer for each point, with bit `n` for plane `n`, and then the
    /// globals as 32-bit floats.
    pub const fn bytes(self, points: usize) -> usize {
        let globals = match self {
            Self::Onepure => features::GLOBALS,
            Self::Katago => katago::GLOBALS,
        };
        4 * (points + globals)
    }
}

/// The numbers in an answer for the score: its mean and its deviation.
const SCORES: usize = 2;

/// The bytes of one answer on a board of `points` points, all 32-bit floats: the logits of the placements and of the pass, the
/// probabilities of the outcomes, score and deviation in points, ownership.
pub const fn output_bytes(points: usize) -> usize {
    4 * (points + 1 + OUTCOMES + SCORES + points)
}

/// A queue of positions for another evaluator, shared by search threads and drivers.
#[derive(Debug, Default)]
pub struct BatchQueue {
    state: Mutex<State>,
    /// Notified when a position is added for an idle driver, and when the queue is closed.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Requests by the number of lines: a batch has boards of one size.
    waiting: BTreeMap<usize, Vec<Request>>,
    /// The number of drivers that wait for a position. Without one, adding a position needs no call of the system.
    idle: usize,
    is_closed: bool,
}

/// A position that waits for its answer. Its drop answers `Closed`: otherwise the thread would wait forever.
#[derive(Debug)]
struct Request {
    points: Vec<u32>,
    globals: Vec<f32>,
    reply: Arc<Reply>,
}

/// The slot in which one thread waits for its answer.
#[derive(Debug, Default)]
struct Reply {
    answer: Mutex<Option<Answer>>,
    ready: Condvar,
}

#[derive(Debug)]
enum Answer {
    /// The numbers in the order of [`output_bytes`].
    Numbers(Vec<f32>),
    /// The queue is closed.
    Closed,
}

impl Reply {
    fn give(&self, answer: Answer) {
        let mut given = lock(&self.answer);
        if given.is_none() {
            *given = Some(answer);
            self.ready.notify_one();
        }
    }

    fn wait(&self) -> Answer {
        let mut given = lock(&self.answer);
        loop {
            if let Some(answer) = given.take() {
                return answer;
            }
            given = self.ready.wait(given).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        self.reply.give(Answer::Closed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl BatchQueue {
    /// Takes up to `most` positions of one board size, the one with the most requests. Blocks until there is one. `None` after
    /// [`BatchQueue::close`].
    pub fn take(&self, most: usize) -> Option<Batch> {
        let mut state = lock(&self.state);
        loop {
            if state.is_closed {
                return None;
            }
            let longest = state.waiting.iter_mut().max_by_key(|(_, requests)| requests.len());
            if let Some((&lines, requests)) = longest
                && !requests.is_empty()
            {
                let number = requests.len().min(most);
                return Some(Batch { lines, requests: requests.drain(..number).collect() });
            }
            state.idle += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    /// Closes the queue. Threads that wait now or later evaluate by themselves.
    pub fn close(&self) {
        let mut state = lock(&self.state);
        state.is_closed = true;
        state.waiting.clear();
        self.changed.notify_all();
    }

    fn add(&self, lines: usize, request: Request) {
        let mut state = lock(&self.state);
        if state.is_closed {
            return;
        }
        state.waiting.entry(lines).or_default().push(request);
        let has_idle = state.idle > 0;
        drop(state);
        if has_idle {
            self.changed.notify_one();
        }
    }
}

/// A batch of positions of one board size. If it is dropped without an answer, its threads evaluate by themselves.
#[derive(Debug)]
pub struct Batch {
    lines: usize,
    requests: Vec<Request>,
}

impl Batch {
    /// The number of lines of the boards.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// The number of positions, at least 1.
    pub fn positions(&self) -> usize {
        self.requests.len()
    }

    /// Writes the positions, little-endian: the points of all of them, then the globals of all of them.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.clear();
        for request in &self.requests {
            request.points.iter().for_each(|bits| bytes.extend_from_slice(&bits.to_le_bytes()));
        }
        for request in &self.requests {
            request.globals.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
        }
    }

    /// The number of bytes that [`Batch::answer`] expects.
    pub fn answer_bytes(&self) -> usize {
        self.requests.len() * output_bytes(self.lines * self.lines)
    }

    /// Answers all positions, from little-endian floats: the policies of all of them, then their outcomes, scores and ownerships. If the
    /// length is not [`Batch::answer_bytes`], or if a number is not finite, returns false without an answer.
    pub fn answer(self, bytes: &[u8]) -> bool {
        let numbers: Vec<f32> = bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        if bytes.len() != self.answer_bytes() || !numbers.iter().all(|number| number.is_finite()) {
            return false;
        }
        let (positions, points) = (self.requests.len(), self.lines * self.lines);
        let mut parts = [0; 4];
        let mut begin = 0;
        let lengths = [points + 1, OUTCOMES, SCORES, points];
        for (part, length) in parts.iter_mut().zip(lengths) {
            *part = begin;
            begin += positions * length;
        }
        for (number, request) in self.requests.into_iter().enumerate() {
            let of_parts: [&[f32]; 4] =
                array::from_fn(|part| &numbers[parts[part] + number * lengths[part]..][..lengths[part]]);
            let answer = of_parts.concat();
            request.reply.give(Answer::Numbers(answer));
        }
        true
    }
}

/// Evaluation through a queue, for one thread.
#[derive(Clone, Debug)]
pub(super) struct Queued {
    queue: Arc<BatchQueue>,
}

impl Queued {
    pub(super) fn new(queue: Arc<BatchQueue>) -> Self {
        Self { queue }
    }

    /// Evaluates a position, of which `points` has the planes as bits, row by row from A1. Returns false if the queue is closed.
    pub(super) fn evaluate<L: Layout>(
        &self,
        size: BoardSize,
        points: Vec<u32>,
        globals: &[f32],
        output: &mut NetworkOutput<L>,
    ) -> bool {
        let reply = Arc::new(Reply::default());
        let lines = size.lines();
        self.queue.add(lines, Request { points, globals: globals.to_vec(), reply: Arc::clone(&reply) });
        let Answer::Numbers(numbers) = reply.wait() else { return false };
        let (policy, rest) = numbers.split_at(lines * lines + 1);
        let (outcome, rest) = rest.split_at(OUTCOMES);
        let (score, ownership) = rest.split_at(SCORES);
        output.outcome.copy_from_slice(outcome);
        (output.score, output.deviation) = (score[0], score[1]);
        output.abstain = policy[lines * lines];
        for (number, point) in size.points().enumerate() {
            output.policy[point] = policy[number];
            output.ownership[point] = ownership[number];
        }
        true
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "answers are whole numbers")]
mod tests {
    use super::*;
    use crate::network::Inputs;
    use crate::network::features::GLOBALS;
    use onepure_rules::board::Color;
    use onepure_rules::geometry::{BoardSize, Large};
    use onepure_rules::rules::{Game, Move, Ruleset};
    use std::thread;

    fn inputs(lines: usize, placements: usize) -> Inputs<Large> {
        let size = BoardSize::new(lines).expect("a size");
        let mut game = Game::new(size, Ruleset::one_pure());
        for point in size.points_from_the_top().step_by(2).take(placements) {
            game.play(Move::Place(point)).expect("legal");
        }
        Inputs::of_game(&game, Color::Black)
    }

    /// The positions of a batch, decoded from its bytes.
    fn positions(batch: &Batch) -> Vec<(Vec<u32>, Vec<f32>)> {
        let mut bytes = Vec::new();
        batch.write(&mut bytes);
        let points = batch.lines() * batch.lines();
        assert_eq!(bytes.len(), batch.positions() * BatchInputs::Onepure.bytes(points));
        let (bits, globals) = bytes.split_at(4 * points * batch.positions());
        let bits =
            bits.chunks(4 * points).map(|of_one| of_one.as_chunks().0.iter().map(|&bits| u32::from_le_bytes(bits)));
        let globals = globals.chunks(4 * GLOBALS);
        let globals = globals.map(|of_one| of_one.as_chunks().0.iter().map(|&number| f32::from_le_bytes(number)));
        bits.zip(globals).map(|(bits, globals)| (bits.collect(), globals.collect())).collect()
    }

    fn evaluate(queued: &Queued, inputs: &Inputs<Large>, output: &mut NetworkOutput<Large>) -> bool {
        queued.evaluate(inputs.size, inputs.bits(), &inputs.globals, output)
    }

    /// An answer whose numbers count up from `first` of each position.
    fn numbers(batch: &Batch, first: impl Fn(usize) -> f32) -> Vec<u8> {
        let points = batch.lines() * batch.lines();
        let mut begin = 0;
        let mut bytes = Vec::new();
        for length in [points + 1, OUTCOMES, SCORES, points] {
            for position in 0..batch.positions() {
                let numbers = (begin..begin + length).map(|number| first(position) + number as f32);
                bytes.extend(numbers.flat_map(f32::to_le_bytes));
            }
            begin += length;
        }
        bytes
    }

    #[test]
    fn each_position_of_a_batch_gets_its_own_answer() {
        let queue = Arc::new(BatchQueue::default());
        thread::scope(|scope| {
            let asking: Vec<_> = (0..5)
                .map(|placements| {
                    let queued = Queued::new(Arc::clone(&queue));
                    scope.spawn(move || {
                        let (inputs, mut output) = (inputs(5, placements), NetworkOutput::empty());
                        assert!(evaluate(&queued, &inputs, &mut output));
                        (inputs.globals[15], output)
                    })
                })
                .collect();
            let mut answered = 0;
            while answered < 5 {
                let batch = queue.take(2).expect("positions");
                assert!(batch.lines() == 5 && (1..=2).contains(&batch.positions()));
                answered += batch.positions();
                let firsts: Vec<f32> = positions(&batch).iter().map(|(_, globals)| 1000.0 * globals[15]).collect();
                let bytes = numbers(&batch, |position| firsts[position]);
                assert_eq!(bytes.len(), batch.answer_bytes());
                assert!(batch.answer(&bytes));
            }
            let points: Vec<_> = BoardSize::new(5).expect("a size").points().collect();
            for (lead, output) in asking.into_iter().map(|thread| thread.join().expect("an answer")) {
                let first = 1000.0 * lead;
                let number = |number: f32| first + number;
                assert_eq!(output.policy[points[0]], number(0.0));
                assert_eq!((output.policy[points[24]], output.abstain), (number(24.0), number(25.0)));
                assert_eq!(output.outcome, [26.0, 27.0, 28.0, 29.0].map(number));
                assert_eq!((output.score, output.deviation), (number(30.0), number(31.0)));
                assert_eq!((output.ownership[points[0]], output.ownership[points[24]]), (number(32.0), number(56.0)));
            }
        });
    }

    #[test]
    fn a_batch_shows_the_planes_and_globals_of_a_position() {
        let queue = Arc::new(BatchQueue::default());
        let inputs = inputs(7, 6);
        let expected = &inputs;
        thread::scope(|scope| {
            let queued = Queued::new(Arc::clone(&queue));
            let asking = scope.spawn(move || evaluate(&queued, expected, &mut NetworkOutput::empty()));
            let batch = queue.take(8).expect("a position");
            assert_eq!(positions(&batch), [(expected.bits(), expected.globals.to_vec())]);
            let rows = expected.rows();
            let bits = expected.bits();
            for (place, &value) in rows.iter().enumerate() {
                assert_eq!(u32::from(value), bits[place % 49] >> (place / 49) & 1);
            }
            drop(batch);
            assert!(!asking.join().expect("sent away"));
        });
    }

    #[test]
    fn answers_of_another_length_or_that_are_not_finite_are_refused() {
        let queue = Arc::new(BatchQueue::default());
        for spoil in [
            |bytes: &mut Vec<u8>| bytes.truncate(8),
            |bytes: &mut Vec<u8>| bytes[..4].copy_from_slice(&f32::NAN.to_le_bytes()),
        ] {
            thread::scope(|scope| {
                let queued = Queued::new(Arc::clone(&queue));
                let asking = scope.spawn(move || evaluate(&queued, &inputs(5, 1), &mut NetworkOutput::empty()));
                let batch = queue.take(1).expect("a position");
                let mut bytes = numbers(&batch, |_| 0.0);
                spoil(&mut bytes);
                assert!(!batch.answer(&bytes));
                assert!(!asking.join().expect("sent away"));
            });
        }
    }
}
