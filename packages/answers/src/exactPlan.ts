import type { Message } from "./answers";
import type { Fault } from "./engine/results";
import type { Plan } from "./plan";

/**
 * The plan that a question is, where it is JSON text of one, with what is wrong with its form; null for a question in
 * words.
 */
export function planIn(question: string): { plan: Plan } | { faults: Fault[] } | null {
  const text = question.trim();
  if (!text.startsWith("{")) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text.includes('"steps"') ? { faults: [{ pointer: "", detail: "The plan is not valid JSON." }] } : null;
  }
  // Loads the validator, which questions in words don't need.
  const { planFaults } = require("./planFaults") as typeof import("./planFaults");
  const faults = planFaults(value);
  return faults.length > 0 ? { faults } : { plan: value as Plan };
}

/** The question that is to be answered: what the user said last. */
export const lastAsked = (messages: readonly Message[]): string =>
  messages.findLast(({ role }) => role === "user")?.content ?? "";
