import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { build, type Plugin } from "esbuild";
import { run } from "../../../dev/local/processes";

/** A server in its own process, which a test may kill at any moment. */
export interface ServerProcess {
  baseUrl: string;
  functionsUrl: string;
  pid: number;
  /** Its latest output. */
  output(): string;
  /** Kills it without warning, as a crash or a lost machine would. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

const ROOT = path.join(__dirname, "../../..");
const READY_MS = 30_000;
/** Inside the repository, so that the programs find its packages. */
const FOLDER = path.join(ROOT, ".local", `served-${process.pid}`);

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Gives the modules of a bundle the paths of their sources. */
const sourceFolders: Plugin = {
  name: "source-folders",
  setup: (bundler) =>
    bundler.onLoad({ filter: /\.ts$/ }, ({ path: file }) => ({
      loader: "ts",
      contents: readFileSync(file, "utf8").replaceAll("__dirname", JSON.stringify(path.dirname(file))),
    })),
};

const programs = new Map<string, Promise<string>>();

/** Bundles the program that serves a module; it starts three times as fast as one that is compiled at each start. */
function programFor(module: string): Promise<string> {
  const known = programs.get(module);
  if (known) return known;
  const outfile = path.join(FOLDER, `${programs.size}.js`);
  const built = build({
    stdin: {
      contents: `import { serveModule } from "./serverProcess"; import * as served from ${JSON.stringify(module)}; void serveModule(served);`,
      resolveDir: __dirname,
    },
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "cjs",
    plugins: [sourceFolders],
    logLevel: "silent",
  }).then(() => outfile);
  programs.set(module, built);
  return built;
}

/**
 * Serves functions in another process. `module` is the absolute path of a TypeScript file whose default export
 * returns the handlers, called there with `env` added to this process's environment.
 */
export async function serveInProcess(module: string, env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const child = run(process.execPath, [await programFor(module)], { cwd: ROOT, env: { ...process.env, ...env } });
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
