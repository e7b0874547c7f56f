// What the server and the page say to each other: docs/protocol.md, docs/views.md, docs/replay.md.
// Generated from the Rust types, do not edit: `UPDATE=1 cargo nextest run --workspace -E 'binary(types)'` writes it anew.

/** What becomes of a seat whose player has lost the connection. */
export type Absence = { grace: Millis } & Then;

/** It was done: now, or when it was first asked for. */
export interface Ack {
  type: "ack";
  /** The request. */
  id: ActionId;
  /** Where. */
  table?: Code;
  /** The version that shows it. */
  version?: number;
}

/** A client's own name for a request, by which a repeated one is known. */
export type ActionId = string;

/** Something that happened. */
export type AnyEvent =
  /** In the match: docs/replay.md has the events of each game. */
  | GameEvent
  /** At the table. */
  | TableEvent;

/** The versions of all tables of the connection, so that a lost last message is noticed. */
export interface Beacon {
  type: "beacon";
  /** Of each table. */
  tables: Record<string, number>;
  /** The server's clock. */
  time: Millis;
}

/** A run that somebody wants to begin. */
export interface BeginForm {
  opponent: OpponentForm;
  /** From 10 seconds to one hour, in milliseconds; ten minutes if it is not given. */
  countdown_ms?: number | null;
}

/** The last message of a connection that the server closes. */
export interface Bye {
  type: "bye";
  /** Why, for programs. */
  code: string;
  /** Why, for people. */
  message: string;
}

/** What a client can want. */
export type Call =
  /** To be known as the player who has this token. */
  | { type: "auth"; token: Token }
  /** To take a seat, or to return to its own. */
  | { type: "sit"; table: Code; seat?: Seat; seen?: number; entropy?: Entropy }
  /** To look on, from its seat if it has one. */
  | { type: "watch"; table: Code; seen?: number }
  /** To give up its seat, or to look on no more. */
  | { type: "leave"; table: Code }
  /** To play. Such a request always has an id. */
  | { type: "act"; table: Code; action: string; version?: number }
  /** To be told everything anew. */
  | { type: "resync"; table: Code; seen?: number }
  /** To say something. */
  | { type: "say"; table: Code } & Line
  /** To add to the chance of the coming match. */
  | { type: "entropy"; table: Code; hex: Entropy }
  /** To play another match. */
  | { type: "rematch"; table: Code; entropy?: Entropy }
  /** To send away whoever has a seat. */
  | { type: "kick"; table: Code; seat: Seat }
  /** To let a bot in. */
  | { type: "seat-bot"; table: Code; seat?: Seat; level: Level }
  /** To be told what to do, where the owner allows it. */
  | { type: "hint"; table: Code }
  /** To let play wait. */
  | { type: "pause"; table: Code }
  /** To let play go on. */
  | { type: "resume"; table: Code }
  /** To see the public tables, and what changes among them. */
  | { type: "lobby"; follow?: boolean }
  /** An answer. */
  | { type: "ping" };

/** The code of a card: `1-crane`, `10C`, `joker-red`. */
export type Card = string;

/** Cards in the order of the deck. */
export type Cards = Card[];

/** A rating before and after. */
export interface ChangeForm {
  before: number;
  after: number;
}

/** A line of chat. */
export type Chat = { player: PlayerCode; name: string } & Line;

/** What is looked at. */
export type Check =
  /** The commitment belongs to the secret. */
  | "commitment"
  /** It is the one that the player noted. */
  | "noted-commitment"
  /** The seed follows from the secret and the entropy. */
  | "seed"
  /** The entropy of a seat is what its player noted. */
  | "noted-entropy"
  /** The decks follow from the seed. */
  | "decks"
  /** All actions are legal. */
  | "actions"
  /** They lead to the scores. */
  | "scores"
  /** They lead to the state. */
  | "hash";

/** How long one may think. Whose time is up has the game's default action played, and stays in the match. */
export type Clock =
  /** For ever. */
  | { kind: "none" }
  /** So long for each decision. */
  | { kind: "move"; limit: Millis }
  /** So long in the whole match, and some time more with each decision. */
  | { kind: "match"; initial: Millis; increment: Millis };

/** A seat's clock as others see it. */
export type ClockFace =
  /** It runs, and then the time is up. */
  | { until: Millis }
  /** It stands, with so much left. */
  | { left: Millis };

/** The code of a table, like `K7F3Q9MX`. */
export type Code = string;

/** 64 hexadecimal digits. */
export type Commitment = string;

/** The course as it is written. */
export interface Course {
  match: MatchId | null;
  game: Game;
  preset: string | null;
  rules: Rules;
  seats: Sitter[];
  eyes: string;
  events: GameEvent[];
  view: Shown;
  steps: CourseStep[];
}

/** An action and what came of it. */
export interface CourseStep {
  seat: Seat;
  action: string;
  at: number | null;
  events: GameEvent[];
  changes: Record<string, unknown>;
}

/** Why a match ended before its rules say so. */
export type Cut =
  /** The player's countdown came to zero. */
  | "countdown"
  /** The player has left. */
  | "left";

/** What may be known of the chance of a match before it is over: docs/fairness.md. */
export interface Deal {
  /** Which match. */
  match: MatchId;
  /** What binds the house to its secret. */
  commitment: Commitment;
  /** The seats that have added to it. */
  given: SeatSet;
}

/** A type of deal, 1 to 7. */
export type DealType = number;

/** A deck: its cards in order. */
export type Deck = Card[];

/** A run of the player has changed. */
export interface Defuse {
  type: "defuse";
  /** As it is now. */
  run: Run;
}

/** The connection gets nothing more from the table, for another reason. */
export interface Dismissed {
  type: "dismissed";
  /** Which table. */
  table: Code;
  /** Why, for programs. */
  code: string;
  /** Why, for people. */
  message: string;
}

/** The server is about to end; all tables will be there again. */
export interface Draining {
  type: "draining";
  /** When to come back. */
  reconnect_ms: Millis;
}

/** 1 to 64 bytes as hexadecimal digits. */
export type Entropy = string;

/** A request without an id was refused. */
export interface ErrorNotice {
  type: "error";
  /** Where. */
  table?: Code;
  /** Why, for programs. */
  code: string;
  /** Why, for people. */
  message: string;
}

/** How a seed came about, as it is written. */
export interface Fair {
  number: number;
  commitment: Commitment;
  secret: string;
  entropy: (Entropy | null)[];
}

/** Bots for the seats that nobody has taken after some time. */
export interface FallbackForm {
  /** After so many milliseconds. */
  after_ms: Millis;
  level: Level;
}

/** One thing that was looked at. */
export interface Finding {
  /** What. */
  check: Check;
  /** How it is. */
  result: Verdict;
  /** The same in a sentence. */
  message: string;
}

/** What was looked at, and what came out. */
export interface Findings {
  /** Whether nothing speaks against it. */
  holds: boolean;
  /** Everything that was looked at, in order. */
  checks: Finding[];
}

/** What is played. */
export type Game = "koikoi" | "kierki" | "kaboom";

