import { stemOf, words } from "../dataset/words";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { COUNTRIES, PLACES } from "./names";
import type { Known, Predicate } from "./plan";
import type { Token } from "./tokens";

/** What people call by a name of many: its members, each in the words that say it (joined by `|`). */
const MEMBERS: Readonly<Record<string, string>> = {
  language: `English, Spanish, French, German, Italian, Portuguese, Japanese, Chinese|Mandarin|Cantonese, Korean, Arabic, Russian, Hindi, Dutch,
    Swedish, Norwegian, Danish, Finnish, Polish, Czech, Ukrainian, Turkish, Greek, Latin, Hebrew, Vietnamese, Thai, Indonesian, Swahili, Gaelic, Welsh,
    sign language`,
  "programming language":
    "python, javascript, typescript, java, rust, golang, ruby, php, kotlin, solidity, html, css, sql, scala, perl",
  currency: `USD|dollar, euro|EUR, GBP|british pound|pound sterling, AUD, CHF|swiss franc, yen|JPY, CAD, ruble|RUB, rupee|INR, yuan|CNY, peso, krona|SEK,
    zloty|PLN, lira, bitcoin|BTC, ethereum|ETH, USDC`,
  business: `law firm|lawyer, bakery, dental|dentist, gym, tutor, restaurant, cafe|coffee shop, salon|barber, spa, hotel, school, startup, florist,
    bookstore|bookshop, brewery, plumber|plumbing, estate agent|real estate, accountant|accounting, consulting|consultancy, photography|photographer,
    landscaping, cleaning, travel agency, insurance, nonprofit|charity, pharmacy, clinic, food truck, yoga studio, boutique, online shop|online store,
    marketing agency, farm, catering, newsletter, podcast`,
  "bad habit": `smoke|cigarette, quit drinking|stop drinking|drink less|alcohol, swear|curse, procrastinate|procrastination, bite nails, gamble, soda|pop,
    junk food|fast food, sugar, caffeine, facebook, twitter, social media, gossip, complain, overeat, snack, video games, tv|television, weed, drugs,
    worry, late, lie|lying, phone`,
  sport: `football|soccer, basketball, baseball, tennis, golf, swim, running|marathon, cycling|bike, yoga, hockey, volleyball, boxing, skiing|snowboard,
    climbing, surf, martial arts|karate, hiking, dance, pilates, crossfit`,
  instrument: "guitar, piano, violin, drums, ukulele, bass, flute, saxophone, trumpet, cello, harmonica, banjo",
  animal: "dog|puppy, cat|kitten, horse, fish, bird, rabbit, chicken",
  pet: "dog|puppy, cat|kitten, horse, fish, bird, rabbit",
  food: "sugar, meat, bread, chocolate, vegetables, fruit, pizza, fast food|junk food, candy, cheese, salad, carbs, fish, chicken, rice",
  drink: "water, alcohol, coffee, soda, beer, wine, tea",
  hobby: `reading, cooking|cook, writing, painting|paint, drawing|draw, gardening|garden, photography, guitar, piano, knitting, dancing|dance, hiking, fishing,
    yoga, baking|bake, gaming|video games, singing|sing`,
  "social network": "facebook, twitter, instagram, snapchat, tumblr, tiktok, linkedin, pinterest, reddit, youtube",
  "payment method":
    "apple pay, google pay, paypal, bank transfer, credit card, debit card, cash, cheque, direct debit, swift",
  "kind of card": "virtual card, physical card, disposable card, credit card, debit card, visa, mastercard, amex",
  religion: "god, church, jesus, christian, bible, islam|muslim, buddhism|buddhist, prayer|pray, faith",
  family:
    "mother|mom, father|dad, wife, husband, kids|children, daughter, son, sister, brother, parents, grandchildren",
};
const OTHER_NAMES: Readonly<Record<string, string>> = {
  company: "business",
  "coding language": "programming language",
  "foreign language": "language",
  vice: "bad habit",
  habit: "bad habit",
  "musical instrument": "instrument",
  "social platform": "social network",
  "payment option": "payment method",
  "way to pay": "payment method",
  "card type": "kind of card",
  beverage: "drink",
  relative: "family",
};
/** Names of places that are also words for something else. */
const NO_PLACES = new Set("turkey jordan georgia chad guinea mali oman us".split(" "));
const PLACE_CLASSES = /^(?:countr|cit(?:y|i)|place|destination)/;
/** More would be a list, and no answer. */
const MAX_MEMBERS = 12;
/** So many are needed to rank them. */
export const MIN_MEMBERS = 2;

