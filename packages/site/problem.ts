import { ERRORS, type ErrorCode, type ErrorRow } from "../../functions/src/domain/errors";
import { anyObject, array, integer, object, optional, string } from "../../functions/src/schema/build";
import { REMEDIES } from "./remedies";

/** Every error's body: RFC 9457's members, and the service's own beside them. */
export const Problem = object(
  {
    type: string({ description: "A link to the explanation of this code." }),
    title: string({ description: "What the code means; the same sentence every time." }),
    status: integer({ description: "The HTTP status." }),
    detail: string({ description: "What was wrong in this request, and what to do next." }),
    code: string({ description: "Stable and made for programs." }),
    errors: optional(
      array(
        object({
          pointer: string({ description: "An RFC 6901 pointer into the body." }),
          message: string({ description: "The rule that is broken there." }),
        }),
        { description: "Where the request breaks a rule." },
      ),
    ),
    _nextAction: optional(anyObject({ description: "Who must do what next, where something can be done." })),
    requestId: string({ description: "Names this request; quote it in a report." }),
  },
  { title: "Problem" },
);

/** The row of a code, with the members that only some rows have. */
export function errorRow(code: ErrorCode): ErrorRow {
  return ERRORS[code];
}

/** Every code, by rising status. */
export const ALL_CODES = (Object.keys(ERRORS) as ErrorCode[]).sort((a, b) => ERRORS[a].status - ERRORS[b].status);

/** What an answer with this code looks like. */
export function problemExample(code: ErrorCode): object {
  const { status, title } = ERRORS[code];
  return {
    type: `/errors#${code}`,
    title,
    status,
    detail: REMEDIES[code],
    code,
    requestId: "4f1c2a9be07d5836a1c4e2f0",
  };
}