/** What happens in a match. */
export type GameEvent = KoikoiEvent | KierkiEvent | KaboomEvent;

/** A game. */
export interface GameForm {
  /** Its name in messages. */
  name: Game;
  /** What people call it. */
  title: string;
  /** How many may play. */
  seats: SeatsForm;
  /** Named rulesets. */
  presets: PresetForm[];
  /** What can be changed in a ruleset. */
  knobs: KnobForm[];
}

/** What explains the rules of a game. */
export type GameGuide = KoikoiGuide | KierkiGuide | KaboomGuide;

/** The games, and how well bots play them. */
export interface GamesForm {
  games: GameForm[];
  /** The levels of bots, the weakest first. */
  levels: Level[];
}

/** The guide as it is written. */
export type Guide = { game: Game; preset: string | null; rules: Rules } & GameGuide;

/** The first message of every connection. */
export interface Hello {
  type: "hello";
  /** `PROTOCOL`. */
  protocol: number;
  /** The program and its version. */
  server: string;
  /** The server's clock. */
  time: Millis;
  /** What it can do beyond the protocol's first version. */
  capabilities: string[];
  /** A beacon comes at least so often. */
  beacon_ms: Millis;
  /** What clients must keep to. */
  limits: Limits;
}

/** What the house would do in the place of whoever has asked. */
export interface Hint {
  type: "hint";
  /** Where. */
  table: Code;
  /** The version that it is about. */
  version: number;
  /** What values count. */
  unit: Unit;
  /** The actions that are worth a thought, the best first. */
  ranked: Hinted[];
}

/** An action that is worth a thought. */
export interface Hinted {
  /** Its code. */
  action: string;
  /** What it is worth to the one who asks. */
  value: number;
  /** Half the width of the 95% interval around that. */
  interval: number;
  /** Whether it cannot be told from the best. */
  equal: boolean;
}

/** What a drawn card lets its drawer do before it is kept or discarded. */
export type KaboomAbility =
  /** 7 and 8: peek at one of one's own cards. */
  | "peek-own"
  /** 9 and 10: peek at one card of an opponent. */
  | "peek-other"
  /** Jack and queen: swap two cards of different seats, unseen. */
  | "swap"
  /** Black king: peek at any two cards, one after the other. */
  | "peek-two";

/** An ability with the cards that have it. */
export interface KaboomAbilityGuide {
  /** Which one. */
  ability: KaboomAbility;
  /** The cards. */
  cards: Cards;
}

/** What a card counts and does. */
export interface KaboomCardGuide {
  /** Its code. */
  code: Card;
  /** What it counts at the end of a round. */
  value: number;
  /** What its drawer may do with it. */
  ability: KaboomAbility | null;
  /** The cards of its rank: it can be flipped onto these. */
  matches: Cards;
}

/** Why a round ended. */
export type KaboomEnding =
  /** Play came back to the caller of kaboom. */
  | "kaboom"
  /** Everyone had as many turns as there may be. */
  | "turn-limit"
  /** No card could be drawn. */
  | "out-of-cards";

/** What happened. A card is `None` where the viewer may not see it. */
export type KaboomEvent =
  /** A round begins: everyone has six cards face-down. */
  | { event: "round-began"; round: number; first: Seat }
  /** A seat is ready. */
  | { event: "ready"; seat: Seat }
  /** The top card of the draw pile was turned as the first discard. */
  | { event: "turned"; card: Card; discard: number }
  /** A turn begins. */
  | { event: "turn-began"; seat: Seat; turn: number }
  /** A seat called kaboom. */
  | { event: "kaboom"; seat: Seat }
  /** A seat took the top discard in place of one of its cards. */
  | { event: "took"; seat: Seat; slot: number; card: Card; replaced: Card; discard: number }
  /** A seat drew a card. */
  | { event: "drew"; seat: Seat; card: Card | null }
  /** A seat kept the drawn card in place of one of its cards. */
  | { event: "kept"; seat: Seat; slot: number; card: Card | null; replaced: Card; discard: number }
  /** A seat discarded the drawn card. */
  | { event: "discarded"; seat: Seat; card: Card; discard: number }
  /** A seat uses the ability of the drawn card. */
  | { event: "used"; seat: Seat; ability: KaboomAbility }
  /** A seat peeked at a card. */
  | { event: "peeked"; seat: Seat; spot: Spot; card: Card | null }
  /** A seat picked the first of two cards to swap. */
  | { event: "picked"; seat: Seat; spot: Spot }
  /** Two cards changed places, unseen. */
  | { event: "swapped"; seat: Seat; one: Spot; other: Spot }
  /** A seat declined the rest of an ability. */
  | { event: "declined"; seat: Seat }
  /** A card was flipped onto its own rank: it stays discarded. */
  | { event: "flipped"; seat: Seat; spot: Spot; card: Card; discard: number }
  /** A card of another rank was flipped: everyone saw it, it lies face-down again. */
  | { event: "flipped-wrong"; seat: Seat; spot: Spot; card: Card }
  /** A wrong flip cost a card, unseen. */
  | { event: "penalty"; seat: Seat; slot: number }
  /** Play waits for a flipper to give a card or not. */
  | { event: "gift-asked"; seat: Seat; to: Spot }
  /** A flipper gave one of its cards, unseen. */
  | { event: "gave"; seat: Seat; slot: number; to: Spot }
  /** A flipper gave none. */
  | { event: "gift-declined"; seat: Seat }
  /** The discard pile less its top card became the draw pile. */
  | { event: "reshuffled"; cards: number }
  /** Everyone's cards at the end of a round. */
  | { event: "revealed"; hands: (Card | null)[][] }
  /** A round is over. */
  | { event: "round-ended" } & KaboomRoundResult
  /** The match is over. */
  | { event: "match-ended"; outcome: Outcome }
  /** There is no deck left for the next deal or reshuffle: the record ends here. */
  | { event: "decks-ran-out"; round: number };

/** Play is suspended until the flipper gives a card or declines. */
export interface KaboomGift {
  /** Who may give. */
  flipper: Seat;
  /** The slot that it emptied. */
  to: Spot;
}

/** Everything that explains a ruleset, beside its knobs. */
export interface KaboomGuide {
  /** All cards. */
  cards: KaboomCardGuide[];
  /** What cards can do, with the cards that can. */
  abilities: KaboomAbilityGuide[];
  /** How many cards everyone is dealt. */
  hand: number;
  /** The slots that one may look at before the first turn. */
  bottom_row: number[];
  /** What a caller gets on top of its sum who does not have the lowest. */
  failed_call: number;
  /** How many wrong flips a seat has, onto one discard or in one turn. */
  wrong_flips: number;
}

/** The drawn card in the hand of the seat in turn. */
export interface KaboomHeld {
  /** The card, for its drawer. */
  card: Card | null;
  /** The ability that it was announced with. */
  one_of: KaboomAbility | null;
  /** The shuffle that it came from. */
  shuffle: number;
}

