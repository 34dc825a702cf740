import { words } from "./words";

/** A text of so many words that stands twice is a copy of one voice, in any group of people. */
const MIN_COPIED = 12;
/** A template has a handle or a link; so many of its words, beside those that all texts use, are no coincidence. */
const MIN_TEMPLATE = 5;
/** A word is one that all texts use ("my resolution is to") where this part of them does. */
const MIN_FRAME = 0.1;
/** A repost of so few words may be what somebody says for themselves. */
const MIN_PASSED_ON = 5;
/** Texts that share so many words in a row, and this part of all their words, are one that was changed or cut off. */
const RUN = 15;
const MIN_SHARED = 0.8;
/** So many of a text's runs are kept, those with the least hashes: two texts that share most share most of these. */
const MAX_RUNS = 16;

/** Where somebody else's words begin. Those behind the last such mark are the author's own: "So true! RT @one: “@two: …" */
const PASSED_ON = /(?:\bRT\b\s{0,3}(?:@\s{0,3})?|^\s{0,3}["“]\s{0,3})\[handle\]:?|["“]\s{0,3}\[handle\]:/g;
const TAKEN_OUT = /\[(?:handle|link)\]/;
const NUMBER = /^\p{N}+$/u;
/** A word or link that a retweet was cut off in. */
const CUT_OFF = /\S{0,40}…\s{0,3}$/;

interface Voice {
  words: string[];
  /** The same without hashtags. */
  untagged: string[];
  isPassedOn: boolean;
  isTemplate: boolean;
}

/**
 * For each text, the place of the first one that it is a copy of, or its own: a repost, with or without a remark, a
 * template with another handle, link or number in it, or a long text with a few words changed. What many people may
 * say for themselves ("I lost my card") is no copy. Takes time that is linear in the texts.
 */
export function originalsOf(texts: readonly string[]): Uint32Array {
  const voices = texts.map(voiceOf);
  const holding = new Map<string, number>();
  for (const { words } of voices) for (const word of new Set(words)) holding.set(word, (holding.get(word) ?? 0) + 1);
  const isOwn = (word: string): boolean => holding.get(word)! < MIN_FRAME * texts.length;
  const originals = Uint32Array.from(texts, (_, i) => i);
  const wholes = new Map<string, number>();
  const passedOn = new Map<string, number>();
  const byRun = new Map<number, number>();
  voices.forEach((voice, i) => {
    const whole = voice.words.join(" ");
    const bare = voice.untagged.length >= MIN_COPIED ? voice.untagged.join(" ") : null;
    const isTelling =
      voice.words.length >= MIN_COPIED || (voice.isTemplate && voice.words.filter(isOwn).length >= MIN_TEMPLATE);
    const runs = runsOf(voice.words);
    const changed = (): number | undefined =>
      [...new Set(runs.flatMap((run) => byRun.get(run) ?? []))].find(
        (other) => sharedPart(voices[other]!.words, voice.words) >= MIN_SHARED,
      );
    const original =
      (isTelling || voice.isPassedOn ? wholes.get(whole) : undefined) ??
      passedOn.get(whole) ??
      (bare === null ? undefined : wholes.get(bare)) ??
      changed();
    if (original !== undefined) originals[i] = original;
    else for (const run of runs) if (!byRun.has(run)) byRun.set(run, i);
    for (const key of bare === null ? [whole] : [whole, bare]) if (!wholes.has(key)) wholes.set(key, originals[i]!);
    if (voice.isPassedOn && !passedOn.has(whole)) passedOn.set(whole, originals[i]!);
  });
  return originals;
}

/** What a text's author says, without handles, links, numbers and the signs of hashtags. */
function voiceOf(text: string): Voice {
  const mark = [...text.matchAll(PASSED_ON)].at(-1);
  const behind = mark ? text.slice(mark.index + mark[0].length).split(/["”]/)[0]! : "";
  const isPassedOn = spokenIn(behind).length >= MIN_PASSED_ON;
  const said = isPassedOn ? behind : text;
  return {
    words: spokenIn(said.replace(/[#@]/g, " ")),
    untagged: spokenIn(said.replace(/[#@]\w+/g, " ")),
    isPassedOn,
    isTemplate: TAKEN_OUT.test(text),
  };
}

const spokenIn = (text: string): string[] =>
  words(text.replace(/^RT\b/, " ").replace(CUT_OFF, " ")).filter((word) => !NUMBER.test(word));

/** Hashes of each run of words in a text. */
function runsOf(words: readonly string[]): number[] {
  const each = words.map((word) => hashOf(word, (i) => word.charCodeAt(i)));
  const runs = Array.from({ length: Math.max(0, words.length - RUN + 1) }, (_, at) =>
    hashOf({ length: RUN }, (i) => each[at + i]!),
  );
  return runs.length <= MAX_RUNS ? runs : runs.sort((a, b) => a - b).slice(0, MAX_RUNS);
}

function hashOf({ length }: { length: number }, at: (i: number) => number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ at(i), 0x01000193);
  return hash >>> 0;
}

/** The part of the words of two texts that both have. */
function sharedPart(one: readonly string[], other: readonly string[]): number {
  const own = new Set(one);
  const all = new Set([...one, ...other]);
  return new Set(other.filter((word) => own.has(word))).size / all.size;
}
