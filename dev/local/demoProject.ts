import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BASE } from "../../functions/src/domain/chains";
import { envFileValues } from "../../packages/contracts/envFile";
import { contractsOfNewChain } from "./contracts";
import { PROJECT } from "./firebase";
import { dotenv, localSettings, type LocalPlace } from "./localSettings";

const ROOT = path.join(__dirname, "../..");
const FUNCTIONS = path.join(ROOT, "functions");
const FIREBASE = JSON.parse(readFileSync(path.join(ROOT, "firebase.json"), "utf8")) as {
  emulators: Record<"hosting" | "functions" | "firestore", { port: number }>;
};
/** Beside that of `npm start`. */
const CHAIN_PORT = 8745;

/** Where things are when the Firebase CLI starts the emulators by firebase.json, and `npm run chain` the chain. */
export const DEMO: LocalPlace & { chainPort: number; firestoreHost: string } = {
  baseUrl: `http://127.0.0.1:${FIREBASE.emulators.hosting.port}`,
  rpcUrl: `http://127.0.0.1:${CHAIN_PORT}`,
  chainId: BASE.id,
  contracts: contractsOfNewChain(),
  chainPort: CHAIN_PORT,
  firestoreHost: `127.0.0.1:${FIREBASE.emulators.firestore.port}`,
};

const WRITTEN = "# Written by npm run build, for the emulators alone.\n";

/**
 * Writes the settings with which the emulators of the project demo-mkt run the functions: `functions/.env.demo-mkt` and,
 * unless a person keeps their own there, `functions/.secret.local`. Both are ignored by git and never deployed.
 */
export function writeDemoSettings(functions: string = FUNCTIONS): void {
  const { settings, secrets } = localSettings(DEMO);
  writeFileSync(path.join(functions, `.env.${PROJECT}`), WRITTEN + dotenv(settings));
  const file = path.join(functions, ".secret.local");
  if (existsSync(file) && !readFileSync(file, "utf8").startsWith(WRITTEN)) return;
  writeFileSync(file, WRITTEN + dotenv(secrets));
}

/** The settings of that project as they were written. */
export function demoSettings(functions: string = FUNCTIONS): Record<string, string> {
  const files = [`.env.${PROJECT}`, ".secret.local"].map((name) => path.join(functions, name));
  return Object.assign({}, ...files.map(envFileValues)) as Record<string, string>;
}