/** A card that lies face-down. */
export interface KaboomLaid {
  /** The card, if the viewer has seen it. */
  card: Card | null;
  /** The ability that it was announced with: it is one of that ability's cards. */
  one_of: KaboomAbility | null;
  /** The shuffle that it came from: it is one of `View::shuffles`' cards of that number. */
  shuffle: number;
  /** The turn at which each seat last saw the card, if it has. That a seat saw it is open to all, even where the card is not. */
  seen: (number | null)[];
  /** The turn at which the card was last shown to everyone, if it was. */
  shown: number | null;
}

/** How a round ended and what came of it. */
export interface KaboomRoundResult {
  /** Which round, from 1. */
  round: number;
  /** Who had the first turn. */
  first: Seat;
  /** Why it ended. */
  ending: KaboomEnding;
  /** Who called kaboom. */
  caller: Seat | null;
  /** Everyone's cards. */
  hands: Cards[];
  /** What they count. */
  sums: number[];
  /** What each seat scored: its sum, but the caller 0 or its sum and 10. */
  points: number[];
  /** The totals after it. */
  scores: number[];
}

/** What the seat in turn has to do. */
export type KaboomStage = { to: "ready" } | { to: "first-move" } | { to: "drawn" } | { to: "pick"; ability: KaboomAbility } | { to: "swap-with"; first: Spot } | { to: "peek-again"; first: Spot | null } | { to: "spent" } | { to: "over" } | { to: "no-deck" };

/** All that a viewer may know of a match, with everything that a table shows. */
export interface KaboomView {
  /** Who looks. */
  viewer: Viewer;
  /** The knobs. */
  rules: Rules;
  /** Which round, from 1. */
  round: number;
  /** Who has the round's first turn. */
  first: Seat;
  /** Whose turn it is, or was when play ended. */
  turn: Seat;
  /** The number of the turn in the round, from 1; 0 before the first. */
  turn_number: number;
  /** What the seat in turn has to do. */
  stage: KaboomStage;
  /** What play is suspended for. */
  gift: KaboomGift | null;
  /** Who called kaboom. */
  caller: Seat | null;
  /** Who has looked at the own bottom row. */
  looked: SeatSet;
  /** Who is ready. */
  ready: SeatSet;
  /** The face-down cards by seat and slot; `None` is an empty slot. */
  hands: (KaboomLaid | null)[][];
  /** The drawn card, until it is kept or discarded. */
  held: KaboomHeld | null;
  /** How many cards the draw pile has. */
  draw_pile: number;
  /** For each shuffle of the round, the deal first, the cards that were in it and in no later one. The draw pile is of the last. */
  shuffles: Cards[];
  /** The discard pile, its top card last. */
  discard_pile: Card[];
  /** The running number of the top discard; it runs through the whole match. */
  discard: number;
  /** Who flipped the top discard, if it was flipped: nobody else may flip onto it. */
  flipped_by: Seat | null;
  /** The wrong flips of each seat that count against its next one: onto this discard or in this turn, by the rules. */
  wrong_flips: number[];
  /** The totals, without this round. */
  scores: number[];
  /** How the round before ended; of a finished match, the last one. */
  last: KaboomRoundResult | null;
  /** How the match ended. */
  outcome: Outcome | null;
}

/** What a card is. */
export interface KierkiCardGuide {
  /** Its code. */
  code: Card;
  /** The letter of its suit. */
  suit: string | null;
  /** 2 to 14, the ace. */
  rank: number | null;
}

/** Something that costs points in a deal. */
export type KierkiCost =
  /** Each of these cards. */
  | { cards: Cards; points: number }
  /** Each of these tricks, whatever lies in it. */
  | { tricks: number[]; points: number };

/** One deal. */
export interface KierkiDealGuide {
  /** Its type. */
  kind: DealType;
  /** Who leads to the first trick. */
  first: Seat;
}

/** How a deal ended. */
export interface KierkiDealResult {
  /** Which deal, from 1. */
  deal: number;
  /** What cost points. */
  kind: DealType;
  /** Who led first. */
  first: Seat;
  /** How many tricks were played: fewer than 13 where the deal ended with its last point. */
  tricks: number;
  /** What each seat took in this deal. */
  points: number[];
  /** The totals after it. */
  scores: number[];
}

/** What happened, with why. */
export type KierkiEvent =
  /** A deal begins. */
  | { event: "deal-began"; deal: number; kind: DealType; first: Seat }
  /** The cards were dealt. Everyone sees the own hand. */
  | { event: "dealt"; hands: (Cards | null)[] }
  /** A card was played. */
  | { event: "played"; seat: Seat; card: Card }
  /** Four cards lie: the highest of the suit that was led takes them. */
  | { event: "taken"; trick: number; cards: Card[]; taker: Seat; points: number }
  /** A deal is over. */
  | { event: "deal-ended" } & KierkiDealResult
  /** The match is over. */
  | { event: "match-ended"; outcome: Outcome }
  /** There is no deck left for the next deal: the record ends here. */
  | { event: "decks-ran-out"; deal: number };

/** Everything that explains a match, beside its knobs. */
export interface KierkiGuide {
  /** The deck, each suit from the two up to the ace, which is the highest. */
  cards: KierkiCardGuide[];
  /** The letters of the seats, in the order of play. */
  seats: string[];
  /** The types of deals that the match has, by their numbers. */
  kinds: KierkiKindGuide[];
  /** The deals in order. */
  deals: KierkiDealGuide[];
}

/** What costs points in a type of deal. */
export interface KierkiKindGuide {
  /** Its number. */
  kind: DealType;
  /** The name in English. */
  name: string;
  /** Everything that costs points. */
  costs: KierkiCost[];
  /** What the deal gives away in all. */
  total: number;
  /** Whether hearts are not led while another suit is held. */
  no_heart_lead: boolean;
}

/** What the seat in turn has to do. */
export type KierkiStage =
  /** Play a card. */
  | { to: "play" }
  /** Nothing: the match is over. */
  | { to: "over" }
  /** Nothing: the record of the match has no deck for the next deal. */
  | { to: "no-deck" };

/** A trick, whole or begun. */
export interface KierkiTrick {
  /** Who led. */
  leader: Seat;
  /** The cards in the order of play, clockwise from the leader. */
  cards: Card[];
  /** Who took it, once four cards lie. */
  taker: Seat | null;
}

/** All that a viewer may know of a match, with everything that a table shows. */
export interface KierkiView {
  /** Who looks. */
  viewer: Viewer;
  /** The knobs, the list of deals among them. */
  rules: Rules;
  /** Which deal, from 1. */
  deal: number;
  /** What costs points in it. */
  kind: DealType;
  /** Who led first in it. */
  first: Seat;
  /** Whose turn it is, or was to be next when play ended. */
  turn: Seat;
  /** What the seat in turn has to do. */
  stage: KierkiStage;
  /** The viewer's thirteen cards as dealt; empty for a spectator. */
  dealt: Cards;
  /** What the viewer still holds. */
  hand: Cards;
  /** What the viewer may play now; empty while another seat is in turn. */
  playable: Cards;
  /** How many cards each holds. */
  hand_sizes: number[];
  /** Every trick of the deal in order, the running one last once a card of it lies. */
  tricks: KierkiTrick[];
  /** The suits, whole, that each seat has shown by its play not to hold any more. */
  voids: Cards[];
  /** The points of this deal so far. */
  points: number[];
  /** The totals, without the running deal. */
  scores: number[];
  /** The deals that are over, for all have seen them; whoever came later may not know of any. */
  earlier: Card[][];
  /** How the deal before ended; of a finished match, the last one. */
  last: KierkiDealResult | null;
  /** How the match ended. */
  outcome: Outcome | null;
}

