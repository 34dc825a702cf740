import type { Dataset } from "./dataset";
import { headline, type Of } from "./headline";
import { askedLine, elsewhereLines, inARow, inTheirWords, items } from "./replyParts";
import { withheldLines } from "./replyTables";
import { isReason } from "./reasons";
import type { Said } from "./lines";
import { noProblemsLine } from "./replyTop";
import { escapeMarkdown, number, quoted, recordsCalled, saidItems, saidLines } from "./wording";

/** What those say who speak of something: how they ask, their phrases, or the themes and words among them, and quotes. */
export function describeLines(dataset: Dataset, result: Of<"describe">): string[] {
  const { themes, words, reasons, said } = result;
  if (reasons) return reasonLines(dataset, result);
  if (result.measure) return measureLines(dataset, result);
  const { many } = recordsCalled(dataset.kind);
  const those = `those ${number(result.count)} ${many}`;
  const lines = isHalf(result)
    ? [
        ...noProblemsLine(result.problems),
        said.length + themes.length + words.length > 0
          ? ""
          : `What ${those} say beside it differs too much to name what 5 of them share.`,
        ...saidLines(`What ${those} say most`, said),
      ]
    : [
        headline(dataset, result),
        ...noProblemsLine(result.problems),
        ...askedLine(result.askedAs),
        ...saidLines("What they say most", said),
      ];
  if (themes.length > 0) lines.push("", "Themes among them:", "", ...items(themes));
  if (words.length > 0) lines.push("", `They also mention, more than the others: ${inARow(words)}.`);
  return [...lines, ...alsoInTheirWords(result), ...elsewhereLines(dataset, result.elsewhere)];
}

const NAMED = { time: "a time", amount: "an amount", number: "a number" } as const;

/** "How long?": what those who say so themselves say; how many do is not told, for the rest would give them away. */
function measureLines(dataset: Dataset, result: Of<"describe">): string[] {
  const what = NAMED[result.measure!];
  const isGiven = result.why.length > 0;
  return [
    ...(isHalf(result) ? [] : [headline(dataset, result)]),
    isGiven
      ? `Some name ${what} themselves; how many do is not counted:`
      : `None that names ${what} may be shown: a text is quoted only where at least five others say nearly the same.`,
    ...(isGiven ? ["", ...result.why.map(quoted)] : ["", ...inTheirWords(result.quotes, result.templates)]),
  ];
}

/** True for what is asked of those that the same question counted before. */
const isHalf = ({ of, among }: Of<"describe">): boolean => of?.is === "step" && among === null;

/** "Why": the reasons that texts give; and what those who mention something say with it, and want by category. */
function reasonLines(dataset: Dataset, result: Of<"describe">): string[] {
  const { many } = recordsCalled(dataset.kind);
  const [phrases, others] = [true, false].map((is) => result.said.filter(({ text }) => isReason(text) === is)) as [
    Said[],
    Said[],
  ];
  const isGiven = result.why.length + phrases.length > 0;
  return [
    ...(isHalf(result) ? [] : [headline(dataset, result)]),
    isGiven
      ? "Some give a reason, in words such as “because”, “so that” or “in order to”:"
      : `The ${many} don't say why in words that may be shown; what follows is what they say with it, which is not a reason.`,
    ...(isGiven ? [...saidItems(phrases), "", ...result.why.map(quoted), ""] : []),
    ...askedLine(result.askedAs),
    ...saidLines(isGiven ? "What goes along with it, which is not a reason" : "What they say most", others),
    ...(result.themes.length > 0 ? ["", "What they also say:", "", ...items(result.themes)] : []),
    ...result.columns.flatMap(({ name, lines: own, withheld }) => [
      "",
      `By ${escapeMarkdown(name)}:`,
      "",
      ...items(own),
      ...withheldLines(many, withheld),
    ]),
    ...alsoInTheirWords(result),
    ...elsewhereLines(dataset, result.elsewhere),
  ];
}

/** More quotes, where phrases were quoted already. */
const alsoInTheirWords = ({ said, quotes, templates }: Of<"describe">): string[] =>
  said.length === 0
    ? ["", ...inTheirWords(quotes, templates)]
    : quotes.length > 0
      ? ["", "More of their words:", "", ...quotes.map(quoted)]
      : [];
