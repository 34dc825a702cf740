import { existsSync, readFileSync } from "node:fs";
import { Firestore } from "@google-cloud/firestore";
import { ethersEscrow } from "../../functions/src/adapters/ethers/escrow";
import { Nodes } from "../../functions/src/adapters/rpc/nodes";
import { toAddress } from "../../functions/src/domain/address";
import { chainNamed } from "../../functions/src/domain/chains";
import type { Log } from "../../functions/src/ports/log";
import type { ChainParts } from "./inbound";

/** A mistake in how a command was called: its message is all that the person needs. */
export class CallError extends Error {}

/** Where a command works, for its usage text. */
export const PLACES = `Where: FIRESTORE_EMULATOR_HOST, else a running local stack (.local/stack.json), else the project's Firestore (--project).`;

const STACK = ".local/stack.json";
const TIMEOUT_MS = 20_000;
const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };

interface Stack {
  readonly firestoreHost?: string;
  readonly rpcUrl?: string;
  readonly chainId?: number;
  readonly recipient?: string;
  readonly contracts?: { readonly human: string; readonly agentFast: string };
}

/** The database that a command works on; says which on the terminal. */
export function openDatabase(project: string | undefined, doing: string): Firestore {
  if (!process.env["FIRESTORE_EMULATOR_HOST"] && project === undefined) {
    const { firestoreHost } = stack();
    if (firestoreHost) process.env["FIRESTORE_EMULATOR_HOST"] = firestoreHost;
  }
  const emulator = process.env["FIRESTORE_EMULATOR_HOST"];
  const projectId =
    project ??
    process.env["GOOGLE_CLOUD_PROJECT"] ??
    process.env["GCLOUD_PROJECT"] ??
    (emulator ? "demo-mkt" : undefined);
  if (projectId === undefined) {
    throw new CallError(
      "No database: start the local stack (npm start), set FIRESTORE_EMULATOR_HOST, or name a project with --project",
    );
  }
  // Beside an emulator nothing may look for a cloud's credentials.
  if (emulator) process.env["METADATA_SERVER_DETECTION"] ??= "none";
  console.log(`${doing} ${emulator ? `the emulator at ${emulator}` : "Firestore"}, project ${projectId}`);
  return new Firestore({ projectId });
}

/** Where a command finds the chain, for its usage text. */
export const CHAIN_PLACES =
  "Chain: CHAIN_ID, RPC_URLS, RPC_QUORUM, ESCROW_HUMAN, ESCROW_AGENT_FAST, ESCROW_FROM_BLOCK, PAYMENT_RECIPIENT and PAYMENT_FORMER_RECIPIENTS, as functions/.env has them, else the running local stack's.";

/** The chain, the deployments on it and who was ever paid there, as `CHAIN_PLACES` says. */
export function openChain(): ChainParts {
  const { rpcUrl, chainId, contracts, recipient } = stack();
  const chain = chainNamed(process.env["CHAIN_ID"] ?? chainId?.toString());
  const {
    RPC_URLS: urls = rpcUrl,
    ESCROW_HUMAN = contracts?.human,
    ESCROW_AGENT_FAST = contracts?.agentFast,
    ESCROW_FROM_BLOCK = "0",
    RPC_QUORUM = "1",
    PAYMENT_RECIPIENT = recipient,
    PAYMENT_FORMER_RECIPIENTS = "",
  } = process.env;
  const [human, agentFast] = [ESCROW_HUMAN, ESCROW_AGENT_FAST].map((text) => toAddress(text ?? ""));
  const former = PAYMENT_FORMER_RECIPIENTS.split(",")
    .map((text) => text.trim())
    .filter((text) => !["", "none"].includes(text));
  const recipients = [PAYMENT_RECIPIENT ?? "", ...former].map(toAddress).filter((found) => found !== null);
  if (
    !chain ||
    !urls ||
    !human ||
    !agentFast ||
    !/^\d+$/.test(ESCROW_FROM_BLOCK) ||
    !["1", "2"].includes(RPC_QUORUM) ||
    recipients.length !== former.length + 1
  ) {
    throw new CallError(
      `No chain: start the local stack (npm start), or set what is missing or wrong. ${CHAIN_PLACES}`,
    );
  }
  const nodes = new Nodes({
    urls: urls.split(",").map((url) => url.trim()),
    quorum: RPC_QUORUM === "2" ? 2 : 1,
    chainId: chain.id,
    timeoutMs: TIMEOUT_MS,
    log: SILENT,
  });
  const addresses = { human, "agent-fast": agentFast };
  const escrow = ethersEscrow({ nodes, addresses, fromBlock: BigInt(ESCROW_FROM_BLOCK), chainId: chain.id });
  return { nodes, escrow, chainId: chain.id, recipients };
}

/** Runs a command to its end: a mistake in the call is one line, anything else a stack; both exit with 1. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const known = error instanceof CallError || String((error as { code?: string }).code).startsWith("ERR_PARSE_ARGS");
    console.error(known ? (error as Error).message : error);
    process.exitCode = 1;
  });
}

function stack(): Stack {
  const file = process.env["MKT_STACK_FILE"] ?? STACK;
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Stack) : {};
}