/** What can be changed in a ruleset. */
export interface KnobForm {
  name: string;
  /** What it does. */
  about: string;
  takes: TakesForm;
}

/** What a card is. */
export interface KoikoiCardGuide {
  /** Its code. */
  code: Card;
  /** Its month. */
  month: Month;
  /** The plant of the month. */
  plant: string;
  /** What it shows: its code without the month. */
  word: string;
  /** What it counts as, first what it is: the sake cup may count as chaff too. */
  kinds: string[];
  /** Whether it takes any one card of the field. */
  wild: boolean;
}

/** What follows from new or better yaku. */
export type KoikoiDecision =
  /** The player chooses between koi-koi and stop. */
  | "open"
  /** No card is left in hand, so the round stops. */
  | "hand-empty"
  /** Koi-koi was called already in this round, so the round stops. */
  | "already-called";

/** How a round ended. */
export type KoikoiEnding =
  /** Somebody stopped with yaku, or had to. */
  | { how: "won"; winner: Seat; pile: Cards; calls: number[]; score: KoikoiScore }
  /** Lucky hands ended it before the first turn. */
  | { how: "lucky-hands"; hands: (KoikoiLuck | null)[] }
  /** A lucky field made it void. */
  | { how: "void"; luck: KoikoiLuck }
  /** Both hands ran out of cards. */
  | { how: "ran-out" };

/** What happened, with why. */
export type KoikoiEvent =
  /** Both drew a card for the first deal; equal months draw again. */
  | { event: "dealer-drawn"; cards: Card[] }
  /** A round begins. */
  | { event: "round-began"; round: number; month: Month; dealer: Seat }
  /** The cards were dealt. Everyone sees the field and the own hand. */
  | { event: "dealt"; hands: (Cards | null)[]; field: Cards }
  /** A lucky hand or field: the cards are dealt again. */
  | { event: "misdealt"; luck: KoikoiLuck; place: KoikoiWhere }
  /** A card was played from the hand. */
  | { event: "played"; seat: Seat; card: Card }
  /** The top card of the draw pile was turned. */
  | { event: "drawn"; seat: Seat; card: Card }
  /** The card stays on the field. */
  | { event: "laid"; seat: Seat; card: Card }
  /** The card takes others from the field. */
  | { event: "captured"; seat: Seat; card: Card; taken: Cards }
  /** The card may take one of several: the player chooses. */
  | { event: "choice-arose"; seat: Seat; card: Card; options: Cards }
  /** Yaku are new or better at the end of a turn. */
  | { event: "yaku-made"; seat: Seat; yaku: KoikoiMade[]; score: KoikoiScore; decision: KoikoiDecision }
  /** The player goes on. */
  | { event: "koi-koi"; seat: Seat; calls: number }
  /** The player ends the round. */
  | { event: "stopped"; seat: Seat }
  /** A round is over. */
  | { event: "round-ended" } & KoikoiRoundResult
  /** The match is over. */
  | { event: "match-ended"; outcome: Outcome }
  /** There is no deck left for the next deal: the record ends here. */
  | { event: "decks-ran-out"; round: number };

/** Something that changes the base points. */
export type KoikoiFactor =
  /** Doubled, for so many points or more. */
  | { factor: "doubled-at"; by: number }
  /** Doubled, since the opponent has called koi-koi. */
  | { factor: "opponent-called" }
  /** Times so many: one more than the calls of the round. */
  | { factor: "all-calls"; by: number }
  /** Plus so many: the winner's own calls. */
  | { factor: "own-calls"; by: number }
  /** Times so many: the winner's own calls less two. */
  | { factor: "many-own-calls"; by: number };

/** Something that changes the points of whoever stops, when it applies. The names are those of `Factor`(crate::Factor). */
export type KoikoiFactorGuide =
  /** From so many points on they are doubled. */
  | { factor: "doubled-at"; from: number }
  /** Doubled if the opponent has called koi-koi. */
  | { factor: "opponent-called" }
  /** Times one more than the calls of both. */
  | { factor: "all-calls" }
  /** One more point for each own call. */
  | { factor: "own-calls"; most: number }
  /** Times the own calls less a few. */
  | { factor: "many-own-calls"; from: number; less: number };

/** Everything that explains a ruleset, beside its knobs. */
export interface KoikoiGuide {
  /** All cards. */
  cards: KoikoiCardGuide[];
  /** The yaku that can score, in the order in which they are told. */
  yaku: KoikoiRecipe[];
  /** What changes the points of whoever stops, in this order. */
  factors: KoikoiFactorGuide[];
  /** The deals that are not played as they lie. */
  lucky: KoikoiLuckGuide[];
}

/** A deal that may not be played as it lies. */
export type KoikoiLuck =
  /** All four cards of the month. */
  | { kind: "four"; month: Month }
  /** Four pairs. */
  | { kind: "pairs" }
  /** Three cards of the month, on the field. */
  | { kind: "three"; month: Month };

/** A deal that is not played as it lies. */
export interface KoikoiLuckGuide {
  /** `four` cards of a month, `three` of one, or four `pairs`. */
  luck: string;
  /** In a `hand` or on the `field`. */
  place: string;
  /** What it does. */
  then: KoikoiThen;
  /** What its holder scores; 0 where it does not. */
  points: number;
}

/** A yaku made, as clients get it. */
export interface KoikoiMade {
  /** Which one. */
  yaku: KoikoiYaku;
  /** Its points. */
  points: number;
}

/** Of which month the cards of a yaku must be. */
export type KoikoiOfMonth =
  /** The month of the round. */
  | "round"
  /** Any one, and it counts for each month anew. */
  | "each";

/** What a yaku needs and gives. A pile makes it that has all cards of `with`, at least `need` cards of `of` and none of `blocked_by`, unless it makes another one that replaces it. */
export interface KoikoiRecipe {
  /** Its name. */
  name: KoikoiYaku;
  /** Its points. */
  points: number;
  /** Its points once the pile's owner has called koi-koi in the round, where these are others. */
  after_call_points: number | null;
  /** Cards that must all be there. */
  with: Cards;
  /** Cards of which some must be there. */
  of: Cards;
  /** So many of them. */
  need: number;
  /** Points for each further one of them. */
  further: number;
  /** Cards of which none may be there. */
  blocked_by: Cards;
  /** Of which month the cards must be, where they must be of one. */
  month: KoikoiOfMonth | null;
  /** It counts only when its owner stops with another yaku. */
  bonus: boolean;
  /** Yaku that do not count beside it. */
  replaces: KoikoiYaku[];
  /** Cards that make it. */
  example: Cards;
}

