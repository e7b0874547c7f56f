//! The net at work in a round: what positions are worth, and what to do by that alone.

use cards::hanafuda::{Card, LIGHTNING, Set};
use game::{ActionList, Game, Seat};
use koikoi::{Action, KoiKoi, Stage};

use super::ends::{ENDS, Ends, settled};
use super::net::{Net, Sum};
use super::odds::Odds;
use super::ready::{Ready, WIDE};
use super::sight::{Groups, Inputs, STANDING, Sight, WORDS, standing};

/// What the net thinks in one round of a match, for both seats.
pub(super) struct Mind<'a> {
    odds: &'a Odds,
    net: Ready<'a>,
    groups: Groups,
    round: u8,
    seats: [Eye; 2],
    legal: ActionList<Action>,
}

/// No input at all.
const NOTHING: Inputs = [0; WORDS.len()];

/// What a seat keeps through the round.
struct Eye {
    /// What each end of the round would be worth.
    worths: [f32; WIDE],
    standing: [f32; STANDING],
    fresh: Sum,
    /// The position met last and its first layer, from which the next is near.
    near: (Inputs, Sum),
    turns: u32,
}

impl<'a> Mind<'a> {
    /// For the round that is played in this state.
    pub(super) fn new(net: &'a Net, odds: &'a Odds, state: &KoiKoi) -> Mind<'a> {
        let seats = [Seat::FIRST, Seat::FIRST.next(2)].map(|seat| {
            let ends = Ends::new(odds, state, seat);
            let standing = standing(state.rules(), state.month(), state.dealer() == seat, &ends);
            let fresh = net.standing(&standing);
            let mut worths = [0.0; WIDE];
            worths[..ENDS].copy_from_slice(&ends.0);
            Eye { worths, standing, fresh, near: (NOTHING, fresh), turns: 0 }
        });
        let groups = Groups::new(state.rules(), state.month());
        let net = Ready::new(net, &groups.points());
        Mind { net, odds, groups, round: state.round(), seats, legal: ActionList::new() }
    }

    /// The inputs that stay for the seat through the round.
    pub(super) fn standing(&self, seat: Seat) -> &[f32; STANDING] {
        &self.seats[seat.index()].standing
    }

    /// The yaku of the round.
    pub(super) fn groups(&self) -> &Groups {
        &self.groups
    }

    /// Whether the round is over, and the state is that of the next one or the match's end.
    pub(super) fn is_past(&self, state: &KoiKoi) -> bool {
        state.round() != self.round || state.is_over()
    }

    /// What the sight is worth to the seat that has it.
    pub(super) fn worth(&mut self, seat: Seat, sight: &Sight) -> f32 {
        let inputs = sight.inputs(&self.groups);
        let eye = &mut self.seats[seat.index()];
        eye.turns += 1;
        // Now and then from scratch, so that rounding does not add up.
        if eye.turns.is_multiple_of(64) {
            eye.near = (NOTHING, eye.fresh);
        }
        let (near, sum) = &mut eye.near;
        let worth = self.net.mean(sum, near, &inputs, &eye.worths);
        *near = inputs;
        worth
    }

    /// What a state is worth to the seat when somebody is to play a card, or after the round.
    pub(super) fn worth_of(&mut self, state: &KoiKoi, seat: Seat) -> f32 {
        if self.is_past(state) {
            return settled(self.odds, state, seat);
        }
        self.worth(seat, &Sight::of(state, seat))
    }

    /// What each legal action of the seat in turn is worth to it; nothing of the state is read that it does not see.
    pub(super) fn judge(&mut self, state: &KoiKoi, seat: Seat, mut each: impl FnMut(Action, f32)) {
        let mut legal = std::mem::take(&mut self.legal);
        state.legal(seat, &mut legal);
        let sight = Sight::of(state, seat);
        for action in legal.iter() {
            each(*action, self.worth_of_action(state, seat, &sight, *action));
        }
        self.legal = legal;
    }

    /// The best action of the seat in turn.
    pub(super) fn choose(&mut self, state: &KoiKoi, seat: Seat) -> Action {
        let mut best = (f32::MIN, Action::Stop);
        self.judge(state, seat, |action, worth| {
            if worth > best.0 {
                best = (worth, action);
            }
        });
        best.1
    }

    /// Plays on for so many turns, after one that may be half done, or to the end of the round.
    pub(super) fn play(&mut self, state: &mut KoiKoi, mut turns: u32) {
        while !self.is_past(state) {
            if state.stage() == Stage::Play {
                if turns == 0 {
                    return;
                }
                turns -= 1;
            }
            let mover = state.turn();
            state.apply(mover, self.choose(state, mover), &mut ());
        }
    }

    /// What the viewer sees once the seat in turn has played a card from its hand and before it draws, if that is what the action
    /// does.
    pub(super) fn after_playing(state: &KoiKoi, viewer: Seat, action: Action) -> Option<Sight> {
        let (card, taken) = match (action, state.stage()) {
            (Action::Play(card), _) => {
                let mut captures = captures(state, card);
                (card, captures.next().filter(|_| captures.next().is_none())?)
            }
            (Action::Choose(option), Stage::ChooseForHand(card)) => (card, with_month(state, card, option)),
            _ => return None,
        };
        Some(Sight::of(state, viewer).before_the_draw(state, card, taken))
    }

    fn worth_of_action(&mut self, state: &KoiKoi, seat: Seat, sight: &Sight, action: Action) -> f32 {
        match (action, state.stage()) {
            (Action::Play(card), _) => {
                let taken = |taken| self.worth(seat, &sight.before_the_draw(state, card, taken));
                captures(state, card).map(taken).fold(f32::MIN, f32::max)
            }
            (Action::Choose(option), Stage::ChooseForHand(card)) => {
                let taken = with_month(state, card, option);
                self.worth(seat, &sight.before_the_draw(state, card, taken))
            }
            // What ends the turn shows no new card.
            _ => {
                let mut after = state.clone();
                after.apply(seat, action, &mut ());
                if !self.is_past(&after) && after.stage() == Stage::Decide {
                    self.better_end(&after, seat)
                } else {
                    self.worth_of(&after, seat)
                }
            }
        }
    }

    fn better_end(&mut self, state: &KoiKoi, seat: Seat) -> f32 {
        let mut worth = |action| {
            let mut after = state.clone();
            after.apply(seat, action, &mut ());
            self.worth_of(&after, seat)
        };
        worth(Action::Stop).max(worth(Action::KoiKoi))
    }
}

/// What a card played from the hand may take: nothing, everything of its month, or one of several.
fn captures(state: &KoiKoi, card: Card) -> impl Iterator<Item = Set> {
    let wild = card == LIGHTNING && state.rules().wild_lightning;
    let matches = if wild { state.field() } else { state.field() & card.month().cards() };
    let single = matches.is_empty() || matches.len() == 3 && card.month().cards().contains_all(matches);
    let all = single.then_some(matches);
    let one_of = if single { Set::EMPTY } else { matches };
    all.into_iter().chain(one_of.iter().map(move |option| with_month(state, card, option)))
}

/// What the card takes with this option: all three where the month's other cards lie together.
fn with_month(state: &KoiKoi, card: Card, option: Card) -> Set {
    let month = (state.field() - card.into()) & card.month().cards();
    if month.len() == 3 && month.contains(option) { month } else { option.into() }
}
