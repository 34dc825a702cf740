import { json, times, WALLET, type Case } from "./case";

const MISTAKE = { minLength: -1 };
const manySchemas = { allOf: [...times(290, () => ({ type: "object", required: ["a"] })), MISTAKE] };
const manyPatterns = {
  patternProperties: Object.fromEntries(times(240, (n) => [`([a-z]{1,9}x${n}){1,9}`, {}])),
  not: MISTAKE,
};
const tower = {
  $defs: Object.fromEntries(
    times(30, (n) => [`d${n}`, n < 29 ? { allOf: times(2, () => ({ $ref: `#/$defs/d${n + 1}` })) } : MISTAKE]),
  ),
};
const largeEnum = { enum: times(8_000, () => 1), not: MISTAKE };
const manyTables = { allOf: times(30, () => ({ pattern: `[${"\\p{L}\\P{L}".repeat(49)}]` })) };
const manyRepetitions = { allOf: times(200, (n) => ({ pattern: `(\\p{L}{30}){29}${n}` })) };
const offer = (outputSchema: object) =>
  json({
    wallet: WALLET,
    contract: "agent-fast",
    title: "t",
    description: "d",
    category: "c",
    rewardUsdc: "1",
    stakeUsdc: "0.1",
    acceptance: { outputSchema },
  });

/** Output schemas of tasks: each ends with a mistake that only its evaluation finds, or takes more than it may. */
export const SCHEMAS: readonly Case[] = [
  { what: "agent: output schema of 300 schemas", target: "agentCreateTaskSimple", body: offer(manySchemas) },
  { what: "agent: output schema of 240 large expressions", target: "agentCreateTaskSimple", body: offer(manyPatterns) },
  {
    what: "agent: output schema whose references double 30 times",
    target: "agentCreateTaskSimple",
    body: offer(tower),
  },
  {
    what: "agent: output schema with an enumeration of 8,000",
    target: "agentCreateTaskSimple",
    body: offer(largeEnum),
  },
  {
    what: "agent: output schema of 2,900 tables of Unicode properties",
    target: "agentCreateTaskSimple",
    body: offer(manyTables),
  },
  {
    what: "agent: output schema of 200 repeated repetitions",
    target: "agentCreateTaskSimple",
    body: offer(manyRepetitions),
  },
];
