import compromise from "compromise/two";
import { IS_MARK, SAYS_WHAT } from "../columnKinds";
import { stemOf } from "../dataset/words";
import type { Guide } from "../guide";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { singular, type Text } from "./text";
import { feelingsOf, type Mention } from "./mentions";

const PEOPLE = new Set(
  "people person customer user client guest reviewer buyer shopper passenger traveler traveller visitor member subscriber employee respondent participant patient student folk one author writer poster commenter account household owner caller tenant reader rater individual adult resident consumer holder someone anyone anybody everyone everybody guy those they them who".split(
    " ",
  ),
);
const RECORDS = new Set(
  "record post review ticket comment message chat response answer survey entry complaint feedback conversation tweet request case opinion text experience mention email call row item report submission listing note story description data dataset".split(
    " ",
  ),
);

/** A text with what features are made of. */
export interface Seen {
  text: Text;
  /** Each token as features name it: a function word or a word of questions as itself, others by their class. */
  classes: readonly string[];
  /** The classes with what tokens name of the data: a column or a value. */
  near: readonly string[];
  stems: readonly string[];
  tags: readonly string[];
  /** Words that tell what is asked. */
  cues: readonly string[];
  mentions: readonly Mention[];
  /** The values that each column's mentions mean, each once; those of a part of a name are left out. */
  rivals: ReadonlyMap<string, ReadonlySet<string>>;
  /** Tokens that nothing of the data surely explains: what is looked for is likely among them. */
  open: readonly number[];
  /** The sentence that each token is in, and whether that asks. */
  sentence: readonly { no: number; isLast: boolean; asks: boolean }[];
  isFollowUp: boolean;
}

/** More mentions and cues than questions have are not looked at; the last are kept, for what is asked stands at the end. */
const MAX_MENTIONS = 160;
const MAX_CUES = 30;

const isRecordWord = (word: string, { record }: Guide): boolean =>
  RECORDS.has(word) ||
  stemOf(word) === stemOf(record.one.toLowerCase()) ||
  word === singular(record.one.toLowerCase()) ||
  record.many.toLowerCase().split(" ").includes(word);

/** A word for all records or people is no part of the name of some: "reviews" for the Sacramento News & Review. */
const isOfAll = ({ how, from, to, kind }: Mention, classes: readonly string[]): boolean =>
  (how === "within" || how === "part" || (how === "other" && kind === "value")) &&
  classes.slice(from, to).every((one) => one === "REC" || one === "PER");

const DENYING =
  /^(?:not|no|never|without|nor|neither|except|excluding|exclude|besides|dont|doesnt|didnt|isnt|arent|wasnt|werent|cant|wont|minus|ignoring|omitting|leaving|leave|skip|apart|aside|other|than)$/;

/** Words that leave out what stands right behind them. */
const EXCLUDING =
  /(?:^| )(?:without|except|except for|excluding|exclude|besides|minus|(?:leave|leaving|take|taking) (?:out|aside|away)|(?:apart|aside) from|other than|set aside|setting aside|omit|omitting|drop|dropping|ignore|ignoring|skip|skipping|remove|removing|disregard|disregarding|not counting)(?: (?:all|the|any|every|of|those|for|both|our|its|their|with))*$/;

/** Whether the words before a mention leave it out. */
export const isExcluded = ({ from }: Pick<Mention, "from">, { text }: Pick<Seen, "text">): boolean =>
  EXCLUDING.test(
    text.tokens
      .slice(Math.max(0, from - 8), from)
      .map(({ said }) => said)
      .join(" "),
  );

