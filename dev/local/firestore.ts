import { existsSync, readdirSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { freePort } from "./ports";
import { run } from "./processes";

/** Google's Firestore emulator, ready for clients. */
export interface LocalFirestore {
  /** host:port, the value of FIRESTORE_EMULATOR_HOST. */
  host: string;
  /** Which emulator was chosen, for a person to read. */
  source: string;
  /** Resolves when it has ended; never for an emulator that was not started here. */
  ended: Promise<unknown>;
  close(): Promise<void>;
}

const ROOT = path.join(__dirname, "../..");
const RULES = path.join(ROOT, "firestore.rules");
const FIREBASE_CLI = path.join(ROOT, "node_modules", "firebase-tools", "lib", "bin", "firebase.js");
export const MAIN_CLASS = "com.google.cloud.datastore.emulator.firestore.CloudFirestore";
const JAR_IN_SDK = path.join("platform", "cloud-firestore-emulator", "cloud-firestore-emulator.jar");
const CLOUD_SDKS = [
  "/usr/lib/google-cloud-sdk",
  "/usr/share/google-cloud-sdk",
  "/snap/google-cloud-cli/current",
  "/opt/homebrew/share/google-cloud-sdk",
  "/usr/local/share/google-cloud-sdk",
];
// The light compiler and collector: the emulator starts a quarter faster and leaves the cores to its clients.
const JVM_FLAGS = ["-Duser.language=en", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
const HEAP_MIB = 1_024;
const READY_MS = 60_000;

const JAVA_MISSING =
  "Java is missing: the Firestore emulator needs Java 11 or newer (Debian: apt install default-jre-headless; macOS: brew install openjdk).";
const JAVA_TOO_OLD =
  "Java is too old for this Firestore emulator: install Java 21 or newer (Debian: apt install openjdk-21-jre-headless; macOS: brew install openjdk).";
const EMULATOR_MISSING =
  "The Firestore emulator is missing: install google-cloud-cli-firestore-emulator (from Google's Debian packages), or run npx firebase setup:emulators:firestore, or set FIRESTORE_EMULATOR_JAR.";

export interface FirestoreOptions {
  /** Any free port by default. */
  port?: number;
  /** host:port of the functions emulator whose triggers it starts. */
  functionsHost?: string;
  /** The most that the emulator, which keeps all data in memory, may take; 1,024 MiB by default. */
  heapMib?: number;
  /** Told what takes long, in words for a person. */
  say?: (line: string) => void;
  /** The environment to obey; this process's own by default. */
  env?: NodeJS.ProcessEnv;
  /** Where emulators may be; the usual places by default. */
  places?: Places;
  /** What `findFirestore` found; looked for by default. */
  found?: Found | null;
}

/** What starts an emulator. */
interface Found {
  java: string;
  jar: { path: string; source: string };
}

/** Where to look for the emulator when nothing names it. */
export interface Places {
  /** Roots of Google Cloud CLI installations. */
  cloudSdks: readonly string[];
  /** The folder in which the Firebase CLI keeps its emulators. */
  firebaseCache: string;
  /** Has the Firebase CLI download its emulator into that folder, if it can. */
  download(): Promise<void>;
}

/**
 * Uses the emulator that FIRESTORE_EMULATOR_HOST names, or else starts one with this project's rules.
 * Throws one line that says what to install when Java or the emulator is missing.
 */
export async function startFirestore(options: FirestoreOptions = {}): Promise<LocalFirestore> {
  const { env = process.env } = options;
  const running = env["FIRESTORE_EMULATOR_HOST"];
  if (running) {
    await answers(running);
    return {
      host: running,
      source: "the running emulator of FIRESTORE_EMULATOR_HOST",
      ended: new Promise(() => {}),
      close: async () => {},
    };
  }
  const found = options.found ?? (await findFirestore(options));
  if (found === null) throw new Error("FIRESTORE_EMULATOR_HOST changed meanwhile. Start again.");
  const launch = { ...found, env, heapMib: options.heapMib ?? HEAP_MIB, functionsHost: options.functionsHost };
  if (options.port !== undefined) return launchOn(options.port, launch);
  return launchOn(await freePort(), launch).catch(async (error: unknown) => {
    // Another process was faster.
    if (!String(error).includes("BindException")) throw error;
    return launchOn(await freePort(), launch);
  });
}

/**
 * Java and the emulator, or null where FIRESTORE_EMULATOR_HOST names one that runs already. Starts nothing. Throws one
 * line that says what to install, and what was tried, where one of them is missing.
 */
export async function findFirestore(options: FirestoreOptions = {}): Promise<Found | null> {
  const { env = process.env, places = usualPlaces(env), say = () => {} } = options;
  if (env["FIRESTORE_EMULATOR_HOST"]) return null;
  const java = env["JAVA_HOME"] ? path.join(env["JAVA_HOME"], "bin", "java") : "java";
  await requireJava(java, env);
  return { java, jar: await findJar(env, places, say) };
}

interface Launch extends Found {
  env: NodeJS.ProcessEnv;
  heapMib: number;
  functionsHost: string | undefined;
}

async function launchOn(port: number, { java, jar, env, heapMib, functionsHost }: Launch): Promise<LocalFirestore> {
  const emulator = run(
    java,
    [
      ...JVM_FLAGS,
      `-Xmx${heapMib}m`,
      "-cp",
      jar.path,
      MAIN_CLASS,
      "--host=127.0.0.1",
      `--port=${port}`,
      `--rules=${RULES}`,
      ...(functionsHost === undefined ? [] : [`--functions_emulator=${functionsHost}`]),
    ],
    { env },
  );
  try {
    await emulator.says(/Dev App Server is now running/, READY_MS);
    const host = `127.0.0.1:${port}`;
    await answers(host);
    return { host, source: jar.source, ended: emulator.ended, close: () => emulator.stop() };
  } catch (error) {
    await emulator.stop();
    throw emulator.output().includes("UnsupportedClassVersionError") ? new Error(JAVA_TOO_OLD) : error;
  }
}

async function requireJava(command: string, env: NodeJS.ProcessEnv): Promise<void> {
  const java = run(command, ["-version"], { env });
  await java.ended;
  if (/version "?\d/.test(java.output())) return;
  const [said] = java.output().trim().split("\n");
  throw new Error(`${JAVA_MISSING} Tried "${command} -version": ${said}.`);
}

/** The jar to start: the one that was named, the Google Cloud CLI's, or the Firebase CLI's, in this order. */
async function findJar(
  env: NodeJS.ProcessEnv,
  places: Places,
  say: (line: string) => void,
): Promise<{ path: string; source: string }> {
  const named = env["FIRESTORE_EMULATOR_JAR"];
  if (named) {
    if (existsSync(named)) return { path: named, source: `FIRESTORE_EMULATOR_JAR (${named})` };
    throw new Error(`FIRESTORE_EMULATOR_JAR names ${named}, where there is no file.`);
  }
  for (const root of places.cloudSdks) {
    const jar = path.join(root, JAR_IN_SDK);
    if (existsSync(jar)) return { path: jar, source: `the Google Cloud CLI's emulator (${jar})` };
  }
  let jar = firebaseJar(places.firebaseCache);
  if (!jar) {
    say("No Firestore emulator found: the Firebase CLI downloads one (about 140 MB, once).");
    await places.download();
    jar = firebaseJar(places.firebaseCache);
  }
  if (!jar) {
    const tried = [...places.cloudSdks.map((root) => path.join(root, JAR_IN_SDK)), places.firebaseCache];
    throw new Error(`${EMULATOR_MISSING} Tried ${tried.join(", ")}, and the Firebase CLI's download.`);
  }
  return { path: jar, source: `the Firebase CLI's emulator (${jar})` };
}

function firebaseJar(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const newest = readdirSync(folder)
    .filter((name) => /^cloud-firestore-emulator-v.*\.jar$/.test(name))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .at(-1);
  return newest ? path.join(folder, newest) : undefined;
}

function usualPlaces(env: NodeJS.ProcessEnv): Places {
  const onPath = (env["PATH"] ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, "gcloud"))
    .filter((gcloud) => existsSync(gcloud))
    .map((gcloud) => path.resolve(realpathSync(gcloud), "..", ".."));
  return {
    cloudSdks: [...onPath, ...CLOUD_SDKS, path.join(homedir(), "google-cloud-sdk")],
    firebaseCache: env["FIREBASE_EMULATORS_PATH"] ?? path.join(homedir(), ".cache", "firebase", "emulators"),
    download: async () => {
      await run(process.execPath, [FIREBASE_CLI, "setup:emulators:firestore"], { cwd: ROOT, env }).ended;
    },
  };
}

async function answers(host: string): Promise<void> {
  const reply = await fetch(`http://${host}/`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  if (!reply?.ok) throw new Error(`No Firestore emulator answers at ${host}.`);
}
