import { createECDH } from "node:crypto";
import { toAddress, type Address } from "../domain/address";
import { BASE, chainNamed } from "../domain/chains";
import { keccak256, type Hex } from "../domain/keccak";
import { formatUsdc } from "../domain/money";
import { riskBudget } from "../domain/payment/gasRisk";
import { MIN_PRICE } from "../domain/payment/purchase";
import { isLoopbackName } from "../domain/webhooks/secret";
import type { Settings } from "../settings";
import { SETTINGS, type SettingName, type SettingRow } from "./table";
import * as texts from "./texts";

/** The default price limit of x402 clients: 1 USDC. */
const MAX_UNASKED_PRICE = 1_000_000n;
const GWEI = 1_000_000_000n;

/** Thrown at start; the message has one line for each missing or invalid setting. */
class SettingsError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(`The service cannot start:\n${lines.map((line) => `  ${line}`).join("\n")}`);
    this.name = "SettingsError";
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings from an environment, or throws `SettingsError` naming every invalid one. */
export function readSettings(environment: Environment): Settings {
  const lines: string[] = [];

  const given = (name: SettingName): string => {
    const row: SettingRow = SETTINGS[name];
    return environment[name]?.trim() || row.default || "";
  };
  const isSet = (name: SettingName): boolean => !["", "none"].includes(given(name));

  function read<T>(name: SettingName, parse: (text: string) => T | null): T {
    const value = isSet(name) ? parse(given(name)) : null;
    if (value === null) lines.push(`${name} is ${isSet(name) ? "wrong" : "missing"}: ${SETTINGS[name].rule}`);
    // Null only until the lines are thrown below.
    return value as T;
  }

  const ifSet = <T>(name: SettingName, parse: (text: string) => T | null): T | null =>
    isSet(name) ? read(name, parse) : null;

  const gwei = (name: SettingName, least: number) =>
    GWEI * BigInt(read(name, texts.integerIn(least, 999_999_999)) ?? 0);

  const wrong = (name: SettingName) => lines.push(`${name} is wrong: ${SETTINGS[name].rule}`);

  const readSettlement = (): Settings["settlement"] => {
    if (isSet("FACILITATOR_URL")) {
      return {
        kind: "facilitator",
        url: read("FACILITATOR_URL", texts.url),
        token: ifSet("FACILITATOR_TOKEN", String),
        timeoutMs: read("FACILITATOR_TIMEOUT_MS", texts.integerIn(1_000, 25_000)),
      };
    }
    if (!isSet("SETTLEMENT_KEY")) return null;
    return {
      kind: "wallet",
      privateKey: read("SETTLEMENT_KEY", texts.privateKey),
      budgetWei: gwei("SETTLEMENT_BUDGET_GWEI", 1),
      maxWei: gwei("SETTLEMENT_MAX_GWEI", 1),
      factories: ifSet("SETTLEMENT_FACTORIES", texts.addresses) ?? [],
    };
  };

  /** A key that is only signed with, and its address. */
  const signing = (name: SettingName): { privateKey: Hex; address: Address } | null => {
    const key = ifSet(name, texts.privateKey);
    const address = key && walletOf(key);
    return address && { privateKey: key, address };
  };

  const chain = read("CHAIN_ID", chainNamed);

  const settings: Settings = {
    baseUrl: read("BASE_URL", texts.baseUrl),
    chainId: (chain ?? BASE).id,
    rpcUrls: read("RPC_URLS", texts.urls),
    rpcQuorum: read("RPC_QUORUM", texts.quorum),
    rpcTimeoutMs: read("RPC_TIMEOUT_MS", texts.integerIn(100, 30_000)),
    quoteKeys: read("QUOTE_KEYS", texts.quoteKeys),
    quoteTtlSeconds: read("QUOTE_TTL_SECONDS", texts.integerIn(30, 86_400)),
    priceUsdcUnits: read("PRICE_USDC", texts.priceFrom(MIN_PRICE)),
    formerPrice: ifSet("PRICE_USDC_BEFORE", texts.formerPrice),
    paymentRecipient: read("PAYMENT_RECIPIENT", texts.nonZeroAddress),
    formerRecipients: ifSet("PAYMENT_FORMER_RECIPIENTS", texts.addresses) ?? [],
    ownWallets: [],
    paymentTokens: ifSet("PAYMENT_TOKENS", texts.tokensOf(chain ?? BASE)) ?? [(chain ?? BASE).usdc.address],
    paymentDepth: { seconds: read("PAYMENT_CONFIRM_SECONDS", texts.integerIn(0, 3600)) },
    requirePaymentBinding: read("REQUIRE_PAYMENT_BINDING", texts.flag),
    answerModel:
      isSet("ANSWER_MODEL") || isSet("ANSWER_MODEL_URL")
        ? {
            model: read("ANSWER_MODEL", String),
            url: ifSet("ANSWER_MODEL_URL", texts.url),
            key: ifSet("ANSWER_MODEL_KEY", String),
            location: read("ANSWER_MODEL_LOCATION", String),
            timeoutMs: read("ANSWER_MODEL_TIMEOUT_MS", texts.integerIn(500, 25_000)),
          }
        : null,
    feedbackMailTo: ifSet("FEEDBACK_MAIL_TO", texts.mailAddress),
    operator: {
      name: ifSet("OPERATOR_NAME", texts.line),
      contact: ifSet("OPERATOR_CONTACT", texts.contact),
      termsUrl: ifSet("OPERATOR_TERMS_URL", texts.httpsUrl),
      privacyUrl: ifSet("OPERATOR_PRIVACY_URL", texts.httpsUrl),
      arbiter: ifSet("OPERATOR_ARBITER", texts.line),
    },
    fiat:
      isSet("FIAT_CURRENCY") || isSet("FIAT_RATES_URL")
        ? { currency: read("FIAT_CURRENCY", texts.currency), url: read("FIAT_RATES_URL", texts.baseUrl) }
        : null,
    escrows:
      isSet("ESCROW_HUMAN") || isSet("ESCROW_AGENT_FAST")
        ? {
            human: read("ESCROW_HUMAN", texts.nonZeroAddress),
            "agent-fast": read("ESCROW_AGENT_FAST", texts.nonZeroAddress),
          }
        : null,
    escrowFromBlock: BigInt(read("ESCROW_FROM_BLOCK", texts.integerIn(0, 999_999_999)) ?? 0),
    keeper: isSet("KEEPER_KEY")
      ? {
          privateKey: read("KEEPER_KEY", texts.privateKey),
          budgetWei: gwei("KEEPER_BUDGET_GWEI", 0),
          callsTimeouts: read("KEEPER_CALLS_TIMEOUTS", texts.flag),
        }
      : null,
    relay: isSet("RELAY_KEY")
      ? {
          privateKey: read("RELAY_KEY", texts.privateKey),
          budgetWei: gwei("RELAY_BUDGET_GWEI", 20),
          minRewardUsdcUnits: read("RELAY_MIN_REWARD_USDC", texts.priceFrom(0n)),
          walletSteps: read("RELAY_WALLET_STEPS", texts.integerIn(1, 1000)),
          taskSteps: read("RELAY_TASK_STEPS", texts.integerIn(1, 1000)),
          freeStartWei: gwei("RELAY_FREE_START_GWEI", 1),
          freeStarts: read("RELAY_FREE_STARTS", texts.integerIn(1, 100)),
        }
      : null,
    webhooks: isSet("WEBHOOK_KEYS")
      ? { keys: read("WEBHOOK_KEYS", texts.quoteKeys), loopback: read("WEBHOOK_LOOPBACK", texts.flag) }
      : null,
    agent: isSet("AGENT_ID")
      ? {
          id: read("AGENT_ID", texts.integerIn(0, 999_999_999)),
          registry: ifSet("AGENT_REGISTRY", texts.nonZeroAddress) ?? (chain ?? BASE).agentRegistry,
        }
      : null,
    settlement: readSettlement(),
    receipts: signing("RECEIPT_KEY"),
    judge: signing("JUDGE_KEY"),
    trustedProxies: read("TRUSTED_PROXIES", texts.ranges),
    edgeKeys: ifSet("EDGE_KEY", texts.edgeKeys) ?? [],
    commit: isSet("COMMIT") ? read("COMMIT", (text) => (/^[0-9a-f]{7,40}$/.test(text) ? text : null)) : null,
    warnings: [],
  };
  if (settings.rpcUrls && settings.rpcQuorum > new Set(settings.rpcUrls).size) wrong("RPC_QUORUM");
  if (settings.escrows?.human && settings.escrows.human === settings.escrows["agent-fast"]) wrong("ESCROW_AGENT_FAST");
  lines.push(
    ...recipientFaults(settings),
    ...receiptFaults(settings),
    ...judgeFaults(settings),
    ...plainHttpFaults(settings),
  );
  if (settings.webhooks?.loopback && settings.baseUrl && !isLoopbackName(new URL(settings.baseUrl)))
    wrong("WEBHOOK_LOOPBACK");
  // Two sources of one wallet's nonces would replace each other's transactions.
  const isShared = (one: SettingName, other: SettingName) =>
    isSet(one) && given(one).toLowerCase() === given(other).toLowerCase();
  if (isShared("RELAY_KEY", "SETTLEMENT_KEY") || isShared("RELAY_KEY", "KEEPER_KEY")) wrong("RELAY_KEY");
  if (isShared("SETTLEMENT_KEY", "KEEPER_KEY") || (isSet("SETTLEMENT_KEY") && isSet("FACILITATOR_URL")))
    wrong("SETTLEMENT_KEY");
  if (
    settings.settlement?.kind === "wallet" &&
    riskBudget("contract", settings.settlement.budgetWei) < settings.settlement.maxWei
  )
    wrong("SETTLEMENT_BUDGET_GWEI");
  if (lines.length > 0) throw new SettingsError(lines);
  return { ...settings, ownWallets: ownWallets(settings), warnings: warningsOf(settings) };
}

