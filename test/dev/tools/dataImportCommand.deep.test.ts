import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { firestoreSnapshots } from "../../../functions/src/adapters/firestore/snapshots";
import { decodeSnapshot } from "../../../packages/answers/src/dataset/snapshotBytes";
import { testFirestore } from "../../setup/firestore";

const ROOT = join(__dirname, "../../..");
const SAMPLE = join(ROOT, "dev/local/sample");
const { db, projectId } = testFirestore();

const run = promisify(execFile);
const command = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  run(process.execPath, ["--import", "tsx", join(ROOT, "dev/tools/dataImport.ts"), ...args], {
    cwd: ROOT,
    env: { ...process.env, METADATA_SERVER_DETECTION: undefined, GCLOUD_PROJECT: projectId, ...env },
  });

describe("happy", () => {
  it("publishes to Firestore from the command line and says what it did", async () => {
    const { stdout, stderr } = await command({}, "--kind", "goals", join(SAMPLE, "goals.csv"));
    expect(stderr.replace(/.*DeprecationWarning.*\n(?:\(Use `node.*\n)?/g, "")).toBe("");
    expect(stdout).toMatch(/Published 77\d goals/);
    expect(stdout).toMatch(/\[email\]\s+\d/);
    expect(stdout).toMatch(/columns kept\s+age, category, gender, region, state/);
    const snapshots = firestoreSnapshots(db);
    const pointer = (await snapshots.current("goals"))!;
    // What is told of the count is within 3 of it.
    expect(Math.abs(pointer.count - 777)).toBeLessThanOrEqual(3);
    expect(stdout).toContain(pointer.dataHash);
    expect(decodeSnapshot(await snapshots.load(pointer)).texts.length).toBe(777);
  });
});

describe("refusals", () => {
  const WRONG: [string[], string][] = [
    [["--kind", "goals", "dev"], "dev: cannot be read (EISDIR)"],
    [["--kind", "cats", "x.csv"], "Usage"],
    [["--kind", "chats"], "Usage"],
    [["--kind", "chats", "does-not-exist.csv"], "There is no file does-not-exist.csv"],
    [["--bogus"], "Unknown option"],
  ];
  it.each(WRONG)("says in one message what is wrong with %j", async (args, message) => {
    const failure = (await command({}, ...args).catch((error: unknown) => error)) as { code: number; stderr: string };
    expect(failure.code).toBe(1);
    expect(failure.stderr).toContain(message);
    expect(failure.stderr).not.toMatch(/^\s+at /m);
  });
});

describe("faults", () => {
  it("says in one line that the embeddings could not be had", async () => {
    const importing = command(
      { EMBEDDINGS_URL: "http://127.0.0.1:1/v1", EMBEDDINGS_MODEL: "m" },
      "--kind",
      "goals",
      join(SAMPLE, "goals.csv"),
    );
    const failure = (await importing.catch((error: unknown) => error)) as { code: number; stderr: string };
    expect(failure.code).toBe(1);
    expect(failure.stderr).toContain(
      "Nothing was published, for there are no embeddings from EMBEDDINGS_URL: fetch failed",
    );
    expect(failure.stderr).not.toMatch(/^\s+at /m);
  });
});
