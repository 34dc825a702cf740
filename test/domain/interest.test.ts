import {
  isGood,
  registerInterest,
  resolveInterest,
  selectionOf,
  withdrawInterest,
  type Decision,
  type Interest,
} from "../../functions/src/domain/interest";
import { ARBITER, GENESIS, KEY, POSTER, STRANGER, WORKER } from "../setup/tasks/histories";
import { taskIn } from "./task/lives";
import { codeOf } from "../setup/tasks/refusals";

const NOW = GENESIS * 1000;
const open = taskIn("FUNDED", { mode: "selection" });
const voucher = { deadline: GENESIS + 600, signature: "0x01" } as const;
const register = (
  known: Interest | null = null,
  changes: Partial<Parameters<typeof registerInterest>[2]> = {},
  task = open,
) => registerInterest(task, known, { worker: WORKER, message: "I can", nowMs: NOW, ...changes });
const COOLDOWN_MS = 10 * 60_000;
const approve: Decision = { decision: "approve", by: POSTER, voucher, nowMs: NOW + 1 };
const reject: Decision = { decision: "reject", by: POSTER, nowMs: NOW + 1 };

describe("happy", () => {
  it("stands pending, with its message, until the poster decides", () => {
    expect(register()).toEqual({
      ...KEY,
      worker: WORKER,
      message: "I can",
      status: "pending",
      voucher: null,
      createdAt: NOW,
      decidedAt: null,
    });
    expect(register(register(), { message: "I still can" })).toEqual({ ...register(), message: "I still can" });
  });

  it("C15: keeps the poster's choice, also where the worker withdraws and comes back", () => {
    const chosen = resolveInterest(open, register(), approve);
    expect(chosen).toMatchObject({ status: "approved", voucher, decidedAt: NOW + 1 });
    expect(register(chosen, { message: "again" })).toBe(chosen);
    expect(resolveInterest(open, chosen, approve)).toBe(chosen);
    const withdrawn = withdrawInterest(open, chosen, NOW + 2);
    expect(withdrawn).toMatchObject({ status: "withdrawn", voucher });
    expect(selectionOf(withdrawn, NOW + 2)).toBeNull();
    const lapsed = register(withdrawn, { nowMs: NOW + 2 + COOLDOWN_MS });
    expect(lapsed).toMatchObject({ status: "pending", voucher: null, decidedAt: null });
    const long = { ...voucher, deadline: GENESIS + 900 };
    const gone = withdrawInterest(open, resolveInterest(open, register(), { ...approve, voucher: long }), NOW);
    const back = register(gone, { nowMs: NOW + COOLDOWN_MS });
    expect(back).toMatchObject({ status: "approved", voucher: long });
    expect(selectionOf(back, NOW + COOLDOWN_MS)).toBe(long);
  });

  it("forgets a choice that has lapsed when the worker withdraws", () => {
    const chosen = resolveInterest(open, register(), approve);
    expect(withdrawInterest(open, chosen, (voucher.deadline + 1) * 1000).voucher).toBeNull();
  });

  it("lets the poster change a refusal, renew a lapsed choice, and refuse once it lapsed", () => {
    const refused = resolveInterest(open, register(), reject);
    expect(refused).toMatchObject({ status: "rejected", voucher: null });
    expect(resolveInterest(open, refused, approve)).toMatchObject({ status: "approved" });
    const chosen = resolveInterest(open, register(), approve);
    const later = { ...voucher, deadline: GENESIS + 900 };
    expect(resolveInterest(open, chosen, { ...approve, voucher: later }).voucher).toEqual(later);
    expect(resolveInterest(open, chosen, { ...reject, nowMs: (voucher.deadline + 1) * 1000 })).toMatchObject({
      status: "rejected",
    });
  });

  it("is good to the last second of its deadline", () => {
    expect([0, 1, 1_000].map((more) => isGood(voucher, voucher.deadline * 1000 + more))).toEqual([true, false, false]);
    const chosen = resolveInterest(open, register(), approve);
    const held = [0, 1].map((more) => selectionOf(chosen, voucher.deadline * 1000 + more));
    expect([...held, selectionOf(register(), NOW)]).toEqual([voucher, null, null]);
  });
});

describe("refusals", () => {
  it("M10: takes neither the poster nor the arbiter", () => {
    expect(codeOf(() => register(null, { worker: POSTER }))).toBe("forbidden_role");
    expect(codeOf(() => register(null, { worker: ARBITER }))).toBe("forbidden_role");
  });

  it("W13: takes a worker who withdrew again after ten minutes only, and says when", () => {
    const withdrawn = withdrawInterest(open, register(), NOW);
    for (const [waited, seconds] of [
      [0, 600],
      [COOLDOWN_MS - 1, 1],
    ] as const) {
      const again = () => register(withdrawn, { nowMs: NOW + waited });
      expect(again).toThrow(
        expect.objectContaining({ code: "rate_limited", options: { retryAfter: seconds } }) as Error,
      );
    }
    expect(register(withdrawn, { nowMs: NOW + COOLDOWN_MS })).toMatchObject({ status: "pending" });
  });

  it("takes no one for a task that has begun, or whose time is over", () => {
    expect(codeOf(() => register(null, {}, taskIn("STARTED")))).toBe("state_conflict");
    expect(codeOf(() => register(null, { nowMs: (GENESIS + 1_001) * 1000 }))).toBe("state_conflict");
    expect(codeOf(() => resolveInterest(taskIn("STARTED"), register(), approve))).toBe("state_conflict");
  });

  it("lets only the poster decide, and only where there is something to decide", () => {
    expect(codeOf(() => resolveInterest(open, register(), { ...approve, by: STRANGER }))).toBe("forbidden_role");
    expect(codeOf(() => resolveInterest(open, register(), { ...reject, by: WORKER }))).toBe("forbidden_role");
    expect(codeOf(() => resolveInterest(taskIn("FUNDED"), register(), approve))).toBe("state_conflict");
    expect(codeOf(() => resolveInterest(open, withdrawInterest(open, register(), NOW), approve))).toBe(
      "state_conflict",
    );
  });

  it("takes no choice that has lapsed, and takes none back that is good", () => {
    expect(
      codeOf(() => resolveInterest(open, register(), { ...approve, voucher: { ...voucher, deadline: GENESIS - 1 } })),
    ).toBe("invalid_request");
    expect(codeOf(() => resolveInterest(open, resolveInterest(open, register(), approve), reject))).toBe(
      "state_conflict",
    );
  });

  it("C15: takes no choice back by a shorter one, nor by a withdrawal in between", () => {
    const long = { ...voucher, deadline: GENESIS + 900, signature: "0x02" } as const;
    const chosen = resolveInterest(open, register(), { ...approve, voucher: long });
    expect(codeOf(() => resolveInterest(open, chosen, approve))).toBe("invalid_request");
    const afterShort = { ...reject, nowMs: (voucher.deadline + 1) * 1000 };
    expect(codeOf(() => resolveInterest(open, chosen, afterShort))).toBe("state_conflict");
    const back = register(withdrawInterest(open, chosen, NOW), { nowMs: NOW + COOLDOWN_MS });
    expect(codeOf(() => resolveInterest(open, back, afterShort))).toBe("state_conflict");
    const afterAll = { ...reject, nowMs: (long.deadline + 1) * 1000 };
    expect(resolveInterest(open, back, afterAll)).toMatchObject({ status: "rejected", voucher: null });
  });
});