export function seen(text: Text, all: readonly Mention[], guide: Guide, isFollowUp: boolean): Seen {
  const { tokens } = text;
  const stems = tokens.map(({ said }) => stemOf(said));
  const classes = tokens.map(({ said, isWord }) => {
    if (!isWord) return said;
    if (/^\d/.test(said)) return "#";
    const one = singular(said);
    if (FUNCTION_WORDS.has(said)) return said;
    if (isRecordWord(one, guide)) return "REC";
    if (PEOPLE.has(one)) return "PER";
    return FRAME_WORDS.has(said) ? stemOf(said) : "X";
  });
  const sentence: { no: number; isLast: boolean; asks: boolean }[] = [];
  let no = 0;
  let from = 0;
  tokens.forEach(({ said }, i) => {
    const isEnd = /^[.!?…;\n]$/.test(said) || i === tokens.length - 1;
    if (!isEnd) return;
    for (let at = from; at <= i; at++) sentence[at] = { no, isLast: false, asks: said === "?" };
    no += 1;
    from = i + 1;
  });
  for (const one of sentence) one.isLast = one.no === no - 1;
  const meant = all.filter((one) => !isOfAll(one, classes));
  const mentions =
    meant.length <= MAX_MENTIONS ? meant : [...meant].sort((a, b) => a.from - b.from).slice(-MAX_MENTIONS);
  const cues = [...new Set(classes.filter((one) => one !== "X" && /[a-z]/i.test(one)))].slice(-MAX_CUES);
  const near = [...classes];
  const isOpen = classes.map((own, i) => own === "X" && tokens[i]!.isWord);
  const rivals = new Map<string, Set<string>>();
  for (const { kind, how, column, values, from: first, to } of mentions) {
    if (kind === "topic") continue;
    for (let i = first; i < to; i++) {
      if (near[i] === "X") near[i] = kind === "column" ? "COL" : "VAL";
      if (SURE.has(how)) isOpen[i] = false;
    }
    if (kind === "value" && how !== "within")
      rivals.set(column, (rivals.get(column) ?? new Set()).add(JSON.stringify(values)));
  }
  const open = isOpen.flatMap((is, i) => (is ? [i] : []));
  return { text, classes, near, stems, tags: tagsOf(text), cues, mentions, rivals, open, sentence, isFollowUp };
}

const SURE: ReadonlySet<string> = new Set(["own", "other", "date", "range", "flag", "place", "marks", "age"]);

