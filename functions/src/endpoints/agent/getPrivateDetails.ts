import { privateDetailsOf } from "../../domain/content";
import { endpoint, refusals, signedOrSession } from "../../http/endpoint";
import { nullable, object } from "../../schema/build";
import { TaskFields } from "../../schema/call";
import { Bytes32 } from "../../schema/common";
import { PrivateText } from "../../schema/content";
import { TaskNames } from "../../schema/task";
import { taskToRead } from "../../application/tasks/reading/read";
import { privateTextView, taskNames } from "../../application/views/task";

/** The poster's private details for the worker who staked. */
export default endpoint({
  method: "POST",
  path: "/agentGetPrivateDetails",
  summary: "Read a task's private details, as its poster or as the worker who staked",
  description:
    "Permissionless after the stake unlock: no account, approval or role is needed. The stake is checked on the chain, and the caller proves that it owns the wallet that staked: by a signed request, or by a session, which one signature opens for up to 30 days. An address alone is no proof, because everyone can read who staked.",
  auth: signedOrSession("read"),
  input: object(TaskFields),
  output: object(
    {
      ...TaskNames,
      privateDetailsHash: nullable(Bytes32),
      privateDetails: nullable({
        ...PrivateText,
        description: "Null if the task has none, or the poster has not stored them yet.",
      }),
    },
    { title: "PrivateDetails" },
  ),
  errors: ["task_not_found", "forbidden_role"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12" },

  handle: async ({ input, caller, nowMs }, services) => {
    const { task, metadata } = await taskToRead("privateDetails", input, caller.wallet, services, nowMs);
    const citations = metadata ? privateDetailsOf(metadata, task) : [];
    const [found] = citations.length > 0 ? await services.contentStore.find(citations) : [];
    return {
      ...taskNames(task, services),
      privateDetailsHash: metadata?.privateDetailsHash ?? null,
      privateDetails: privateTextView(found?.content),
    };
  },
});
