//! The progress of a result in a file, so that a long search can be made in pieces.
//!
//! The file begins with lines of text: its version, the position, and a check of the keys. The questions follow in binary form,
//! little-endian: the margin that was asked for, the outcome, and the tables of the search. A question ends with a checksum. The tables
//! of one question are in memory at a time; those of the others are copied from file to file.

use super::SolveError;
use super::search::{Proof, Search};
use onepure_rules::files;
use onepure_rules::geometry::Layout;
use onepure_rules::simulation::{Facts, Query};
use smallvec::SmallVec;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

/// The first line of the file. Another way to compute keys needs another version.
const VERSION: &str = "onepure-progress 1";

/// The last line of the header.
const BODY: &str = "questions";

/// More than any header.
const MOST_HEADER: u64 = 1 << 20;

/// The mark before a question, and after the last one.
const QUESTION: u8 = b'Q';
const END: u8 = b'E';

/// The flags of a proof.
const REACHED: u8 = 1;
const OF_ONE_HISTORY: u8 = 2;

/// The highest bit of a query's stone: the history has the fact.
const HOLDS: u16 = 1 << 15;

/// A question in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// The margin.
    pub(super) asked: i32,
    /// Whether Black has it; `None` while that is open.
    pub(super) outcome: Option<bool>,
    /// The nodes of its search.
    pub(super) nodes: u64,
    start: u64,
    length: u64,
}

/// The file with the progress of a result.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    header: String,
    /// The work so far.
    pub(super) nodes: u64,
    pub(super) time: Duration,
    pub(super) questions: Vec<Question>,
}

/// The header for a position. The key and the facts of the start tell whether keys are computed as they were.
pub(super) fn header(position: &str, key: u64, facts: &Facts) -> String {
    format!("{VERSION}\n{position}keys {:016x}\n{BODY}\n", key ^ facts.shared_hash())
}

impl Store {
    /// Opens the file, or begins without one. `facts` tell which points the board has.
    ///
    /// # Errors
    /// It cannot be read, it is damaged, or it is about another position.
    pub(super) fn open(path: &Path, header: String, facts: &Facts) -> Result<Self, SolveError> {
        let mut store = Self { path: path.to_owned(), header, nodes: 0, time: Duration::ZERO, questions: Vec::new() };
        let input = match files::open(path) {
            Ok(input) => input,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(store),
            Err(error) => return Err(store.failed(&error)),
        };
        let mut input = BufReader::new(input);
        store.check_header(&mut input)?;
        match store.read_questions(&mut Input::new(&mut input), facts) {
            Ok(()) => Ok(store),
            Err(error) => Err(store.failed(&error)),
        }
    }

