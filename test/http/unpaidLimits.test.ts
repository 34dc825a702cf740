import type { IncomingMessage } from "node:http";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { Refusal } from "../../functions/src/domain/errors";
import { Limits } from "../../functions/src/http/limits";
import type { RateLimiter } from "../../functions/src/ports/rateLimiter";

const unpaid = Object.values(ENDPOINTS)
  .flat()
  .filter(({ auth }) => auth.kind !== "paid");
const request = {} as IncomingMessage;

/** Counts in memory, all in one minute. */
function counting(): RateLimiter {
  const spent = new Map<string, number>();
  return {
    waitSeconds: () => 0,
    spend: async (key, perMinute) => {
      const units = spent.get(key) ?? 0;
      if (units >= perMinute) return 60;
      spent.set(key, units + 1);
      return 0;
    },
  };
}

describe("D16: what one client can cause in a minute without paying, whatever it proves", () => {
  it.each(unpaid.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "%s: at most 600 requests, or an answer that is shared",
    async (_name, endpoint) => {
      const limiter = counting();
      const parts = { clientOf: () => "203.0.113.1", nowMs: () => 1_000_000, caches: false };
      const limits = new Limits(endpoint, { ...parts, rateLimiter: () => limiter });
      if (endpoint.rateLimit.counts === "computations") return expect(endpoint.shared).toBeGreaterThan(0);
      let done = 0;
      const refused: unknown[] = [];
      for (let at = 0; at < 700; at++)
        await limits.run(request, { at }, async () => void (done += 1)).catch((error: unknown) => refused.push(error));
      expect(done).toBeLessThanOrEqual(600);
      expect(refused[0]).toMatchObject({
        code: "rate_limited",
        detail: expect.stringMatching(/^At most \d+ requests a minute\. Retry in \d+ s\.$/),
      });
    },
  );

  const authenticated = unpaid.filter(({ auth, rateLimit }) => auth.kind !== "open" && rateLimit.counts === "refusals");
  it.each(authenticated.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "%s: polls for a pending transaction count among the 600",
    async (_name, endpoint) => {
      const limiter = counting();
      const parts = { clientOf: () => "203.0.113.1", nowMs: () => 1_000_000, caches: false };
      const limits = new Limits(endpoint, { ...parts, rateLimiter: () => limiter });
      let looked = 0;
      const act = async () => {
        looked += 1;
        throw new Refusal("tx_not_confirmed", "It is pending.");
      };
      for (let at = 0; at < 700; at++) await limits.run(request, {}, act).catch(() => {});
      expect(looked).toBe(600);
    },
  );
});
