import { MARK } from "./snapshot";
import { stemOf, words } from "./words";

const set = (written: string): string[] => written.trim().split(/\s+/);

/**
 * Words by which people praise and blame, as they stand in reviews, complaints and surveys. A general list (AFINN-165 was
 * tried) takes "charged", "withdrawal", "nuts", "gold" and "resolution" for feelings, and lacks "limited", "crowded",
 * "dated" and "spacious".
 */
const GOOD = set(`
  good great excellent amazing awesome fantastic wonderful perfect perfectly brilliant superb outstanding exceptional fabulous
  terrific marvellous marvelous magnificent lovely nice nicely pleasant decent best better fine impressive impressed beautiful beautifully gorgeous
  stunning elegant stylish modern fresh tasty delicious yummy scrumptious clean spotless immaculate tidy hygienic comfortable comfy
  cosy cozy spacious roomy airy bright quiet calm peaceful relaxing relaxed tranquil friendly helpful kind polite courteous
  attentive welcoming professional caring considerate efficient prompt promptly quick quickly fast speedy responsive knowledgeable competent generous
  plenty plentiful ample abundant extensive varied wide well superior reliable reliably stable smooth smoothly easy easily
  simple intuitive useful handy convenient affordable cheap reasonable reasonably fair worth worthwhile valuable love loved loves loving
  enjoy enjoyed enjoyable enjoying like liked happy pleased satisfied satisfying delighted glad thankful grateful appreciate appreciated recommend
  recommended favourite favorite fun interesting engaging entertaining funny helped saved works secure safe trustworthy honest transparent
  accurate clear clearly healthy luxurious luxury classy flawless ideal improved upgraded refurbished warm accommodating
  gracious charming cheerful smiling complimentary refreshing enough adequate sufficient bonus pleasure highlight praise thoughtful flexible
  supportive understanding rewarding exciting innovative solid sturdy durable crisp charm gem brilliantly exceeded excels
`);
const BAD = set(`
  bad badly poor poorly terrible terribly awful horrible horrendous dreadful appalling atrocious abysmal disgusting disgraceful disgrace shocking shameful shame
  worst worse lousy pathetic ridiculous unacceptable inadequate insufficient inferior substandard mediocre average disappointing
  disappointed disappointment disappoint lacking lacks lack lacked limited minimal meagre meager sparse scarce few only hardly barely basic bland
  tasteless stale soggy dry greasy inedible undercooked overcooked burnt cold lukewarm bitter rotten dirty filthy grubby unclean stained smelly stinking
  messy untidy unhygienic mouldy moldy dusty sticky dated outdated tired shabby worn rundown tatty dingy drab dull gloomy
  depressing broken faulty defective damaged useless worthless crowded overcrowded packed cramped crammed tiny small narrow
  noisy loud chaotic chaos busy uncomfortable hard stuffy sweltering freezing slow slowly sluggish late delayed delay delays
  waiting waited queue queues rude unfriendly unhelpful impolite surly arrogant dismissive indifferent uninterested incompetent
  unprofessional inattentive careless ignored ignoring ignore lazy grumpy condescending expensive overpriced pricey costly ripoff waste
  wasted scam fraud fraudulent misleading lied lies lying dishonest confusing confused confusion complicated difficult cumbersome awkward annoying annoyed
  annoyance frustrating frustrated frustration irritating angry upset unhappy dissatisfied unsatisfied regret hate hated hates dislike disliked boring
  crash crashes crashed crashing freezes frozen froze bug bugs buggy glitch glitches glitchy error errors fail fails failed failing failure
  wrong wrongly incorrect incorrectly mistake mistakes problem problems issue issues trouble struggle struggling struggled declined rejected refused refuse denied
  unable impossible stuck lost missing stolen disappeared cancelled canceled blocked pending unavailable unreliable unstable unsafe dangerous
  insecure unclear vague empty closed overwhelmed understaffed unattended unresponsive avoid complain complained complaint complaints worried
  fear afraid scared stigma discrimination discriminated bias biased prejudice negative negatively unfair hurt harm stress stressful
  unwelcoming joke nightmare mess horror sad unfortunately sucks suck sucked terrifying ugly unpleasant nasty weak flimsy cheaply overcharged
  unnecessary pointless excessive annoys bothered downside drawback letdown underwhelming disorganised disorganized
`);
/** Opinions that are weaker, because many texts mean no opinion by them. */
const WEAK = new Set(
  set(
    "only few busy small cold hard old average basic dry well like fine enough fair clear fresh wide warm works like fast loud simple cheap waiting closed empty late issue issues problem problems adequate interesting hurt",
  ),
);
const NEGATIONS = new Set(
  set(
    "not no never without none nothing nor neither cannot cant couldnt wont wouldnt doesnt dont didnt isnt wasnt arent werent hasnt havent hadnt aint nobody nowhere",
  ),
);
/** Negations that say by themselves that something is wrong, as no wish or fact does. */
const MISSING = new Set(
  set("not no never without nothing cannot cant couldnt wont doesnt didnt isnt wasnt arent werent hasnt havent hadnt"),
);
/** Troubles that are things: what they are blamed for is that they are. */
export const TROUBLES: ReadonlySet<string> = new Set(
  set(
    "stigma fear discrimination bias prejudice stress fraud scam queue queues delay delays error errors bug bugs glitch glitches waste confusion",
  ),
);
/** What is told of an opinion is a word that says something by itself. */
const UNTOLD = new Set(
  set(
    "only few hardly barely issue issues problem problems trouble wrong like love lacks lack lacked lacking works well",
  ),
);
/** A negation reaches so many words. */
const REACH = 3;
/** What should be otherwise: "could be better", "needs improvement". It is wished for, too. */
const SHOULD =
  /\b(?:(?:could|should) (?:be|have been|have|do with|at least|offer|provide|add)|needs? (?:to be|more|some|an?|improv\w+|updat\w+|refurbish\w+|renovat\w+|attention)|in need of|would (?:be|have been) (?:nice|good|better|great|helpful)|room for improvement)\b/g;
