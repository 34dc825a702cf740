import type { Predicate } from "../plan/plan";
import type { Dataset } from "./dataset";
import { claim, recordsOf } from "./named";
import type { Result } from "./results";
import { escapeMarkdown, number, recordsCalled, share } from "./wording";

/** What steps of one kind find. */
export type Of<T extends Result["do"]> = Extract<Result, { do: T }>;

/** What records do that mean a topic in whatever words. */
const VERBS = { chats: "ask about", goals: "speak of" } as const;

/** "**153 of 10,003 chats (1.5 %)** mention “card delivery”." */
export function headline(
  dataset: Dataset,
  {
    do: does,
    of,
    among,
    count,
    base,
    leftOut,
    counted = [],
  }: Of<"count" | "top" | "breakdown" | "quotes" | "trend" | "describe">,
): string {
  const { many } = recordsCalled(dataset.kind);
  if (of === null && among === null) return `The data holds **${number(count)}** ${many}.`;
  if (of?.is === "step" && among === null)
    return does === "count"
      ? `That is **${number(count)} of ${number(dataset.size)} ${many} (${share(count, dataset.size)})**.`
      : `Of those **${number(count)}** ${many}:`;
  const whole = of === null ? dataset.size : base;
  const records = recordsOf(many, of === null ? null : among);
  const those =
    among?.is === "step" && count !== whole
      ? `${number(count)} of those ${number(whole)} ${many} (${share(count, whole)})`
      : null;
  // What people mean is no longer what they mention.
  const isMeant = counted.some(({ wider }) => wider !== null);
  const figure =
    count === whole
      ? `All ${number(whole)} ${records}`
      : `${isMeant ? "About " : ""}${number(count)} of ${number(whole)} ${records} (${share(count, whole)})`;
  const without =
    leftOut.length === 0
      ? ""
      : `Too few hold all of these words. Without ${leftOut.map((word) => `“${escapeMarkdown(word)}”`).join(" and ")}: `;
  const asked: Predicate | null =
    leftOut.length > 0 && of?.is === "topic"
      ? {
          ...of,
          words: of.text
            .split(" ")
            .filter((word) => !leftOut.includes(word))
            .join(" … "),
        }
      : (of ?? among);
  return `${without}**${those ?? figure}** ${claim(asked, isMeant ? VERBS[dataset.kind] : "mention")}.`;
}
