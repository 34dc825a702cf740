import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "./processes";

/** The Firebase functions and hosting emulators, ready for clients. */
export interface LocalFirebase {
  baseUrl: string;
  functionsUrl: string;
  close(): Promise<void>;
}

export interface FirebaseOptions {
  /** Ports of each part; hub and logging are the CLI's own. */
  ports: Record<"hosting" | "functions" | "hub" | "logging", number>;
  /** host:port of the Firestore emulator. */
  firestoreHost: string;
  /** What an operator would set, by name; those in `secrets` are put where the emulator looks for secrets. */
  settings: Record<string, string>;
  secrets: Record<string, string>;
  logFile: string;
}

export const PROJECT = "demo-mkt";
export const REGION = "us-central1";

const ROOT = path.join(__dirname, "..");
const CLI = path.join(ROOT, "node_modules", "firebase-tools", "lib", "bin", "firebase.js");
const HOST = "127.0.0.1";
const READY_MS = 90_000;

/**
 * Starts the built functions behind the committed firebase.json. The CLI takes ports and settings only from files,
 * so each run gets a folder of its own with a copy of these files and links to everything else: nothing that is
 * committed changes, and two stacks of one checkout do not disturb each other.
 */
export async function startFirebase(options: FirebaseOptions): Promise<LocalFirebase> {
  const { ports } = options;
  const folder = path.join(ROOT, ".local", `firebase-${ports.hosting}`);
  layOut(folder, options);
  const cli = run(
    process.execPath,
    [CLI, "emulators:start", "--only", "functions,hosting", "--project", PROJECT, "--config", path.join(folder, "firebase.json")],
    {
      cwd: folder,
      logFile: options.logFile,
      env: {
        ...process.env,
        FIRESTORE_EMULATOR_HOST: options.firestoreHost,
        // Nothing may call home from here: neither the search for a newer CLI nor that for a cloud's credentials.
        NO_UPDATE_NOTIFIER: "1",
        METADATA_SERVER_DETECTION: "none",
      },
    },
  );
  const close = async () => {
    await cli.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await cli.says(/All emulators ready/, READY_MS);
    if (/Failed to load function definition/.test(cli.output())) throw new Error(`the functions could not be loaded:\n${cli.output()}`);
    return {
      baseUrl: `http://${HOST}:${ports.hosting}`,
      functionsUrl: `http://${HOST}:${ports.functions}/${PROJECT}/${REGION}`,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface FirebaseJson {
  functions: { source: string }[];
  hosting: { public: string };
}

function layOut(folder: string, { ports, settings, secrets }: FirebaseOptions): void {
  const committed = JSON.parse(readFileSync(path.join(ROOT, "firebase.json"), "utf8")) as FirebaseJson;
  const functions = path.join(folder, "functions");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(functions, { recursive: true });
  cpSync(path.join(ROOT, "functions", "package.json"), path.join(functions, "package.json"));
  symlinkSync(path.join(ROOT, "functions", "lib"), path.join(functions, "lib"));
  symlinkSync(path.join(ROOT, committed.hosting.public), path.join(folder, "hosting"));
  writeFileSync(path.join(functions, `.env.${PROJECT}`), dotenv(settings));
  writeFileSync(path.join(functions, ".secret.local"), dotenv(secrets));
  const emulators = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, { host: HOST, port }]));
  const config = {
    functions: committed.functions.map((codebase) => ({ ...codebase, source: "functions" })),
    hosting: { ...committed.hosting, public: "hosting" },
    emulators: { ...emulators, ui: { enabled: false } },
  };
  writeFileSync(path.join(folder, "firebase.json"), JSON.stringify(config, null, 2));
}

function dotenv(values: Record<string, string>): string {
  return Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`).join("");
}
