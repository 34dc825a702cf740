import { dueNotice, isSameWindow, windowOf } from "../../../functions/src/domain/task/status";
import { POSTER, WORKER, ARBITER } from "../../setup/tasks/histories";
import { taskIn } from "./lives";

const started = taskIn("STARTED");
const began = started.turns.at(-1)?.ended ?? 0;
const deadline = started.deadlines.workBy ?? 0;
const half = began + Math.ceil((deadline - began) / 2);

describe("the window of a task", () => {
  it("says whom the task waits for", () => {
    const waitsFor = (...[state, changes]: Parameters<typeof taskIn>) => windowOf(taskIn(state, changes)).waitsFor;
    expect(waitsFor("FUNDED", { mode: "selection" })).toEqual([POSTER]);
    expect(waitsFor("FUNDED", { mode: "instant" })).toEqual([]);
    expect(waitsFor("STARTED")).toEqual([WORKER]);
    expect(waitsFor("SUBMITTED")).toEqual([POSTER]);
    expect(waitsFor("CHANGES_REQUESTED")).toEqual([WORKER]);
    expect(waitsFor("REJECTED")).toEqual([WORKER]);
    expect(waitsFor("DISPUTED")).toEqual([ARBITER]);
    for (const over of ["RESOLVED", "REFUNDED", "CANCELLED", "EXPIRED"] as const)
      expect(windowOf(taskIn(over, { settled: true }))).toEqual({ waitsFor: [], noticeAt: null, isOpen: false });
    expect(windowOf(null)).toEqual({ waitsFor: [], noticeAt: null, isOpen: false });
  });

  it("gives notice at 50 %, 90 % and after the deadline, each once", () => {
    expect(windowOf(started).noticeAt).toBe(half);
    expect(dueNotice(started, half - 1)).toBeNull();
    const first = dueNotice(started, half);
    expect(first).toMatchObject({ percent: 50, window: { waitsFor: [WORKER] } });
    const second = dueNotice(started, first?.window.noticeAt ?? 0);
    expect(second).toMatchObject({ percent: 90, window: { waitsFor: [WORKER], noticeAt: deadline + 1 } });
    expect(dueNotice(started, deadline)?.percent).toBe(90);
    expect(dueNotice(started, deadline + 1)).toEqual({
      percent: 100,
      window: { waitsFor: [POSTER, WORKER], noticeAt: null, isOpen: false },
    });
  });

  it("gives the latest notice only, after a pause", () => {
    expect(dueNotice(started, deadline + 10_000)?.percent).toBe(100);
  });

  it("is open for workers until the notice of the missed deadline", () => {
    const funded = taskIn("FUNDED");
    const openUntil = funded.deadlines.openUntil ?? 0;
    expect([windowOf(funded).isOpen, windowOf(started).isOpen]).toEqual([true, false]);
    expect(dueNotice(funded, openUntil)).toMatchObject({ percent: 90, window: { isOpen: true } });
    expect(dueNotice(funded, openUntil + 1)).toMatchObject({ percent: 100, window: { isOpen: false } });
  });

  it("begins again with each step, and not with a write that changes no window", () => {
    expect(isSameWindow(started, { ...started })).toBe(true);
    expect(isSameWindow(started, taskIn("SUBMITTED"))).toBe(false);
    expect(isSameWindow(null, started)).toBe(false);
    expect(isSameWindow(null, null)).toBe(true);
  });
});
