//! The frames of a board: its symmetric images, for facts that mirror images share.
//!
//! A code is a key of a set of stones. On boards of up to [`MOST_CELLS`] points it has one bit for each stone, so that the image
//! of a code is computed from it alone, and no two positions have the same code. On larger boards, and for questions that are not
//! symmetric, the only frame is the board itself, and a code is the Zobrist hash.

use crate::board::{Color, PerColor, zobrist};
use crate::geometry::{Bitboard, GOLDEN, Layout, scrambled};

/// The largest number of symmetries.
pub(super) const MOST_FRAMES: usize = 8;

/// The largest number of points with one bit for each stone: a code and the kind of a fact fill 64 bits.
const MOST_CELLS: usize = 25;

/// The first kind of facts about the placement of a stone: one for each cell.
pub(super) const FIRST_PLACEMENT: u64 = 8;

/// The bits of a code.
const CODE_BITS: u32 = 2 * MOST_CELLS as u32;

/// The cells whose images one look-up gives.
const CHUNK: usize = 5;

/// The codes of a set of stones in all frames. A board with fewer frames has each of them several times.
pub(super) type Codes = [u64; MOST_FRAMES];

/// A symmetric map of the board, by its number among the frames of a board. 0 is the identity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Image(u8);

impl Image {
    /// The map that leaves each point where it is.
    pub const IDENTITY: Self = Self(0);
}

/// The smallest code.
#[inline(always)]
pub(super) fn least(codes: &Codes) -> u64 {
    codes.iter().copied().fold(u64::MAX, u64::min)
}

/// The first frame with this code.
pub(super) fn frame(codes: &Codes, code: u64) -> u8 {
    codes.iter().position(|&other| other == code).unwrap_or_default() as u8
}

/// Adds stones to codes, or removes them.
#[inline(always)]
pub(super) fn toggle(codes: &mut Codes, stones: &Codes) {
    for (code, stone) in codes.iter_mut().zip(stones) {
        *code ^= stone;
    }
}

/// The frames of a board.
#[derive(Clone, Debug)]
pub(super) struct Frames {
    count: usize,
    /// True if a code has one bit for each stone.
    is_exact: bool,
    /// The codes of a stone on the point with this index.
    stones: PerColor<Vec<Codes>>,
    /// The cell of the point with this index. Cells are numbered row by row from A1, without gaps.
    cells: Vec<u16>,
    /// The index of the point of a cell.
    points: Vec<u16>,
    /// For each frame the image of a cell.
    images: Vec<[u8; MOST_CELLS]>,
    /// For each frame and each [`CHUNK`] of cells the image of each of its subsets.
    chunks: Vec<[[u32; 1 << CHUNK]; MOST_CELLS / CHUNK]>,
    /// For two frames the map that turns a position into one with the code in the second frame that it has in the first.
    between: [[Image; MOST_FRAMES]; MOST_FRAMES],
}

impl Frames {
    /// The board as the only frame.
    pub(super) fn one<L: Layout>(all: Bitboard<L>) -> Self {
        let codes = |color| {
            let mut codes = vec![[0; MOST_FRAMES]; L::BITS];
            for point in all {
                codes[point.index()] = [zobrist::key(color, point); MOST_FRAMES];
            }
            codes
        };
        Self {
            count: 1,
            is_exact: false,
            stones: PerColor::from_fn(codes),
            cells: (0..L::BITS as u16).collect(),
            points: Vec::new(),
            images: Vec::new(),
            chunks: Vec::new(),
            between: [[Image::IDENTITY; MOST_FRAMES]; MOST_FRAMES],
        }
    }

