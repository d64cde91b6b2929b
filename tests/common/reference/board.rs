//! A position: the distribution of black and white stones.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

/// The colour of a stone, and of the player who owns it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Colour {
    /// Black, who makes the first placement of the game.
    Black,
    /// White.
    White,
}

impl Colour {
    /// The opponent's colour.
    pub fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }
}

/// A point as (column, row). Column 0 is A, row 0 is the lowest line.
pub type Vertex = (usize, usize);

/// A whole position. Whose turn it is does not belong to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    columns: usize,
    rows: usize,
    /// Row by row, each from A on, the lowest first.
    stones: Vec<Option<Colour>>,
}

impl Hash for Board {
    /// Hashes one byte a point, which is faster than the derived hash.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let sign = |stone: &Option<Colour>| stone.map_or(0, |colour| 1 + colour as u8);
        state.write(&self.stones.iter().map(sign).collect::<Vec<u8>>());
    }
}

impl Board {
    /// A board of `size` lines without stones.
    pub fn empty(size: usize) -> Board {
        Board::rectangle(size, size)
    }

    /// A rectangle without stones.
    pub fn rectangle(columns: usize, rows: usize) -> Board {
        Board { columns, rows, stones: vec![None; columns * rows] }
    }

    /// Returns whether the vertex is a point of this board.
    pub fn contains(&self, (column, row): Vertex) -> bool {
        column < self.columns && row < self.rows
    }

    /// The stone at a vertex; `None` if the point is empty.
    pub fn stone_at(&self, (column, row): Vertex) -> Option<Colour> {
        self.stones[row * self.columns + column]
    }

    /// Puts a stone down.
    pub fn put(&mut self, (column, row): Vertex, colour: Colour) {
        self.stones[row * self.columns + column] = Some(colour);
    }

    /// Removes all stones of a chain.
    pub fn lift(&mut self, chain: &BTreeSet<Vertex>) {
        for &(column, row) in chain {
            self.stones[row * self.columns + column] = None;
        }
    }