    fn failed(&self, error: &io::Error) -> SolveError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => self.damaged(),
            _ => SolveError::Progress(format!("{}: {error}", self.path.display())),
        }
    }

    /// The error for a file with something impossible in it.
    pub(super) fn damaged(&self) -> SolveError {
        let what = "expected the progress of a search, got a damaged file";
        SolveError::Progress(format!("{}: {what}", self.path.display()))
    }

    fn check_header(&self, input: &mut impl BufRead) -> Result<(), SolveError> {
        let wrong = |what: String| SolveError::Progress(format!("{}: {what}", self.path.display()));
        let mut found = Vec::new();
        let mut input = input.take(MOST_HEADER);
        loop {
            let length = found.len();
            input.read_until(b'\n', &mut found).map_err(|error| self.failed(&error))?;
            let line = &found[length..];
            if length == 0 && line != format!("{VERSION}\n").as_bytes() {
                let line = String::from_utf8_lossy(&line[..line.len().min(40)]).trim_end().to_owned();
                return Err(wrong(format!("expected {VERSION:?}, got {line:?}")));
            }
            if !line.ends_with(b"\n") {
                return Err(self.damaged());
            }
            if line == format!("{BODY}\n").as_bytes() {
                break;
            }
        }
        let found = String::from_utf8_lossy(&found);
        let differing = self.header.lines().zip(found.lines()).find(|(expected, found)| expected != found);
        match differing {
            Some((expected, found)) => Err(wrong(format!("expected {expected:?}, got {found:?}"))),
            None if self.header.len() != found.len() => Err(self.damaged()),
            None => Ok(()),
        }
    }

    fn read_questions(&mut self, input: &mut Input<'_, impl Read + Seek>, facts: &Facts) -> io::Result<()> {
        self.nodes = input.u64()?;
        self.time = Duration::from_millis(input.u64()?);
        loop {
            let start = input.file.stream_position()?;
            match input.u8()? {
                END => return Ok(()),
                QUESTION => {}
                _ => return Err(damaged()),
            }
            let (asked, outcome, nodes) = input.question(facts, &mut Nowhere)?;
            let length = input.file.stream_position()? - start;
            self.questions.push(Question { asked, outcome, nodes, start, length });
        }
    }

    /// The open question between two margins that has been searched most.
    pub(super) fn open_between(&self, low: i32, high: i32) -> Option<i32> {
        let between =
            |question: &&Question| question.outcome.is_none() && low < question.asked && question.asked <= high;
        self.questions.iter().filter(between).max_by_key(|question| question.nodes).map(|question| question.asked)
    }

    /// Fills the tables of a search from the file, if it has the question.
    pub(super) fn load<L: Layout>(&self, asked: i32, search: &mut Search<L>) -> Result<(), SolveError> {
        let Some(question) = self.questions.iter().find(|question| question.asked == asked) else { return Ok(()) };
        let facts = search.facts.clone();
        let mut read = || -> io::Result<()> {
            let mut file = BufReader::new(files::open(&self.path)?);
            file.seek(SeekFrom::Start(question.start))?;
            let mut input = Input::new(&mut file);
            if input.u8()? != QUESTION {
                return Err(damaged());
            }
            input.question(&facts, &mut *search).map(|_| ())
        };
        read().map_err(|error| self.failed(&error))
    }

    /// Writes the file again, with what a search has found about a margin, and with the other questions that are of use by margin
    /// and outcome.
    pub(super) fn save<L: Layout>(
        &mut self,
        found: Option<(i32, Option<bool>, &Search<L>)>,
        is_of_use: impl Fn(i32, Option<bool>) -> bool,
    ) -> Result<(), SolveError> {
        let is_kept = |question: &&Question| {
            found.is_none_or(|(asked, ..)| question.asked != asked) && is_of_use(question.asked, question.outcome)
        };
        let kept: Vec<Question> = self.questions.iter().filter(is_kept).copied().collect();
        let mut questions = Vec::new();
        let write = |out: &mut dyn Write| {
            let mut output = Output { file: BufWriter::new(out), sum: 0, written: 0 };
            output.bytes(self.header.as_bytes())?;
            output.u64(self.nodes)?;
            output.u64(self.time.as_millis() as u64)?;
            for question in &kept {
                let mut old = files::open(&self.path)?;
                old.seek(SeekFrom::Start(question.start))?;
                questions.push(Question { start: output.written, ..*question });
                let copied = io::copy(&mut old.take(question.length), &mut output.file)?;
                if copied != question.length {
                    return Err(damaged());
                }
                output.written += copied;
            }
            if let Some((asked, outcome, search)) = found {
                let start = output.written;
                output.question(asked, outcome, search)?;
                let (nodes, length) = (search.nodes, output.written - start);
                questions.push(Question { asked, outcome, nodes, start, length });
            }
            output.u8(END)?;
            output.file.flush()
        };
        files::replace_by(&self.path, write).map_err(|error| self.failed(&error))?;
        self.questions = questions;
        Ok(())
    }
}

fn damaged() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

/// What receives the tables of a question.
trait Tables {
    fn proof(&mut self, key: u64, proof: Proof);
    fn open(&mut self, key: u64, numbers: (u32, u32));
    fn hint(&mut self, key: u64, numbers: (u32, u32));
    fn nodes(&mut self, nodes: u64);
}

/// Nothing is kept: the file is only checked.
struct Nowhere;

impl Tables for Nowhere {
    fn proof(&mut self, _: u64, _: Proof) {}
    fn open(&mut self, _: u64, _: (u32, u32)) {}
    fn hint(&mut self, _: u64, _: (u32, u32)) {}
    fn nodes(&mut self, _: u64) {}
}

impl<L: Layout> Tables for Search<L> {
    fn proof(&mut self, key: u64, proof: Proof) {
        self.store(key, Rc::new(proof));
    }

    fn open(&mut self, key: u64, numbers: (u32, u32)) {
        self.open.insert(key, numbers);
    }

    fn hint(&mut self, key: u64, numbers: (u32, u32)) {
        self.hints.insert(key, numbers);
    }

    fn nodes(&mut self, nodes: u64) {
        self.nodes = nodes;
    }
}

