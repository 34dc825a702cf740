import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { getAddress, isAddress, JsonRpcProvider, VoidSigner, Wallet, type Signer } from "ethers";
import { Mkt } from "../client";
import { MktError } from "../errors";
import { FileJournal } from "../journal";
import { CHAIN_ID } from "../trust";
import type { ToSign } from "../wallet";

/** Where a command reads and writes; a test gives its own. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  out: (text: string) => void;
  err: (text: string) => void;
  stdin: () => Promise<string>;
  signal: AbortSignal;
  nowMs: () => number;
}

/** The options of every command. */
export interface GlobalOptions {
  json?: true;
  dryRun?: true;
  baseUrl?: string;
  origin?: string;
  rpcUrl?: string;
  keystore?: string;
  wallet?: string;
  maxUsdc: string;
  totalUsdc: string;
  attempts: string;
  journal?: string;
}

/** Thrown instead of a signature in a dry run: what would have been signed. */
export class DryRun extends Error {
  constructor(readonly toSign: ToSign) {
    super("dry run");
  }
}

/** The client that a command's options and environment describe; no key is asked for that the command does not use. */
export class Context {
  private readonly closers: (() => unknown)[] = [];
  private opened: Promise<Mkt> | undefined;

  constructor(
    readonly options: GlobalOptions,
    readonly terminal: Terminal,
  ) {}

  /** A client that reads, and signs where a key is given. */
  mkt(): Promise<Mkt> {
    this.opened ??= this.open();
    return this.opened;
  }

  /** Whether there is a wallet to speak for. */
  hasWallet(): boolean {
    const { env } = this.terminal;
    return [this.options.wallet, env["MKT_WALLET"], env["MKT_PRIVATE_KEY"], this.keystore()].some((value) => value !== undefined);
  }

  async close(): Promise<void> {
    for (const close of this.closers.splice(0)) await close();
  }

  private async open(): Promise<Mkt> {
    const { options, terminal: { env, nowMs } } = this;
    const baseUrl = options.baseUrl ?? env["MKT_BASE_URL"];
    if (baseUrl === undefined || !URL.canParse(baseUrl)) throw usage("Name the service: --base-url https://… or MKT_BASE_URL.");
    const signer = await this.signer();
    const trust = trustOf(env);
    const origin = options.origin ?? env["MKT_ORIGIN"];
    const journal = new FileJournal(options.journal ?? env["MKT_JOURNAL"] ?? journalFile(env, new URL(baseUrl).host));
    this.closers.push(() => journal.close());
    return new Mkt({
      baseUrl,
      nowMs,
      trust,
      retry: { attempts: Math.max(1, Number.parseInt(options.attempts, 10) || 1) },
      budget: { perCallUsdc: options.maxUsdc, totalUsdc: options.totalUsdc },
      journal,
      // A dry run shows the transactions themselves, not the permit on the way to them.
      permits: options.dryRun !== true,
      beforeSigning: (toSign) => {
        if (options.dryRun) throw new DryRun(toSign);
      },
      ...(origin !== undefined && { origin }),
      ...(signer && { signer }),
    });
  }

  /** Keys come from the environment or from a file, never from the command line, where other users could read them. */
  private async signer(): Promise<Signer | undefined> {
    const { options, terminal: { env } } = this;
    const provider = this.provider();
    const keystore = this.keystore();
    const address = options.wallet ?? env["MKT_WALLET"];
    if (env["MKT_PRIVATE_KEY"] !== undefined) return walletOf(env["MKT_PRIVATE_KEY"], provider);
    if (keystore !== undefined) {
      const password = env["MKT_KEYSTORE_PASSWORD"];
      if (password === undefined) throw usage("The keystore's password is read from MKT_KEYSTORE_PASSWORD.");
      const opened = await Wallet.fromEncryptedJson(await readFile(keystore, "utf8"), password).catch(() => {
        throw usage(`The keystore ${keystore} does not open with MKT_KEYSTORE_PASSWORD.`);
      });
      return opened.connect(provider ?? null);
    }
    if (address === undefined) return undefined;
    if (!isAddress(address)) throw usage("--wallet is no address.");
    return new VoidSigner(getAddress(address), provider);
  }

  private keystore(): string | undefined {
    return this.options.keystore ?? this.terminal.env["MKT_KEYSTORE"];
  }

  private provider(): JsonRpcProvider | undefined {
    const url = this.options.rpcUrl ?? this.terminal.env["MKT_RPC_URL"];
    if (url === undefined) return undefined;
    // Without a cache, so that the next transaction sees the nonce of the last one.
    const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1, staticNetwork: false });
    this.closers.push(() => provider.destroy());
    return provider;
  }
}

export function usage(message: string): MktError {
  return new MktError("usage", message);
}

function walletOf(key: string, provider: JsonRpcProvider | undefined): Wallet {
  try {
    return new Wallet(key, provider);
  } catch {
    // The error of the library could show a part of the key.
    throw usage("MKT_PRIVATE_KEY is no private key: 0x and 64 hex digits.");
  }
}

function trustOf(env: Terminal["env"]) {
  const [recipient, human, agentFast] = [env["MKT_RECIPIENT"], env["MKT_ESCROW_HUMAN"], env["MKT_ESCROW_AGENT_FAST"]];
  if ((human === undefined) !== (agentFast === undefined)) throw usage("Set both MKT_ESCROW_HUMAN and MKT_ESCROW_AGENT_FAST, or neither.");
  return {
    chainId: CHAIN_ID,
    ...(recipient !== undefined && { recipient }),
    ...(human !== undefined && agentFast !== undefined && { escrows: { human, "agent-fast": agentFast } }),
  };
}

function journalFile(env: Terminal["env"], host: string): string {
  const folder = env["XDG_STATE_HOME"] ?? path.join(homedir(), ".local", "state");
  return path.join(folder, "mkt", `${host.replace(/[^\w.-]/g, "_")}.json`);
}