const stemsOf = (text: string): string[] => words(text).map(stemOf);
const NAMES = new Map(
  [...Object.keys(MEMBERS), ...Object.keys(OTHER_NAMES)].map((name) => [
    stemsOf(name).join(" "),
    OTHER_NAMES[name] ?? name,
  ]),
);

/** A question for the members of a class: "which currencies", "what kinds of businesses do visitors run". */
export interface AskedClass {
  /** As the question calls it. */
  words: string;
  /** Those that the data speaks of, in the order of how often. */
  members: Predicate[];
  taken: number[];
}

/** The class whose members a clause asks for; null for another question. */
export function classAsked(clause: readonly Token[], known: Known): AskedClass | null {
  const start = clause.findIndex(({ said }) => /^(?:which|what|whats|list|name)$/.test(said));
  if (start === -1 || start > 2) return null;
  let at = start + 1;
  const isSkipped = (i: number): boolean =>
    /^(?:are|is|the|all|of|other|different|kinds?|types?|sorts?|lines?|branches|most|common|popular|main|top)$/.test(
      clause[i]?.said ?? "",
    );
  while (isSkipped(at)) at += 1;
  for (const length of [3, 2, 1]) {
    const named = clause.slice(at, at + length);
    const name = NAMES.get(named.map(({ said }) => stemOf(said)).join(" "));
    const isPlace = length === 1 && PLACE_CLASSES.test(named[0]?.said ?? "");
    if (named.length < length || (name === undefined && !isPlace)) continue;
    const end = at + length;
    // "Which language learning goals": the class is part of something longer.
    const next = clause[end];
    if (next?.isWord && !FUNCTION_WORDS.has(next.said) && !FRAME_WORDS.has(next.said)) continue;
    const listed = isPlace ? placesOf(named[0]!.said) : MEMBERS[name!]!.split(/,\s+/);
    const members = membersIn(listed, known);
    const taken = Array.from({ length: end - start }, (_, i) => start + i);
    return {
      words: named.map(({ written }) => written).join(" "),
      members,
      taken: [...taken, ...doingAt(clause, end)],
    };
  }
  return null;
}

const placesOf = (said: string): string[] =>
  [...(said.startsWith("countr") ? COUNTRIES : PLACES)].filter((place) => !NO_PLACES.has(place));

/** "... do visitors run", "... do people want to learn": what is done with the members says no more than the class does. */
function doingAt(clause: readonly Token[], from: number): number[] {
  if (!/^(?:do|does|did|are|were|is|have|can|would|people|they|get|gets)$/.test(clause[from]?.said ?? "")) return [];
  const end = clause.findIndex(
    ({ said, isWord }, at) =>
      at >= from && (!isWord || /^(?:in|among|from|about|with|for|when|who|that|on|or|and)$/.test(said)),
  );
  const last = end === -1 ? clause.length : end;
  return Array.from({ length: last - from }, (_, i) => from + i);
}

function membersIn(listed: readonly string[], known: Known): Predicate[] {
  const countOf = (text: string): number => known.countOf(stemsOf(text).join("_")) ?? 0;
  return listed
    .map((member) => {
      const stems = new Map(
        member
          .trim()
          .split("|")
          .map((text) => [stemsOf(text).join("_"), text]),
      );
      const said = [...stems.values()].filter((text) => countOf(text) > 0);
      const of = said.map((text): Predicate => ({ is: "topic", text: words(text).join(" "), words: text }));
      return { of, count: said.reduce((sum, text) => sum + countOf(text), 0) };
    })
    .filter(({ of }) => of.length > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_MEMBERS)
    .map(({ of }) => (of.length === 1 ? of[0]! : { is: "or", of }));
}
