import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { JsonRpcProvider, Wallet } from "ethers";
import { Mkt } from "../client";
import { FileJournal } from "../journal/fileJournal";
import { addressOnly, type ChainNode, type WalletSigner } from "../signing/signer";
import { NETWORKS, type NetworkName } from "../signing/trust";
import type { ToSign } from "../signing/wallet";
import { addressOf, isWebAddress, reasonOf } from "./input";
import { usage } from "./usage";

/** A command's environment, input and output; tests pass their own. */
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
  network?: string;
  keystore?: string;
  wallet?: string;
  maxUsdc: string;
  totalUsdc: string;
  attempts: string;
  gasless?: boolean;
  journal?: string;
}

/** Thrown instead of a signature in a dry run: what would have been signed. */
export class DryRun extends Error {
  constructor(readonly toSign: ToSign) {
    super("dry run");
  }
}

/** Builds the client from a command's options and environment; only commands that sign need a key. */
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

  /** Whether a wallet is given. */
  hasWallet(): boolean {
    return [this.watched(), this.env("MKT_PRIVATE_KEY"), this.keystore()].some((value) => value !== undefined);
  }

  /** Where the service answers. */
  baseUrl(): string {
    return (
      this.url(this.options.baseUrl, "--base-url", "MKT_BASE_URL") ??
      failUsage("Give the service's URL with --base-url https://…, or set MKT_BASE_URL.")
    );
  }

  async close(): Promise<void> {
    for (const close of this.closers.splice(0)) await close();
  }

  private async open(): Promise<Mkt> {
    const { options } = this;
    const baseUrl = this.baseUrl();
    const origin = this.url(options.origin, "--origin", "MKT_ORIGIN");
    const trust = this.trust();
    const signer = await this.signer();
    const journal = new FileJournal(options.journal ?? this.env("MKT_JOURNAL") ?? this.stateFile("json"));
    this.closers.push(() => journal.close());
    return new Mkt({
      baseUrl,
      nowMs: this.terminal.nowMs,
      trust,
      retry: { attempts: Number(options.attempts) },
      budget: { perCallUsdc: options.maxUsdc, totalUsdc: options.totalUsdc },
      journal,
      // A dry run shows the transactions themselves, not the permit on the way to them.
      permits: options.dryRun !== true,
      gasless: options.gasless === undefined ? "auto" : options.gasless ? "always" : "never",
      beforeSigning: (toSign) => {
        if (options.dryRun) throw new DryRun(toSign);
      },
      ...(origin !== undefined && { origin }),
      ...(signer && { signer }),
    });
  }

  /** Keys come from the environment or from a file, never from the command line, where other users could read them. */
  private async signer(): Promise<WalletSigner | undefined> {
    const provider = this.provider();
    const [key, keystore, address] = [this.env("MKT_PRIVATE_KEY"), this.keystore(), this.watched()];
    if (key !== undefined) return walletOf(key, provider);
    if (keystore !== undefined)
      return (await openKeystore(keystore, this.env("MKT_KEYSTORE_PASSWORD"))).connect(provider ?? null);
    return address === undefined
      ? undefined
      : addressOnly(addressOf(address, this.options.wallet === undefined ? "MKT_WALLET" : "--wallet"), provider);
  }

  private keystore(): string | undefined {
    return this.options.keystore ?? this.env("MKT_KEYSTORE");
  }

  private watched(): string | undefined {
    return this.options.wallet ?? this.env("MKT_WALLET");
  }

  /** The chain's node, if one is given, the token of the chosen network, and the recipient that the user pinned. */
  chain(): { node: ChainNode | null; token: string; recipient: string | null } {
    const recipient = this.pinned("MKT_RECIPIENT") ?? null;
    return { node: this.provider() ?? null, token: NETWORKS[this.network()].usdc, recipient };
  }

  private pinned(name: string): string | undefined {
    const address = this.env(name);
    return address === undefined ? undefined : addressOf(address, name);
  }

  private provider(): JsonRpcProvider | undefined {
    const url = this.url(this.options.rpcUrl, "--rpc-url", "MKT_RPC_URL");
    if (url === undefined) return undefined;
    // Without a cache, so that the next transaction sees the nonce of the last one.
    const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1, staticNetwork: false });
    this.closers.push(() => provider.destroy());
    return provider;
  }

  /** Base, unless the user chooses another network; never taken from the service. */
  network(): NetworkName {
    const given = this.options.network ?? this.env("MKT_NETWORK") ?? "base";
    if (given in NETWORKS) return given as NetworkName;
    const option = this.options.network === undefined ? "MKT_NETWORK" : "--network";
    throw usage(`${option} must be ${Object.keys(NETWORKS).join(" or ")}.`);
  }

  private trust() {
    const [recipient, judge, human, agentFast] = [
      this.pinned("MKT_RECIPIENT"),
      this.pinned("MKT_JUDGE"),
      this.pinned("MKT_ESCROW_HUMAN"),
      this.pinned("MKT_ESCROW_AGENT_FAST"),
    ];
    if ((human === undefined) !== (agentFast === undefined))
      throw usage("Set both MKT_ESCROW_HUMAN and MKT_ESCROW_AGENT_FAST, or neither.");
    return {
      chainId: NETWORKS[this.network()].chainId,
      ...(recipient !== undefined && { recipient }),
      ...(judge !== undefined && { judge }),
      ...(human !== undefined && agentFast !== undefined && { escrows: { human, "agent-fast": agentFast } }),
    };
  }

  /** The file in which this program stores its state for this service and network. */
  stateFile(suffix: string): string {
    const folder = this.env("XDG_STATE_HOME") ?? path.join(homedir(), ".local", "state");
    const network = this.network() === "base" ? "" : `.${this.network()}`;
    const host = new URL(this.baseUrl()).host.replace(/[^\w.-]/g, "_");
    return path.join(folder, "mkt", `${host}${network}.${suffix}`);
  }

  private url(given: string | undefined, option: string, variable: string): string | undefined {
    const url = given ?? this.env(variable);
    if (url !== undefined && !isWebAddress(url))
      throw usage(`${given === undefined ? variable : option} must be a URL that starts with https:// or http://.`);
    return url;
  }

  /** A variable's value; an empty one counts as not set. */
  private env(name: string): string | undefined {
    return this.terminal.env[name] || undefined;
  }
}

function failUsage(message: string): never {
  throw usage(message);
}

function walletOf(key: string, provider: JsonRpcProvider | undefined): Wallet {
  try {
    return new Wallet(key, provider);
  } catch {
    // The library's error could contain part of the key.
    throw usage("MKT_PRIVATE_KEY is not a private key: 0x and 64 hex digits.");
  }
}

async function openKeystore(file: string, password: string | undefined) {
  if (password === undefined) throw usage("Set MKT_KEYSTORE_PASSWORD to the password of the keystore.");
  const json = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw usage(`The keystore ${file} cannot be read: ${reasonOf(error)}.`);
  });
  return Wallet.fromEncryptedJson(json, password).catch(() => {
    throw usage(`The keystore ${file} cannot be opened with MKT_KEYSTORE_PASSWORD.`);
  });
}