function warningsOf({ priceUsdcUnits, escrows, keeper, relay }: Settings): string[] {
  const warnings: string[] = [];
  const idle = escrows ? [] : [keeper && "KEEPER_KEY", relay && "RELAY_KEY"].filter((name) => name !== null);
  for (const name of idle)
    warnings.push(`${name} does nothing without ESCROW_HUMAN and ESCROW_AGENT_FAST. Set them, or set ${name} to none.`);
  if (priceUsdcUnits > MAX_UNASKED_PRICE) {
    warnings.push(
      `PRICE_USDC is ${formatUsdc(priceUsdcUnits)}: x402 clients refuse to pay more than ${formatUsdc(MAX_UNASKED_PRICE)} USDC unless their users raise the limit.`,
    );
  }
  return warnings;
}

/**
 * Checks across settings: each function returns error lines for values that are inconsistent.
 *
 * The address of a private key.
 */
function walletOf(privateKey: Hex): Address | null {
  const curve = createECDH("secp256k1");
  curve.setPrivateKey(privateKey.slice(2), "hex");
  // Without the prefix byte of an uncompressed point.
  return toAddress(`0x${keccak256(curve.getPublicKey().subarray(1)).slice(-40)}`);
}

type Recipient = Pick<
  Settings,
  "paymentRecipient" | "formerRecipients" | "paymentTokens" | "escrows" | "settlement" | "keeper" | "relay"
