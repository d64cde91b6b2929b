//! A position: the distribution of black and white stones.

use std::collections::{BTreeMap, BTreeSet};

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
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    size: usize,
    /// `rows[row][column]`
    rows: Vec<Vec<Option<Colour>>>,
}

impl Board {
    /// A board of `size` lines without stones.
    pub fn empty(size: usize) -> Board {
        Board { size, rows: vec![vec![None; size]; size] }
    }

    /// The number of lines.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether the vertex is a point of this board.
    pub fn contains(&self, (column, row): Vertex) -> bool {
        column < self.size && row < self.size
    }

    /// The stone at a vertex, `None` for an empty point.
    pub fn stone_at(&self, (column, row): Vertex) -> Option<Colour> {
        self.rows[row][column]
    }

    /// Puts a stone down.
    pub fn put(&mut self, (column, row): Vertex, colour: Colour) {
        self.rows[row][column] = Some(colour);
    }

    /// Lifts every stone of a chain.
    pub fn lift(&mut self, chain: &BTreeSet<Vertex>) {
        for &(column, row) in chain {
            self.rows[row][column] = None;
        }
    }

    /// Every vertex, the lowest line first, each line from A on.
    pub fn vertices(&self) -> Vec<Vertex> {
        let mut vertices = Vec::new();
        for row in 0..self.size {
            for column in 0..self.size {
                vertices.push((column, row));
            }
        }
        vertices
    }

    /// The orthogonally adjacent vertices.
    pub fn neighbours(&self, (column, row): Vertex) -> Vec<Vertex> {
        let mut neighbours = Vec::new();
        if column > 0 {
            neighbours.push((column - 1, row));
        }
        if column + 1 < self.size {
            neighbours.push((column + 1, row));
        }
        if row > 0 {
            neighbours.push((column, row - 1));
        }
        if row + 1 < self.size {
            neighbours.push((column, row + 1));
        }
        neighbours
    }

    /// How many stones of a colour are on the board.
    pub fn number_of_stones(&self, colour: Colour) -> usize {
        self.vertices().into_iter().filter(|&vertex| self.stone_at(vertex) == Some(colour)).count()
    }

    /// The flood fill: all points connected with `start` that hold the same as
    /// it does. From a stone this is its chain, from an empty point its empty
    /// region.
    pub fn region(&self, start: Vertex) -> BTreeSet<Vertex> {
        let mut region = BTreeSet::from([start]);
        let mut to_visit = vec![start];
        while let Some(vertex) = to_visit.pop() {
            for neighbour in self.neighbours(vertex) {
                if self.stone_at(neighbour) == self.stone_at(start) && region.insert(neighbour) {
                    to_visit.push(neighbour);
                }
            }
        }
        region
    }

    /// Every chain and every empty region, each once.
    pub fn regions(&self) -> BTreeSet<BTreeSet<Vertex>> {
        let mut seen = BTreeSet::new();
        let mut regions = BTreeSet::new();
        for vertex in self.vertices() {
            if !seen.contains(&vertex) {
                let region = self.region(vertex);
                seen.extend(region.clone());
                regions.insert(region);
            }
        }
        regions
    }

    /// Whether a chain has no liberty.
    pub fn is_enclosed(&self, chain: &BTreeSet<Vertex>) -> bool {
        chain
            .iter()
            .all(|&stone| self.neighbours(stone).into_iter().all(|neighbour| self.stone_at(neighbour).is_some()))
    }

    /// The stones of all enclosed chains.
    pub fn enclosed_stones(&self) -> BTreeSet<Vertex> {
        let mut enclosed = BTreeSet::new();
        for region in self.regions() {
            let is_a_chain = region.iter().all(|&vertex| self.stone_at(vertex).is_some());
            if is_a_chain && self.is_enclosed(&region) {
                enclosed.extend(region);
            }
        }
        enclosed
    }

    /// For each empty point, the colours that its empty region touches.
    fn colours_touched(&self) -> BTreeMap<Vertex, BTreeSet<Colour>> {
        let mut touched = BTreeMap::new();
        for region in self.regions() {
            if region.iter().any(|&vertex| self.stone_at(vertex).is_some()) {
                continue;
            }
            let mut colours = BTreeSet::new();
            for &vertex in &region {
                for neighbour in self.neighbours(vertex) {
                    colours.extend(self.stone_at(neighbour));
                }
            }
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
                    let in_contact =
                        self.neighbours(vertex).into_iter().any(|neighbour| match self.stone_at(neighbour) {
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

    /// How many points Black has, and how many White.
    pub fn count(&self) -> (usize, usize) {
        let points = self.points();
        let points_of = |colour| points.values().filter(|&&owner| owner == Some(colour)).count();
        (points_of(Colour::Black), points_of(Colour::White))
    }
}
