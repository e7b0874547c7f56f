//! Who sits where, and on which connection.

use wire::Code;

use super::board::Board;
use super::floor::Lane;
use super::options::Options;
use super::visitors::seats;

/// Tables in groups: the players of a group sit at all of its tables, each on one connection.
pub(super) struct Seating {
    /// For each table, the lane of each seat.
    pub(super) tables: Vec<Vec<usize>>,
    /// For each lane, its seat and its tables.
    lanes: Vec<(usize, Vec<usize>)>,
}

impl Seating {
    pub(super) fn new(options: &Options) -> Seating {
        let mut seating = Seating { tables: vec![Vec::new(); options.tables], lanes: Vec::new() };
        let all: Vec<usize> = (0..options.tables).collect();
        for group in all.chunks(options.tables_per_connection) {
            let most = group.iter().map(|table| seats(options, *table)).max().unwrap_or(0);
            for seat in 0..most {
                let has_seat = |table: &&usize| seat < seats(options, **table);
                let tables: Vec<usize> = group.iter().filter(has_seat).copied().collect();
                for table in &tables {
                    seating.tables[*table].push(seating.lanes.len());
                }
                seating.lanes.push((seat, tables));
            }
        }
        seating
    }

    /// How many connections there are.
    pub(super) fn connections(&self) -> usize {
        self.lanes.len()
    }

    /// How many seats there are.
    pub(super) fn seats(&self) -> usize {
        self.tables.iter().map(Vec::len).sum()
    }

    pub(super) fn boards(&self, codes: &[Code]) -> Vec<Board> {
        let board = |(lanes, code): (&Vec<usize>, &Code)| Board::new(*code, lanes.iter().copied());
        self.tables.iter().zip(codes).map(board).collect()
    }

    pub(super) fn lanes(&self, tokens: &[String]) -> Vec<Lane> {
        let lane = |((seat, tables), token): (&(usize, Vec<usize>), &String)| {
            Lane::new(*seat, tables.clone(), token.clone())
        };
        self.lanes.iter().zip(tokens).map(lane).collect()
    }
}
