import type { components } from "../../../client/src/generated/openapi";
import type { StepKind } from "../../../../functions/src/domain/mandate";
import { count, usdc } from "./text";

export type Mandate = components["schemas"]["Mandate"];

/** What an agent may be allowed, in words. */
export const STEP_NAMES: Readonly<Record<StepKind, string>> = {
  buy: "Buy answers",
  post: "Post tasks and raise rewards",
  work: "Stake, and do tasks",
  decide: "Approve, reject, ask for changes, select workers",
  rule: "Rule as arbiter",
  withdraw: "Withdraw credit to itself",
};

export interface MandateDraft {
  agent: string;
  steps: readonly string[];
  maxPerTaskUsdc: string;
  maxPerDayUsdc: string;
  days: string;
}

export type MandateFault = { field: keyof MandateDraft; message: string };

const AMOUNT = /^(0|[1-9]\d{0,17})(\.\d{1,6})?$/;
const MAX_DAYS = 366;

/** What is wrong with a draft, in the order of its fields. */
export function mandateFaults({ agent, steps, maxPerTaskUsdc, maxPerDayUsdc, days }: MandateDraft): MandateFault[] {
  const faults: MandateFault[] = [];
  if (!/^0x[0-9a-fA-F]{40}$/.test(agent))
    faults.push({ field: "agent", message: "Enter the agent's address: 0x and 40 digits." });
  if (steps.length === 0) faults.push({ field: "steps", message: "Choose at least one." });
  for (const [field, value] of Object.entries({ maxPerTaskUsdc, maxPerDayUsdc }) as ["maxPerTaskUsdc", string][])
    if (!AMOUNT.test(value)) faults.push({ field, message: "Enter an amount, such as 12.50." });
  const isWhole = /^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= MAX_DAYS;
  if (!isWhole) faults.push({ field: "days", message: `Enter 1 to ${MAX_DAYS} days.` });
  return faults;
}

/** What an owner is about to sign. */
export function grantText({ agent, steps, maxPerTaskUsdc, maxPerDayUsdc, days }: MandateDraft): string {
  const what = steps.map((step) => (STEP_NAMES[step as StepKind] ?? step).toLowerCase()).join("; ");
  return `Your signature lets ${agent} do this here for ${count(Number(days), "day")}: ${what}. At most ${usdc(maxPerTaskUsdc)} USDC for one task or answer, and ${usdc(maxPerDayUsdc)} USDC a day. It replaces the former mandate. It is free.`;
}

/** What a mandate's status means. */
export const MANDATE_STATUS: Readonly<Record<Mandate["status"], string>> = {
  accepted: "Owner named, no limits yet",
  active: "Active",
  expired: "Expired: nothing that a mandate covers is allowed",
  ended: "Ended: nothing that a mandate covers is allowed",
  released: "Released: no limits",
};
