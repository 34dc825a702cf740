import {
  afterOutcome,
  mayRisk,
  NEW_PAYER,
  type PayerKind,
  type PayerRecord,
} from "../../../functions/src/domain/payment/gasRisk";

const NOW = Date.UTC(2026, 0, 31);
const DAY_MS = 86_400_000;
const ask = (record: Partial<PayerRecord>, kind: PayerKind, affordable = 100) =>
  mayRisk({ ...NEW_PAYER, ...record }, { kind, affordable, nowMs: NOW });
const ago = (...days: number[]) => ({ revertedAt: days.map((day) => NOW - day * DAY_MS) });

describe("the gas risked on a payer", () => {
  it.each<[string, Partial<PayerRecord>, PayerKind, ReturnType<typeof mayRisk>]>([
    ["one first attempt of a contract", {}, "contract", "yes"],
    ["three of an account", { open: 2 }, "account", "yes"],
    ["not a second of a contract beside an open one", { open: 1 }, "contract", "crowded"],
    ["not a fourth of an account", { open: 3 }, "account", "crowded"],
    ["as many more as have succeeded", { open: 5, succeeded: 5 }, "contract", "yes"],
    ["no more than twenty at once", { open: 20, succeeded: 500 }, "account", "crowded"],
    ["nothing on a contract whose only attempt was reverted", ago(29), "contract", "barred"],
    ["another attempt a month later", ago(31), "contract", "yes"],
    ["nothing on an account after three reverted ones today", ago(0.1, 0.2, 0.3), "account", "barred"],
    ["another attempt the next day", ago(1.1, 1.2, 1.3), "account", "yes"],
    [
      "nothing after three reverted ones today, whatever was paid before",
      { ...ago(0.1, 0.2, 0.3), succeeded: 500 },
      "contract",
      "barred",
    ],
    ["less where some were reverted", { ...ago(0.5, 5), succeeded: 2, open: 1 }, "contract", "crowded"],
  ])("D5: %s", (_name, record, kind, verdict) => {
    expect(ask(record, kind)).toBe(verdict);
  });

  it("D5: no more than the balance covers", () => {
    expect([ask({ open: 1 }, "account", 2), ask({ open: 2 }, "account", 2)]).toEqual(["yes", "crowded"]);
  });

  it("D5: remembers how each attempt ended", () => {
    const open = { ...NEW_PAYER, open: 3 };
    expect(afterOutcome(open, "succeeded", NOW)).toEqual({ open: 2, succeeded: 1, revertedAt: [] });
    expect(afterOutcome(open, "reverted", NOW)).toEqual({ open: 2, succeeded: 0, revertedAt: [NOW] });
    expect(afterOutcome(open, "lost", NOW)).toEqual({ open: 2, succeeded: 0, revertedAt: [] });
    expect(afterOutcome(NEW_PAYER, "lost", NOW).open).toBe(0);
  });
});
