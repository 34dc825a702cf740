import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { npmStart } from "../../setup/http/npmStart";

const folder = mkdtempSync(path.join(tmpdir(), "mkt-start-"));
const env = { MKT_STACK_FILE: path.join(folder, "stack.json") };

describe("refusals", () => {
  it("says in one line what to install when Java is missing, before it starts anything", async () => {
    const start = npmStart({ ...env, JAVA_HOME: "/nowhere" });
    await start.prints("Java is missing");
    expect(start.output()).toMatch(
      /^Java is missing: the Firestore emulator needs Java 11 or newer \(.*\)\. Tried "\/nowhere.*$/m,
    );
    expect(start.output()).not.toContain("Chain");
    expect(start.output()).not.toMatch(/^\s+at /m);
    expect(await start.exitCode).toBe(1);
    expect(start.processes()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("faults", () => {
  it("leaves nothing behind when it is interrupted while it starts", async () => {
    const start = npmStart(env);
    await start.prints("Chain 8453");
    expect(start.processes().length).toBeGreaterThan(2);
    await start.interrupt();
    await until(() => start.processes().length === 0);
    expect(readdirSync(folder)).toEqual([]);
  });
});

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 100));
  expect(condition()).toBe(true);
}
