use std::marker::PhantomData;
use std::sync::LazyLock;

use cards::french::{Rank, Set, Suit};
use kierki::DealType;

use super::policy::Policy;
use super::spot::Spot;
use super::study::Study;

/// Prices of cards learned from playouts: what each says is how many points more or less than another card it costs in the end,
/// if all four go on by these prices. `fit` makes them.
///
/// A price is a sum of few cells of a table, and of one more times what lies.
#[derive(Clone, Copy)]
pub(super) struct Prices<'a, S> {
    pub(super) cells: &'a [f32],
    /// The points that a hundredth of the deal is.
    pub(super) scale: f32,
    sight: PhantomData<S>,
}

/// What prices depend on.
pub(super) trait Sight {
    /// How many cells a table has.
    const CELLS: usize;
    /// Those that a price is the sum of.
    type Picked: AsRef<[usize]>;

    /// Looks at the spot once, and says of each card what its price depends on.
    fn picks(spot: &Spot<'_>) -> impl Fn(u32) -> Picks<Self::Picked>;
}

/// The cells that a price is the sum of.
#[derive(Clone, Copy)]
pub(super) struct Picks<C> {
    pub(super) cells: C,
    /// This cell counts by how much of the deal lies: as one for a quarter of it.
    pub(super) slope: usize,
    pub(super) lies: f32,
}

/// How the card stands in its suit, how long the suit is in the hand, which trick it is and who is still to play.
#[derive(Clone, Copy)]
pub(super) struct Glance;

/// The tables: one for each type of deal, and one for the robber by traditional scores, whose costs are in other proportions.
pub const TABLES: usize = 8;

const STANDING: usize = 14 * 14;
const FREE: usize = 2 * STANDING + 2 * 14 + 32 + 13 * 6 + 4 * 6;
const FOLLOW: usize = 12 * STANDING + 4 * 14 + 6 * 32 + 13 * 36 + 36 + 24;

/// Steps of the file in a hundredth of a deal.
pub(super) const STEPS: f32 = 256.0;

/// By four who all play by them.
static AMONG_ALIKE: LazyLock<Vec<Vec<f32>>> =
    LazyLock::new(|| tables::<Glance>(include_bytes!("../../weights/kierki-alike.bin")));
/// By one against three who play by rules of thumb.
static AGAINST_RULES: LazyLock<Vec<Vec<f32>>> =
    LazyLock::new(|| tables::<Study>(include_bytes!("../../weights/kierki-rules.bin")));

fn tables<S: Sight>(bytes: &[u8]) -> Vec<Vec<f32>> {
    let price = |two: &[u8]| f32::from(i16::from_le_bytes([two[0], two[1]])) / STEPS;
    bytes.chunks_exact(2 * S::CELLS).map(|table| table.chunks_exact(2).map(price).collect()).collect()
}

impl Prices<'static, Glance> {
    /// Those that four learned among themselves in such a deal.
    pub(super) fn among_alike(kind: DealType, traditional: bool) -> Self {
        Prices::from(&AMONG_ALIKE, kind, traditional)
    }
}

impl Prices<'static, Study> {
    /// Those that one learned against three who play by rules of thumb.
    pub(super) fn against_rules(kind: DealType, traditional: bool) -> Self {
        Prices::from(&AGAINST_RULES, kind, traditional)
    }
}

impl<'a, S: Sight> Prices<'a, S> {
    /// By the cells of a table that was learned in such deals.
    pub(super) fn new(cells: &'a [f32], kind: DealType, traditional: bool) -> Self {
        Prices { cells, scale: kind.total(traditional) as f32 / 100.0, sight: PhantomData }
    }

    fn from(tables: &'a [Vec<f32>], kind: DealType, traditional: bool) -> Self {
        let table = usize::from(kind.number()) - 1 + usize::from(traditional && kind == DealType::Robber);
        Prices::new(&tables[table], kind, traditional)
    }
}

impl<S: Sight> Policy for Prices<'_, S> {
    #[inline]
    fn prices(&self, spot: &Spot<'_>) -> impl Fn(u32) -> f32 {
        let picks = S::picks(spot);
        move |card| {
            let picks = picks(card);
            let sum: f32 = picks.cells.as_ref().iter().map(|cell| self.cells[*cell]).sum();
            self.scale * (sum + self.cells[picks.slope] * picks.lies)
        }
    }
}

impl Sight for Glance {
    /// Leads, then discards, then following suit.
    const CELLS: usize = 2 * FREE + FOLLOW;
    type Picked = [usize; 5];

    #[inline]
    fn picks(spot: &Spot<'_>) -> impl Fn(u32) -> Picks<[usize; 5]> {
        |card| glance(spot, card)
    }
}

#[inline]
fn glance(spot: &Spot<'_>, card: u32) -> Picks<[usize; 5]> {
    let table = spot.table;
    let standing = spot.standing(card);
    let (lower, higher) = (standing.lower as usize, standing.higher as usize);
    let at = lower * 14 + higher;
    let own = (spot.hand >> standing.base & 0x1FFF).count_ones() as usize;
    let shape = match (lower, higher) {
        (0, _) => 0,
        (_, 0) => 1,
        _ => 2 + 4 * lower / (lower + higher),
    };
    let suit = card / 13;
    let class = usize::from(suit == Suit::Hearts as u32 && table.kind.spares_hearts());
    let honours = honours(table.kind);
    let out = standing.out & honours >> standing.base;
    let below = (out & ((1 << standing.rank) - 1)).count_ones() as usize;
    let above = out.count_ones() as usize - below;
    let special = 16 * (honours >> card & 1) as usize + 4 * above + below;
    let trick = usize::from(table.trick);
    let void = table.voids >> (4 * suit) & 0xF & !(1 << table.turn);
    match table.led() {
        Some(led) if led == suit => {
            let behind = spot.behind() as usize;
            let sub = 2 * behind + usize::from(card > table.best());
            let next = (1..=behind).fold(0, |all, place| all | 1 << ((usize::from(table.turn) + place) % 4));
            let void = (void & next).count_ones() as usize;
            let mut from = 2 * FREE;
            let mut section = |size: usize, cell: usize| {
                from += size;
                from - size + cell
            };
            Picks {
                cells: [
                    section(12 * STANDING, (6 * class + sub) * STANDING + at),
                    section(4 * 14, (2 * class + sub % 2) * 14 + own),
                    section(6 * 32, 32 * sub + special),
                    section(13 * 36, (6 * trick + sub) * 6 + shape),
                    section(36, (6 * class + sub) * 3 + void),
                ],
                slope: section(24, 4 * sub + higher.min(3)),
                lies: 4.0 * table.price(table.lying) as f32 / table.kind.total(table.traditional) as f32,
            }
        }
        led => {
            let mut from = if led.is_some() { FREE } else { 0 };
            let mut section = |size: usize, cell: usize| {
                from += size;
                from - size + cell
            };
            Picks {
                cells: [
                    section(2 * STANDING, class * STANDING + at),
                    section(2 * 14, class * 14 + own),
                    section(32, special),
                    section(13 * 6, 6 * trick + shape),
                    section(4 * 6, 6 * void.count_ones() as usize + shape),
                ],
                slope: 0,
                lies: 0.0,
            }
        }
    }
}

/// The cards of a suit that cost more than the others.
#[inline]
fn honours(kind: DealType) -> u64 {
    const COURT: Set = Rank::JACK.cards().union(Rank::QUEEN.cards()).union(Rank::KING.cards());
    match kind {
        DealType::Hearts => 0,
        DealType::Robber => COURT.mask(),
        other => other.costly().mask(),
    }
}
