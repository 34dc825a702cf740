import type { Context } from "./context";
import type { Options, Outcome } from "./define";
import { indented, verdictLines, wordsText } from "./show";
import { answered, taskOf } from "./steps";

/** The work that was handed in and the change requests, the oldest first, for both parties of a task. */
export async function readWork(context: Context, options: Options, id = ""): Promise<Outcome> {
  const details = await (await context.mkt()).submissions(taskOf(id, options));
  return answered(details, ({ submissions, changeRequests }) => {
    const parts = submissions.flatMap(({ round, submissionHash, status, submission, verdict }) => [
      `${round === 0 ? "Work" : `New work after change request ${round}`}${status === "awaiting_anchor" ? ", not on the chain yet" : ""}; --submission ${submissionHash}`,
      submission ? wordsText(submission) : "  (the text is not available yet)",
      ...(submission?.output ? [indented(JSON.stringify(submission.output, null, 2))] : []),
      ...verdictLines(verdict),
      ...changeRequests
        .filter((request) => request.round === round + 1)
        .flatMap(({ reason }) => [
          `Change request ${round + 1}`,
          reason ? wordsText(reason) : "  (the text is not available yet)",
        ]),
    ]);
    return parts.length === 0 ? "No work has been submitted yet." : parts.join("\n");
  });
}