/** How a round ended and what came of it. */
export interface KoikoiRoundResult {
  /** Which round, from 1. */
  round: number;
  /** Who dealt it. */
  dealer: Seat;
  /** How it ended. */
  ending: KoikoiEnding;
  /** What each seat gained or lost. */
  points: number[];
  /** The totals after it. */
  scores: number[];
}

/** What a pile is worth when its owner stops, and how that comes about. */
export interface KoikoiScore {
  /** The yaku with their points. */
  yaku: KoikoiMade[];
  /** The sum of the yaku's points. */
  base: number;
  /** What changes the base, in this order. */
  factors: KoikoiFactor[];
  /** The points in the end. */
  points: number;
}

/** What the seat in turn has to do. */
export type KoikoiStage =
  /** Play a card. */
  | { to: "play" }
  /** Choose what the card played from the hand takes. */
  | { to: "choose-for-hand"; card: Card }
  /** Choose what the card drawn takes. */
  | { to: "choose-for-drawn"; card: Card }
  /** Call koi-koi or stop. */
  | { to: "decide" }
  /** Nothing: the match is over. */
  | { to: "over" }
  /** Nothing: the record of the match has no deck for the next deal. */
  | { to: "no-deck" };

/** How a seat stands in the round. */
export interface KoikoiStanding {
  /** The yaku so far. */
  yaku: KoikoiMade[];
  /** The sum of their points. */
  base: number;
  /** What the points would be multiplied by now. */
  multiplier: number;
  /** What stopping now would score, and how: with bonuses that count only then. Of use once there is a yaku. */
  stopping: KoikoiScore;
}

/** What a lucky deal does. */
export type KoikoiThen =
  /** The cards are dealt again. */
  | "redeal"
  /** Its holder scores and the round is over. */
  | "score"
  /** Nobody plays the round. */
  | "void";

/** All that a viewer may know of a match, with everything that a table shows. */
export interface KoikoiView {
  /** Who looks. */
  viewer: Viewer;
  /** The knobs. */
  rules: Rules;
  /** Which round, from 1. */
  round: number;
  /** The round's month. */
  month: Month;
  /** Who dealt. */
  dealer: Seat;
  /** Whose turn it is, or was when play ended. */
  turn: Seat;
  /** What the seat in turn has to do. */
  stage: KoikoiStage;
  /** The viewer's hand; empty for a spectator. */
  hand: Cards;
  /** How many cards each holds. */
  hand_sizes: number[];
  /** The cards face-up on the field, without one that waits for a choice. */
  field: Cards;
  /** The captured cards of each seat. */
  piles: Cards[];
  /** What the seat in turn has captured in this turn. */
  captured: Cards;
  /** How many cards the draw pile has. */
  draw_pile: number;
  /** The totals, without this round. */
  scores: number[];
  /** Each seat's koi-koi calls in this round. */
  calls: number[];
  /** The base points at which koi-koi was called last in this round; 0 if it was not. */
  called_at: number;
  /** What each seat has played from its hand in this round. */
  played: Cards[];
  /** What each seat has shown not to hold: whoever must capture and lays a card down has no match for the field. */
  lacks: Cards[];
  /** What would have matched the field whenever the seat laid a card down instead. Where nobody must capture, it most likely does not hold these either. */
  passed: Cards[];
  /** How each seat stands in this round. */
  standing: KoikoiStanding[];
  /** While koi-koi or stop is to be decided: the yaku that are new or better. */
  fresh: KoikoiMade[];
  /** How the round before ended; of a finished match, the last one. */
  last: KoikoiRoundResult | null;
  /** How the match ended. */
  outcome: Outcome | null;
}

/** Where luck struck. */
export type KoikoiWhere =
  /** In this seat's hand. */
  | { lies: "hand"; seat: Seat }
  /** On the field. */
  | { lies: "field" };

/** A combination of captured cards that scores. */
export type KoikoiYaku =
  /** All five lights (五光). */
  | "five-lights"
  /** Four lights without the rain man (四光). */
  | "dry-four-lights"
  /** Four lights with the rain man (雨四光). */
  | "rainy-four-lights"
  /** Three lights (三光). */
  | "three-lights"
  /** Boar, deer and butterflies (猪鹿蝶). */
  | "boar-deer-butterfly"
  /** The three poetry ribbons (赤短). */
  | "poetry-ribbons"
  /** The three blue ribbons (青短). */
  | "blue-ribbons"
  /** Poetry and blue ribbons, where together they are a yaku of their own (赤短・青短の重複). */
  | "poetry-and-blue"
  /** Five animals or more (タネ). */
  | "animals"
  /** Five ribbons or more (タン). */
  | "ribbons"
  /** Ten chaff or more (カス). */
  | "chaff"
  /** Curtain and sake cup (花見で一杯). */
  | "cherry-viewing"
  /** Moon and sake cup (月見で一杯). */
  | "moon-viewing"
  /** All four cards of a month (月札). */
  | "four-of-a-month"
  /** No chaff in the pile, at the moment of cashing out. */
  | "no-chaff";

/** One of the best. */
export type LeaderForm = { rank: number; rating: number; deviation: number; matches: number } & WhoForm;

/** The best of a game. */
export interface LeadersForm {
  game: Game;
  pool: Pool;
  leaders: LeaderForm[];
}

/** What a seat may do. */
export type Legal =
  /** The action with this code. */
  | string
  /** All flips of Kaboom: each `spot` stands for the action `flip SPOT @DISCARD`. */
  | { flip: string[]; discard: number };

/** The lesson as it is written. */
export interface Lesson {
  game: Game;
  preset: string | null;
  rules: Rules;
  seat: Seat;
  events: GameEvent[];
  view: View;
  legal: Legal[];
  steps: LessonStep[];
  end: string;
}

/** An action with what is said before it and what comes of it. */
export interface LessonStep {
  note: string | null;
  seat: Seat;
  action: string;
  events: GameEvent[];
  changes: Record<string, unknown>;
  legal: Legal[];
}

/** How well a bot plays; the same names for every game. */
export type Level =
  /** Knows the rules, and forgets much. */
  | "beginner"
  /** Plays by simple rules. */
  | "casual"
  /** A regular. */
  | "club"
  /** Hard to beat. */
  | "strong"
  /** As well as the house can. */
  | "expert";

/** What clients must keep to. */
export interface Limits {
  /** Bytes in a frame or line. */
  frame: number;
  /** Messages in a second, over some time. */
  per_second: number;
  /** Messages at once. */
  burst: number;
  /** Tables that one connection follows. */
  tables: number;
}

/** Something said. */
export type Line =
  /** In everybody's own language. */
  | { phrase: Phrase }
  /** In free words. */
  | { text: string };

/** The public tables, for whoever follows the lobby. */
export interface Lobby {
  type: "lobby";
  /** As the HTTP API lists them. */
  tables: TableCard[];
}

/** What has changed among them since. */
export interface LobbyChanged {
  type: "lobby-changed";
  /** The tables that are new, or not as they were. */
  tables: TableCard[];
  /** Those that are not in the list any more. */
  gone: Code[];
}

