import { elsewhereLines } from "./replyParts";
import { adviceFor } from "../plan/advice";
import { unrecorded } from "../plan/unrecorded";
import { partsOf, type AnswerPlan, type Known, type Predicate, type Refusal } from "../plan/plan";
import { absentLines, absentReason, echo, echoes } from "./absent";
import type { Dataset } from "./dataset";
import { claim } from "./named";
import { amongLine, boundLine } from "./boundLines";
import { nearestToText } from "./nearest";
import { nearestCount } from "./nearestCount";
import type { Near } from "./lines";
import type { Result } from "./results";
import { kindLine, NEAREST } from "./kinds";
import { regionLine } from "./regions";
import { subjectOf, topicalIn } from "./suggest";
import { fewTestLine } from "./verdict";
import { eachAlone } from "./gap";
import { escapeMarkdown, listed, number, quoted, recordsCalled, share, told, TOO_FEW } from "./wording";

/** "Please ask in English", in languages that are often asked in. */
const IN_ENGLISH: Readonly<Record<string, string>> = {
  Spanish: " Por favor, haga la pregunta en inglés.",
  French: " Merci de poser la question en anglais.",
  German: " Bitte stellen Sie die Frage auf Englisch.",
  Italian: " Si prega di porre la domanda in inglese.",
  Portuguese: " Por favor, faça a pergunta em inglês.",
  Dutch: " Stel de vraag alstublieft in het Engels.",
};

const list = (names: readonly string[]): string => names.map(escapeMarkdown).join("; ");

/**
 * What can be asked instead: the nearest topics, the first with its count where that may be told, and where fewer than
 * three are near, the largest, said as such; `isTopic` where something was asked about that may have topics near it.
 */
function instead(
  dataset: Dataset,
  asked: string,
  { near, largest, by }: Near,
  isTopic: boolean,
  told: readonly string[] = [],
): string[] {
  const { many } = recordsCalled(dataset.kind);
  // How they are called is how they can be asked for.
  const biggest = `${largest.length > 1 ? "topics" : "topic"}${by === null ? "" : ` by ${escapeMarkdown(by)}`} ${largest.length > 1 ? "are" : "is"} ${listed(largest.map(escapeMarkdown))}`;
  const about = dataset.kind === "chats" ? "visitors asked" : "people want to achieve";
  if (near.length === 0)
    return largest.length === 0
      ? []
      : [
          "",
          `${isTopic ? "No topic in the data is near it. " : ""}The data is ${number(dataset.size)} ${many}, of what ${about}; its largest ${biggest}.`,
        ];
  const counted = nearestCount(dataset, asked, near, told);
  const others = near.filter((name) => name !== counted?.name);
  const lines = [
    ...(counted ? [counted.line] : []),
    [
      ...(others.length > 0 ? [`${counted ? "Also near" : "The nearest topics in the data"}: ${list(others)}.`] : []),
      ...(largest.length > 0 ? [`Nothing else is near; the largest ${biggest}.`] : []),
    ].join(" "),
  ];
  return lines.flatMap((line) => (line === "" ? [] : ["", line]));
}

const askedText = (of: Predicate | null): string =>
  partsOf(of, ["topic", "mentions"])
    .map(({ words: said }) => said)
    .join(" ");

const MAX_CLAIM = 160;
/** What was asked of the records; what "of those" narrows has no claim of its own, and a long one is hard to read. */
const allAsked = (of: Predicate | null): string => {
  const said = claim(of);
  return said === "" || said.length > MAX_CLAIM ? "fit all that was asked" : said;
};

