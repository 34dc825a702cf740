import { aliasesOf } from "../../../packages/answers/src/engine/groups";
import { stemOf, words } from "../../../packages/answers/src/dataset/words";
import type { AnswerPlan, Known } from "../../../packages/answers/src/plan/plan";
import { planOf } from "../../../packages/answers/src/plan/planner";
import { normalised, planText } from "../../setup/planText";

const HELD = new Set(
  `phone lost stolen card access account declined purchase cash withdrawal transfer payment pending top up reverted failed
  top_up pend_top revert_top fail_top refund fee charge virtual disposable bad exchange rate abroad holiday close service child kid
  late turn password direct debit recognised recognise app twice crypto arrive
  smoking quit cigarette marathon yoga travel lose weight food failing god faith religion business open shop job leave find drink
  alcohol less stop coffee facebook media spend time family friend new confidence`
    .split(/\s+/)
    .flatMap((word) => (word.includes("_") ? [word] : words(word).map(stemOf))),
);
const column = (name: string, ...values: string[]) => ({ name, values, codes: new Uint16Array() });
const columns = [
  column("category", "Humor", "Career", "Family/Friends/Relationships"),
  column("gender", "female", "male"),
  column("region", "Midwest", "South", "West"),
  column("state", "CA", "TX", "WY"),
];

export function planned(kind: Known["kind"], asked: readonly string[]): AnswerPlan {
  const own = kind === "goals" ? columns : [];
  return planOf(
    asked.map((content) => ({ role: "user", content })),
    { kind, size: 1_000, columns: own, countOf: (stem) => (HELD.has(stem) ? 20 : undefined) },
    aliasesOf(own),
  );
}
export type Case = [asked: string[], expected: string];
export const reads =
  (kind: Known["kind"]) =>
  (asked: string[], expected: string): void =>
    expect(planText(planned(kind, asked))).toBe(normalised(expected));
