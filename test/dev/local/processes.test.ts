import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { run } from "../../../dev/local/processes";
import { until } from "../../setup/until";

const PROCESSES = path.join(__dirname, "../../..", "dev/local/processes.ts");

/** Whether a process runs; one that only waits for its parent to notice its end does not. */
function alive(pid: number): boolean {
  return !/^(Z.*)?$/.test(
    spawnSync("ps", ["-o", "stat=", "-p", String(pid)])
      .stdout.toString()
      .trim(),
  );
}

async function gone(pid: number): Promise<boolean> {
  await until(() => !alive(pid));
  return true;
}

describe("happy", () => {
  it("hands over what the program says as soon as it says it", async () => {
    const program = run("sh", ["-c", "echo ready on 42; sleep 60"]);
    const [, port] = await program.says(/ready on (\d+)/, 5_000);
    expect(port).toBe("42");
    await program.stop();
    expect(alive(program.pid)).toBe(false);
  });

  it("ends the programs that a program started, too", async () => {
    const program = run("sh", ["-c", "sleep 60 & echo child $!; wait"]);
    const [, child] = await program.says(/child (\d+)/, 5_000);
    await program.stop();
    expect(await gone(Number(child))).toBe(true);
  });

  it("ends a program that does not listen when asked", async () => {
    const deaf = "process.on('SIGTERM', () => {}); console.log('deaf'); setInterval(() => {}, 1000)";
    const program = run(process.execPath, ["-e", deaf], { patienceMs: 200 });
    await program.says(/deaf/, 5_000);
    await program.stop();
    expect(alive(program.pid)).toBe(false);
  });
});

describe("the guard", () => {
  const guards = () =>
    spawnSync("ps", ["-A", "-o", "ppid=,args="])
      .stdout.toString()
      .split("\n")
      .filter((line) => line.includes("guard.mjs") && Number(line.trim().split(" ")[0]) === process.pid).length;

  it("stands by while a program runs, and not longer", async () => {
    const program = run("sleep", ["60"]);
    await run("true", []).ended;
    expect(guards()).toBe(1);
    await program.stop();
    await until(() => guards() === 0);
  });
});

describe("faults", () => {
  it("says why a program was not ready", async () => {
    const program = run("sh", ["-c", "echo no such luck >&2; exit 3"]);
    await expect(program.says(/ready/, 5_000)).rejects.toThrow(/sh ended before it was ready:\nno such luck/);
    await program.stop();
  });

  it("names a program that does not exist", async () => {
    const program = run("/nowhere/program", []);
    await expect(program.says(/ready/, 5_000)).rejects.toThrow(/ENOENT/);
    await program.stop();
  });

  it("gives up on a program that says nothing", async () => {
    const program = run("sleep", ["60"]);
    await expect(program.says(/ready/, 100)).rejects.toThrow("sleep was not ready after 100 ms");
    await program.stop();
  });

  it("leaves nothing behind when this process is killed outright", async () => {
    const source = `const { run } = require(${JSON.stringify(PROCESSES)});
      console.log("started", run("sleep", ["60"]).pid);`;
    const parent = spawn(process.execPath, ["--import", "tsx", "-e", source], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [chunk] = (await once(parent.stdout, "data")) as [Buffer];
    const child = Number(/started (\d+)/.exec(chunk.toString())?.[1]);
    expect(alive(child)).toBe(true);
    parent.kill("SIGKILL");
    expect(await gone(child)).toBe(true);
  });
});
