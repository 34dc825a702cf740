import { answerDispute, disputeCase } from "../../application/tasks/disputes/dispute";
import { MAX_ARBITER_DAYS } from "../../domain/content";
import { ANSWER_PATH, DISPUTE_PATH } from "../../domain/task/nextAction";
import { endpoint, refusals, signed, signedOrSession } from "../../http/endpoint";
import { literal, nullable, object, optional } from "../../schema/build";
import { Bytes32, ContractName, TaskId, Time } from "../../schema/common";
import { Links, PrivateWords, Salt } from "../../schema/content";
import { NextAction, TaskNames } from "../../schema/task";
import { DisputeCase } from "../../schema/work";

/** The whole case of a dispute. */
export const mktDispute = endpoint({
  method: "POST",
  path: DISPUTE_PATH,
  summary: "The whole case of a dispute, for its poster, worker and arbiter",
  description:
    "Terms, private details, all work and change requests, comments, evidence, the answer to it and the newest messages. " +
    `Everyone reads the same. The arbiter may read from the contest until ${MAX_ARBITER_DAYS} days after the end of the dispute.`,
  auth: signedOrSession("read"),
  input: object({ contract: optional(ContractName), taskId: TaskId }),
  output: DisputeCase,
  errors: ["task_not_found", "forbidden_role", "state_conflict"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12" },

  handle: ({ input, caller, nowMs }, services) => disputeCase(input, caller.wallet, services, nowMs),
});

/** The poster answers the worker's evidence, once. */
export const mktDisputeAnswer = endpoint({
  method: "POST",
  path: ANSWER_PATH,
  summary: "Poster answers the worker's evidence in a dispute, once",
  description:
    "Only the worker and the arbiter can read the answer. Send it early: the arbiter may rule at any time until ruleBy. It can't be changed. " +
    "answerHash is keccak256 of the RFC 8785 form of {text, links, salt}; it is not on the chain.",
  auth: signed,
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    text: PrivateWords,
    links: optional(Links),
    salt: optional(Salt),
  }),
  output: object({
    ok: literal(true),
    ...TaskNames,
    answerHash: Bytes32,
    salt: Salt,
    answeredAt: Time,
    _nextAction: nullable(NextAction),
  }),
  errors: ["task_not_found", "forbidden_role", "state_conflict"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12", text: "The delivered page lacks the second half of the text." },

  handle: ({ input, caller: { wallet }, nowMs, randomBytes, unit }, services) =>
    answerDispute(input, { wallet, nowMs, randomBytes, services, unit }),
});
