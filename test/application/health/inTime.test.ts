import { readFile } from "node:fs/promises";
import { inTime } from "../../../functions/src/application/health/inTime";

/** Keeps the process busy, as loading modules for the first request does. */
function busy(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

describe("health's patience with one part", () => {
  it("E8: counts no time in which the process itself was busy: a first answer after the start is not `down`", async () => {
    const read = inTime(() => readFile(__filename, "utf8"));
    busy(2_000);
    expect(await read).toContain("busy");
  });

  it("ends after 1.5 seconds, and at once where the check fails", async () => {
    const before = performance.now();
    expect(await inTime(() => new Promise(() => undefined))).toBeUndefined();
    const waited = performance.now() - before;
    expect([waited >= 1_400, waited < 3_000]).toEqual([true, true]);
    expect(await inTime(() => Promise.reject(new Error("broken")))).toBeUndefined();
    expect(performance.now() - before - waited).toBeLessThan(500);
  });
});