/** A match that is over. */
export interface MatchForm {
  /** By which its replay is found; `null` for a match at a private table at which the asker did not sit. */
  id: MatchId | null;
  game: Game;
  preset: string | null;
  /** The ratings that it counts for. */
  pool: Pool | null;
  ended_at: Millis;
  seats: ResultForm[];
}

/** A table's code with a number, `K7F3Q9MX-1`. */
export type MatchId = string;

/** A match as one seat has played it. */
export interface MatchReview {
  /** Which match; nothing if it came from a file. */
  match: MatchId | null;
  /** What was played. */
  game: Game;
  /** Whose play it is about. */
  seat: Seat;
  /** What values count, for the seat. */
  unit: Unit;
  /** The decisions of the seat, in order: those where the table waited for it and there was a choice. */
  points: ReviewPoint[];
  /** The few of them that mattered, in order. */
  moments: Moment[];
}

/** A match that the player was waiting for begins. */
export interface Matched {
  type: "matched";
  /** The game. */
  game: Game;
  /** Its ruleset. */
  preset: string;
  /** Where the player has a seat now. */
  table: Code;
}

/** Milliseconds: a length of time, or a moment since 1970 by the server's clock. */
export type Millis = number;

/** What has happened since the observer was last told. */
export interface Missed {
  after: number;
  events: AnyEvent[];
}

/** A decision that mattered. */
export interface Moment {
  /** Its place among the points. */
  point: number;
  /** Why it did. */
  kind: MomentKind;
}

/** Why a decision mattered. */
export type MomentKind =
  /** Something else was better, which the seat could have known. */
  | "mistake"
  /** Much changed after it, and no choice of the seat explains it. */
  | "luck";

/** A month, 1 to 12. */
export type Month = number;

/** It was refused, and has changed nothing. */
export interface Nack {
  type: "nack";
  /** The request. */
  id: ActionId;
  /** Where. */
  table?: Code;
  /** Why, for programs. */
  code: string;
  /** Why, for people. */
  message: string;
}

/** A name that a player chooses. */
export interface NameForm {
  /** 1 to 24 letters. */
  name?: string | null;
}

/** A match that somebody wants to begin. */
export interface NextForm {
  opponent: OpponentForm;
}

/** Everything that the server says. */
export type Notice = Snapshot | Update | OtherNotice;

/** Against whom a match is played. */
export type Opponent =
  /** A program of this level. */
  | { bot: Level }
  /** Somebody else with a run. */
  | { defuser: Player };

/** Against whom: `"defuser"` or `{"bot": "casual"}`. */
export type OpponentForm = { bot: Level } | "defuser";

/** A table that somebody wants to open. Only the game and its rules must be given. */
export interface OrderForm {
  game: Game;
  /** The name of a ruleset. */
  preset?: string | null;
  /** In place of a preset: its name with some knobs changed (`{"preset": "japan", "rounds": 3}`), or every knob. */
  rules?: unknown | null;
  /** Who is to sit where: `me` at most once. If it is not given, `me` and as many open seats as the game needs. */
  seats?: SeatForm[] | null;
  clock?: Clock | null;
  absence?: Absence | null;
  /** Whether its matches count for ratings, which needs the rules of a preset; `false` if not given. */
  rated?: boolean | null;
  /** Whether others may watch; `false` if not given. */
  spectators?: boolean | null;
  /** `private`, which is the default: whoever knows its code finds it. `public`: it is in the list. */
  visibility?: Visibility | null;
  /** How long a bot takes at least, in milliseconds, so that people see what happens. */
  pace?: number | null;
  /** How long somebody may hold up everyone else out of turn, in milliseconds: Kaboom's gifts and first looks. */
  window?: number | null;
  /** How long after the players those see things who watch, in milliseconds up to 10 minutes; 0 if not given. */
  delay?: number | null;
  /** How long a deal waits at most for what players add to its chance, in milliseconds up to 10000; 0 for not at all. */
  entropy?: number | null;
  /** Whether players may ask what to do, which a rated table does not have; `false` if not given. */
  hints?: boolean | null;
}

/** A message that needs no table to be written. */
export type OtherNotice =
  /** The first message of every connection. */
  | Hello
  /** The token is good. */
  | Welcome
  /** It was done: now, or when it was first asked for. */
  | Ack
  /** It was refused, and has changed nothing. */
  | Nack
  /** A request without an id was refused. */
  | ErrorNotice
  /** Somebody came or went. This has no version. */
  | Presence
  /** Another connection of the same player has the seat now; this one gets nothing more from the table. */
  | TakenOver
  /** The connection gets nothing more from the table, for another reason. */
  | Dismissed
  /** The versions of all tables of the connection, so that a lost last message is noticed. */
  | Beacon
  /** The public tables, for whoever follows the lobby. */
  | Lobby
  /** What has changed among them since. */
  | LobbyChanged
  /** A match that the player was waiting for begins. */
  | Matched
  /** What the house would do in the place of whoever has asked. */
  | Hint
  /** The answer to a ping. */
  | Pong
  /** A run of the player has changed. */
  | Defuse
  /** The server is about to end; all tables will be there again. */
  | Draining
  /** The last message of a connection that the server closes. */
  | Bye;

/** How a match ended. */
export interface Outcome {
  /** The final scores. */
  scores: number[];
  /** Each seat's place, 1 the best; equal scores share a place. */
  places: number[];
}

/** A table at which the asker sits. */
export type OwnTableForm = { awaited: boolean } & TableCard;

/** Tables at which the asker sits. */
export interface OwnTablesForm {
  tables: OwnTableForm[];
}

/** A player's page. */
export interface PageForm {
  id: PlayerCode;
  name: string;
  /** Since when it is here. */
  since: Millis;
  ratings: RatingForm[];
  /** Its matches, the latest first. */
  matches: MatchForm[];
  /** What to send as `before` for those before these; `null` if there are none. */
  next: number | null;
  /** The tables at which it sits: those that everybody may find, or all for the player itself. */
  tables: TableCard[];
}

/** A code by which a player goes on elsewhere. */
export interface PassForm {
  /** 8 letters and digits. It is good once. */
  code: string;
  /** Until when, in milliseconds since 1970. */
  until: number;
}

/** What a table is doing. */
export type Phase =
  /** It waits for players. */
  | "waiting"
  /** A match is played. */
  | "playing"
  /** A match waits. */
  | "paused"
  /** The match is over. */
  | "over";

/** What can be said in everybody's own language. */
export type Phrase =
  /** Hello. */
  | "hello"
  /** Good luck. */
  | "good-luck"
  /** Well played. */
  | "well-played"
  /** Oops. */
  | "oops"
  /** Thanks. */
  | "thanks"
  /** One moment, please. */
  | "one-moment"
  /** Good game. */
  | "good-game"
  /** Goodbye. */
  | "goodbye";

/** A recovery phrase. */
export interface PhraseForm {
  /** Six words. */
  phrase: string;
}

/** A seat that is taken. */
export type Place =
  /** By a player. */
  | { player: PlayerCode; name: string; left?: boolean; offers?: boolean }
  /** By a program. */
  | { bot: Level };

