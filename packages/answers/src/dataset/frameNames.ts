import { isEverywhere } from "./vocabulary";
import { stemOf, terms, words } from "./words";

/** What is done with a resolution, a question or a wish itself, by its forms. */
const DONE = new Map(
  [
    "make makes made making",
    "keep keeps kept keeping",
    "break breaks broke broken breaking",
    "have has had having",
    "need needs needed needing",
    "set sets setting",
    "forget forgets forgot forgetting",
    "stick sticks stuck sticking",
    "follow follows followed following",
    "choose chooses chose choosing",
    "write writes wrote writing",
    "start starts started starting",
    "begin begins began beginning",
    "fail fails failed failing",
    "drop drops dropped dropping",
    "find finds found finding",
    "share shares shared sharing",
    "finish finishes finished finishing",
  ].flatMap((forms) => forms.split(" ").map((form) => [form, forms.split(" ").at(-1)!])),
);
/** What may stand between the verb and its object. */
const BETWEEN = new Set(
  `a an the any my your our their his her this that these those no not one some all more another other own same real actual first
  last next single only to of with on up out in`.split(/\s+/),
);
/** A hashtag is part of the sentence only behind one of these. */
const LONE_TAG = /(?<!\b(?:a|an|any|my|your|our|the|this|no) )#\w+/gi;
const CLAUSE = /[.,;:!?()"“”…|]+/;

/** The texts that speak of what all of them are, such as resolutions, themselves: of making, keeping or breaking one, or of no more. */
export interface FrameName {
  label: string;
  holders: ReadonlySet<number>;
}

/**
 * What texts do with the thing that nearly all of them name: "making resolutions / keeping resolutions"; and those that
 * name it alone: "resolutions that say no more".
 */
export function frameNamesOf(
  texts: readonly string[],
  holding: ReadonlyMap<string, number>,
  fewest: number,
): FrameName[] {
  const frames = new Set([...holding].flatMap(([stem, count]) => (isEverywhere(count, texts.length) ? [stem] : [])));
  if (frames.size === 0) return [];
  const heads = headsOf(texts, frames);
  const plurals = new Map<string, number>();
  const verbs = new Map<string, number>();
  const bare = new Set(texts.flatMap((text, i) => (isBare(text, frames, heads) ? [i] : [])));
  const numbers = new Set(texts.flatMap((text, i) => (!bare.has(i) && isNumber(words(text), heads) ? [i] : [])));
  const doing = texts.flatMap((text, i) => {
    const found = text
      .replace(LONE_TAG, "|")
      .split(CLAUSE)
      .flatMap((part) => doneIn(words(part), frames, heads));
    for (const { verb } of found.slice(0, 1)) verbs.set(verb, (verbs.get(verb) ?? 0) + 1);
    for (const { object } of found.slice(0, 1)) plurals.set(object, (plurals.get(object) ?? 0) + 1);
    return found.length > 0 && !bare.has(i) && !numbers.has(i) ? [i] : [];
  });
  const most = (counts: ReadonlyMap<string, number>): string[] =>
    [...counts]
      .filter(([, count]) => count >= fewest)
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([one]) => one);
  const object = most(plurals).find((form) => /s$/.test(form));
  if (object === undefined) return [];
  const label = most(verbs)
    .slice(0, 2)
    .map((verb) => `${verb} ${object}`)
    .join(" / ");
  return [
    ...(label === "" ? [] : [{ label, holders: new Set(doing) }]),
    ...(numbers.size < fewest ? [] : [{ label: `${object} in numbers`, holders: numbers }]),
    ...(bare.size < fewest ? [] : [{ label: `${object} that say no more`, holders: bare }]),
  ];
}

/** The nouns by which texts name the thing, which have a plural: "resolutions" of "New Year's resolutions". */
function headsOf(texts: readonly string[], frames: ReadonlySet<string>): ReadonlySet<string> {
  const counts = new Map([...frames].map((stem) => [stem, { alone: 0, led: 0, plural: 0 }]));
  for (const text of texts) {
    const said = words(text);
    said.forEach((word, at) => {
      const count = counts.get(stemOf(word));
      if (!count) return;
      count[frames.has(stemOf(said[at + 1] ?? "")) ? "led" : "alone"] += 1;
      if (word.endsWith("s")) count.plural += 1;
    });
  }
  return new Set([...counts].flatMap(([stem, { alone, led, plural }]) => (alone > led && plural > 0 ? [stem] : [])));
}

/** "RT [handle]:" */
const SENT_BY = /^(?:\W*(?:rt\b|\[handle\]))+/i;
/** "[link] [handle]" at the end */
const POINTING = /(?:\s{0,3}\[(?:link|handle)\]){1,10}\W{0,10}$/;
const YEAR = /^(?:19|20)\d\d$/;

/** "My New Year's resolution! [link]" names the thing, and nothing else, nor what is to be done. */
function isBare(text: string, frames: ReadonlySet<string>, heads: ReadonlySet<string>): boolean {
  const own = text.replace(SENT_BY, "").replace(POINTING, "");
  const said = terms(own);
  return (
    !/\[(?!link)\w+\]|\bto\b/i.test(own) &&
    said.some((stem) => heads.has(stem)) &&
    said.every((stem) => frames.has(stem) || YEAR.test(stem))
  );
}

const NUMBER = /^\p{N}{3,}[a-z]?$|^\p{N}{2,}x\p{N}{2,}$/u;
const IS = /^(?:is|was|are|be|will|this|year|still|just|probably|gonna)$/;

/** "My resolution is 1080p": the thing is a number, and no year. */
function isNumber(said: readonly string[], heads: ReadonlySet<string>): boolean {
  return said.some((word, at) => {
    if (!heads.has(stemOf(word))) return false;
    let next = at + 1;
    while (IS.test(said[next] ?? "")) next += 1;
    return NUMBER.test(said[next] ?? "") && !YEAR.test(said[next]!);
  });
}

/** "Keep my New Year's resolution"; "made a resolution to eat less" speaks of eating. */
function doneIn(
  said: readonly string[],
  frames: ReadonlySet<string>,
  heads: ReadonlySet<string>,
): { verb: string; object: string }[] {
  return said.flatMap((object, at) => {
    if (!heads.has(stemOf(object)) || frames.has(stemOf(said[at + 1] ?? "")) || said[at + 1] === "to") return [];
    let before = at - 1;
    while (before >= 0 && (BETWEEN.has(said[before]!) || frames.has(stemOf(said[before]!)))) before -= 1;
    const verb = DONE.get(said[before] ?? "");
    return verb !== undefined ? [{ verb, object }] : [];
  });
}
