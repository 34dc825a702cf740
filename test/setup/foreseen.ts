/** Whether a quote's `answerable` says what the paid reply does. */
import { aliasesOf } from "../../packages/answers/src/engine/groups";
import type { DatasetKind, Foresight, Message } from "../../packages/answers/src/answers";
import type { Overview } from "../../packages/answers/src/engine/engine";
import { foresightOf } from "../../packages/answers/src/plan/foresight";
import type { Known } from "../../packages/answers/src/plan/plan";
import { planOf } from "../../packages/answers/src/plan/planner";

export type Foresee = (messages: readonly Message[]) => Foresight;

/** What a quote is made with, where the records are not. */
export function foreseeing(kind: DatasetKind, { size, planning }: Overview): Foresee {
  const counts = new Map(planning.stems.map((stem, id) => [stem, planning.counts[id]!]));
  const known: Known = { kind, size, columns: planning.columns, countOf: (stem) => counts.get(stem) };
  const aliases = aliasesOf(planning.columns);
  return (messages) => foresightOf(planOf(messages, known, aliases), known, messages.at(-1)?.content);
}

/** Lines that tell nothing of what was asked: why not, and what can be told or asked instead. */
const INSTEAD =
  /^(?:Nearest to it|You can ask|The nearest topics|No topic in the data|The data (?:is|has) |What can be told: |\*\*What those )|^[^*]*(?:can't be (?:told|counted)|too few to count)/;
/** Rows, list items, and lines with a figure and something set off. */
const TOLD = /^(?:- |\| |\d+\. )|^\*\*Nearly all/;
const isFigure = (line: string): boolean => line.includes("**") && /\d/.test(line);

/** True for a reply that tells something of what was asked. */
export const tells = (reply: string): boolean =>
  reply.split("\n").some((line) => (TOLD.test(line) || isFigure(line)) && !INSTEAD.test(line));

/** How many questions were quoted so, and those whose replies say otherwise. */
interface Foreseen {
  asked: number;
  wrong: string[];
}

/** Of conversations: those quoted `yes` whose reply tells nothing, and those quoted `no` whose reply tells something. */
export function foreseen(
  conversations: readonly (readonly Message[])[],
  { foresee, reply }: { foresee: Foresee; reply: (messages: readonly Message[]) => string },
): Record<"yes" | "no", Foreseen> {
  const each = conversations.map((messages) => ({ messages, answerable: foresee(messages).answerable }));
  const quoted = (said: Foresight["answerable"], isWrong: (reply: string) => boolean): Foreseen => {
    const those = each.filter(({ answerable }) => answerable === said);
    const wrong = those.filter(({ messages }) => isWrong(reply(messages)));
    return { asked: those.length, wrong: wrong.map(({ messages }) => `answerable: ${said}: ${written(messages)}`) };
  };
  return { yes: quoted("yes", (one) => !tells(one)), no: quoted("no", tells) };
}

const written = (messages: readonly Message[]): string => messages.map(({ content }) => content).join(" // ");