/** The part of speech of each token. */
function tagsOf({ tokens }: Text): string[] {
  const tags = tokens.map(() => "-");
  const doc = compromise(tokens.map(({ written }) => written).join(" ")) as unknown as {
    document: { normal: string; tags: Set<string> }[][];
  };
  let at = 0;
  for (const { normal, tags: own } of doc.document.flat()) {
    const place = tokens.findIndex(({ said }, i) => i >= at && i < at + 4 && said === normal.replace(/['’ʼ]/g, ""));
    if (place === -1) continue;
    at = place + 1;
    tags[place] = own.has("Gerund")
      ? "G"
      : own.has("Verb")
        ? "V"
        : own.has("Adjective")
          ? "J"
          : own.has("Adverb")
            ? "R"
            : own.has("Noun")
              ? own.has("Plural")
                ? "NS"
                : "N"
              : "-";
  }
  return tags;
}

const bucket = (part: number): string =>
  part === 0
    ? "0"
    : part < 0.002
      ? "1"
      : part < 0.01
        ? "2"
        : part < 0.04
          ? "3"
          : part < 0.15
            ? "4"
            : part < 0.4
              ? "5"
              : "6";

const overlaps = (a: Mention, b: Mention): boolean => a.from < b.to && b.from < a.to;
const covers = (a: Mention, b: Mention): boolean => a.from <= b.from && a.to >= b.to && a.to - a.from > b.to - b.from;

const kinds = new WeakMap<Guide, Map<string, string>>();

/** What kind of column it is. */
export function columnKind(name: string, guide: Guide): string {
  let known = kinds.get(guide);
  if (!known) kinds.set(guide, (known = new Map<string, string>()));
  let kind = known.get(name);
  if (kind === undefined) known.set(name, (kind = kindOf(name, guide)));
  return kind;
}

function kindOf(name: string, guide: Guide): string {
  const column = guide.columns.find((one) => one.name === name);
  if (!column) return "?";
  if (feelingsOf(guide)?.column === name) return column.isNumbers ? "stars" : "mood";
  if (column.isDated) return "date";
  if (column.isNumbers) return IS_MARK.test(name) ? "mark" : "number";
  const { values } = column;
  if (values.length <= 4 && values.some(({ value }) => /^(?:yes|true)$/i.test(value))) return "flag";
  return SAYS_WHAT.test(name) ? "what" : "who";
}

const ARTICLES =
  /^(?:the|a|an|their|its|our|your|his|her|my|any|some|this|that|these|those|being|having|too|very|really|all|out|up)$/;
/*
 * A feature is a short text: the kind of the mention (`t`, `v:own`, `c/stars` …), then what is told of it: the tokens
 * before (`p1` to `p3`), behind (`n1`, `n2`) and governing it (`pd`, `nd`), words of the question (`c=`), what overlaps it
 * (`o`), how many records hold it (`min`, `max`, `f`).
 */

/** The class of a token, with the edges of the text. */
const classAt = ({ near }: Seen, i: number): string => (i < 0 ? "^" : i >= near.length ? "$" : near[i]!);

/** A mention's kind as features name it, from the widest to the narrowest. */
function namesOf({ kind, how, column }: Mention, guide: Guide): { kind: string; wide: string; base: string } {
  const letter = kind[0]!;
  return kind === "topic"
    ? { kind: letter, wide: letter, base: letter }
    : { kind: letter, wide: `${letter}/${columnKind(column, guide)}`, base: `${letter}:${how}` };
}

/** What is told of a mention by what it is, what stands around it, and what else is said. */
export function featuresOf(one: Mention, said: Seen, guide: Guide): string[] {
  const own = one.kind === "topic" ? ofTopic : one.kind === "value" ? ofValue : ofColumn;
  return [...new Set([...around(one, said, guide), ...own(one, said, guide), ...overlapping(one, said, guide)])];
}

/** What governs a mention, whatever articles stand between ("mention the", "about their"), and what it stands before. */
function besides({ from, to }: Mention, said: Seen): { pd: string; nd: string } {
  const { classes, tags } = said;
  let governor = from - 1;
  while (governor >= 0 && ARTICLES.test(classes[governor]!)) governor -= 1;
  const named = (i: number): string => (classAt(said, i) === "X" ? `X${tags[i]}` : classAt(said, i));
  return { pd: named(governor), nd: named(to) };
}

function around(one: Mention, said: Seen, guide: Guide): string[] {
  const { classes, cues, text, sentence, isFollowUp } = said;
  const { from, to } = one;
  const { kind, wide, base } = namesOf(one, guide);
  const found = [base, `${base}|n${Math.min(3, to - from)}`, `${base}|${wide}`, `${base}|loose${one.isLoose}`];
  const [p1, p2, p3] = [1, 2, 3].map((back) => classAt(said, from - back));
  const [n1, n2] = [classAt(said, to), classAt(said, to + 1)];
  const { pd, nd } = besides(one, said);
  for (const name of [kind, wide, base])
    found.push(`${name}|pd=${pd}`, `${name}|nd=${nd}`, `${name}|pd=${pd}|nd=${nd}`);
  for (const name of [kind, wide]) {
    found.push(`${name}|p1=${p1}`, `${name}|p2=${p2}_${p1}`, `${name}|p3=${p3}_${p2}_${p1}`);
    found.push(`${name}|n1=${n1}`, `${name}|n2=${n1}_${n2}`, `${name}|pn=${p1}_${n1}`);
    for (const cue of cues) found.push(`${name}|c=${cue}`);
    found.push(`${name}|first=${classAt(said, 0)}_${classAt(said, 1)}`, `${name}|follow${isFollowUp}`);
  }
  const at = sentence[from];
  if (at) found.push(`${kind}|s${at.isLast}${at.asks}`);
  for (const word of classes.slice(Math.max(0, from - 6), from)) if (word !== "X") found.push(`${kind}|b=${word}`);
  for (const word of classes.slice(to, to + 5)) if (word !== "X") found.push(`${kind}|a=${word}`);
  // The nearest word that denies, in its part of the sentence.
  const clause = text.tokens.slice(Math.max(0, from - 8), from).map((token) => token.said);
  const start = clause.findLastIndex((word) => /^(?:[.!?;:,–—]|but|then)$/.test(word));
  const denied = clause.findLastIndex((word, i) => i > start && DENYING.test(word));
  if (isExcluded(one, said)) found.push(`${kind}|excluded`, `${wide}|excluded`);
  if (denied >= 0)
    found.push(
      `${kind}|denied`,
      `${wide}|denied=${clause[denied]}`,
      `${kind}|denied${clause.length - denied}`,
      `${kind}|denied|start=${clause[start] ?? "^"}`,
    );
  return found;
}

function ofValue(one: Mention, said: Seen, guide: Guide): string[] {
  const { classes, cues, mentions, stems, text, isFollowUp } = said;
  const { from, to, how, values, column } = one;
  const { wide, base } = namesOf(one, guide);
  const named = mentions.filter(({ kind, column: other }) => kind === "column" && other === column);
  const alike = mentions.filter((m) => m.kind === "value" && m.how === how && m.from === from && m.to === to);
  const own = said.rivals.get(column);
  const rivals = Math.min(3, (own?.size ?? 0) - (own?.has(JSON.stringify(values)) ? 1 : 0));
  const list = Array.isArray(values) ? new Set(values) : null;
  const share = (guide.columns.find(({ name }) => name === column)?.values ?? [])
    .filter(({ value }) => list?.has(value))
    .reduce((all, { count }) => all + (count.told ?? 0), 0);
  const isNamed = named.length > 0;
  const beside = named.some((m) => m.to === from || m.from === to);
  const found = [
    ...[`v|rivals${rivals}`, `${wide}|rivals${rivals}`, `${base}|named${isNamed}`],
    `${base}|named${isNamed}|nth${Math.min(2, alike.indexOf(one))}`,
    ...[`${base}|follow${isFollowUp}`, `${base}|n1=${classAt(said, to)}`, `${base}|p1=${classAt(said, from - 1)}`],
    ...[
      `v|not${one.isNot}`,
      `${base}|many${Math.min(4, list?.size ?? 0)}`,
      `v|beside${beside}`,
      `${base}|beside${beside}`,
    ],
    `${base}|f${bucket(share / sizeOf(guide))}`,
    ...(rivals > 0 ? cues.map((cue) => `v|rival|c=${cue}`) : []),
  ];
  if (to - from > 1) return found;
  const { written, said: word } = text.tokens[from]!;
  found.push(`${base}|stem=${stems[from]}`, `${base}|len${Math.min(5, word.length)}`);
  found.push(`${base}|${/^\p{Lu}/u.test(written) ? "Up" : "low"}${from === 0 ? "0" : ""}`);
  if (/^[A-Z]{2,3}$/.test(written)) found.push(`${base}|CODE`);
  if (classes[from] !== "X") found.push(`${base}|w=${classes[from]}`, `v|w=${classes[from]}`);
  return found;
}

function ofColumn(one: Mention, said: Seen, guide: Guide): string[] {
  const { classes, mentions, stems, text } = said;
  const { from, to, how, column } = one;
  const { wide, base } = namesOf(one, guide);
  const kind = columnKind(column, guide);
  const columns = mentions.filter((m) => m.kind === "column");
  const others = columns.filter((m) => m !== one);
  const named = mentions.some((m) => m.kind === "value" && m.column === column && m.how !== "within");
  const rank = columns.filter((m) => m.how === how && m.from === from).indexOf(one);
  const nth = columns.filter((m) => m.column === column).indexOf(one);
  const surer = others.some((m) => m.how === "own" || m.how === "other");
  const num = others.some((m) => columnKind(m.column, guide) !== kind && isOfNumbers(m.column, guide));
  const overMarks = others.some((m) => overlaps(one, m) && columnKind(m.column, guide) === "stars");
  const isPlural = text.tokens.slice(from, to).some(({ said: word }) => singular(word) !== word);
  const word = classes[to - 1]!;
  return [
    ...[
      `${base}|rank${Math.min(2, rank)}`,
      `${base}|nth${Math.min(2, nth)}`,
      `${base}|surer${surer}`,
      `${base}|${kind}`,
    ],
    ...[`${base}|${kind}|stem=${stems[to - 1]}`, `${base}|num${num}`, `${wide}|overMarks${overMarks}`],
    ...[`${base}|${kind}|overMarks${overMarks}`, `${wide}|named${named}`, `c|w=${word}`, `${base}|w=${word}`],
    ...[`c|plural${isPlural}`, `${wide}|plural${isPlural}|${classAt(said, from - 1)}`],
  ];
}

const sizeOf = (guide: Guide): number => guide.size.told ?? 1;
const isOfNumbers = (column: string, { columns }: Guide): boolean =>
  columns.some(({ name, isNumbers }) => name === column && isNumbers);

function ofTopic(one: Mention, said: Seen, guide: Guide): string[] {
  const { classes, stems, tags, text, sentence, open } = said;
  const { from, to } = one;
  const size = sizeOf(guide);
  const n = Math.min(3, to - from);
  const rate = (stem: string): number => (guide.countOf(stem) ?? 0) / size;
  /** How often two words stand beside each other where the rarer of them stands. */
  const joined = (a: number, b: number): string =>
    bucket(rate(`${stems[a]}_${stems[b]}`) / Math.max(1e-9, Math.min(rate(stems[a]!), rate(stems[b]!))));
  const telling = stems.slice(from, to).filter((_, i) => !FUNCTION_WORDS.has(text.tokens[from + i]!.said));
  const rates = telling.map(rate);
  const [least, most] = [bucket(Math.min(...rates)), bucket(Math.max(...rates))];
  const [head, lead] = [tags[to - 1], tags[from]];
  const inner = classes.slice(from, to);
  const inside = open.filter((i) => i >= from && i < to).length;
  const here = open.filter((i) => sentence[i]?.no === sentence[from]?.no);
  const { pd, nd } = besides(one, said);
  const n1 = classAt(said, to);
  const found = [
    ...[
      `t|pd=${pd}|n${n}`,
      `t|pd=${pd}|head=${head}`,
      `t|nd=${nd}|head=${head}`,
      `t|nd=${nd}|n${n}`,
      `t|pd=${pd}|first=${lead}`,
    ],
    ...[`t|min${least}`, `t|max${most}`, `t|n${n}|min${least}`],
    ...[`t|n${n}|head${bucket(rate(stems[to - 1]!))}`, `t|n${n}|lead${bucket(rate(stems[from]!))}`],
    ...[`t|tags=${tags.slice(from, to).join("")}`, `t|head=${head}`, `t|first=${lead}`],
    `t|x${inner.filter((word) => word === "X").length}of${n}`,
    `t|open${Math.min(4, open.length)}in${inside}`,
    `t|open${Math.min(4, open.length)}of${Math.min(4, open.length - inside)}|tag=${head}`,
    ...[`t|last${here.at(-1) === to - 1}|n${n}`, `t|only${here.length === inside}`],
    `t|tp=${tags[from - 1] ?? "^"}${classAt(said, from - 1) === "X" ? "X" : ""}`,
    `t|tn=${tags[to] ?? "$"}${n1 === "X" ? "X" : ""}`,
  ];
  if (to - from === 2)
    found.push(`t|pair${bucket(rate(`${stems[from]}_${stems[from + 1]}`) / Math.max(1e-9, Math.min(...rates)))}`);
  // How often the words beside it stand with it: "Force" of "Air Force".
  for (const [side, a, b, beside] of [
    ["left", from - 1, from, from - 1],
    ["right", to - 1, to, to],
  ] as const)
    if (classes[beside] === "X" && text.tokens[beside]!.isWord)
      found.push(`t|${side}${joined(a, b)}`, `t|${side}f${bucket(rate(stems[beside]!))}`);
  if (to - from > 2) {
    const pairs = stems
      .slice(from + 1, to)
      .map(
        (stem, i) => rate(`${stems[from + i]}_${stem}`) / Math.max(1e-9, Math.min(rate(stems[from + i]!), rate(stem))),
      );
    found.push(`t|pairs${bucket(Math.min(...pairs))}`);
  }
  for (const word of inner) if (word !== "X") found.push(`t|w=${word}`, `t|n${n}|w=${word}`);
  if (n === 1) found.push(`t|stem=${stems[from]}`);
  if (text.tokens[from]!.isQuoted) found.push("t|quoted");
  return found;
}

/** What else of the data the same words may name, and whether that is as long, longer or shorter. */
function overlapping(one: Mention, { mentions, stems }: Seen, guide: Guide): string[] {
  const { base } = namesOf(one, guide);
  const found: string[] = [];
  for (const other of mentions) {
    if (other === one || other.kind === "topic" || !overlaps(one, other)) continue;
    const isSame = other.from === one.from && other.to === one.to;
    const size = isSame ? "=" : covers(other, one) ? "<" : covers(one, other) ? ">" : "x";
    found.push(`${base}|o${size}${other.kind[0]!}:${other.how}`);
    if (one.kind === "topic") found.push(`t|o${size}${other.kind[0]!}/${columnKind(other.column, guide)}`);
  }
  if (one.kind !== "topic") {
    const rates = stems.slice(one.from, one.to).map((stem) => (guide.countOf(stem) ?? 0) / sizeOf(guide));
    found.push(`${base}|min${bucket(Math.min(...rates))}`);
  }
  return found;
}

/** What is told of a mention by what the question seems to ask, before its mentions are chosen. */
export function guessFeatures(one: Mention, said: Seen, guide: Guide, guess: string): string[] {
  const { kind, from, to } = one;
  const { base, wide } = namesOf(one, guide);
  const plainAt = (i: number): string => said.classes[i] ?? (i < 0 ? "^" : "$");
  const found = [`g=${guess}|${kind[0]!}`, `g=${guess}|${base}`, `g=${guess}|${wide}`];
  found.push(
    `g=${guess}|${kind[0]!}|p1=${plainAt(from - 1)}`,
    `g=${guess}|${kind[0]!}|n1=${plainAt(to)}`,
    `g=${guess}|${kind[0]!}|first=${plainAt(0)}`,
  );
  if (kind === "topic") {
    found.push(`g=${guess}|t|tags=${said.tags.slice(from, to).join("")}`);
    for (const word of said.classes.slice(from, to)) if (word !== "X") found.push(`g=${guess}|t|w=${word}`);
  } else {
    found.push(`g=${guess}|${wide}|w=${plainAt(to - 1)}`);
    const others = said.mentions.filter((other) => other.kind === kind && other.column !== one.column);
    found.push(
      `g=${guess}|${wide}|others${others.some(({ from: at }) => at < from)}${others.some(({ from: at }) => at > from)}`,
    );
  }
  return found;
}

/** What tells what is asked by the words alone. */
export function firstFeatures(said: Seen, guide: Guide, before: string | null): string[] {
  const found = askFeatures(said, [], guide, before);
  const { classes, mentions } = said;
  const line = classes.map((own, i) => {
    const one = mentions.find(({ kind, how, from, to }) => kind !== "topic" && how !== "within" && i >= from && i < to);
    if (!one) return own;
    return one.kind === "value" ? "VAL" : `COL/${columnKind(one.column, guide)}`;
  });
  const padded = ["^", ...line, "$"];
  padded.forEach((word, i) => {
    found.push(`m=${word}`);
    if (i > 0) found.push(`m2=${padded[i - 1]}_${word}`);
    if (i > 1) found.push(`m3=${padded[i - 2]}_${padded[i - 1]}_${word}`);
  });
  return [...new Set(found)];
}

/** What tells what is asked: the words by themselves and in order, and what was found in them. */
export function askFeatures(
  said: Seen,
  chosen: readonly { mention: Mention; role: string }[],
  guide: Guide,
  before: string | null,
): string[] {
  const { text, classes } = said;
  const line: string[] = [];
  for (let at = 0; at < text.tokens.length; at++) {
    const one = chosen.find(({ mention }) => mention.from === at);
    if (one) {
      line.push(
        one.mention.kind === "topic"
          ? "TOPIC"
          : one.mention.kind === "column"
            ? `COL/${columnKind(one.mention.column, guide)}`
            : one.role === "side"
              ? "SIDE"
              : "VAL",
      );
      at = one.mention.to - 1;
    } else line.push(classes[at] === "X" ? stemOf(text.tokens[at]!.said) : classes[at]!);
  }
  const found: string[] = ["b"];
  const padded = ["^", ...line, "$"];
  padded.forEach((word, i) => {
    found.push(`u=${word}`);
    if (i > 0) found.push(`2=${padded[i - 1]}_${word}`);
    if (i > 1) found.push(`3=${padded[i - 2]}_${padded[i - 1]}_${word}`);
  });
  const roles = chosen.map(({ role, mention }) => `${role}:${mention.kind[0]}`).sort();
  for (const role of new Set(roles)) found.push(`r=${role}`);
  found.push(`roles=${[...new Set(roles)].join("+")}`);
  const count = (role: string): number => roles.filter((one) => one.startsWith(role)).length;
  found.push(
    `sides${Math.min(2, count("side"))}`,
    `of${Math.min(2, count("of"))}`,
    `by${Math.min(1, count("by"))}`,
    `num${Math.min(1, count("num"))}`,
  );
  for (const { role, mention } of chosen)
    if (role === "by" || role === "num") found.push(`k=${role}/${columnKind(mention.column, guide)}`);
  found.push(`has=${guide.columns.some(({ isNumbers }) => isNumbers) ? "num" : "-"}`);
  if (before !== null) {
    found.push("f", `f=${before}`, `f|n${Math.min(8, text.tokens.length)}`);
    for (const word of new Set(line)) found.push(`f|u=${word}`, `f=${before}|u=${word}`);
    for (const role of new Set(roles)) found.push(`f|r=${role}`, `f=${before}|r=${role}`);
    found.push(`f|roles=${[...new Set(roles)].join("+")}`);
    padded.slice(0, 4).forEach((word, i) => found.push(`f|at${i}=${word}`));
  }
  return [...new Set(found)];
}