/** Why a step found nothing that may be said, and what may be said instead. */
export function nothingLines(
  dataset: Dataset,
  {
    of,
    among,
    gaps,
    near,
    wider,
    bound,
    range,
    test,
    elsewhere = null,
    inWords = null,
  }: Extract<Result, { do: "nothing" }>,
): string[] {
  const { many } = recordsCalled(dataset.kind);
  const asked = askedText(of);
  if (bound)
    return [among && isSame(bound.claims, among.predicate) ? amongLine(many, among, bound) : boundLine(many, bound)];
  if (range && claim(of) === "")
    return [`**What those ${many} say can't be told**: their number would reveal a group of fewer than 5.`];
  if (range) {
    const { low, high, base, parts, quotes } = range;
    const shares = [...new Set([share(low, base), share(high, base)])].join(" to ");
    return [
      // Figures that are told anyway may leave one only.
      low === high
        ? `**${number(low)} of ${number(base)} ${many} (${shares})** ${claim(of)}.`
        : `**Between ${number(low)} and ${number(high)} of ${number(base)} ${many} (${shares})** ${claim(of)}. The exact count would reveal a group of fewer than 5.`,
      ...(parts.length > 0 ? ["", ...parts.map((part) => `- ${part.label}: ${told(part)}`)] : []),
      ...(quotes.length > 0 ? ["", "In their words:", "", ...quotes.map(quoted)] : []),
    ];
  }
  const lines = gaps.map((gap) =>
    gap.why === "noValue"
      ? `The data has nothing to report from ${escapeMarkdown(gap.label)}: no ${escapeMarkdown(gap.column)} of that name has 5 or more ${many}.${regionLine(dataset, many, gap.label)}`
      : `${gap.isBelow ? "Fewer than 5" : "Too few"} of ${number(dataset.size)} ${many} hold these words together, too few to count.${eachAlone(gap.alone)}`,
  );
  if (gaps.length > 0)
    return [
      ...(gaps.every(({ why }) => why === "notTogether") ? fewTestLine(test ?? null, dataset.size) : []),
      ...new Set(lines),
      ...instead(
        dataset,
        asked,
        near(),
        gaps.some(({ why }) => why === "notTogether"),
        gaps.flatMap((gap) => (gap.why === "notTogether" ? gap.alone.map(({ word }) => word) : [])),
      ),
    ];
  // That all of them come from one of its groups tells nothing.
  const [first, ...others] = wider.filter(({ count }) => count !== dataset.size);
  if (!first)
    return [`How many ${many} ${allAsked(of)} can't be told. ${TOO_FEW}`, ...instead(dataset, asked, near(), true)];
  const size = `**${number(first.count!)} of ${number(dataset.size)} ${many} (${share(first.count!, dataset.size)})**`;
  // The phrase is what was asked, said as one.
  if (first.isPhrase)
    return [
      `${size} ${first.label}, counted as one phrase.`,
      `How many ${allAsked(of)}, each by itself, can't be told. ${TOO_FEW}`,
      ...others.filter(({ count }) => count! < dataset.size).map(({ label, count }) => `${number(count!)} ${label}.`),
    ];
  return [
    ...(inWords ? [`In these words alone: ${boundLine(many, inWords)}`] : []),
    `How many ${many} ${allAsked(of)} ${inWords ? "in any words " : ""}can't be told. ${TOO_FEW}`,
    `What can be told: ${size} ${first.label}.`,
    ...others.filter(({ count }) => count! < dataset.size).map(({ label, count }) => `${number(count!)} ${label}.`),
    ...elsewhereLines(dataset, elsewhere),
  ];
}

const isSame = (one: Predicate, other: Predicate): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What was not answered, why, and what can be asked instead; in a line where something else is. */
export function refusalLines(dataset: Dataset, plan: AnswerPlan, hasFigure: boolean, asked: string): string[] {
  const { refusals, notUnderstood } = plan;
  const absent = refusals.filter(({ kind, isExcluded }) => kind === "absent" && !isExcluded);
  const common = refusals.filter(({ kind }) => kind === "common");
  const others = refusals.filter((one) => !absent.includes(one) && !common.includes(one));
  const lines = [
    ...absentLines(dataset, absent, hasFigure),
    ...(common.length === 0
      ? []
      : [
          `Nothing is counted for ${echoes(common.map((one) => one.words))}: words as common as these are not counted.`,
        ]),
    ...new Set(
      others.map((refusal) =>
        refusal.kind === "noClass" ? kindLine(dataset, refusal.words) : reason(dataset.known, refusal),
      ),
    ),
  ];
  if (notUnderstood.length > 0)
    lines.push(`Not taken into account: ${notUnderstood.slice(0, 8).map(echo).join(", ")}.`);
  if (lines.length === 0)
    return hasFigure
      ? []
      : [
          reason(dataset.known, { kind: "outOfScope", words: "", detail: [] }),
          ...instead(dataset, "", nearestToText(dataset, ""), false),
        ];
  const known = subjectOf(dataset, plan, asked);
  const hasOffer = hasFigure || lines.some((line) => line.includes(NEAREST));
  const isForeign = refusals.some(({ kind }) => kind === "language");
  const near = hasOffer ? null : isForeign ? nearForeign(dataset, known) : nearestToText(dataset, known);
  const offers = near ? instead(dataset, known, near, absent.length > 0) : [];
  const advice = adviceFor(plan, asked);
  return [...lines.flatMap((line) => [line, ""]), ...offers, ...(advice ? ["", advice, ""] : [])];
}

