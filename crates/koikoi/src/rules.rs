//! The knobs and the named rulesets, as one table.

use game::rules::BadKnob;

game::knobs! {
    title: "Koi-Koi";
    presets:
        lightning: "a wild lightning card, forced captures, and a prize for piles without chaff",
        quick: "three rounds, and every koi-koi call raises the multiplier for whoever stops",
        months: "twelve rounds, each with its month; one koi-koi a round",
        nintendo: "twelve rounds; one koi-koi a round, and long yaku replace short ones",
        japan: "eight rounds for 30 points each, zero-sum; calls add to the winner's points";

    // knob                                      lightning    quick        months       nintendo     japan
    /// Rounds in a match.
    rounds: u8 [1..=12]                        = [12,          3,           12,          12,          8];
    /// Who deals first: drawn at random, seat 0, or whoever draws the card of the earlier month.
    first_dealer: FirstDealer                 = [FirstDealer::Random, FirstDealer::Seat0, FirstDealer::EarlierMonth, FirstDealer::Random, FirstDealer::Random];
    /// Who deals after a round that somebody won.
    dealer_after_win: AfterWin                = [AfterWin::Winner, AfterWin::Winner, AfterWin::Winner, AfterWin::Winner, AfterWin::Winner];
    /// Who deals after a round that nobody won.
    dealer_after_draw: AfterDraw              = [AfterDraw::Same, AfterDraw::Same, AfterDraw::Swaps, AfterDraw::Swaps, AfterDraw::Same];
    /// A hand dealt with all four cards of a month.
    four_in_hand: LuckyHand                   = [LuckyHand::Score, LuckyHand::Redeal, LuckyHand::Score, LuckyHand::Redeal, LuckyHand::Redeal];
    /// A hand dealt with four pairs.
    pairs_in_hand: LuckyHand                  = [LuckyHand::Score, LuckyHand::Redeal, LuckyHand::Score, LuckyHand::Redeal, LuckyHand::Play];
    /// Points of a lucky hand that scores.
    lucky_hand_points: u8 [1..=20]             = [6,           6,           6,           6,           6];
    /// Both hands lucky at once: both score and the dealer stays, or a tie without points and the dealer stays.
    both_lucky: BothLucky                     = [BothLucky::Score, BothLucky::Tie, BothLucky::Score, BothLucky::Score, BothLucky::Score];
    /// Who deals after one lucky hand has scored.
    dealer_after_lucky_hand: AfterWin         = [AfterWin::Winner, AfterWin::Winner, AfterWin::Winner, AfterWin::Winner, AfterWin::Winner];
    /// A field dealt with all four cards of a month. In a void round nobody plays, its month is used up and the dealer swaps.
    four_on_field: LuckyField                 = [LuckyField::Redeal, LuckyField::Redeal, LuckyField::Void, LuckyField::Redeal, LuckyField::Redeal];
    /// A field dealt with four pairs.
    pairs_on_field: LuckyField                = [LuckyField::Redeal, LuckyField::Redeal, LuckyField::Void, LuckyField::Redeal, LuckyField::Play];
    /// A field dealt with three cards of a month.
    three_on_field: LuckyField                = [LuckyField::Play, LuckyField::Play, LuckyField::Play, LuckyField::Redeal, LuckyField::Play];
    /// A hand card without a match may be played only if no hand card has one.
    must_capture: bool                        = [true,        false,       true,        false,       false];
    /// The lightning card, from hand or draw pile, takes any one card of the field.
    wild_lightning: bool                      = [true,        false,       false,       false,       false];
    /// The sake cup counts as chaff too.
    cup_is_chaff: bool                        = [false,       true,        true,        true,        true];
    /// Points of all five lights. Of the light yaku only the best counts; 0 points anywhere below: not played.
    five_lights: u8 [0..=20]                   = [15,          15,          10,          10,          10];
    /// Points of four lights without the rain man.
    dry_four_lights: u8 [0..=20]               = [8,           8,           8,           8,           8];
    /// Points of four lights with the rain man.
    rainy_four_lights: u8 [0..=20]             = [7,           7,           7,           7,           7];
    /// Points of three lights.
    three_lights: u8 [0..=20]                  = [6,           6,           6,           5,           5];
    /// The rain man counts for three lights.
    three_lights_with_rain: bool              = [true,        false,       false,       false,       false];
    /// Points of boar, deer and butterflies.
    boar_deer_butterfly: u8 [0..=20]           = [5,           6,           5,           5,           5];
    /// Boar, deer and butterflies: +1 per further animal.
    boar_deer_butterfly_grows: bool           = [false,       false,       true,        true,        false];
    /// Boar, deer and butterflies replace the animals yaku.
    boar_deer_butterfly_replaces: bool        = [false,       false,       false,       true,        false];
    /// Points of the three poetry ribbons.
    poetry_ribbons: u8 [0..=20]                = [5,           6,           5,           5,           5];
    /// Points of the three blue ribbons.
    blue_ribbons: u8 [0..=20]                  = [5,           6,           5,           5,           5];
    /// Poetry ribbons, blue ribbons, and both together where that is a yaku of its own: +1 per further ribbon.
    poetry_and_blue_grow: bool                = [false,       false,       true,        true,        false];
    /// Poetry or blue ribbons replace the ribbons yaku.
    poetry_and_blue_replace: bool             = [false,       false,       false,       true,        false];
    /// Poetry and blue ribbons together: they add up, or are a yaku of their own that replaces both, or that comes on top.
    poetry_with_blue: Together                = [Together::AddUp, Together::AddUp, Together::AddUp, Together::Replaces, Together::OnTop];
    /// Points of poetry and blue ribbons together, where that is a yaku of its own.
    poetry_with_blue_points: u8 [1..=20]       = [10,          10,          10,          10,          10];
    /// Points of five animals, +1 each further.
    animals: u8 [0..=20]                       = [1,           1,           1,           1,           1];
    /// Points of five ribbons, +1 each further.
    ribbons: u8 [0..=20]                       = [1,           1,           1,           1,           1];
    /// Points of ten chaff, +1 each further.
    chaff: u8 [0..=20]                         = [1,           1,           1,           1,           1];
    /// Points of cherry viewing: curtain and sake cup.
    cherry_viewing: u8 [0..=20]                = [5,           5,           6,           5,           1];
    /// Points of moon viewing: moon and sake cup.
    moon_viewing: u8 [0..=20]                  = [5,           5,           6,           5,           1];
    /// Points of each viewing once its owner has called koi-koi in the round; 0: the same as before.
    viewing_after_call: u8 [0..=20]            = [0,           0,           0,           0,           3];
    /// The rain man or the lightning in the pile blocks both viewings.
    rain_blocks_viewing: bool                 = [true,        false,       false,       false,       false];
    /// All four cards of a month: no yaku, or of the round's month (in any match, or only in one of 12 rounds), or of any month.
    four_of_a_month: FourOfAMonth             = [FourOfAMonth::Any, FourOfAMonth::RoundMonthOf12, FourOfAMonth::RoundMonth, FourOfAMonth::Never, FourOfAMonth::Never];
    /// Points of each four of a month.
    four_of_a_month_points: u8 [1..=20]        = [4,           4,           4,           4,           4];
    /// Bonus, when cashing out any other yaku, for a pile without chaff; it never lets one stop by itself.
    no_chaff: u8 [0..=20]                      = [10,          0,           0,           0,           0];
    /// Koi-koi calls: as many as one likes; or one in the round by either player, after which the next new or better yaku ends
    /// the round, for the caller itself only (once-and-higher) with more points than it called at.
    koikoi_limit: KoikoiLimit                 = [KoikoiLimit::None, KoikoiLimit::None, KoikoiLimit::Once, KoikoiLimit::OnceAndHigher, KoikoiLimit::None];
    /// Points for the dealer when a round runs out of cards; 0: nobody scores.
    run_out_points: u8 [0..=20]                = [0,           0,           0,           0,           1];
    /// From this many points on they count double; 0: never.
    double_at: u8 [0..=100]                    = [7,           0,           7,           7,           0];
    /// Points count double if the opponent has called koi-koi.
    double_after_opponents_call: bool         = [true,        false,       true,        true,        false];
    /// Bonus for calls: none; or times 1 + all calls of the round by both; or the winner's own calls, +1 each up to three, from the
    /// fourth on times the calls less two.
    call_bonus: CallBonus                     = [CallBonus::None, CallBonus::AllCalls, CallBonus::None, CallBonus::None, CallBonus::OwnCalls];
    /// Points each begins with, and that the loser of a round pays to the winner; the match ends at 0 or less. 0: nobody pays.
    stake: u8 [0..=200]                        = [0,           0,           0,           0,           30];
}

