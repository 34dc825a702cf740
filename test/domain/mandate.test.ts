import fc from "fast-check";
import { toAddress, type Address } from "../../functions/src/domain/address";
import {
  admit,
  demandsOf,
  MAX_STEPS_PER_DAY,
  STEP_KINDS,
  type Demand,
  type Mandate,
  type MandateDay,
} from "../../functions/src/domain/mandate";
import type { Hex } from "../../functions/src/domain/keccak";
import { forAll } from "../setup/runs";

const AGENT = toAddress(`0x${"11".repeat(20)}`) as Address;
const OWNER = toAddress(`0x${"22".repeat(20)}`) as Address;
const NOW = Date.UTC(2026, 10, 20, 16) / 1000;
const mandate: Mandate = {
  agent: AGENT,
  owner: OWNER,
  status: "active",
  terms: {
    steps: STEP_KINDS,
    maxPerTaskUsdcUnits: 50n,
    maxPerDayUsdcUnits: 100n,
    issuedAt: NOW,
    expiresAt: NOW + 1_000,
  },
  signature: "0x",
  issuedAfter: NOW,
};
const EMPTY: MandateDay = { spentUsdcUnits: 0n, steps: [] };
const demand = (more: Partial<Demand> = {}): Demand => ({
  kind: "post",
  ofTaskUsdcUnits: 10n,
  takesUsdcUnits: 10n,
  once: null,
  ...more,
});

describe("random interleavings", () => {
  const asked = fc.record({
    units: fc.bigInt({ min: 0n, max: 60n }),
    name: fc.constantFrom("a", "b", "c", "d"),
    isOnce: fc.boolean(),
    /** Which of the waiting calls goes on next. */
    pick: fc.nat(),
  });

  it("MD5: in whatever order calls are admitted, what could be sent stays within the day", () => {
    forAll([fc.array(asked, { minLength: 1, maxLength: 40 })], (calls) => {
      let day = EMPTY;
      const sendable: bigint[] = [];
      const taken = new Set<string>();
      const waiting = [...calls];
      for (const { pick } of calls) {
        const [next] = waiting.splice(pick % waiting.length, 1);
        if (!next) return;
        // A step's amount is part of its name, as it is in those of calls.
        const once = next.isOnce ? `${next.name} ${next.units}` : null;
        const one = demand({ once, ofTaskUsdcUnits: next.units, takesUsdcUnits: next.units });
        const admission = admit(mandate, day, one, NOW);
        if (!admission.ok) continue;
        day = admission.day;
        if (once === null || !taken.has(once)) sendable.push(next.units);
        if (once !== null) taken.add(once);
      }
      const sum = sendable.reduce((total, units) => total + units, 0n);
      expect(sum).toBe(day.spentUsdcUnits);
      expect(sum <= 100n).toBe(true);
    });
  });
});

describe("limits", () => {
  const codeOf = (changed: Partial<Mandate>, more: Partial<Demand> = {}, now = NOW) => {
    const admission = admit({ ...mandate, ...changed }, EMPTY, demand(more), now);
    return admission.ok ? "ok" : admission.code;
  };

  it("allows exactly the limits, and nothing beyond", () => {
    expect(codeOf({}, { ofTaskUsdcUnits: 50n, takesUsdcUnits: 50n })).toBe("ok");
    expect(codeOf({}, { ofTaskUsdcUnits: 51n, takesUsdcUnits: 1n })).toBe("mandate_exceeded");
    const full = { spentUsdcUnits: 90n, steps: [] };
    expect(admit(mandate, full, demand(), NOW).ok).toBe(true);
    expect(admit(mandate, full, demand({ takesUsdcUnits: 11n, ofTaskUsdcUnits: 11n }), NOW)).toEqual({
      ok: false,
      code: "mandate_exceeded",
      detail:
        "This takes 0.000011 USDC; of the mandate's 0.0001 a day, 0.00001 are left until 2026-11-21T00:00:00.000Z.",
      retryAfter: 8 * 3_600,
    });
  });

  it("MD7: allows nothing after the end or the expiry, to the second", () => {
    expect(codeOf({ status: "ended" })).toBe("mandate_refused");
    expect(codeOf({}, {}, NOW + 999)).toBe("ok");
    expect(codeOf({}, {}, NOW + 1_000)).toBe("mandate_refused");
  });

  it("pays a credit out to the agent or its owner only", () => {
    const to = (address: string) => codeOf({}, { kind: "withdraw", takesUsdcUnits: 0n, to: address });
    expect([to(AGENT), to(OWNER), to(`0x${"33".repeat(20)}`)]).toEqual(["ok", "ok", "mandate_refused"]);
  });

  it("MD8: counts no more steps than the day's document holds", () => {
    const full = { spentUsdcUnits: 0n, steps: Array.from({ length: MAX_STEPS_PER_DAY }, (_, at) => `s${at}`) };
    expect(admit(mandate, full, demand({ once: "new" }), NOW).ok).toBe(false);
    expect(admit(mandate, full, demand({ once: "s0" }), NOW).ok).toBe(true);
  });

  it("asks for every call of a multicall, and for none that only ends a missed deadline", () => {
    const at = { contract: "human", taskId: 7n } as const;
    const calls = [
      { function: "resubmitWork", ...at, round: 1, submissionHash: "0x" as Hex, signed: null },
      { function: "approve", ...at, submissionHash: "0x" as Hex, rating: 5, commentHash: "0x" as Hex },
      { function: "expireTask", ...at },
    ] as const;
    expect(demandsOf({ function: "multicall", contract: "human", calls }, 0n).map(({ kind }) => kind)).toEqual([
      "work",
      "decide",
    ]);
  });

  it("MD12: asks for nothing where anyone may anchor what its worker signed", () => {
    const at = { contract: "human", taskId: 7n } as const;
    const signed = { deadline: 1, signature: "0x" as Hex };
    const work = { function: "resubmitWork", ...at, round: 1, submissionHash: "0x" as Hex, signed } as const;
    const approve = {
      function: "approve",
      ...at,
      submissionHash: "0x" as Hex,
      rating: 5,
      commentHash: "0x" as Hex,
    } as const;
    const joined = { function: "multicall", contract: "human", calls: [work, approve] } as const;
    expect([demandsOf(work, 0n), demandsOf(joined, 0n).map(({ kind }) => kind)]).toEqual([[], ["decide"]]);
  });

  it("G9: counts a signed request once however often it is sent, and every other form of the same creation", () => {
    const asked = (day: MandateDay, once: string | null) => {
      const admission = admit(mandate, day, demand({ once }), NOW);
      if (!admission.ok) throw new Error(admission.detail);
      return admission.day;
    };
    const first = asked(EMPTY, "0x01");
    expect(asked(first, "0x01")).toEqual(first);
    for (const other of ["0x02", null]) expect(asked(first, other).spentUsdcUnits).toBe(2n * first.spentUsdcUnits);
  });

  it("G9: counts what a multicall takes for its main call alone", () => {
    const at = { contract: "human", taskId: 7n } as const;
    const calls = [
      { function: "requestChanges", ...at, submissionHash: "0x" as Hex, reasonHash: "0x" as Hex },
      { function: "fundMore", ...at, rewardUsdcUnits: 9n, openUntil: 1 },
    ] as const;
    const demands = demandsOf({ function: "multicall", contract: "human", calls }, 4n);
    expect(demands.map(({ takesUsdcUnits }) => takesUsdcUnits)).toEqual([0n, 4n]);
  });
});
