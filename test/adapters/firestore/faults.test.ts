import { isAlreadyThere, isConflict, reaching } from "../../../functions/src/adapters/firestore/faults";
import { StoreUnavailable } from "../../../functions/src/ports/storeUnavailable";

afterEach(() => jest.useRealTimers());

describe("happy", () => {
  it("gives what the calls give", async () => {
    expect(await reaching(async () => 7)).toBe(7);
  });
});

describe("faults", () => {
  it("makes every failure one that can be tried again, and keeps its cause", async () => {
    const cause = Object.assign(new Error("x"), { code: 14 });
    await expect(reaching(() => Promise.reject(cause))).rejects.toMatchObject({ name: "Error", cause });
    await expect(reaching(() => Promise.reject(cause))).rejects.toThrow(StoreUnavailable);
    const known = new StoreUnavailable(cause);
    await expect(reaching(() => Promise.reject(known))).rejects.toBe(known);
  });

  it("waits ten seconds for an answer and no longer", async () => {
    jest.useFakeTimers();
    const waiting = reaching(() => new Promise(() => undefined));
    let settled = false;
    const failed = waiting.catch((error: unknown) => {
      settled = true;
      return error;
    });
    await jest.advanceTimersByTimeAsync(9_999);
    expect(settled).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await failed).toBeInstanceOf(StoreUnavailable);
  });

  it("leaves no timer behind", async () => {
    jest.useFakeTimers();
    await reaching(async () => 1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it("tells a write that met other documents from one that failed", () => {
    expect([5, 6, 9, 10, 2, 4, 7, 14].map((code) => isConflict({ code }))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect([6, 9, 10].map((code) => isAlreadyThere({ code }))).toEqual([true, false, false]);
    for (const odd of [null, undefined, "x", 6, {}])
      expect([isConflict(odd), isAlreadyThere(odd)]).toEqual([false, false]);
  });
});