    /// All symmetric images of a rectangle; the board alone if it has more than [`MOST_CELLS`] points.
    pub(super) fn of_rectangle<L: Layout>(all: Bitboard<L>, columns: usize, rows: usize) -> Self {
        if columns * rows > MOST_CELLS {
            return Self::one(all);
        }
        let images = symmetries(columns, rows);
        let count = images.len();
        let (mut cells, mut points) = (vec![0; L::BITS], Vec::new());
        for (cell, point) in all.iter().enumerate() {
            cells[point.index()] = cell as u16;
            points.push(point.index() as u16);
        }
        let codes = |color| {
            let mut codes = vec![[0; MOST_FRAMES]; L::BITS];
            for (cell, &index) in points.iter().enumerate() {
                let bit = |frame: usize| u32::from(images[frame % count][cell]) + MOST_CELLS as u32 * color as u32;
                codes[usize::from(index)] = std::array::from_fn(|frame| 1 << bit(frame));
            }
            codes
        };
        let chunk = |image: &[u8; MOST_CELLS], first: usize| {
            std::array::from_fn(|set| {
                let cells = (0..CHUNK).filter(|cell| set >> cell & 1 != 0);
                cells.fold(0, |bits, cell| bits | 1_u32 << image[first + cell])
            })
        };
        let chunks = images.iter().map(|image| std::array::from_fn(|number| chunk(image, CHUNK * number))).collect();
        let mut between = [[Image::IDENTITY; MOST_FRAMES]; MOST_FRAMES];
        for (from, row) in between.iter_mut().enumerate().take(count) {
            for (to, entry) in row.iter_mut().enumerate().take(count) {
                let leads = |map: &[u8; MOST_CELLS]| {
                    (0..MOST_CELLS).all(|cell| images[to][usize::from(map[cell])] == images[from][cell])
                };
                *entry = Image(images.iter().position(leads).unwrap_or_default() as u8);
            }
        }
        Self { count, is_exact: true, stones: PerColor::from_fn(codes), cells, points, images, chunks, between }
    }

    /// The codes of one stone.
    #[inline(always)]
    pub(super) fn stone(&self, color: Color, index: usize) -> &Codes {
        &self.stones[color][index]
    }

    /// The codes of stones of one colour.
    pub(super) fn chain<L: Layout>(&self, color: Color, stones: Bitboard<L>) -> Codes {
        let mut codes = [0; MOST_FRAMES];
        for stone in stones {
            toggle(&mut codes, self.stone(color, stone.index()));
        }
        codes
    }

    /// The cell of a point.
    #[inline(always)]
    pub(super) fn cell(&self, index: usize) -> u64 {
        u64::from(self.cells[index])
    }

    /// The smallest image of a cell.
    #[inline(always)]
    pub(super) fn least_cell(&self, cell: u64) -> u64 {
        let images = self.images.iter().map(|image| u64::from(image[cell as usize]));
        images.min().unwrap_or(cell)
    }

    /// The key of the fact of a kind about a code.
    #[inline(always)]
    pub(super) fn key(&self, kind: u64, code: u64) -> u64 {
        if self.is_exact { kind << CODE_BITS | code } else { scrambled(code ^ kind.wrapping_mul(GOLDEN)) }
    }

    /// Returns whether there is a frame with this number.
    pub(super) fn has_frame(&self, frame: u8) -> bool {
        usize::from(frame) < self.count
    }

    /// Returns whether the board has a point with this index.
    pub(super) fn has_point(&self, index: u16) -> bool {
        self.stones.black.get(usize::from(index)).is_some_and(|codes| codes[0] != 0)
    }

    /// Returns whether a key can be that of a fact.
    pub(super) fn has_key(&self, key: u64) -> bool {
        !self.is_exact || key >> CODE_BITS < FIRST_PLACEMENT + MOST_CELLS as u64
    }

    /// The maps that turn a position with a code in `from` into one with these codes. They are several if it is symmetric.
    #[inline(always)]
    pub(super) fn maps(&self, from: u8, codes: &Codes, code: u64) -> impl Iterator<Item = Image> {
        let frames = codes.iter().zip(&self.between[usize::from(from)]).take(self.count);
        frames.filter(move |&(&other, _)| other == code).map(|(_, &map)| map)
    }

    /// The image of the key of a fact.
    #[inline(always)]
    pub(super) fn key_image(&self, key: u64, map: Image) -> u64 {
        let chunks = &self.chunks[usize::from(map.0)];
        let set = |code: u64| {
            let chunk = |number: usize| chunks[number][(code >> (CHUNK * number)) as usize & ((1 << CHUNK) - 1)];
            u64::from((0..MOST_CELLS / CHUNK).fold(0, |bits, number| bits | chunk(number)))
        };
        let kind = key >> CODE_BITS;
        let kind = if kind < FIRST_PLACEMENT {
            kind
        } else {
            FIRST_PLACEMENT + u64::from(self.images[usize::from(map.0)][(kind - FIRST_PLACEMENT) as usize])
        };
        kind << CODE_BITS | set(key >> MOST_CELLS) << MOST_CELLS | set(key)
    }

