import { answerDispute } from "../../../application/tasks/disputes/dispute";
import { ANSWER_PATH } from "../../../domain/task/nextAction";
import { endpoint, refusals, signed } from "../../../http/endpoint";
import { literal, nullable, object, optional } from "../../../schema/build";
import { Bytes32, ContractName, TaskId, Time } from "../../../schema/common";
import { Links, PrivateWords, Salt } from "../../../schema/content";
import { NextAction, TaskNames } from "../../../schema/task";

/** The poster answers the worker's evidence, once. */
export default endpoint({
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
