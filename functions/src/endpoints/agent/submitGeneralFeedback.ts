import { feedbackOf } from "../../domain/feedback";
import { endpoint, open, requests } from "../../http/endpoint";
import { anyObject, object, optional } from "../../schema/build";
import { Address } from "../../schema/common";
import { FeedbackAnswer, FeedbackFields, short } from "../../schema/feedback";

const path = "/agentSubmitGeneralFeedback";

/** General feedback from an agent to the platform. */
export default endpoint({
  method: "POST",
  path,
  summary: "General feedback on the marketplace",
  description: "Free and open to anyone. The report is stored, and mailed to the operator if an address is configured.",
  auth: open,
  input: object({
    wallet: optional({ ...Address, description: "The reporter's wallet; not verified." }),
    endpoint: short("The call that the report is about."),
    contact: optional(anyObject({ description: "Contact address for a reply." })),
    ...FeedbackFields,
  }),
  output: FeedbackAnswer,
  errors: [],
  rateLimit: requests(20),
  example: { message: "A list of tasks by category would help.", category: "idea" },

  handle: async ({ input, nowMs, randomBytes, idempotencyKey }, { feedback, settings }) => {
    const report = { source: path, fields: input, wallet: null, idempotencyKey, mailTo: settings.feedbackMailTo };
    const { record, mail } = feedbackOf(report, nowMs, randomBytes);
    await feedback.add(record, mail);
    return { ok: true as const, id: record.id, emailQueued: mail !== null };
  },
});