    /// All vertices, the lowest line first, each line from A on.
    pub fn vertices(&self) -> Vec<Vertex> {
        let mut vertices = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                vertices.push((column, row));
            }
        }
        vertices
    }

    /// The orthogonally adjacent vertices.
    pub fn neighbours(&self, (column, row): Vertex) -> impl Iterator<Item = Vertex> + use<> {
        let left = (column > 0).then(|| (column - 1, row));
        let right = (column + 1 < self.columns).then(|| (column + 1, row));
        let below = (row > 0).then(|| (column, row - 1));
        let above = (row + 1 < self.rows).then(|| (column, row + 1));
        [left, right, below, above].into_iter().flatten()
    }

    /// The number of a colour's stones on the board.
    pub fn number_of_stones(&self, colour: Colour) -> usize {
        self.stones.iter().filter(|&&stone| stone == Some(colour)).count()
    }

    /// The flood fill: all points connected with `start` that have the same contents. From a stone this is its chain,
    /// from an empty point its empty region.
    pub fn region(&self, start: Vertex) -> BTreeSet<Vertex> {
        let mut seen = vec![false; self.stones.len()];
        self.flood(start, &mut seen).into_iter().collect()
    }

    /// All regions whose contents satisfy the predicate, each once.
    fn regions(&self, is_wanted: impl Fn(Option<Colour>) -> bool) -> Vec<Vec<Vertex>> {
        let mut seen = vec![false; self.stones.len()];
        let mut regions = Vec::new();
        for (column, row) in self.vertices() {
            if !seen[row * self.columns + column] && is_wanted(self.stone_at((column, row))) {
                regions.push(self.flood((column, row), &mut seen));
            }
        }
        regions
    }

    /// A region, in order of discovery.
    fn flood(&self, start: Vertex, seen: &mut [bool]) -> Vec<Vertex> {
        let mut region = vec![start];
        seen[start.1 * self.columns + start.0] = true;
        let mut next = 0;
        while next < region.len() {
            for (column, row) in self.neighbours(region[next]) {
                let index = row * self.columns + column;
                if !seen[index] && self.stone_at((column, row)) == self.stone_at(start) {
                    seen[index] = true;
                    region.push((column, row));
                }
            }
            next += 1;
        }
        region
    }

    /// Returns whether a chain has no liberty.
    pub fn is_enclosed<'a>(&self, chain: impl IntoIterator<Item = &'a Vertex>) -> bool {
        let mut chain = chain.into_iter();
        chain.all(|&stone| self.neighbours(stone).all(|neighbour| self.stone_at(neighbour).is_some()))
    }

    /// The stones of all enclosed chains.
    pub fn enclosed_stones(&self) -> BTreeSet<Vertex> {
        let chains = self.regions(|stone| stone.is_some());
        chains.into_iter().filter(|chain| self.is_enclosed(chain)).flatten().collect()
    }

    /// For each empty point, the colours that its empty region touches.
    fn colours_touched(&self) -> BTreeMap<Vertex, BTreeSet<Colour>> {
        let mut touched = BTreeMap::new();
        for region in self.regions(|stone| stone.is_none()) {
            let neighbours = region.iter().flat_map(|&vertex| self.neighbours(vertex));
            let colours: BTreeSet<Colour> = neighbours.filter_map(|vertex| self.stone_at(vertex)).collect();
            for &vertex in &region {
                touched.insert(vertex, colours.clone());
            }
        }
        touched
    }

    /// Article 7: for every vertex, the colour whose point it is.
    pub fn points(&self) -> BTreeMap<Vertex, Option<Colour>> {
        let touched = self.colours_touched();
        let mut points = BTreeMap::new();
        for vertex in self.vertices() {
            let owner = match self.stone_at(vertex) {
                None if touched[&vertex].len() == 1 => touched[&vertex].first().copied(),
                None => None,
                Some(colour) => {
                    let enemy = colour.other();
                    let in_contact = self.neighbours(vertex).any(|neighbour| match self.stone_at(neighbour) {
                        Some(stone) => stone == enemy,
                        None => touched[&neighbour].contains(&enemy),
                    });
                    if in_contact { None } else { Some(colour) }
                }
            };
            points.insert(vertex, owner);
        }
        points
    }

    /// For every vertex, the colour whose area it belongs to.
    pub fn area(&self) -> BTreeMap<Vertex, Option<Colour>> {
        let touched = self.colours_touched();
        let owner = |vertex| match self.stone_at(vertex) {
            Some(colour) => Some(colour),
            None if touched[&vertex].len() == 1 => touched[&vertex].first().copied(),
            None => None,
        };
        self.vertices().into_iter().map(|vertex| (vertex, owner(vertex))).collect()
    }

    /// The sizes of the empty regions in neither area, each with the numbers of adjacent black and white stones.
    fn shared_regions(&self) -> Vec<(usize, usize, usize)> {
        let area = self.area();
        let shared = self.regions(|stone| stone.is_none()).into_iter().filter(|region| area[&region[0]].is_none());
        let stones_near = |region: &[Vertex], colour| {
            let near: BTreeSet<Vertex> = region.iter().flat_map(|&vertex| self.neighbours(vertex)).collect();
            near.into_iter().filter(|&vertex| self.stone_at(vertex) == Some(colour)).count()
        };
        shared
            .map(|region| (region.len(), stones_near(&region, Colour::Black), stones_near(&region, Colour::White)))
            .collect()
    }

    /// The points that Black and White have from these regions, in parts of a point, and the number of parts in a
    /// point. Each region is halved, or divided in the ratio of the adjacent stones unless `by_halves`. Without such
    /// stones it is halved too.
    pub fn shares(&self, by_halves: bool) -> (i64, i64, i64) {
        let mut regions = self.shared_regions();
        for (_, near_black, near_white) in &mut regions {
            if by_halves || *near_black + *near_white == 0 {
                (*near_black, *near_white) = (1, 1);
            }
        }
        let divisor = |mut one: usize, mut other: usize| {
            while other > 0 {
                (one, other) = (other, one % other);
            }
            one
        };
        let near = regions.iter().map(|(_, near_black, near_white)| near_black + near_white);
        let parts = near.fold(1, |parts, stones| parts / divisor(parts, stones) * stones);
        let share = |of: fn(&(usize, usize, usize)) -> usize| {
            let shares = regions.iter().map(|region| region.0 * of(region) * (parts / (region.1 + region.2)));
            i64::try_from(shares.sum::<usize>()).expect("a small number")
        };
        (share(|region| region.1), share(|region| region.2), i64::try_from(parts).expect("a small number"))
    }

    /// For every vertex, the colour whose territory it is.
    pub fn territory(&self) -> BTreeMap<Vertex, Option<Colour>> {
        let mut territory = self.area();
        territory.retain(|&vertex, _| self.stone_at(vertex).is_none());
        for vertex in self.vertices() {
            territory.entry(vertex).or_insert(None);
        }
        territory
    }

    /// All groups, that is connected points of one colour's area, and whether each touches an empty region that both
    /// colours touch.
    pub fn groups(&self) -> Vec<(Colour, BTreeSet<Vertex>, bool)> {
        let area = self.area();
        let touched = self.colours_touched();
        let mut seen = BTreeSet::new();
        let mut groups = Vec::new();
        for start in self.vertices() {
            let Some(colour) = area[&start] else { continue };
            if !seen.insert(start) {
                continue;
            }
            let mut group = vec![start];
            let mut is_in_seki = false;
            let mut next = 0;
            while next < group.len() {
                for neighbour in self.neighbours(group[next]) {
                    if area[&neighbour] == Some(colour) {
                        if seen.insert(neighbour) {
                            group.push(neighbour);
                        }
                    } else if touched.get(&neighbour).is_some_and(|colours| colours.len() == 2) {
                        is_in_seki = true;
                    }
                }
                next += 1;
            }
            groups.push((colour, group.into_iter().collect(), is_in_seki));
        }
        groups
    }
}