/** A player as others know it. */
export interface Player {
  /** Its id. */
  id: PlayerCode;
  /** Its name. */
  name: string;
}

/** The id of a player, 13 letters. */
export type PlayerCode = string;

/** A player as others know it. */
export interface PlayerForm {
  /** Its id. */
  id: PlayerCode;
  /** Its name. */
  name: string;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
  /** The request. */
  id?: ActionId;
  /** The server's clock. */
  time: Millis;
}

/** What a rating is about: matches of people alone, or those with bots. */
export type Pool = "people" | "bots";

/** Somebody came or went. This has no version. */
export interface Presence {
  type: "presence";
  /** Where. */
  table: Code;
  /** Whose seat. */
  seat: Seat;
  /** How it is now. */
  presence: SeatPresence;
}

/** A named ruleset. */
export interface PresetForm {
  name: string;
  /** What it is like. */
  about: string;
  /** Every knob with its value. */
  rules: Rules;
}

/** Why a request was refused. Every refusal of the API has this form. */
export interface Problem {
  /** A short stable name for programs. */
  code: string;
  /** A sentence for people. */
  message: string;
  /** What stands in the way, by its id. */
  id?: string;
}

/** How far the house has come with a review. */
export interface ProgressForm {
  /** From 0 to 1. */
  progress: number;
}

/** How strong somebody is. */
export interface RatingForm {
  game: Game;
  /** `people`: in matches of people alone; `bots`: in those with bots. */
  pool: Pool;
  rating: number;
  /** How unsure that is: the rating is with 95% within twice of it. */
  deviation: number;
  /** It is too unsure for a list. */
  provisional: boolean;
  /** The matches that it follows from. */
  matches: number;
}

/** A code that somebody was given. */
export interface RedeemForm {
  /** Small letters will do, and O, I and L are read as 0, 1 and 1. */
  code: string;
}

/** The file as it is written, with its rules and the texts of its actions. */
export interface Replay {
  version: number;
  game: Game;
  rules: Rules;
  players?: string[];
  seats?: number;
  seed?: SeedText;
  dealer?: Seat;
  decks?: Deck[];
  fair?: Fair;
  actions: Step[];
  scores?: number[];
  hash?: string;
}

/** A message from a client. */
export type Request = { id?: ActionId } & Call;

/** What became of a seat: a player's, a bot's, or of one whose player is not known any more. */
export type ResultForm = { score: number; place: number; change?: ChangeForm } & WhoForm;

/** A decision. */
export interface ReviewPoint {
  /** How many actions were played before it. */
  step: number;
  /** In which round or deal, from 1. */
  round: number;
  /** What the best action was worth, by what the seat saw. */
  value: number;
  /** Half the width of the 95% interval around that. */
  interval: number;
  /** What was played. */
  played: string;
  /** What was best. */
  best: string;
  /** By how much what was played is worse than the best. */
  loss: number;
  /** Half the width of the 95% interval around the loss. */
  margin: number;
  /** What has changed until the next decision, or the result, that the choice does not explain. Nothing if the match was not played on. */
  luck: number | null;
}

/** Every knob of a ruleset with its value. */
export type Rules = Record<string, unknown>;

/** The rules that somebody wants to have explained. */
export interface RulesForm {
  game: Game;
  /** The name of a ruleset. */
  preset?: string | null;
  /** In place of a preset: its name with some knobs changed (`{"preset": "japan", "rounds": 3}`), or every knob. */
  rules?: unknown | null;
}

/** A run, as everybody may see it, and as it is kept. */
export interface Run {
  /** Its id. */
  id: RunId;
  /** Who tries. */
  player: PlayerCode;
  /** How long it may take. */
  countdown: Millis;
  /** The moment at which it ends. */
  until: Millis;
  /** How it stands. */
  state: RunState;
  /** Since when. */
  since: Millis;
  /** Counts what has changed. */
  version: number;
  /** The table of the match that is played. */
  table: Code | null;
  /** Its matches; only the last one may have no result yet. */
  matches: RunMatch[];
}

/** A run, as `Run` is written. */
export type RunForm = Run;

/** The id of a run, 13 letters. */
export type RunId = string;

/** A match of a run. */
export interface RunMatch {
  /** Which. */
  match: MatchId;
  /** The seat of the run's player. */
  seat: Seat;
  /** Against whom. */
  opponent: Opponent;
  /** How it ended. */
  result: RunResult | null;
  /** Whether it was played to its end, and so has a replay: who leaves has lost without one. */
  replay: boolean;
}

/** How a match ended for the player. */
export type RunResult =
  /** It has more points, or the other one has left. */
  | "won"
  /** It has fewer points, or has left. */
  | "lost"
  /** Both have the same. */
  | "tied"
  /** A countdown came to zero. */
  | "broken-off";

/** How a run stands. */
export type RunState =
  /** For another defuser to come. */
  | "waiting"
  /** For the player to begin the next match. */
  | "ready"
  /** A match is played. */
  | "playing"
  /** A match was won. */
  | "solved"
  /** The countdown has come to zero. */
  | "failed"
  /** The player has given up. */
  | "given-up";

/** The table as it is now, for one observer. */
export interface Scene {
  /** What it is doing. */
  phase: Phase;
  /** The match, or the last one. */
  match: MatchId | null;
  /** Who sits where; nothing is an open seat. */
  seats: (Place | null)[];
  /** The clocks, where anyone's time is counted. */
  clocks: (ClockFace | null)[] | null;
  /** What may be known of the chance of the running match, or else of the coming one. */
  deal: Deal;
  /** The match, as the observer may see it: docs/views.md. */
  view: View | null;
  /** What the observer may do. */
  legal: Legal[];
  /** Whether it must. */
  must: boolean;
}

/** A seat, from 0. */
export type Seat = number;

/** Who is to sit in a seat: `"me"`, `"open"` or `{"bot": "strong"}`. */
export type SeatForm = "me" | "open" | { bot: Level };

/** Whether the player of a seat is there. */
export type SeatPresence =
  /** It is; or a bot has the seat, or nobody. */
  | "here"
  /** It has lost the connection, and is waited for. */
  | "away"
  /** A bot plays for it. */
  | { "stand-in": Level };

/** Seats, in order. */
export type SeatSet = Seat[];

/** How many may play. */
export interface SeatsForm {
  least: number;
  most: number;
}

/** A seed as text, or as a JSON number. */
export type SeedText = string | number;

/** What the owner has chosen for the table. */
export interface Settings {
  /** The knobs of the game. */
  rules: Rules;
  /** How long one may think. */
  clock: Clock;
  /** What becomes of a seat whose player is gone. */
  absence: Absence;
  /** Whether others may watch. */
  spectators: boolean;
  /** Who finds the table. */
  visibility: Visibility;
  /** How long a bot takes at least: people want to see what happened before. */
  pace: Millis;
  /** How long somebody may hold up everyone else out of turn, whatever the clock: Kaboom's gifts and first looks. */
  window: Millis;
  /** Whether its matches count for ratings. */
  rated: boolean;
  /** How long after the players those see things who watch. */
  delay: Millis;
  /** How long a deal waits at most for what players add to its chance. */
  entropy: Millis;
  /** Whether players may ask what to do. A rated table has none. */
  hints: boolean;
  /** The moment at which the match is broken off for the player of a seat. Such a table plays one match and never waits. */
  countdown?: (Millis | null)[];
  /** Whether seats change hands during a match: who leaves or is gone suspends it for the grace time, and a seat that was left, or that a bot plays, is free for whoever asks. */
  handover?: boolean;
}

