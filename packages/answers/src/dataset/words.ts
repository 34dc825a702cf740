import stem from "wink-porter2-stemmer";

/** Words too common to distinguish questions; "not" and "no" are kept because they change the meaning. */
const STOP_WORDS = new Set(
  (
    "a about after again all also am an and any are as at be because been before being but by can could did do does doing " +
    "done for from get gets getting go goes going gone got had has have having he her here hers him his how i if im in into is it its " +
    "ive ill id just know let like made make many may me might more most much must my myself need now of off on one only or our ours out " +
    "over own please pls really said same say says she should so some still such than thank thanks that thats the their them then " +
    "there these they this those though through to too try trying u upon ur us use using very want wants was way we well were what " +
    "whats when where which while who whom whose why will with would yes yet you your yours yourself hi hello hey dont doesnt didnt cant " +
    "rt couldnt wont wouldnt isnt arent wasnt werent havent hasnt hadnt shouldnt"
  ).split(" "),
);

const PLACEHOLDER = /\[(?:name|email|phone|handle|link|address|card|account|id)\]/g;
/** How a text is signed: "My e-mail is [email]" is not about e-mails. */
const SIGNATURE =
  /\b(?:my (?:e-?mail|mail|phone|mobile|cell|number|name|address|handle|username)(?: (?:address|number))? is|(?:call|text|phone|ring|reach|e-?mail|mail|write|contact) me (?:on|at|by|via|to|under)) \[(?:name|email|phone|handle|link|address|account|id)\]/gi;
const MAX_WORD_LENGTH = 40;
/** Mojibake of emoji. */
const GARBLED = /^[\u00c0-\u00ff]{1,3}$/;
/** A text that normalising leaves as it is. */
const PLAIN = /^[\0-\x7f]*$/;
const WORD = /[\p{L}\p{N}]+/gu;
/** A bounded cache. */
const stems = new Map<string, string>();
const MAX_STEMS = 50_000;

/** The words of a text in order, lower-case, without placeholders; hashtags in camel case are split. */
export function words(text: string): string[] {
  let plain = PLAIN.test(text) ? text : text.normalize("NFKC");
  // Most texts have none of these, and questions read many thousands of texts.
  if (plain.includes("[")) plain = plain.replace(SIGNATURE, " ").replace(PLACEHOLDER, " ");
  if (plain.includes("://")) plain = plain.replace(/https?:\/\/\S+/g, " ");
  if (plain.includes("#"))
    plain = plain.replace(/#(\w+)/g, (_, tag: string) => ` ${tag.replace(/([a-z])(?=[A-Z])/g, "$1 ")} `);
  if (/wi-fi/i.test(plain)) plain = plain.replace(/wi-fi/gi, "wifi");
  return plain.replace(/['’ʼ]/g, "").toLowerCase().match(WORD) ?? [];
}

/** True for a word that texts on any topic use. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The English stem (Porter2) of a lower-case word. Stems are cached, because texts repeat words. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const found = /^[a-z]{3,30}$/.test(word) ? stem(word) : word;
  if (stems.size < MAX_STEMS) stems.set(word, found);
  return found;
}

/** True for a word that can carry a topic. */
export function isTopical(word: string): boolean {
  return word.length > 1 && word.length <= MAX_WORD_LENGTH && !STOP_WORDS.has(word) && !GARBLED.test(word);
}

/** The stems of a text that can carry a topic, in order and with repeats. @internal */
export function terms(text: string): string[] {
  return words(text).flatMap((word) => (isTopical(word) ? [stemOf(word)] : []));
}

/** A pair of neighbouring topic stems, as one feature. */
const pair = (a: string, b: string): string => `${a}_${b}`;

/**
 * The features of a text: all its stems, because "why" and "how" distinguish questions, and pairs of adjacent topic
 * stems.
 */
export function features(text: string): string[] {
  const all = words(text).filter((word) => word.length <= MAX_WORD_LENGTH);
  const topical = all.flatMap((word) => (isTopical(word) ? [stemOf(word)] : []));
  return [...all.map(stemOf), ...topical.slice(1).map((stem, i) => pair(topical[i]!, stem))];
}
