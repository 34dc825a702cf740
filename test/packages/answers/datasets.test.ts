import { decodeSnapshot } from "../../../packages/answers/src/dataset/snapshotBytes";
import { currentDatasets } from "../../../packages/answers/src/datasets";
import type { LogFields } from "../../../functions/src/ports/log";
import { MemorySnapshots } from "../../fakes/snapshots";
import { goalsOfStates, NOW, publish, quiet } from "./fixture";

function setUp() {
  const snapshots = new MemorySnapshots();
  const clock = { ms: NOW };
  const warnings: [string, LogFields | undefined][] = [];
  const log = { ...quiet, warn: (event: string, fields?: LogFields) => void warnings.push([event, fields]) };
  const dataset = currentDatasets({ snapshots, now: () => clock.ms, log }, (bytes) =>
    Promise.resolve({ size: decodeSnapshot(bytes).texts.length }),
  );
  return { snapshots, clock, warnings, dataset };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const some = (count: number) => goalsOfStates().slice(0, count);

describe("happy", () => {
  it("loads once, lazily, however many ask at the same time", async () => {
    const { snapshots, dataset } = setUp();
    await publish(snapshots, "goals", some(50));
    expect(snapshots.asked).toMatchObject({ current: 0, load: 0 });
    const found = await Promise.all(Array.from({ length: 20 }, () => dataset("goals")));
    expect(new Set(found).size).toBe(1);
    expect(snapshots.asked).toMatchObject({ current: 1, load: 1 });
  });

  it("notices a newer snapshot within a minute, without making an answer wait for it", async () => {
    const { snapshots, clock, dataset } = setUp();
    await publish(snapshots, "goals", some(50));
    expect((await dataset("goals")).size).toBe(50);
    await publish(snapshots, "goals", some(60));
    clock.ms += 31_000;
    expect((await dataset("goals")).size).toBe(50);
    await settled();
    clock.ms += 1_000;
    expect((await dataset("goals")).size).toBe(60);
  });

  it("reads the pointer at most once per half minute", async () => {
    const { snapshots, clock, dataset } = setUp();
    await publish(snapshots, "goals", some(50));
    for (let second = 0; second < 90; second++) {
      await dataset("goals");
      await settled();
      clock.ms += 1_000;
    }
    expect(snapshots.asked).toMatchObject({ current: 3, load: 1 });
  });

  it("loads a newer snapshot once, however many ask meanwhile", async () => {
    const { snapshots, clock, dataset } = setUp();
    await publish(snapshots, "goals", some(50));
    await dataset("goals");
    await publish(snapshots, "goals", some(60));
    clock.ms += 31_000;
    await Promise.all(Array.from({ length: 20 }, () => dataset("goals")));
    await settled();
    expect(snapshots.asked).toMatchObject({ current: 2, load: 2 });
  });
});

describe("faults", () => {
  it("keeps the old snapshot when a look for a newer one fails, and says so in the log", async () => {
    const { snapshots, clock, warnings, dataset } = setUp();
    await publish(snapshots, "goals", some(50));
    await dataset("goals");
    await publish(snapshots, "goals", some(60));
    snapshots.failure = new Error("unavailable");
    clock.ms += 31_000;
    await dataset("goals");
    await settled();
    expect((await dataset("goals")).size).toBe(50);
    expect(warnings.map(([event]) => event)).toEqual(["dataset_refresh_failed"]);
    snapshots.failure = null;
    clock.ms += 31_000;
    await dataset("goals");
    await settled();
    expect((await dataset("goals")).size).toBe(60);
  });

  it("keeps the old snapshot when the newer one's bytes are broken", async () => {
    const { snapshots, clock, dataset } = setUp();
    await publish(snapshots, "goals", some(50));
    await dataset("goals");
    snapshots.load = () => Promise.resolve(new Uint8Array(500));
    await publish(snapshots, "goals", some(60));
    clock.ms += 31_000;
    await dataset("goals");
    await settled();
    expect((await dataset("goals")).size).toBe(50);
  });

  it("tries again after a first load that failed", async () => {
    const { snapshots, dataset } = setUp();
    await publish(snapshots, "goals", some(50));
    snapshots.failure = new Error("unavailable");
    await expect(dataset("goals")).rejects.toThrow("unavailable");
    snapshots.failure = null;
    expect((await dataset("goals")).size).toBe(50);
  });
});
