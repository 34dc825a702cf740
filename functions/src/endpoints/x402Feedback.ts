import { createHash } from "node:crypto";
import { canonicalSha256 } from "../domain/canonical";
import { mailSubject, mailText } from "../domain/feedback";
import { endpoint, open } from "../http/endpoint";
import { anyObject, boolean, literal, number, object, optional, string, text } from "../schema/build";

const path = "/x402Feedback";
const short = (description: string) => optional(string({ maxLength: 500, description }));

/** An agent reports what went wrong, or right, with a paid endpoint. */
export default endpoint({
  method: "POST",
  path,
  summary: "Report a problem with a paid endpoint",
  description: "Free. The report is stored, and mailed to the operator where an address is configured.",
  auth: open,
  input: object({
    message: text(8_000, { description: "What happened and what was expected." }),
    category: short("A word that sorts the report, such as bug or idea."),
    product: short("What was bought."),
    endpoint: short("The path that was called."),
    intentId: optional(string({ maxLength: 1024, description: "The intentId, where there was one." })),
    txHash: short("The payment, where there was one."),
    error: optional(string({ maxLength: 4_000, description: "The code or text of the error." })),
    status: optional(number({ description: "The HTTP status that was received." })),
    agent: optional(anyObject({ description: "Who reports: name, version, model." })),
    contact: optional(anyObject({ description: "Where to answer." })),
    context: optional(anyObject({ description: "Anything else that helps." })),
  }),
  output: object({
    ok: literal(true),
    id: string({ description: "Names this report.", examples: ["9b1d4c07e2a85f36c0d7b4e19a2f6c83"] }),
    emailQueued: optional(boolean({ description: "True when the operator gets a mail." })),
  }),
  errors: [],
  perMinute: 20,
  example: { message: "The reply was cut off.", endpoint: "/demand-insights", status: 200 },

  handle: async ({ input, nowMs, randomBytes, idempotencyKey }, { feedback, settings }) => {
    // The same key with the same body is the same report; another body is another report.
    const id = idempotencyKey === null ? randomBytes(16).toString("hex") : createHash("sha256").update(`${idempotencyKey}|${canonicalSha256(input)}`).digest("hex").slice(0, 32);
    const createdAt = new Date(nowMs).toISOString();
    const to = settings.feedbackMailTo;
    await feedback.add(
      { id, source: path, createdAt, fields: input },
      to === null ? null : { to, subject: mailSubject(path, input.category), text: mailText(id, createdAt, input) },
    );
    return { ok: true as const, id, emailQueued: to !== null };
  },
});
