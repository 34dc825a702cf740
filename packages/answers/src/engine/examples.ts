import type { Message } from "../answers";
import { standsForAny } from "../dataset/labelWords";
import { foresightOf } from "../plan/foresight";
import { planOf } from "../plan/planner";
import type { Step } from "../plan/plan";
import type { Dataset } from "./dataset";
import type { Alias } from "./groups";
import { replyOf } from "./reply";
import type { Result } from "./results";
import { resultsOf } from "./run";
import { columnCells, themeCells } from "./selection";
import { cut } from "./wording";

const MAX_EXAMPLES = 10;
/** A longer reply is no example; another question takes its place. */
const MAX_REPLY_LENGTH = 2_500;
const MAX_TRIES = 8;
const THEMES = 8;
const MIN_QUOTES = 2;
const MIN_LINES = 2;
/** Few datasets hold all of these: a question about one that is not there shows what an honest "no" looks like. */
const RARE = ["submarines", "beekeeping", "volcanoes", "opera", "glaciers"];

interface Example {
  question: string;
  reply: string;
}

/** A kind of question: the forms in which it may be asked here, and what it must be understood as and find. */
interface Kind {
  does: Step["do"];
  questions: string[];
  finds?: (result: Result) => boolean;
}

/** Questions of ten kinds that this dataset answers, with the replies that a buyer gets; one is about something that is not there. */
export function examplesOf(dataset: Dataset): Example[] {
  return kindsOf(dataset)
    .flatMap((kind) => exampleOf(dataset, kind))
    .slice(0, MAX_EXAMPLES);
}

/** The first question of a kind that is understood as it is meant, and has something to say. */
function exampleOf(dataset: Dataset, { does, questions, finds = (found) => found.do !== "nothing" }: Kind): Example[] {
  for (const question of questions.slice(0, MAX_TRIES)) {
    const messages: Message[] = [{ role: "user", content: question }];
    const plan = planOf(messages, dataset.known, dataset.aliases);
    const [step, ...more] = plan.steps;
    const isAnswerable = step ? foresightOf(plan, dataset.known).answerable === "yes" : plan.refusals.length > 0;
    if (!isAnswerable || more.length > 0 || (step && step.do !== does)) continue;
    const results = resultsOf(dataset, plan);
    if (!results.every(finds)) continue;
    const reply = cut(replyOf(dataset, plan, results));
    if (reply.length <= MAX_REPLY_LENGTH) return [{ question, reply }];
  }
  return [];
}

function kindsOf(dataset: Dataset): Kind[] {
  const all = { conditions: [], mask: new Uint8Array(dataset.size).fill(1) };
  const themes = themeCells(dataset, all, 2 * THEMES)
    .map(({ label }) => label)
    .filter((label) => !standsForAny(label) && isReadWhole(dataset, label))
    .slice(0, THEMES);
  const columns = dataset.columns
    .map(({ name, values }) => ({ name, known: values.length, groups: groupsOf(dataset, name) }))
    .filter(({ groups }) => groups.length > 1)
    .sort((a, b) => a.known - b.known);
  const verb = dataset.kind === "chats" ? "ask about" : "want";
  const pairs = themes.slice(1).map((theme, i) => [themes[i]!, theme] as const);
  const absent = RARE.filter((word) => dataset.known.countOf(word) === undefined).slice(0, 1);
  return [
    { does: "top", questions: [`What do people ${verb} most?`] },
    {
      does: "count",
      questions: themes.map((theme) => `How many mention ${theme}?`),
      finds: (found) => found.do === "count" && found.quotes.length > 0,
    },
    {
      does: "rank",
      questions: pairs.map(([a, b], i) => `Rank ${a}, ${b} and ${themes[(i + 2) % themes.length]}.`),
      finds: (found) => found.do === "rank" && found.lines.length > MIN_LINES,
    },
    {
      does: "breakdown",
      questions: themes.flatMap((theme) => columns.map(({ name }) => `How many mention ${theme}, by ${name}?`)),
      finds: (found) => found.do === "breakdown" && found.lines.length >= MIN_LINES,
    },
    {
      does: "compare",
      questions: themes.flatMap((theme) =>
        columns.map(({ groups: [a, b] }) => `Do more ${people(a!)} than ${people(b!)} mention ${theme}?`),
      ),
      finds: (found) => found.do === "compare" && found.sides.every(({ count }) => count !== null),
    },
    {
      does: "quotes",
      questions: themes.map((theme) => `Give me some quotes about ${theme}.`),
      finds: (found) => found.do === "quotes" && found.of !== null && found.quotes.length >= MIN_QUOTES,
    },
    { does: "count", questions: absent.map((word) => `How many mention ${word}?`), finds: () => true },
    { does: "top", questions: columns.flatMap(({ groups: [a] }) => `What do ${people(a!)} ${verb} most?`) },
    { does: "count", questions: pairs.map(([a, b]) => `How many mention ${a} but not ${b}?`) },
    {
      does: "describe",
      questions: themes.slice(1).map((theme) => `What do people say about ${theme}?`),
      finds: (found) => found.do === "describe" && found.quotes.length > 0,
    },
    { does: "breakdown", questions: columns.map(({ name }) => `How do the numbers split by ${name}?`) },
    { does: "describe", questions: themes.map((theme) => `Why do people mention ${theme}?`) },
    { does: "count", questions: pairs.map(([a, b]) => `How many mention ${a} or ${b}?`) },
    { does: "share", questions: themes.slice(2).map((theme) => `What share mention ${theme}?`) },
    { does: "top", questions: ["What is least common?"] },
    { does: "describe", questions: themes.slice(2).map((theme) => `What do people say about ${theme}?`) },
  ];
}

/** True where a question about the theme is about all of its name's words. */
function isReadWhole({ known, aliases }: Dataset, label: string): boolean {
  const [step] = planOf([{ role: "user", content: `How many mention ${label}?` }], known, aliases).steps;
  const of = step?.do === "count" ? step.of : null;
  return (of?.is === "topic" || of?.is === "mentions") && of.text === label.toLowerCase();
}

/** The groups of a column, largest first, that questions have a name for. */
const groupsOf = (dataset: Dataset, column: string): Alias[] =>
  columnCells(dataset, { conditions: [] }, column).flatMap(
    ({ code }) => dataset.aliases.find((alias) => alias.column === column && alias.code === code) ?? [],
  );

/** A group as a question names it. */
const people = ({ ofPeople, label }: Alias): string =>
  !ofPeople
    ? `${label} users`
    : /^(?:wo)?men$/.test(label)
      ? label
      : `people from ${/^United/.test(label) ? "the " : ""}${label}`;
