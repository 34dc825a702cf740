import { otherWords, type Guide } from "../guide";
import { boundsOf, type Predicate, type Step } from "../plan";

const listed = (names: readonly string[], joint = "and"): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${joint} ${names.at(-1)!}`;
const marked = (text: string): string => `“${text}”`;

/** The records that a predicate takes, as a noun phrase: "reviews with product Toaster that mention “rust”". */
function nounOf(predicate: Predicate | undefined, { record }: Pick<Guide, "record">): string {
  if (!predicate) return record.many;
  const { has, does } = partsOf(predicate);
  return [
    record.many,
    ...(has.length > 0 ? [`with ${listed(has)}`] : []),
    ...(does.length > 0 ? [`that ${listed(does)}`] : []),
  ].join(" ");
}

/** What a predicate says of records: what they have, and what they do. */
function partsOf({ topic, words, where = {}, all = [], any = [], none = [] }: Predicate): {
  has: string[];
  does: string[];
} {
  const has = Object.entries(where).map(
    ([column, value]) =>
      `${column} ${typeof value === "object" && !Array.isArray(value) ? boundsOf(value) : listed([value].flat(), "or")}`,
  );
  const does = [
    ...(topic === undefined ? [] : [`mention ${marked(topic)}`]),
    ...(words === undefined ? [] : [`say ${marked(words)}`]),
  ];
  for (const one of all) {
    const parts = partsOf(one);
    has.push(...parts.has);
    does.push(...parts.does);
  }
  const topics = any.flatMap((one) =>
    one.topic !== undefined && Object.keys(one).length === 1 ? [marked(one.topic)] : [],
  );
  if (any.length > 0)
    does.push(topics.length === any.length ? `mention ${listed(topics, "or")}` : listed(any.map(verbOf), "or"));
  if (none.length > 0) does.push(...none.map((one) => `do not ${verbOf(one)}`));
  return { has, does };
}

function verbOf(predicate: Predicate): string {
  const { has, does } = partsOf(predicate);
  return listed([...does, ...(has.length > 0 ? [`have ${listed(has)}`] : [])]);
}

const CUES = {
  reason: "the reasons given in",
  problem: "the problems told of in",
  wish: "the wishes in",
  praise: "what is praised in",
} as const;

/** The other words that count as a topic, as the answer has them. */
function alsoIn(of: Predicate | undefined, guide: Guide): string {
  const also = of ? otherWords(of, guide.alsoBy(of)).map(marked) : [];
  return also.length > 0 ? ` (or ${listed(also, "or")})` : "";
}

/** A step in a sentence without its full stop. */
function sentenceOf(step: Step, guide: Guide): string {
  const noun = (predicate?: Predicate): string => nounOf(predicate, guide);
  const order = "order" in step && step.order === "least" ? ", the fewest first" : "";
  switch (step.do) {
    case "count":
      return `Counts the ${noun(step.of)}${alsoIn(step.of, guide)}${step.among ? `, out of the ${noun(step.among)}` : ""}`;
    case "share":
      return `Gives the share of the ${noun(step.among)} that ${verbOf(step.of)}${alsoIn(step.of, guide)}`;
    case "top":
      return `Lists the subjects that the ${noun(step.of)} mention most`;
    case "split":
      return `${step.of ? `Splits the ${noun(step.of)}` : `Counts the ${noun()}`} by ${step.by}${order}`;
    case "average":
      return `Gives the average ${step.column} of the ${noun(step.among)}${step.by ? ` by ${step.by}` : ""}${order}`;
    case "compare":
      return `Compares ${listed(step.sides.map(noun))}${step.on ? ` by how many ${verbOf(step.on)}` : " by their themes"}`;
    case "rank":
      return `Ranks ${listed(step.items.map(noun))}${step.among ? `, among the ${noun(step.among)}` : ""}, by how many there are${order}`;
    case "themes":
      return `Lists ${step.cue ? CUES[step.cue] : "the themes of"} the ${noun(step.of)}`;
    case "quotes":
      return `Quotes the ${noun(step.of)}`;
  }
}

/** A plan in one sentence. */
export function understoodOf(steps: readonly Step[], guide: Guide): string {
  const sentences = steps.map((step) => sentenceOf(step, guide));
  if (sentences.length === 0) return "";
  const [first, ...others] = sentences;
  return `${[first!, ...others.map((one) => one.charAt(0).toLowerCase() + one.slice(1))].join("; ")}.`;
}

/** Three questions that have answers, first on what was named and not understood. */
export function suggestionsOf(guide: Guide, lost: readonly string[] = []): string[] {
  const { record, themes, columns } = guide;
  const column = columns.find(({ values }) => values.length > 1);
  const [first, second] = themes;
  const near = lost.filter((word) => guide.told({ topic: word }) > 0);
  return [
    ...near.map((word) => `How many ${record.many} mention ${word}?`),
    `What are the most common themes in these ${record.many}?`,
    ...(column ? [`What are the most common problems by ${column.name}?`] : []),
    ...(first ? [`How many ${record.many} mention ${first.name}?`] : []),
    ...(column && second ? [`Which ${column.name} mentions ${second.name} most?`] : []),
    `What problems do these ${record.many} tell of?`,
    `Show me typical quotes from these ${record.many}.`,
  ].slice(0, 3);
}
