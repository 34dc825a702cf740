import { aliasesOf } from "../../../packages/answers/src/engine/groups";
import type { AnswerPlan, Known } from "../../../packages/answers/src/plan/plan";
import { planOf } from "../../../packages/answers/src/plan/planner";
import { stemOf, words } from "../../../packages/answers/src/dataset/words";
import { planText } from "../../setup/planText";

const VOCABULARY = new Set(
  `weight lose smoking quit stop money save travel book read gym yoga card delivery fee refund transfer apple pay google cash withdrawal
  exchange rate change pin french steal exercise family time friend health fit marathon run cook gift_wrap save_money top top_up up alcohol drink business learn
  language spanish abroad sugar arrive apple_pay new limit virtual physical climate_x passcode forget charged twice declined less start second lost_card stolen_card declin_card`
    .split(/\s+/)
    .flatMap((word) => (word.includes("_") ? [word] : words(word).map(stemOf))),
);
const columns = [
  { name: "category", values: ["Business", "Health & Fitness", "Career"], codes: new Uint16Array() },
  { name: "topic", values: ["Family & Friends", "Trips & Languages", "Time/Organization"], codes: new Uint16Array() },
  { name: "gender", values: ["female", "male"], codes: new Uint16Array() },
  { name: "state", values: ["CA", "NY", "TX"], codes: new Uint16Array() },
  { name: "country", values: ["DE", "US", "IN"], codes: new Uint16Array() },
  { name: "region", values: ["Northeast", "South"], codes: new Uint16Array() },
  { name: "device", values: ["desktop", "mobile"], codes: new Uint16Array() },
  { name: "age", values: ["18-24", "25-34", "35-44", "45-54", "55+"], codes: new Uint16Array() },
];
/** What is known of a dataset of people's goals, or chats, with or without columns. */
export const known = (kind: Known["kind"], withColumns: boolean): Known => ({
  kind,
  size: 1_000,
  columns: withColumns ? columns : [],
  countOf: (stem) => (VOCABULARY.has(stem) ? 20 : undefined),
});
/** The plan of a conversation's last question. */
export const planned = (messages: readonly string[], withColumns = true, kind: Known["kind"] = "goals"): AnswerPlan =>
  planOf(
    messages.map((content) => ({ role: "user", content })),
    known(kind, withColumns),
    withColumns ? aliasesOf(columns) : [],
  );

/** The same in one line. */
export const plan = (...asked: Parameters<typeof planned>): string => planText(planned(...asked));
