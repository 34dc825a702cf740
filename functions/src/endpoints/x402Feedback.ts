import { feedbackOf } from "../domain/feedback";
import { endpoint, open, requests } from "../http/endpoint";
import { anyObject, number, object, optional, string } from "../schema/build";
import { FeedbackAnswer, FeedbackFields, short } from "../schema/feedback";

const path = "/x402Feedback";

/** An agent reports what went wrong, or right, with a paid endpoint. */
export default endpoint({
  method: "POST",
  path,
  summary: "Report a problem with a paid endpoint",
  description: "Free. The report is stored, and mailed to the operator if an address is configured.",
  auth: open,
  input: object({
    ...FeedbackFields,
    product: short("What was bought."),
    endpoint: short("The path that was called."),
    intentId: optional(string({ maxLength: 1024, description: "The intentId, if any." })),
    txHash: short("The payment, if any."),
    error: optional(string({ maxLength: 4_000, description: "The code or text of the error." })),
    status: optional(number({ description: "The HTTP status that was received." })),
    agent: optional(anyObject({ description: "The reporter: name, version, model." })),
    contact: optional(anyObject({ description: "Contact address for a reply." })),
  }),
  output: FeedbackAnswer,
  errors: [],
  rateLimit: requests(20),
  example: { message: "The reply was cut off.", endpoint: "/demand-insights", status: 200 },

  handle: async ({ input, nowMs, randomBytes, idempotencyKey }, { feedback, settings }) => {
    const report = { source: path, fields: input, wallet: null, idempotencyKey, mailTo: settings.feedbackMailTo };
    const { record, mail } = feedbackOf(report, nowMs, randomBytes);
    await feedback.add(record, mail);
    return { ok: true as const, id: record.id, emailQueued: mail !== null };
  },
});