/** A view, laid open or not. */
export type Shown = { open?: (Card | null)[][]; held_open?: Card | null } & View;

/** Who had a seat. */
export interface Sitter {
  /** What it was called, if that is known. */
  name: string | null;
  /** The player, if it was one of the house. */
  player?: PlayerCode;
  /** The level of the bot, if it was one of the house. */
  bot?: string;
}

/** All that an observer may know. */
export interface Snapshot {
  type: "snapshot";
  table: Code;
  version: number;
  you: Viewer;
  game: Game;
  owner: PlayerCode;
  settings: Settings;
  scene: Scene;
  presence: SeatPresence[];
  chat: Chat[];
  missed: Missed | null;
}

/** A seat and a slot: `1.3`. */
export type Spot = string;

/** An action, and how long after the first deal it was played. */
export interface Step {
  seat: Seat;
  action: string;
  at?: number;
}

/** A table as those see it who look for one. */
export interface TableCard {
  /** By which it is joined. */
  code: Code;
  /** What to send to friends. */
  link: string;
  game: Game;
  /** The name of the ruleset; `null` where knobs were changed. */
  preset: string | null;
  phase: Phase;
  /** The match that is played, or was last. */
  match: MatchId | null;
  /** What may be known of the chance of the match that is played, or else of the coming one. */
  deal: Deal;
  /** Whose table it is. */
  owner: PlayerCode;
  seats: (Place | null)[];
  clock: Clock;
  /** Whether its matches count for ratings. */
  rated: boolean;
  /** Whether others may watch. */
  spectators: boolean;
  /** How long after the players those see things who watch, in milliseconds. */
  delay: number;
  /** How many watch. */
  watching: number;
  visibility: Visibility;
  /** Since when there is a table: milliseconds since 1970. */
  opened: number;
}

/** Something that happened at the table. */
export type TableEvent =
  /** It was opened. */
  | { table: "opened" }
  /** Somebody, or a bot, took a seat. */
  | { table: "sat"; seat: Seat } & Place
  /** A player left. */
  | { table: "left"; seat: Seat }
  /** A player is back. */
  | { table: "returned"; seat: Seat }
  /** The owner has sent away whoever had the seat. */
  | { table: "kicked"; seat: Seat }
  /** A bot plays for a player who is gone, until it is `returned` or the match is over. */
  | { table: "stood-in"; seat: Seat; bot: Level }
  /** A player added to the chance of the coming match. */
  | { table: "gave"; seat: Seat }
  /** A match begins. */
  | { table: "dealt"; match: MatchId }
  /** The match is over. */
  | { table: "over"; match: MatchId; seed: string; secret: string; entropy: (Entropy | null)[] }
  /** The match has ended before its rules say so, without an outcome. */
  | { table: "broken-off"; seat: Seat; why: Cut }
  /** Play waits. */
  | { table: "paused"; why: Why }
  /** Play goes on. */
  | { table: "resumed" }
  /** Somebody said something. */
  | { table: "said" } & Chat
  /** A player wants another match. */
  | { table: "offered"; seat: Seat }
  /** The server was away. */
  | { table: "reopened" };

/** Tables. */
export interface TablesForm {
  tables: TableCard[];
}

/** Another connection of the same player has the seat now; this one gets nothing more from the table. */
export interface TakenOver {
  type: "taken-over";
  /** Which table. */
  table: Code;
}

/** The values that a knob takes. */
export type TakesForm =
  /** `true` or `false`. */
  | { kind: "switch" }
  /** A whole number. */
  | { kind: "number"; least: number; most: number }
  /** One of these words. */
  | { kind: "one-of"; words: string[] }
  /** Something else, described. */
  | { kind: "other"; about: string };

/** What happens after the grace time. */
export type Then =
  /** A bot plays for the seat. */
  | { then: "stand-in"; level: Level }
  /** The table waits. */
  | { then: "pause" };

/** A wish, and what has become of it. */
export interface TicketForm {
  /** `waiting`; `matched`: there is a seat at the `table`; `crowded`: there would have been one, but the player has too many tables. */
  state: TicketState;
  game: Game;
  preset: string;
  seats: number;
  clock: Clock;
  rated: boolean;
  fallback: FallbackForm | null;
  /** Since when it waits. */
  since: Millis;
  /** Where the player has a seat. */
  table: Code | null;
}

/** What has become of a wish. */
export type TicketState = "waiting" | "matched" | "crowded";

/** Wishes, and what has become of them. */
export interface TicketsForm {
  tickets: TicketForm[];
}

/** A player's secret. */
export type Token = string;

/** A player, and the secret by which it is known from now on. */
export interface TokenForm {
  player: PlayerForm;
  /** Keep it: it is shown this once. It is sent as `Authorization: Bearer`, or in the socket's first message. */
  token: string;
}

/** What a search counts. */
export type Unit =
  /** The probability to win the match, 0 to 1; a tie is half a win. */
  | "win-probability"
  /** Expected points, more being better: a game of penalties counts below zero. `Levels::UNIT` says of how much play. */
  | "points";

/** What has happened since the version before. */
export interface Update {
  type: "update";
  table: Code;
  after: number;
  version: number;
  events: AnyEvent[];
  /** What has changed in the scene: paths and new values. */
  changes: Record<string, unknown>;
}

/** How it is. */
export type Verdict =
  /** As it should be. */
  | "holds"
  /** Otherwise. */
  | "fails"
  /** The file does not say, and nothing hangs on it. */
  | "unsaid";

/** The match as its viewer may see it. */
export type View = KoikoiView | KierkiView | KaboomView;

/** The seat that looks; `null` for a spectator. */
export type Viewer = Seat | null;

/** Who finds a table. */
export type Visibility =
  /** Everybody. */
  | "public"
  /** Whoever knows its code. */
  | "private";

/** The token is good. */
export interface Welcome {
  type: "welcome";
  /** Whose it is. */
  player: Player;
}

/** A player with its name, or a bot by its level. */
export interface WhoForm {
  player?: PlayerCode;
  name?: string;
  bot?: Level;
}

/** Why play waits. */
export type Why =
  /** The owner wants it so. */
  | "owner"
  /** A player is gone. */
  | "absence";

/** What somebody wants to play. Only the game and the preset must be given. */
export interface WishForm {
  game: Game;
  /** The name of a ruleset. */
  preset: string;
  /** How many play; the fewest that can if not given. */
  seats?: number | null;
  clock?: Clock | null;
  /** Whether it counts for ratings; `true` if not given. */
  rated?: boolean | null;
  fallback?: FallbackForm | null;
}