const MAX_NEAR = 3;
/** What is near the words of another language: where none of it can be counted, the words themselves first. */
function nearForeign(dataset: Dataset, asked: string): Near {
  const found = nearestToText(dataset, asked);
  if (nearestCount(dataset, asked, found.near, [])) return found;
  return { ...found, near: [...topicalIn(dataset, asked), ...found.near].slice(0, MAX_NEAR) };
}

/** Why something isn't answered, in a sentence or two. */
export function reason(known: Known, { kind, words: said, detail, isExcluded }: Refusal): string {
  const { kind: dataset, columns, size } = known;
  const { one, many } = recordsCalled(dataset);
  const names = columns.map(({ name }) => escapeMarkdown(name));
  const has =
    names.length === 0 ? `It has no columns, only the texts of ${many}.` : `Its columns are ${names.join(", ")}.`;
  switch (kind) {
    case "absent": {
      if (isExcluded)
        return `To leave out ${echo(said)} changes this by 4 at most: fewer than 5 of all ${number(size)} ${many} use ${detail.map(echo).join(" or ")}.`;
      return absentReason(known, { words: said, detail });
    }
    case "common":
      return `Nothing is counted for ${echo(said)}: words as common as these are not counted.`;
    case "noClass":
      return `No kind of ${echo(said)} is named in 5 or more ${many}, and no column tells them.`;
    case "noColumn":
      return `The data doesn't record ${unrecorded(said)} (${echo(said)}). ${has}`;
    case "noValue":
      return detail.some((value) => /\d/.test(value))
        ? `The data has no group ${echo(said)}. Ask for one of these: ${list(detail)}.`
        : `The data has no group ${echo(said)} in its columns. ${has}`;
    case "noDates":
      return `The data has no dates, so nothing can be said by ${echo(said)}.`;
    case "noOutcome":
      return `The data can't say what came of it (${echo(said)}): it holds ${dataset === "chats" ? "what visitors asked, not what they did afterwards" : "what people want to achieve, not whether they did"}.`;
    case "language":
      return `This question seems to be in ${detail[0]}. Questions are understood in English only; please ask it in English.${IN_ENGLISH[detail[0]!] ?? ""}`;
    case "personalData":
      return `No answer tells who someone is (${echo(said)}): personal data was removed before the data was stored, and nothing is said about groups of fewer than 5.`;
    case "rawRecords":
      return `Records are not given out or looked up, be it a ${one}, a person or an order (${echo(said)}). Answers are counts, themes, and short quotes that at least five others say nearly alike.`;
    case "instructions":
      return `Instructions in a question are not followed (${echo(said)}): only questions about the data are answered.`;
    case "tooLong":
      return `The question is long: only its first ${detail[0]} words were read.`;
    case "tooMany":
      return `The question names many topics and groups: the first ${detail[0]} were looked for, and ${number(Number(detail[1]))} more were left out. Ask for those by themselves.`;
    case "outOfScope":
      return `${said === "" ? "No question about the data was found" : `The data can't answer this (${echo(said)})`}. It holds what ${dataset === "chats" ? "visitors asked" : "people want to achieve"}: ask how many mention something, what they say about it, what is most common, or how groups differ.`;
  }
}