>;

type Keys = Pick<Settings, "settlement" | "keeper" | "relay">;

/** The wallets of SETTLEMENT_KEY, KEEPER_KEY and RELAY_KEY, if set. */
function walletsOf({ settlement, keeper, relay }: Keys): [string, Address | null][] {
  return [
    ["the wallet of RELAY_KEY", relay?.privateKey ? walletOf(relay.privateKey) : null],
    [
      "the wallet of SETTLEMENT_KEY",
      settlement?.kind === "wallet" && settlement.privateKey ? walletOf(settlement.privateKey) : null,
    ],
    ["the wallet of KEEPER_KEY", keeper?.privateKey ? walletOf(keeper.privateKey) : null],
  ];
}

/** The service's own sending wallets. */
function ownWallets(settings: Keys): Address[] {
  return walletsOf(settings).flatMap(([, wallet]) => wallet ?? []);
}

/**
 * A recipient must receive only payments: money sent to an escrow or a token is stuck there, and other income of the
 * service's wallets could be redeemed as a payment.
 */
function recipientFaults({
  paymentRecipient,
  formerRecipients,
  paymentTokens,
  escrows,
  settlement,
  keeper,
  relay,
}: Recipient): string[] {
  const taken: [string, Address | null | undefined][] = [
    ...(paymentTokens ?? []).map((token): [string, Address] => ["a token of PAYMENT_TOKENS", token]),
    ["the escrow of ESCROW_HUMAN", escrows?.human],
    ["the escrow of ESCROW_AGENT_FAST", escrows?.["agent-fast"]],
    ...walletsOf({ settlement, keeper, relay }),
  ];
  const current = taken
    .filter(([, address]) => address && address === paymentRecipient)
    .map(([what]) => `PAYMENT_RECIPIENT is wrong: it is ${what}. Set an address that receives nothing but payments`);
  const former = taken
    .filter(([, address]) => address && formerRecipients?.includes(address))
    .map(
      ([what]) =>
        `PAYMENT_FORMER_RECIPIENTS is wrong: it lists ${what}. List only addresses that receive nothing but payments`,
    );
  return [...current, ...former];
}

