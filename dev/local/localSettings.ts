import { randomBytes } from "node:crypto";
import { SETTINGS } from "../../functions/src/settings/table";
import type { StackAddresses } from "./stackFile";
import { devWallets } from "./wallets";

/** What the functions are configured with, by name; the emulator looks for secrets in a file of their own. */
export interface LocalSettings {
  settings: Record<string, string>;
  secrets: Record<string, string>;
}

export interface LocalPlace {
  baseUrl: string;
  rpcUrl: string;
  chainId: number;
  contracts: Pick<StackAddresses["contracts"], "human" | "agentFast">;
}

type Given = Partial<Record<keyof typeof SETTINGS, string>>;

/**
 * Every setting that the functions have on this machine: those of a local chain and the development wallets, with new
 * keys; what `given` has instead; this process's environment for the others.
 */
export function localSettings({ baseUrl, rpcUrl, chainId, contracts }: LocalPlace, given: Given = {}): LocalSettings {
  const { recipient, judge, keeper, relay, settler } = devWallets();
  const key = (): string => randomBytes(32).toString("hex");
  const own: Given = {
    BASE_URL: baseUrl,
    CHAIN_ID: String(chainId),
    RPC_URLS: rpcUrl,
    PAYMENT_RECIPIENT: recipient.address,
    QUOTE_KEYS: `local:${key()}`,
    ESCROW_HUMAN: contracts.human,
    ESCROW_AGENT_FAST: contracts.agentFast,
    KEEPER_KEY: keeper.privateKey,
    KEEPER_CALLS_TIMEOUTS: "true",
    RELAY_KEY: relay.privateKey,
    JUDGE_KEY: judge.privateKey,
    RECEIPT_KEY: `0x${key()}`,
    WEBHOOK_KEYS: `local:${key()}`,
    WEBHOOK_LOOPBACK: "true",
    OPERATOR_NAME: "mkt demo",
    OPERATOR_CONTACT: "demo@example.com",
    ...("FACILITATOR_URL" in given ? {} : { SETTLEMENT_KEY: settler.privateKey }),
    // anvil's gas costs a thousand times Base's.
    RELAY_BUDGET_GWEI: "900000000",
    RELAY_FREE_START_GWEI: "20000000",
    SETTLEMENT_MAX_GWEI: "10000000",
    SETTLEMENT_BUDGET_GWEI: "900000000",
    ...given,
  };
  const settings: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  for (const [name, row] of Object.entries(SETTINGS)) {
    const secret = "secret" in row;
    // The emulator asks the cloud for a secret that is not in its file, and a person for a setting that is not.
    const value =
      own[name as keyof typeof SETTINGS] ??
      process.env[name] ??
      (secret ? "none" : "default" in row ? row.default : undefined);
    if (value !== undefined) (secret ? secrets : settings)[name] = value;
  }
  return { settings, secrets };
}

/** The lines of a dotenv file. */
export function dotenv(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
    .join("");
}