const FLAWED =
  /\b(?:used to be|leaves? (?:a lot|much)|nothing special|run down|worn out|rip off|let down|out of order|(?:is|was|were|are|very|completely|always|totally|quite|so|often) full|too (?:small|few|many|much|hot|cold|warm|loud|long|short|little|expensive|crowded|busy|far|slow|dark|hard|old|noisy|big|complicated|sweet|salty|often|late|early))\b/g;
/** Words that say an opinion no single word of theirs says. */
const NEUTRAL =
  /\b(?:not only|pre packed|as well(?: as)?|no doubt|no wonder|feel free|like (?:a|an)|(?:would|id|looks?|feels?|felt|seems?|just|more|things?) like|kind of|well as|first class|best western)\b/g;

const valueOf = new Map<string, number>([
  ...GOOD.map((word): [string, number] => [word, WEAK.has(word) ? 0.5 : 1]),
  ...BAD.map((word): [string, number] => [word, WEAK.has(word) ? -0.5 : -1]),
]);

const REASON =
  /\b(?:because|cause|cuz|cos|bc|since|so that|so i can|in order to|due to|that'?s why|as i (?:am|have|need|want)|the reason|thanks to)\b/i;
const WISH =
  /\b(?<!\b(?:you|they|he|she|it|who|people|to|not|dont|didnt|didn't|don't) )(?:want(?:ed)?|need)\b|\b(?:wanna|wish(?:es|ed|ing)?|hop(?:e|es|ing)|would like|i'?d like|i'?d love|would love|looking for|look(?:ing)? forward|can i|could (?:i|you)|may i|is it possible|possible to|plan(?:ning)? to|going to|gonna|dream\w*|please)\b/i;

/** An opinion that a clause holds: where its words stand, and how much it praises, below 0 blames. */
export interface Opinion {
  from: number;
  to: number;
  value: number;
  /** The word, where it is said without a negation. */
  word: string | null;
}

/** Words that belong together, with the opinions among them and the marks of the sentence that they stand in. */
export interface Clause {
  said: string[];
  stems: string[];
  /** Where each word stands: a comma sets words further apart. */
  places: number[];
  opinions: Opinion[];
  marks: number;
}

const SENTENCE = /[.!?;:\n]{1,20}(?=\s|$)|\s[-–—]\s/;
const CLAUSE = /\b(?:but|although|while|whilst|whereas|except)\b|,\s*(?:though|however|yet|despite|and the|the)\b/i;
const COMMA = 3;
const MAX_TEXT = 4_000;

/** A text as clauses. */
export function clausesOf(text: string): Clause[] {
  return text
    .slice(0, MAX_TEXT)
    .split(SENTENCE)
    .flatMap((sentence) => {
      const isWish = WISH.test(sentence) || sentence.toLowerCase().search(SHOULD) >= 0;
      const marks = (REASON.test(sentence) ? MARK.reason : 0) | (isWish ? MARK.wish : 0);
      return sentence.split(CLAUSE).flatMap((clause) => {
        const one = clauseOf(clause, marks);
        return one.said.length > 0 ? [one] : [];
      });
    });
}

function clauseOf(text: string, marks: number): Clause {
  const said: string[] = [];
  const places: number[] = [];
  let place = 0;
  for (const part of text.split(/[,()]+/)) {
    for (const word of words(part)) {
      said.push(word);
      places.push(place++);
    }
    place += COMMA;
  }
  return { said, stems: said.map(stemOf), places, opinions: opinionsIn(said), marks };
}

function opinionsIn(said: readonly string[]): Opinion[] {
  const opinions: Opinion[] = [];
  const whole = said.join(" ");
  const at = (offset: number): number => whole.slice(0, offset).split(" ").length - 1;
  const used = new Set<number>();
  for (const found of whole.matchAll(NEUTRAL))
    for (let i = at(found.index); i <= at(found.index + found[0].length); i++) used.add(i);
  for (const pattern of [SHOULD, FLAWED])
    for (const found of whole.matchAll(pattern)) {
      const [from, to] = [at(found.index), at(found.index + found[0].length)];
      // What follows says how it should be.
      for (let i = from; i <= (pattern === SHOULD ? to + 2 : to); i++) used.add(i);
      opinions.push({ from, to, value: -1, word: pattern === FLAWED ? found[0] : null });
    }
  let negated = -1;
  let flipped = true;
  const negate = (): void => {
    if (negated >= 0 && !flipped && MISSING.has(said[negated]!))
      opinions.push({ from: negated, to: negated, value: -0.6, word: null });
  };
  said.forEach((word, i) => {
    if (used.has(i)) return;
    if (NEGATIONS.has(word)) {
      negate();
      [negated, flipped] = [i, false];
      return;
    }
    const value = valueOf.get(word);
    if (value === undefined) return;
    const isNegated = negated >= 0 && i - negated <= REACH && (value > 0 || !flipped);
    if (isNegated) flipped = true;
    // "Not bad" is little praise, "not good" is blame.
    opinions.push({
      from: isNegated ? negated : i,
      to: i,
      value: isNegated ? (value > 0 ? -Math.max(value, 0.8) : 0.3) : value,
      word: isNegated || UNTOLD.has(word) ? null : word,
    });
  });
  negate();
  return opinions;
}

/** Opinions this far from what they are about say nothing of it; weak ones must be nearer. */
const FAR = 6.5;
const FAR_WEAK = 3.5;
const STRONG = 0.55;

/** What a clause says of the word at a place: above 0 praise, below 0 blame; and the word that says it. */
export function opinionOf({ said, opinions, places }: Clause, at: number): { value: number; word: string | null } {
  let [value, nearest] = [0, 0];
  let word: string | null = null;
  for (const one of opinions) {
    // A word of the thing's own name says nothing of it, but for a trouble.
    if (one.from === at && one.to === at && !TROUBLES.has(said[at]!)) continue;
    // What stands before a word is more surely said of it than what follows: "friendly staff limited food".
    const gap = at >= one.to ? places[at]! - places[one.to]! : places[one.from]! - places[at]! + 0.5;
    if (gap > (Math.abs(one.value) < STRONG ? FAR_WEAK : FAR)) continue;
    const weight = one.value / Math.max(1, gap);
    value += weight;
    if (Math.abs(weight) > nearest) {
      nearest = Math.abs(weight);
      word = one.word;
    }
  }
  return { value, word };
}

const CLEAR = 0.08;

/** The mark of an opinion, if it is clear. */
export const markOf = (value: number): number => (value <= -CLEAR ? MARK.problem : value >= CLEAR ? MARK.praise : 0);
