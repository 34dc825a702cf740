import { inTime } from "../../functions/src/application/health";

const TICKS = 15;

/** A check that never ends by itself, and the ticks of the patience with it. */
function waited() {
  let tick = (): void => undefined;
  const interval = jest.spyOn(globalThis, "setInterval").mockImplementation(((act: () => void) => {
    tick = act;
  }) as never);
  let end = (_value: string): void => undefined;
  const read = inTime(() => new Promise<string>((resolve) => (end = resolve)));
  interval.mockRestore();
  const ticks = (count: number) => Array.from({ length: count }).forEach(() => tick());
  return { read, ticks, end: (value: string) => end(value) };
}

describe("health's patience with one part", () => {
  it("E8: counts no time in which the process itself was busy: a first answer after the start is not `down`", async () => {
    // However long the process is busy, at most one tick passes meanwhile.
    const { read, ticks, end } = waited();
    ticks(TICKS - 1);
    end("read");
    expect(await read).toBe("read");
  });

  it("ends after 1.5 seconds of ticks, and at once where the check fails", async () => {
    const { read, ticks } = waited();
    ticks(TICKS);
    expect(await read).toBeUndefined();
    expect(await inTime(() => Promise.reject(new Error("broken")))).toBeUndefined();
  });
});
