import { ERRORS, type ErrorCode, type ErrorRow } from "../../functions/src/domain/errors";
import { anyObject, array, integer, object, optional, string } from "../../functions/src/schema/build";

/** Every error's body: the members of RFC 9457, and the service's own. */
export const Problem = object(
  {
    type: string({ description: "A link to the explanation of this code." }),
    title: string({ description: "What the code means; a fixed sentence." }),
    status: integer({ description: "The HTTP status." }),
    detail: string({ description: "What was wrong in this request, and what to do next." }),
    code: string({ description: "Stable; for programs." }),
    errors: optional(
      array(
        object({
          pointer: string({ description: "An RFC 6901 pointer into the body." }),
          message: string({ description: "The rule that is violated there." }),
        }),
        { description: "Where the request violates a rule." },
      ),
    ),
    x402Version: optional(integer({ description: "With payment_required: 2." })),
    resource: optional(anyObject({ description: "With payment_required: what is paid for, as in PAYMENT-REQUIRED." })),
    accepts: optional(array(anyObject(), { description: "With payment_required: the x402 offers." })),
    transactions: optional(array(anyObject(), { description: "What to send first, such as a refund." })),
    _nextAction: optional(anyObject({ description: "The next action, if there is one." })),
    requestId: string({ description: "The id of this request; quote it in a report." }),
  },
  { title: "Problem" },
);

/** The row of a code, with the members that only some rows have. */
export function errorRow(code: ErrorCode): ErrorRow {
  return ERRORS[code];
}

/** Every code, by rising status. */
export const ALL_CODES = (Object.keys(ERRORS) as ErrorCode[]).sort((a, b) => ERRORS[a].status - ERRORS[b].status);
