import { ERRORS, Refusal, type ErrorCode } from "../../functions/src/domain/errors";
import { problemDocument, retryAfter } from "../../functions/src/http/problem";

const codes = Object.keys(ERRORS) as ErrorCode[];

describe("happy", () => {
  it.each(codes)("writes %s as RFC 9457 has it", (code) => {
    const document = problemDocument(new Refusal(code, "what was wrong"), "https://mkt.example", "request1");
    expect(document).toEqual({
      type: `https://mkt.example/errors#${code}`,
      title: ERRORS[code].title,
      status: ERRORS[code].status,
      detail: "what was wrong",
      code,
      requestId: "request1",
    });
  });

  it("carries the places and the next step where there are some", () => {
    const options = { errors: [{ pointer: "/a", message: "is required" }], nextAction: { actor: "client" } };
    expect(problemDocument(new Refusal("invalid_request", "x", options), "", "r")).toMatchObject({
      errors: options.errors,
      _nextAction: options.nextAction,
    });
  });

  it("tells how long to wait exactly where waiting helps", () => {
    expect(codes.filter((code) => retryAfter(new Refusal(code, "")) !== undefined).sort()).toEqual([
      "dependency_unavailable",
      "not_available",
      "rate_limited",
      "relay_unavailable",
      "tx_not_confirmed",
    ]);
    expect(retryAfter(new Refusal("rate_limited", "", { retryAfter: 7 }))).toBe(7);
    expect(retryAfter(new Refusal("internal", "", { retryAfter: 0 }))).toBe(0);
  });

  it("gives each code a status that fits it, and each a sentence of its own", () => {
    for (const code of codes)
      expect([400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 429, 500, 503]).toContain(ERRORS[code].status);
    expect(new Set(codes.map((code) => ERRORS[code].title)).size).toBe(codes.length);
  });
});
