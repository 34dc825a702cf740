import type { Reading } from "./body";
import { stemOf } from "../dataset/words";
import { stemsNamed, subjectOf } from "./follow";
import { groupsNamed } from "./groupWords";
import { DEEDS } from "./deeds";
import { FRAME_WORDS, FUNCTION_WORDS, WEAK_WORDS } from "./lexicon";
import { both, columnOf, partsOf, saysWho, type Predicate, type Step } from "./plan";
import { fits, pattern, type Token } from "./tokens";
import type { Turn } from "./turn";

const ASKS = /^(?:do|does|did|is|are|was|were)$/;
const OPENING = /^(?:and|but|so|then|also|,)$/;
const MORE = /^(?:more|likelier|higher|greater|bigger|larger|commoner)$/;
const LESS = /^(?:less|fewer|lower|smaller|rarer)$/;
const MOSTLY = /^(?:mostly|mainly|largely|predominantly|chiefly)$/;
const RIVAL = /^(?:than|or|versus|vs)$/;
const HOW = /^(?:likely|often|frequently|common|the|a|an|case|ones|one)$/;

/** True where a second question begins that asks of one group: "…, and do men joke more?", "… and is it mostly women?" */
export const asksOfGroup = (sentence: readonly Token[], at: number): boolean =>
  ASKS.test(sentence[at]!.said) &&
  /^(?:and|,)$/.test(sentence[at - 1]?.said ?? "") &&
  sentence.slice(at).some(({ said }) => MORE.test(said) || LESS.test(said) || MOSTLY.test(said)) &&
  !sentence.slice(at).some(({ said }) => RIVAL.test(said));

/** What the step before counts, told of a group and of all others; null for a clause that asks anything else. */
export function groupHalf(clause: readonly Token[], last: Step, { aliases, known }: Reading): Step | null {
  const start = clause.findIndex(({ said }) => !OPENING.test(said));
  const topic = subjectOf(last);
  if (!ASKS.test(clause[start]?.said ?? "") || topic === null) return null;
  const [group, ...others] = groupsNamed(clause, aliases, known);
  const column = group ? columnOf(group.predicate) : null;
  if (!group || others.length > 0 || column === null || !group.isOfPeople) return null;
  if (partsOf(topic, ["value"]).some((part) => part.column === column)) return null;
  const own = new Set(stemsNamed(topic));
  const rest = clause.filter((_, at) => at > start && (at < group.at || at >= group.at + group.length));
  if (rest.some((token) => RIVAL.test(token.said) || (isTelling(token) && !own.has(stemOf(token.said))))) return null;
  if (rest.some(({ said }) => MOSTLY.test(said))) return { do: "breakdown", of: topic, by: column, least: false };
  const isMore = rest.some(({ said }) => MORE.test(said));
  if (!isMore && !rest.some(({ said }) => LESS.test(said))) return null;
  return {
    do: "compare",
    sides: [group.predicate, othersThan(group.predicate, { aliases, known })],
    on: topic,
    claim: isMore ? "more" : "less",
  };
}

const BESIDE_OTHERS = pattern(
  "more|less|likelier|keener|rarer|commoner common|popular|frequent|frequently|likely|often|interested|keen|important|prevalent|widespread|typical|usual|of|into in|among|on|for|to|with|a|an?",
);

/** "Are jokes more common among men?": a group is set beside all others; null where another is named, or none. */
export function besideOthers({ clause, asks, parts, topic, groups, named, last, reading }: Turn): Step | null {
  const rivals = [...parts.groups.values()];
  const group = rivals[0]?.[0];
  const isMore = asks.has("more") && clause.some((_, at) => fits(clause, at, BESIDE_OTHERS) > 0);
  if (!isMore || named !== null || groups === null || !group || rivals.length > 1 || rivals[0]!.length > 1) return null;
  // "Which is more popular with men?" asks it of what was spoken of.
  if (topic === null && last !== null && /^(?:which|what)$/.test(clause[0]!.said)) return null;
  if (!saysWho(group) || clause.some(({ said }) => RIVAL.test(said))) return null;
  return { do: "compare", sides: [group, othersThan(group, reading)], on: both(topic, parts.excluded) };
}

const WANTS = /^(?:want|wants|plan|hope|like|ask|mention|care|need|try|intend|wish|aim|aspire|worry)$/;

/** "Do older people want to learn AI, too?": how many do, beside all others; null for a clause that asks anything else. */
export function doTheyAsk({ clause, asks, parts, topic, groups, named, reading }: Turn): Step | null {
  const start = clause.findIndex(({ said }) => !OPENING.test(said));
  const isAsked = /^(?:do|does|did)$/.test(clause[start]?.said ?? "") && clause.some(({ said }) => WANTS.test(said));
  const isBare = [...asks.keys()].every((ask) => ask === "top" || ask === "describe");
  if (!isAsked || !isBare || named !== null || topic === null || groups === null || !saysWho(groups)) return null;
  const rivals = [...parts.groups.values()];
  if (rivals.length > 1 || rivals[0]!.length > 1) return null;
  return { do: "compare", sides: [groups, othersThan(groups, reading)], on: both(topic, parts.excluded) };
}

const THING =
  /^(?:things?|matters?|ambitions?|affairs?|domains?|issues?|problems?|topics?|goals?|pursuits?|games?|worry|concerns?)$/;

/** The column of "is it mostly women who …?", "is … a young person's thing?"; null for a clause that asks anything else. */
export function columnOfMost(clause: readonly Token[], { aliases, known }: Reading): string | null {
  const start = clause.findIndex(({ said }) => !OPENING.test(said));
  if (!ASKS.test(clause[start]?.said ?? "")) return null;
  const [group, ...others] = groupsNamed(clause, aliases, known).filter(({ isOfPeople }) => isOfPeople);
  if (!group || others.length > 0 || clause.some(({ said }) => RIVAL.test(said))) return null;
  const end = group.at + group.length;
  const isThing = THING.test(clause[end]?.said ?? "") && /^(?:a|an|the)$/.test(clause[group.at - 1]?.said ?? "");
  // "Is humor more male?"
  const isMore = MORE.test(clause[group.at - 1]?.said ?? "") && !clause.slice(end).some(({ isWord }) => isWord);
  return isThing || isMore || clause.some(({ said }) => MOSTLY.test(said)) ? columnOf(group.predicate) : null;
}

/** The other group of two by its name, or all others. */
function othersThan(group: Predicate, { aliases, known }: Pick<Reading, "aliases" | "known">): Predicate {
  const all: Predicate = { is: "not", of: group };
  if (group.is !== "value") return all;
  const values = known.columns.find(({ name }) => name === group.column)?.values ?? [];
  const at = values.findIndex((value) => value !== group.value);
  if (values.length !== 2 || at === -1) return all;
  // Code 0 is no value.
  const label = aliases.labels.get(group.column)?.get(at + 1) ?? values[at]!;
  return { ...group, value: values[at]!, label, words: label };
}

const isTelling = ({ said, isWord }: Token): boolean =>
  isWord &&
  ![FUNCTION_WORDS, FRAME_WORDS, WEAK_WORDS, DEEDS].some((words) => words.has(said)) &&
  ![MORE, LESS, MOSTLY, HOW].some((form) => form.test(said));