    /// The index of the image of the point with this index.
    pub(super) fn point_image(&self, index: u16, map: Image) -> u16 {
        if map == Image::IDENTITY {
            return index;
        }
        self.points[usize::from(self.images[usize::from(map.0)][usize::from(self.cells[usize::from(index)])])]
    }
}

/// The symmetries of a rectangle, the identity first and each once, as images of its cells. Cells beyond the rectangle stay.
fn symmetries(columns: usize, rows: usize) -> Vec<[u8; MOST_CELLS]> {
    let mut images: Vec<[u8; MOST_CELLS]> = Vec::new();
    for number in 0..if columns == rows { 8 } else { 4 } {
        let image = std::array::from_fn(|cell| {
            let (mut column, mut row) = (cell % columns, cell / columns);
            if row >= rows {
                return cell as u8;
            }
            if number & 1 != 0 {
                column = columns - 1 - column;
            }
            if number & 2 != 0 {
                row = rows - 1 - row;
            }
            if number & 4 != 0 {
                std::mem::swap(&mut column, &mut row);
            }
            (row * columns + column) as u8
        });
        if !images.contains(&image) {
            images.push(image);
        }
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Small};

    fn points(columns: usize, rows: usize) -> Bitboard<Small> {
        (0..columns * rows).map(|cell| Point::new(cell % columns, cell / columns)).collect()
    }

    #[test]
    fn a_board_has_its_symmetries() {
        for (columns, rows, count) in [(2, 3, 4), (3, 2, 4), (3, 3, 8), (5, 5, 8), (1, 4, 2), (2, 2, 8), (3, 9, 1)] {
            let frames = Frames::of_rectangle(points(columns, rows), columns, rows);
            assert_eq!((frames.count, frames.is_exact), (count, columns * rows <= MOST_CELLS), "{columns}x{rows}");
        }
    }

    #[test]
    fn a_map_between_frames_gives_a_position_the_codes_of_its_image() {
        for (columns, rows) in [(2, 3), (3, 3), (1, 4), (4, 4)] {
            let all = points(columns, rows);
            let frames = Frames::of_rectangle(all, columns, rows);
            let black = Bitboard::<Small>::from_iter([Point::new(0, 0), Point::new(0, 1)]);
            let stones: Vec<_> = [(Color::White, Point::new(columns - 1, 0))]
                .into_iter()
                .chain(black.iter().filter(|&point| all.contains(point)).map(|point| (Color::Black, point)))
                .collect();
            let codes_of = |map: Image| {
                let mut codes = [0; MOST_FRAMES];
                for &(color, point) in &stones {
                    let index = frames.point_image(point.index() as u16, map);
                    toggle(&mut codes, frames.stone(color, usize::from(index)));
                }
                codes
            };
            let stored = codes_of(Image::IDENTITY);
            let from = frame(&stored, least(&stored));
            for number in 0..frames.count {
                let image = codes_of(Image(number as u8));
                assert_eq!(least(&image), least(&stored), "{columns}x{rows}");
                let maps: Vec<_> = frames.maps(from, &image, least(&image)).collect();
                assert!(maps.contains(&Image(number as u8)), "{columns}x{rows} {number}: {maps:?}");
                for map in maps {
                    assert_eq!(codes_of(map), image);
                    let key = frames.key(3, stored[0]);
                    assert_eq!(frames.key_image(key, map), frames.key(3, image[0]));
                    let (cell, index) = (frames.cells[1], frames.point_image(1, map));
                    let key = frames.key(8 + u64::from(cell), stored[0]);
                    let expected = frames.key(8 + frames.cell(usize::from(index)), image[0]);
                    if columns > 1 {
                        assert_eq!(frames.key_image(key, map), expected);
                    }
                }
            }
        }
    }
}