impl Rules {
    /// Knobs by which one more card would cost points.
    fn contradictions(&self) -> Vec<BadKnob> {
        let mut bad = Vec::new();
        let mut at_least = |knob, points: u8, other, least: u8| {
            if points < least {
                let message = format!(
                    "is {points}, and must be at least `{other}` ({least}), or one more light would cost points"
                );
                bad.push(BadKnob { knob, message });
            }
        };
        at_least("rainy_four_lights", self.rainy_four_lights, "three_lights", self.three_lights);
        at_least("dry_four_lights", self.dry_four_lights, "three_lights", self.three_lights);
        at_least("five_lights", self.five_lights, "rainy_four_lights", self.rainy_four_lights);
        at_least("five_lights", self.five_lights, "dry_four_lights", self.dry_four_lights);
        let dearest = self.cherry_viewing.max(self.moon_viewing);
        if self.viewing_after_call > 0 && self.viewing_after_call < dearest {
            let after = self.viewing_after_call;
            let message =
                format!("is {after}, and must be 0 or at least {dearest}, or a call would cost points");
            bad.push(BadKnob { knob: "viewing_after_call", message });
        }
        bad
    }
}

game::words! {
    /// Who deals the first round.
    FirstDealer {
        /// Either seat, by chance.
        Random = "random",
        /// Seat 0.
        Seat0 = "seat-0",
        /// Both draw a card, the earlier month deals; they draw again on a tie.
        EarlierMonth = "earlier-month",
    }
    /// Who deals after a round with a winner.
    AfterWin {
        /// Whoever won.
        Winner = "winner",
        /// Whoever dealt.
        Same = "same",
        /// The other one.
        Swaps = "swaps",
    }
    /// Who deals after a round without a winner.
    AfterDraw {
        /// Whoever dealt.
        Same = "same",
        /// The other one.
        Swaps = "swaps",
    }
    /// What a lucky hand does.
    LuckyHand {
        /// Nothing.
        Play = "play",
        /// The cards are dealt again.
        Redeal = "redeal",
        /// Its holder scores and the round is over.
        Score = "score",
    }
    /// What two lucky hands do that would score.
    BothLucky {
        /// Both score.
        Score = "score",
        /// Nobody scores.
        Tie = "tie",
    }
    /// What a lucky field does.
    LuckyField {
        /// Nothing.
        Play = "play",
        /// The cards are dealt again.
        Redeal = "redeal",
        /// The round is void.
        Void = "void",
    }
    /// Poetry and blue ribbons together.
    Together {
        /// Both count, no more.
        AddUp = "add-up",
        /// A yaku of its own in place of both.
        Replaces = "replaces",
        /// A yaku of its own besides both.
        OnTop = "on-top",
    }
    /// Which four of a month are a yaku.
    FourOfAMonth {
        /// None.
        Never = "never",
        /// The round's month.
        RoundMonth = "round-month",
        /// The round's month, in matches of 12 rounds.
        RoundMonthOf12 = "round-month-of-12",
        /// Every month.
        Any = "any",
    }
    /// How often koi-koi may be called.
    KoikoiLimit {
        /// Without limit.
        None = "none",
        /// Once in a round, by either player.
        Once = "once",
        /// The same, and the caller's own next yaku must be worth more than what it called at.
        OnceAndHigher = "once-and-higher",
    }
    /// What calls are worth to the winner.
    CallBonus {
        /// Nothing.
        None = "none",
        /// Times one more than the calls of both players.
        AllCalls = "all-calls",
        /// The winner's own: one point each up to three, from four on times the calls less two.
        OwnCalls = "own-calls",
    }
}