/// Mixes a number into a checksum.
fn mixed(sum: u64, number: u64) -> u64 {
    (sum.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Numbers written to a file.
struct Output<W: Write> {
    file: W,
    sum: u64,
    written: u64,
}

impl<W: Write> Output<W> {
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written += bytes.len() as u64;
        self.file.write_all(bytes)
    }

    /// Writes the lowest `N` bytes of a number, which has no others.
    fn number<const N: usize>(&mut self, number: u64) -> io::Result<()> {
        self.sum = mixed(self.sum, number);
        self.bytes(&number.to_le_bytes()[..N])
    }

    fn u8(&mut self, number: u8) -> io::Result<()> {
        self.number::<1>(number.into())
    }

    fn u16(&mut self, number: u16) -> io::Result<()> {
        self.number::<2>(number.into())
    }

    fn u32(&mut self, number: u32) -> io::Result<()> {
        self.number::<4>(number.into())
    }

    fn u64(&mut self, number: u64) -> io::Result<()> {
        self.number::<8>(number)
    }

    /// Writes a question. Only its proofs are of use when it has been answered.
    fn question<L: Layout>(&mut self, asked: i32, outcome: Option<bool>, search: &Search<L>) -> io::Result<()> {
        self.sum = 0;
        self.u8(QUESTION)?;
        self.u32(asked as u32)?;
        self.u8(outcome.map_or(0, |reached| 1 + u8::from(reached)))?;
        self.u64(search.nodes)?;
        self.u64(search.proofs.values().map(SmallVec::len).sum::<usize>() as u64)?;
        for (&key, list) in &search.proofs {
            for proof in list {
                self.u64(key)?;
                self.proof(proof)?;
            }
        }
        for table in [&search.open, &search.hints] {
            if outcome.is_some() {
                self.u64(0)?;
                continue;
            }
            self.u64(table.len() as u64)?;
            for (&key, &(phi, delta)) in table {
                self.u64(key)?;
                self.u32(phi)?;
                self.u32(delta)?;
            }
        }
        self.u64(self.sum)
    }

    fn proof(&mut self, proof: &Proof) -> io::Result<()> {
        self.u8(u8::from(proof.reached) * REACHED + u8::from(proof.history.is_some()) * OF_ONE_HISTORY)?;
        self.u8(proof.frame)?;
        self.u16(proof.best)?;
        self.u64(proof.size)?;
        if let Some(history) = proof.history {
            return self.u64(history);
        }
        self.u16(proof.queries.len() as u16)?;
        for query in &proof.queries {
            self.u64(query.fact)?;
            self.u16(query.stone | if query.holds { HOLDS } else { 0 })?;
        }
        Ok(())
    }
}

/// Numbers read from a file.
struct Input<'file, R: Read> {
    file: &'file mut R,
    sum: u64,
}

impl<'file, R: Read> Input<'file, R> {
    fn new(file: &'file mut R) -> Self {
        Self { file, sum: 0 }
    }

    /// Reads a number of `N` bytes.
    fn number<const N: usize>(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.file.read_exact(&mut bytes[..N])?;
        let number = u64::from_le_bytes(bytes);
        self.sum = mixed(self.sum, number);
        Ok(number)
    }

    fn u8(&mut self) -> io::Result<u8> {
        Ok(self.number::<1>()? as u8)
    }

    fn u16(&mut self) -> io::Result<u16> {
        Ok(self.number::<2>()? as u16)
    }

    fn u32(&mut self) -> io::Result<u32> {
        Ok(self.number::<4>()? as u32)
    }

    fn u64(&mut self) -> io::Result<u64> {
        self.number::<8>()
    }

    /// Reads a question whose mark has been read. Returns the margin, the outcome and the number of nodes.
    fn question(&mut self, facts: &Facts, tables: &mut impl Tables) -> io::Result<(i32, Option<bool>, u64)> {
        self.sum = mixed(0, QUESTION.into());
        let asked = self.u32()? as i32;
        let outcome = match self.u8()? {
            0 => None,
            1 => Some(false),
            2 => Some(true),
            _ => return Err(damaged()),
        };
        let nodes = self.u64()?;
        tables.nodes(nodes);
        for _ in 0..self.u64()? {
            let key = self.u64()?;
            tables.proof(key, self.proof(facts)?);
        }
        for _ in 0..self.u64()? {
            let key = self.u64()?;
            tables.open(key, (self.u32()?, self.u32()?));
        }
        for _ in 0..self.u64()? {
            let key = self.u64()?;
            tables.hint(key, (self.u32()?, self.u32()?));
        }
        let sum = self.sum;
        if self.u64()? == sum { Ok((asked, outcome, nodes)) } else { Err(damaged()) }
    }

    fn proof(&mut self, facts: &Facts) -> io::Result<Proof> {
        let (flags, frame, best, size) = (self.u8()?, self.u8()?, self.u16()?, self.u64()?);
        let (mut queries, mut history) = (Vec::new(), None);
        if flags & OF_ONE_HISTORY != 0 {
            history = Some(self.u64()?);
        } else {
            for _ in 0..self.u16()? {
                let (fact, stone) = (self.u64()?, self.u16()?);
                let query = Query { fact, stone: stone & !HOLDS, holds: stone & HOLDS != 0 };
                if !facts.may_ask(query) {
                    return Err(damaged());
                }
                queries.push(query);
            }
        }
        if !facts.has_frame(frame) || best > 0 && !facts.has_point(best - 1) {
            return Err(damaged());
        }
        Ok(Proof { queries: queries.into_boxed_slice(), history, reached: flags & REACHED != 0, frame, best, size })
    }
}
