// Longer than other files: what is a phrase, and the words that make none.
import nlp from "compromise";
import tagged from "compromise/two";
import { isStopWord, isTopical, stemOf, words } from "./words";
import { keyOf, WISH_KEYS } from "./topics";

/** A phrase in good grammar that enough texts use, as most of them write it. */
export interface Phrase {
  name: string;
  key: string;
  is: "noun" | "act";
  /** Words that carry it. */
  length: number;
  /** How many texts use it. */
  count: number;
}

type Part = "noun" | "verb" | "adjective" | "other";

/** So many texts, evenly spread, show how words are used. */
const READ = 1_500;
/** So many show how words are written; a form is that of so many. */
const SPELT = 5_000;
const MIN_SPELT = 5;
/** More phrases than this are not looked at, the rarest first. */
const MAX_PHRASES = 4_000;
/** A count of distinct phrases at which those seen once are forgotten. */
const MAX_SEEN = 600_000;
/** An act whose verb says little is one where so many of those that name its object say it. */
const MIN_ACT = 0.2;
/** A phrase stands in at least this part of the texts. */
const MIN_PART = 0.0006;
const BREAK = /\[\w{2,10}\]|https?:\/\/\S+|[.,!?;:()[\]"“”—–|/\n&*<>=+~]+|\s-\s|#(?=\w+\s*#)/;
/** What may stand between a verb and its object. */
const BETWEEN = new Set(
  "a an the my our your his her their this that more less some any much many to on in into off up out for with of from back all".split(
    " ",
  ),
);
/** What may stand between a light verb and its object. */
const BETWEEN_LIGHT = new Set("a an the my our your more some less any much many to on off up out back all".split(" "));
const BETWEEN_GO = new Set([...BETWEEN_LIGHT, "to"]);
const PARTICLES = new Set("up off out down away back over".split(" "));
/** Verbs that say something only with their object. */
const LIGHT = new Set(
  "get make take go have give keep do find put use see start stop try become spend stay run set hold turn".split(" "),
);
/** After these a quality says what somebody becomes: "getting fit". */
const BECOMING = new Set("get getting stay staying become becoming keep keeping eat eating live living".split(" "));
/** Verbs of which an object is no theme. */
const EMPTY = new Set(
  (
    "think say tell see seem look happen know mean feel need want hope try let come ask explain like love hate wonder believe understand " +
    "promise resolve continue decide figure begin suck hear thank appear get make take go have give keep do put use show notice help work " +
    "call follow tweet post guess care stop start end be is are was were not lol sure wish like allow leave wait set turn hold bring wan gonna back"
  )
    .split(" ")
    .map(stemOf),
);
/** Verbs that say too little without an object. */
const NOT_ALONE = new Set(
  (
    "find fuck shit lose live spend back last check inform process state count mind refer treat stick hit complete talk move change " +
    "plan focus grow avoid share improve accomplish forward remember enjoy accept add drop reach achieve build break pick buy watch gain cut " +
    "play finish meet wear rid fail die hurt win pass join push pull send return support recognize confirm require include offer provide " +
    "affect impact effect depend cause concern relate involve result influence impress disappoint expect consider suggest mention raise disclose " +
    "judge worth date locate consist operate fill stand sit serve enter board clear bother prevent appear exist experience recommend interest " +
    "happen miss face love deal handle manage open close suppose wonder prefer figure realize fix test die kick hang throw fall walk"
  )
    .split(" ")
    .map(stemOf),
);
/** Nouns that name nothing by themselves. */
const VAGUE = new Set(
  (
    "thing things way ways lot lots something anything everything nothing someone anyone everyone somebody anybody everybody one ones " +
    "time times day days week weeks month months year years today tomorrow yesterday morning evening afternoon night tonight hour hours minute minutes " +
    "people person guy guys man men woman women kind sort bit part place case point fact reason question questions answer issue issues " +
    "problem problems help thanks thank hello hi please lol omg fuck shit ass wtf god goodness hell damn haha yeah yes ok okay na gon ta wanna gonna im ive dont " +
    "number stuff look end start left hit forward drop catch thinking pants bar lives game hands moment nye yall life world tweet follower followers hashtag name head face bitch bitches nigga niggas girl girls boy boys baby difference challenge date reasons process details item notice numbers auto mind body try works not phone less more back eve bae mine self ups word words past worth luck top side level rest bae number amount total couple list idea sense chance hope wish goal goals resolution resolutions oh ya yo rt " +
    "info information need want others other matter order while none us u ur r b n w k sir mam maam dear monday tuesday wednesday thursday friday saturday sunday"
  ).split(" "),
);
const VAGUE_STEMS: ReadonlySet<string> = new Set([...VAGUE].map(stemOf));
/** Possessives and contractions, which no name holds. */
const POSSESSIVE = /['’ʼ](?:s|re|ve|ll|d|m)\b/gi;
const GREETINGS =
  /\b(?:new years?|happy|merry|good (?:morning|night|luck|day|evening)|thank|thanks|cheers|welcome|regards)\b/;

/** How the texts use each word, by the words around it. */
function partsIn(texts: readonly string[]): (word: string) => Part {
  const uses = new Map<string, [noun: number, verb: number, adjective: number, other: number]>();
  const every = Math.max(1, Math.ceil(texts.length / READ));
  for (let i = 0; i < texts.length; i += every) {
    const plain = texts[i]!.slice(0, 300).replace(/\[\w+\]|#\w+|https?:\S+/g, " ");
    for (const sentence of (tagged(plain) as unknown as { document: { text: string; tags: Set<string> }[][] }).document)
      for (const { text, tags } of sentence)
        for (const word of words(text)) {
          const use = uses.get(word) ?? [0, 0, 0, 0];
          uses.set(word, use);
          use[placeOf(tags)] += 1;
        }
  }
  const known = new Map<string, Part>();
  return (word) => {
    let part = known.get(word);
    if (part === undefined) {
      const use = uses.get(word);
      if (use) {
        const most = use.indexOf(Math.max(...use));
        part = PARTS[most]!;
      } else {
        const [first] = (tagged(word) as unknown as { document: { tags: Set<string> }[][] }).document.flat();
        part = first ? PARTS[placeOf(first.tags)]! : "other";
      }
      known.set(word, part);
    }
    return part;
  };
}

const PARTS: readonly Part[] = ["noun", "verb", "adjective", "other"];
function placeOf(tags: ReadonlySet<string>): 0 | 1 | 2 | 3 {
  if (["Date", "Value", "Pronoun", "Expression", "Auxiliary", "Modal"].some((tag) => tags.has(tag))) return 3;
  return tags.has("Verb") ? 1 : tags.has("Adjective") ? 2 : tags.has("Noun") ? 0 : 3;
}

interface Seen {
  count: number;
  last: number;
  is: Phrase["is"];
  length: number;
  /** How it was written, and how often. */
  forms: Map<string, number>;
}

/** The phrases of two to four words, and the nouns and acts, that enough texts use; the most used first. */
export function phrasesOf(texts: readonly string[], fewest: number): Phrase[] {
  const least = Math.max(fewest, Math.floor(texts.length * MIN_PART));
  const partOf = partsIn(texts);
  const held = new Map<string, number>();
  for (const text of texts) for (const word of new Set(words(text))) held.set(word, (held.get(word) ?? 0) + 1);
  const isUsed = (word: string): boolean => (held.get(word) ?? 0) >= Math.min(least, 5);
  const spelt = spellingOf(texts);
  const seen = new Map<string, Seen>();
  const add = (i: number, is: Phrase["is"], telling: readonly string[], form: string): void => {
    const key = `${is} ${[...new Set(telling.map(stemOf))].sort().join(" ")}`;
    const one = seen.get(key) ?? { count: 0, last: -1, is, length: telling.length, forms: new Map<string, number>() };
    seen.set(key, one);
    if (one.last === i) return;
    one.last = i;
    one.count += 1;
    if (one.forms.size < 40 || one.forms.has(form)) one.forms.set(form, (one.forms.get(form) ?? 0) + 1);
  };
  texts.forEach((text, i) => {
    for (const clause of text.slice(0, 1_500).replace(POSSESSIVE, "").split(BREAK)) {
      const said = words(clause);
      for (let at = 0; at < said.length; at++)
        phrasesAt(said, at, partOf, isUsed, (is, telling, form) => add(i, is, telling, form));
    }
    if (seen.size > MAX_SEEN) for (const [key, { count }] of seen) if (count === 1) seen.delete(key);
  });
  const best = new Map<string, Phrase>();
  for (const { count, is, length, forms } of seen.values()) {
    if (count < least) continue;
    const written = [...forms].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]![0];
    const name = is === "act" ? gerund(written) : written;
    if (name === null) continue;
    const key = keyOf(name);
    if (key === "" || WISH_KEYS.has(key) || GREETINGS.test(name)) continue;
    if (is === "act" && length === 1 && [EMPTY, NOT_ALONE].some((verbs) => verbs.has(stemOf(name.split(" ")[0]!))))
      continue;
    const known = best.get(`${is} ${key}`);
    if (!known || known.count < count) best.set(`${is} ${key}`, { name: spelt(name), key, is, length, count });
  }
  // A verb phrase names its noun only if enough texts use it.
  for (const [place, { is, key, count }] of best)
    if (is === "act" && count < (best.get(`noun ${key}`)?.count ?? 0) * MIN_ACT) best.delete(place);
  return [...best.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, MAX_PHRASES);
}

/** Puts a name's words in capitals where most texts do: "AI", "GDPR", "Instagram". */
function spellingOf(texts: readonly string[]): (name: string) => string {
  const forms = new Map<string, Map<string, number>>();
  const every = Math.max(1, Math.ceil(texts.length / SPELT));
  for (let i = 0; i < texts.length; i += every) {
    const text = texts[i]!;
    // A shouted text says nothing of capitals, nor does the first word of a sentence.
    if (text === text.toUpperCase()) continue;
    for (const [, before = "", word = ""] of text.matchAll(/(^|[.!?:;"“(\n]\s{0,3}|\s)(\p{L}{2,20})/gu)) {
      const isFirst = before.trim() !== "" || before === "";
      if (isFirst && !/^\p{Lu}{2}/u.test(word)) continue;
      const own = forms.get(word.toLowerCase()) ?? new Map<string, number>();
      forms.set(word.toLowerCase(), own.set(word, (own.get(word) ?? 0) + 1));
    }
  }
  return (name) =>
    name.replace(/\p{L}{2,20}/gu, (word) => {
      const own = [...(forms.get(word) ?? [])].sort((a, b) => b[1] - a[1]);
      const all = own.reduce((sum, [, count]) => sum + count, 0);
      const [most] = own;
      return most && most[1] >= MIN_SPELT && most[1] > all / 2 ? most[0] : word;
    });
}

/** The phrases that begin at a place: "credit card", "proof of identity"; "losing some weight", "travelling". */
function phrasesAt(
  said: readonly string[],
  at: number,
  partOf: (word: string) => Part,
  isUsed: (word: string) => boolean,
  add: (is: Phrase["is"], telling: readonly string[], form: string) => void,
): void {
  const isNoun = (word: string | undefined): word is string =>
    word !== undefined && isTopical(word) && NAMING.test(word) && isUsed(word) && partOf(word) === "noun";
  const isQuality = (word: string): boolean => isTopical(word) && isUsed(word) && partOf(word) === "adjective";
  const word = said[at]!;
  if (isNoun(word)) {
    const before = said[at - 1];
    // A run of nouns is one name; its last word alone says less, but is counted, too.
    if (!isVague(word) && !EMPTY.has(stemOf(word))) add("noun", [word], word);
    const [one, two] = [said[at + 1], said[at + 2]];
    if (isNoun(one) && one !== word && !isVague(one) && !isVague(word)) {
      add("noun", [word, one], `${word} ${one}`);
      if (isNoun(two) && two !== one && two !== word && !isVague(two))
        add("noun", [word, one, two], `${word} ${one} ${two}`);
    }
    if (one === "of" && isNoun(two) && two !== word && !isVague(two) && !isVague(word))
      add("noun", [word, two], `${word} of ${two}`);
    if (before !== undefined && isQuality(before) && !isVague(word)) add("noun", [before, word], `${before} ${word}`);
  }
  if (word.length < 2 || !isUsed(word) || partOf(word) !== "verb") return;
  const bare = stemOf(word);
  const isLight = LIGHT.has(word) || LIGHTS.has(bare);
  const isEmpty = EMPTY.has(bare);
  if (!isLight && isStopWord(word)) return;
  if (!isEmpty && !isLight && !NOT_ALONE.has(bare)) add("act", [word], word);
  let to = at + 1;
  const between: string[] = [];
  const mayStand = bare === "go" ? BETWEEN_GO : isLight ? BETWEEN_LIGHT : BETWEEN;
  if (PARTICLES.has(said[to] ?? "")) {
    between.push(said[to++]!);
    if (!isEmpty && (!isLight || bare === "give")) add("act", [word], `${word} ${between[0]}`);
  }
  while (between.length < 3 && to < said.length && mayStand.has(said[to]!)) between.push(said[to++]!);
  const quality = said[to] !== undefined && isQuality(said[to]!) ? said[to++]! : null;
  const object = said[to];
  if (!isNoun(object) || isVague(object) || object === word) {
    if (quality !== null && BECOMING.has(word) && between.length === 0)
      add("act", [word, quality], `${word} ${quality}`);
    return;
  }
  if (isEmpty && !isLight) return;
  const further = said[to + 1];
  const start = [word, ...between];
  if (quality !== null) add("act", [word, quality, object], [...start, quality, object].join(" "));
  if (isNoun(further) && further !== object && !isVague(further))
    add("act", [word, object, further], [...start, object, further].join(" "));
  else add("act", [word, object], [...start, object].join(" "));
}

/** Longer ones are hashtags of several words. */
const NAMING = /^\p{Script=Latin}{2,16}$/u;
const isVague = (word: string): boolean => VAGUE.has(word) || VAGUE_STEMS.has(stemOf(word));
const LIGHTS: ReadonlySet<string> = new Set([...LIGHT].map(stemOf));

/** A bounded cache: conjugating a verb takes a millisecond. */
const gerunds = new Map<string, string | null>();
const MAX_GERUNDS = 10_000;

function gerundOf(verb: string): string | null {
  const known = gerunds.get(verb);
  if (known !== undefined) return known;
  let said: string | null = verb;
  if (!verb.endsWith("ing") || verb.length < 6) {
    const bare =
      (nlp(`to ${verb}`).verbs().toInfinitive() as { text(): string }).text().replace(/^to /, "").trim() || verb;
    said = (nlp(`to ${bare}`).verbs().conjugate()[0] as { Gerund?: string } | undefined)?.Gerund ?? null;
  }
  if (said !== null && !/^\p{L}{2,}ing$/u.test(said)) said = null;
  if (gerunds.size < MAX_GERUNDS) gerunds.set(verb, said);
  return said;
}

/** A verb phrase with its verb as a gerund; null if the verb has none. */
function gerund(form: string): string | null {
  const [verb, ...rest] = form.split(" ");
  if (isStopWord(verb!) && !LIGHTS.has(stemOf(verb!))) return null;
  const said = gerundOf(verb!);
  if (said === null) return null;
  return [said, ...rest.filter((word) => word !== "this" && word !== "that" && !(word === "your"))].join(" ");
}
