import { ERRORS, type ErrorRow, type Refusal } from "../domain/errors";

export const PROBLEM_TYPE = "application/problem+json";

/** An error as a problem document (RFC 9457), with the service's own members. */
export function problemDocument({ code, detail, options }: Refusal, baseUrl: string, requestId: string): object {
  const { status, title } = ERRORS[code];
  return {
    type: `${baseUrl}/errors#${code}`,
    title,
    status,
    detail,
    code,
    ...(options.errors && { errors: options.errors }),
    ...options.members,
    ...(options.nextAction && { _nextAction: options.nextAction }),
    requestId,
  };
}

/** Seconds to wait before the same request can succeed; undefined if waiting does not help. */
export function retryAfter({ code, options }: Refusal): number | undefined {
  const entry: ErrorRow = ERRORS[code];
  return options.retryAfter ?? entry.retryAfter;
}
