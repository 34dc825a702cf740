import { partsOf, predicatesOf, type Refusal, type Step } from "./plan";
import { tokensOf, type Token } from "./tokens";

/** Who, where or when: what is left of a question without it asks the same of everybody. */
const GROUPS: ReadonlySet<Refusal["kind"]> = new Set(["noColumn", "noDates", "noValue"]);
const BEFORE = /^(?:in|from|at|on|during|since|before|after|until|by|among|across|within|aged|of|for|the|are|who)$/;
const PEOPLE =
  /^(?:people|persons?|folks?|adults|visitors?|users?|customers?|clients?|subscribers?|men|women|ones|those|chats|goals|questions|messages|resolutions)$/;

/** What is measured, and no group: "how long", "are people satisfied". */
const MEASURED =
  /^(?:are|is|was|were|do|does|did|how|what|which|at|on|most|our|your|average|mean|median|typical|total)\b/i;
/** A comparison of groups says nothing without them. */
const COMPARES = /^(?:than|more|less|fewer|keener|likelier|rather|versus|vs)$/;

/** A clause without the groups that the data can't tell; null where it asks for more than that. */
export function withoutGroups(clause: readonly Token[], refusals: readonly Refusal[]): readonly Token[] | null {
  const [first] = refusals;
  if (refusals.length === 1 && first!.kind === "noColumn" && OLD.test(first!.words)) return withoutAge(clause, first!);
  const isGroup = ({ kind, words }: Refusal): boolean => GROUPS.has(kind) && !MEASURED.test(words);
  if (refusals.length === 0 || !refusals.every(isGroup) || clause.some(({ said }) => COMPARES.test(said))) return null;
  return refusals.reduce<readonly Token[] | null>((left, { words }) => left && withoutWords(left, words), clause);
}

const OLD = /^(?:how old|(?:average |mean |median |typical )?ages?)$/i;

const isOnAverage = (said: string, before: Token | undefined, next: Token | undefined): boolean =>
  (said === "average" && before?.said === "on") || (said === "on" && next?.said === "average");

/** "How old are those who want to travel?": how many want to. */
function withoutAge(clause: readonly Token[], { words }: Refusal): readonly Token[] | null {
  const [start, length] = [words.split(" ")[0]!, words.split(" ").length];
  const at = clause.findIndex(({ written }) => written === start);
  const rest = clause.slice(at + length).filter(({ said }, i, all) => !isOnAverage(said, all[i - 1], all[i + 1]));
  const from = rest.findIndex(({ said }) => !/^(?:are|is|was|were|of|the|do|does)$/.test(said));
  const isOfEarlier = rest.some(({ said }) => /^(?:those|these|they|them)$/.test(said));
  return at === -1 || from === -1 || isOfEarlier ? null : [...tokensOf("how many"), ...rest.slice(from)];
}

function withoutWords(clause: readonly Token[], words: string): readonly Token[] | null {
  const said = words.split(" ");
  const at = clause.findIndex((_, i) => said.every((word, j) => clause[i + j]?.written === word));
  if (at === -1) return null;
  let from = at;
  while (from > 0 && BEFORE.test(clause[from - 1]!.said)) from -= 1;
  const isSaidOf = from < at || PEOPLE.test(clause[at - 1]?.said ?? "");
  return [...clause.slice(0, from), ...(isSaidOf ? [] : tokensOf("people")), ...clause.slice(at + said.length)];
}

/** True for a step about something that people speak of: what is most common of all answers no question about a group. */
export const isOnTopic = (step: Step): boolean =>
  step.do !== "compare" &&
  step.do !== "trend" &&
  predicatesOf(step).some((one) => partsOf(one, ["topic", "mentions"]).length > 0);
