import path from "node:path";
import { run } from "../../dev/local/processes";

/** A server in a process of its own, which a test may kill at any moment. */
export interface ServerProcess {
  baseUrl: string;
  functionsUrl: string;
  pid: number;
  /** Everything that it wrote lately. */
  output(): string;
  /** Ends it without any warning, as a crash or a lost machine would. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

const ROOT = path.join(__dirname, "..", "..");
const READY_MS = 30_000;

/**
 * Serves functions in another process. `module` is the absolute path of a TypeScript file whose default export
 * gives the handlers, read there with `env` on top of this process's environment.
 */
export async function serveInProcess(module: string, env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const child = run(process.execPath, ["--import", "tsx", path.join(__dirname, "serverProcess.ts"), module], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  const close = () => child.stop();
  try {
    const [, baseUrl = "", functionsUrl = ""] = await child.says(/serving (\S+) (\S+)/, READY_MS);
    return {
      baseUrl,
      functionsUrl,
      pid: child.pid,
      output: () => child.output(),
      close,
      crash: async () => {
        process.kill(-child.pid, "SIGKILL");
        await child.ended;
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