/** What a receipt's key signs is shown to strangers: a wallet with money or another task of the service uses another key. */
function receiptFaults(settings: Keys & Pick<Settings, "receipts" | "paymentRecipient">): string[] {
  const { receipts, paymentRecipient } = settings;
  const taken = [...walletsOf(settings), ["PAYMENT_RECIPIENT", paymentRecipient] as const];
  return taken
    .filter(([, address]) => receipts && address === receipts.address)
    .map(([what]) => `RECEIPT_KEY is wrong: it is the key of ${what}. Make a new one (openssl rand -hex 32)`);
}

/** A judge's key can pay workers: it is no other key of the service, and the relay sends what it signs. */
function judgeFaults(settings: Keys & Pick<Settings, "judge" | "receipts" | "paymentRecipient">): string[] {
  const { judge, relay, receipts, paymentRecipient } = settings;
  if (!judge) return [];
  const taken = [
    ...walletsOf(settings),
    ["the wallet of RECEIPT_KEY", receipts?.address ?? null] as const,
    ["PAYMENT_RECIPIENT", paymentRecipient] as const,
  ];
  const shared = taken
    .filter(([, address]) => address === judge.address)
    .map(([what]) => `JUDGE_KEY is wrong: it is the key of ${what}. Make a new one (openssl rand -hex 32)`);
  return relay ? shared : [...shared, "JUDGE_KEY is wrong: it needs RELAY_KEY. Set RELAY_KEY, or JUDGE_KEY to none"];
}

type Addressed = Pick<Settings, "rpcUrls" | "answerModel" | "settlement">;

/**
 * Secrets must not be sent over plain http, except to loopback. A node's URL may itself be a secret, and its responses
 * decide about money.
 */
function plainHttpFaults({ rpcUrls, answerModel, settlement }: Addressed): string[] {
  const facilitator = settlement?.kind === "facilitator" ? settlement : null;
  const sent: [name: string, url: string | null | undefined, hasSecret: boolean][] = [
    ...(rpcUrls ?? []).map((url): [string, string, boolean] => ["RPC_URLS", url, true]),
    ["ANSWER_MODEL_URL", answerModel?.url, Boolean(answerModel?.key)],
    ["FACILITATOR_URL", facilitator?.url, true],
  ];
  const exposed = sent.filter(([, url, hasSecret]) => url && isExposed(url, hasSecret));
  return [...new Set(exposed.map(([name]) => name))].map(
    (name) => `${name} is wrong: it sends a secret over plain http. Use https, or an address of this machine`,
  );
}

/** True for a URL that would send a secret over plain http to another machine. */
export function isExposed(url: string, hasSecret: boolean): boolean {
  const { protocol, hostname, username, password } = new URL(url);
  const isLoopback = hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  return protocol === "http:" && !isLoopback && (hasSecret || username !== "" || password !== "");
}
