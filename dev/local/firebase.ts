import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { symlink } from "node:fs/promises";
import path from "node:path";
import { BASE, type ChainFacts } from "../../functions/src/domain/chains";
import { placeExplorer } from "../tools/explorer";
import { dotenv } from "./localSettings";
import { run } from "./processes";

/** The Firebase functions and hosting emulators, ready for clients. */
export interface LocalFirebase {
  baseUrl: string;
  functionsUrl: string;
  /** Resolves when they have ended, for any reason. */
  ended: Promise<unknown>;
  close(): Promise<void>;
}

export interface FirebaseOptions {
  /** Where `buildFunctions` put them. */
  folder: string;
  /** Ports of each part; all but the first two are the CLI's own. */
  ports: Record<"hosting" | "functions" | "hub" | "logging" | "eventarc" | "tasks", number>;
  /** host:port of the Firestore emulator. */
  firestoreHost: string;
  /** What an operator would set, by name; those in `secrets` are put where the emulator looks for secrets. */
  settings: Record<string, string>;
  secrets: Record<string, string>;
  logFile: string;
}

export const PROJECT = "demo-mkt";
const REGION = "us-central1";
/** The CLI keeps this port for functions and steps over it with hosting. */
export const NEVER_HOSTING = 5001;

const ROOT = path.join(__dirname, "../..");
const HOSTING = path.join(ROOT, "hosting");
const CLI = path.join(ROOT, "node_modules", "firebase-tools", "lib", "bin", "firebase.js");
const HOST = "127.0.0.1";
const READY_MS = 90_000;

/**
 * Bundles the functions into an empty folder of this run, with hosting's files for the chain and the app, and gives the folder. The CLI takes ports and settings only
 * from files, and reloads functions when their files change: in a separate folder a stack changes nothing that
 * is committed, and neither another stack nor a build disturbs it.
 */
export async function buildFunctions(hostingPort: number, chain: ChainFacts): Promise<string> {
  const folder = path.join(ROOT, ".local", `firebase-${hostingPort}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const lib = path.join(folder, "functions", "lib");
  const hosting = async () => {
    // The committed documents are Base's.
    await program("dev/tools/generate.ts", ROOT, {}, "--pages");
    await (chain.id === BASE.id ? symlink(HOSTING, path.join(folder, "hosting")) : writeHosting(folder, chain));
    await program("packages/app/build.ts", path.join(folder, "hosting", "app"));
  };
  await Promise.all([program("functions/build.ts", lib), hosting()]);
  return folder;
}

/** Hosting's files for a chain: the committed ones, and over them the documents that say which chain it is. */
async function writeHosting(folder: string, { id }: ChainFacts): Promise<void> {
  cpSync(HOSTING, path.join(folder, "hosting"), { recursive: true });
  await program("dev/tools/generate.ts", folder, { CHAIN_ID: String(id) });
}

/** Runs a program of this project to its end. */
async function program(
  file: string,
  folder: string,
  environment: NodeJS.ProcessEnv = {},
  ...options: string[]
): Promise<void> {
  const args = ["--import", "tsx", path.join(ROOT, file), folder, ...options];
  const child = run(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...environment } });
  if ((await child.ended) !== 0) throw new Error(`${file} has failed:\n${child.output()}`);
}

/** Starts the functions and hosting emulators on what the folder holds, behind the committed firebase.json. */
export async function startFirebase(options: FirebaseOptions): Promise<LocalFirebase> {
  const { ports, folder } = options;
  layOut(options);
  const cli = run(
    process.execPath,
    [
      CLI,
      "emulators:start",
      "--only",
      "functions,hosting",
      "--project",
      PROJECT,
      "--config",
      path.join(folder, "firebase.json"),
    ],
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
    const [said] = await cli.says(/All emulators ready|unable to start on port \d+/, READY_MS);
    // Clients were told the ports that were asked for.
    if (said.startsWith("unable")) throw new Error(`The Firebase emulators are ${said}; ${options.logFile} says more.`);
    if (/Failed to load function definition/.test(cli.output()))
      throw new Error(`the functions could not be loaded:\n${cli.output()}`);
    await addTrigger(options.firestoreHost);
    return {
      baseUrl: `http://${HOST}:${ports.hosting}`,
      functionsUrl: `http://${HOST}:${ports.functions}/${PROJECT}/${REGION}`,
      ended: cli.ended,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Has the Firestore emulator start webhookDispatch for each event of the log. The CLI does so only for an emulator that
 * it started itself.
 */
async function addTrigger(firestoreHost: string): Promise<void> {
  const id = `${REGION}-webhookDispatch-0`;
  const reply = await fetch(
    `http://${firestoreHost}/emulator/v1/projects/${PROJECT}/eventarcTrigger?eventarcTriggerId=${id}`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        eventType: "google.cloud.firestore.document.v1.created",
        database: "(default)",
        namespace: "(default)",
        document: { value: "events/{id}", matchType: "PATH_PATTERN" },
      }),
    },
  );
  if (!reply.ok) throw new Error(`The trigger webhookDispatch could not be added: ${await reply.text()}`);
}

interface FirebaseJson {
  functions: { source: string }[];
  hosting: object;
}

function layOut({ folder, ports, settings, secrets }: FirebaseOptions): void {
  const committed = JSON.parse(readFileSync(path.join(ROOT, "firebase.json"), "utf8")) as FirebaseJson;
  const functions = path.join(folder, "functions");
  cpSync(path.join(ROOT, "functions", "package.json"), path.join(functions, "package.json"));
  const modules = path.join(ROOT, "functions", "node_modules");
  if (existsSync(modules)) symlinkSync(modules, path.join(functions, "node_modules"));
  placeExplorer(path.join(folder, "hosting"));
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
