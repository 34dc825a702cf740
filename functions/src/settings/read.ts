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
import {
  addresses,
  baseUrl,
  contact,
  currency,
  edgeKeys,
  flag,
  formerPrice,
  httpsUrl,
  integerIn,
  line,
  mailAddress,
  nonZeroAddress,
  priceFrom,
  privateKey,
  quorum,
  quoteKeys,
  ranges,
  tokensOf,
  url,
  urls,
} from "./texts";

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

  const optional = (name: SettingName): string | null => (isSet(name) ? given(name) : null);

  function read<T>(name: SettingName, parse: (text: string) => T | null): T {
    const value = isSet(name) ? parse(given(name)) : null;
    if (value === null) lines.push(`${name} is ${isSet(name) ? "wrong" : "missing"}: ${SETTINGS[name].rule}`);
    // Null only until the lines are thrown below.
    return value as T;
  }

  const readSettlement = (): Settings["settlement"] => {
    if (isSet("FACILITATOR_URL")) {
      return {
        kind: "facilitator",
        url: read("FACILITATOR_URL", url),
        token: optional("FACILITATOR_TOKEN"),
        timeoutMs: read("FACILITATOR_TIMEOUT_MS", integerIn(1_000, 25_000)),
      };
    }
    if (!isSet("SETTLEMENT_KEY")) return null;
    const gwei = (name: SettingName) => GWEI * BigInt(read(name, integerIn(1, 999_999_999)) ?? 0);
    return {
      kind: "wallet",
      privateKey: read("SETTLEMENT_KEY", privateKey),
      budgetWei: gwei("SETTLEMENT_BUDGET_GWEI"),
      maxWei: gwei("SETTLEMENT_MAX_GWEI"),
      factories: isSet("SETTLEMENT_FACTORIES") ? read("SETTLEMENT_FACTORIES", addresses) : [],
    };
  };

  const readReceipts = (): Settings["receipts"] => {
    if (!isSet("RECEIPT_KEY")) return null;
    const key = read("RECEIPT_KEY", privateKey);
    const signer = key && walletOf(key);
    return signer && { privateKey: key, signer };
  };

  const readJudge = (): Settings["judge"] => {
    if (!isSet("JUDGE_KEY")) return null;
    const key = read("JUDGE_KEY", privateKey);
    const address = key && walletOf(key);
    return address && { privateKey: key, address };
  };

  const chain = read("CHAIN_ID", chainNamed);

  const settings: Settings = {
    baseUrl: read("BASE_URL", baseUrl),
    chainId: (chain ?? BASE).id,
    rpcUrls: read("RPC_URLS", urls),
    rpcQuorum: read("RPC_QUORUM", quorum),
    rpcTimeoutMs: read("RPC_TIMEOUT_MS", integerIn(100, 30_000)),
    quoteKeys: read("QUOTE_KEYS", quoteKeys),
    quoteTtlSeconds: read("QUOTE_TTL_SECONDS", integerIn(30, 86_400)),
    priceUsdcUnits: read("PRICE_USDC", priceFrom(MIN_PRICE)),
    formerPrice: isSet("PRICE_USDC_BEFORE") ? read("PRICE_USDC_BEFORE", formerPrice) : null,
    paymentRecipient: read("PAYMENT_RECIPIENT", nonZeroAddress),
    formerRecipients: isSet("PAYMENT_FORMER_RECIPIENTS") ? read("PAYMENT_FORMER_RECIPIENTS", addresses) : [],
    ownWallets: [],
    paymentTokens: isSet("PAYMENT_TOKENS")
      ? read("PAYMENT_TOKENS", tokensOf(chain ?? BASE))
      : [(chain ?? BASE).usdc.address],
    paymentDepth: { seconds: read("PAYMENT_CONFIRM_SECONDS", integerIn(0, 3600)) },
    requirePaymentBinding: read("REQUIRE_PAYMENT_BINDING", flag),
    answerModel:
      isSet("ANSWER_MODEL") || isSet("ANSWER_MODEL_URL")
        ? {
            model: read("ANSWER_MODEL", String),
            url: isSet("ANSWER_MODEL_URL") ? read("ANSWER_MODEL_URL", url) : null,
            key: optional("ANSWER_MODEL_KEY"),
            location: read("ANSWER_MODEL_LOCATION", String),
            timeoutMs: read("ANSWER_MODEL_TIMEOUT_MS", integerIn(500, 25_000)),
          }
        : null,
    feedbackMailTo: isSet("FEEDBACK_MAIL_TO") ? read("FEEDBACK_MAIL_TO", mailAddress) : null,
    operator: {
      name: isSet("OPERATOR_NAME") ? read("OPERATOR_NAME", line) : null,
      contact: isSet("OPERATOR_CONTACT") ? read("OPERATOR_CONTACT", contact) : null,
      termsUrl: isSet("OPERATOR_TERMS_URL") ? read("OPERATOR_TERMS_URL", httpsUrl) : null,
      privacyUrl: isSet("OPERATOR_PRIVACY_URL") ? read("OPERATOR_PRIVACY_URL", httpsUrl) : null,
      arbiter: isSet("OPERATOR_ARBITER") ? read("OPERATOR_ARBITER", line) : null,
    },
    fiat:
      isSet("FIAT_CURRENCY") || isSet("FIAT_RATES_URL")
        ? { currency: read("FIAT_CURRENCY", currency), url: read("FIAT_RATES_URL", baseUrl) }
        : null,
    escrows:
      isSet("ESCROW_HUMAN") || isSet("ESCROW_AGENT_FAST")
        ? { human: read("ESCROW_HUMAN", nonZeroAddress), "agent-fast": read("ESCROW_AGENT_FAST", nonZeroAddress) }
        : null,
    escrowFromBlock: BigInt(read("ESCROW_FROM_BLOCK", integerIn(0, 999_999_999)) ?? 0),
    keeper: isSet("KEEPER_KEY")
      ? {
          privateKey: read("KEEPER_KEY", privateKey),
          budgetWei: GWEI * BigInt(read("KEEPER_BUDGET_GWEI", integerIn(0, 999_999_999)) ?? 0),
          callsTimeouts: read("KEEPER_CALLS_TIMEOUTS", flag),
        }
      : null,
    relay: isSet("RELAY_KEY")
      ? {
          privateKey: read("RELAY_KEY", privateKey),
          budgetWei: GWEI * BigInt(read("RELAY_BUDGET_GWEI", integerIn(20, 999_999_999)) ?? 0),
          minRewardUsdcUnits: read("RELAY_MIN_REWARD_USDC", priceFrom(0n)),
          walletSteps: read("RELAY_WALLET_STEPS", integerIn(1, 1000)),
          taskSteps: read("RELAY_TASK_STEPS", integerIn(1, 1000)),
          freeStartWei: GWEI * BigInt(read("RELAY_FREE_START_GWEI", integerIn(1, 999_999_999)) ?? 0),
          freeStarts: read("RELAY_FREE_STARTS", integerIn(1, 100)),
        }
      : null,
    webhooks: isSet("WEBHOOK_KEYS")
      ? { keys: read("WEBHOOK_KEYS", quoteKeys), loopback: read("WEBHOOK_LOOPBACK", flag) }
      : null,
    agent: isSet("AGENT_ID")
      ? {
          id: read("AGENT_ID", integerIn(0, 999_999_999)),
          registry: isSet("AGENT_REGISTRY") ? read("AGENT_REGISTRY", nonZeroAddress) : (chain ?? BASE).agentRegistry,
        }
      : null,
    settlement: readSettlement(),
    receipts: readReceipts(),
    judge: readJudge(),
    trustedProxies: read("TRUSTED_PROXIES", ranges),
    edgeKeys: isSet("EDGE_KEY") ? read("EDGE_KEY", edgeKeys) : [],
    commit: isSet("COMMIT") ? read("COMMIT", (text) => (/^[0-9a-f]{7,40}$/.test(text) ? text : null)) : null,
    warnings: [],
  };
  if (settings.rpcUrls && settings.rpcQuorum > new Set(settings.rpcUrls).size) {
    lines.push(`RPC_QUORUM is wrong: ${SETTINGS.RPC_QUORUM.rule}`);
  }
  if (settings.escrows?.human && settings.escrows.human === settings.escrows["agent-fast"]) {
    lines.push(`ESCROW_AGENT_FAST is wrong: ${SETTINGS.ESCROW_AGENT_FAST.rule}`);
  }
  lines.push(
    ...recipientFaults(settings),
    ...receiptFaults(settings),
    ...judgeFaults(settings),
    ...plainHttpFaults(settings),
  );
  if (settings.webhooks?.loopback && settings.baseUrl && !isLoopbackName(new URL(settings.baseUrl))) {
    lines.push(`WEBHOOK_LOOPBACK is wrong: ${SETTINGS.WEBHOOK_LOOPBACK.rule}`);
  }
  // Two sources of one wallet's nonces would replace each other's transactions.
  const isShared = (one: SettingName, other: SettingName) =>
    isSet(one) && given(one).toLowerCase() === given(other).toLowerCase();
  if (isShared("RELAY_KEY", "SETTLEMENT_KEY") || isShared("RELAY_KEY", "KEEPER_KEY"))
    lines.push(`RELAY_KEY is wrong: ${SETTINGS.RELAY_KEY.rule}`);
  if (isShared("SETTLEMENT_KEY", "KEEPER_KEY") || (isSet("SETTLEMENT_KEY") && isSet("FACILITATOR_URL"))) {
    lines.push(`SETTLEMENT_KEY is wrong: ${SETTINGS.SETTLEMENT_KEY.rule}`);
  }
  if (
    settings.settlement?.kind === "wallet" &&
    riskBudget("contract", settings.settlement.budgetWei) < settings.settlement.maxWei
  ) {
    lines.push(`SETTLEMENT_BUDGET_GWEI is wrong: ${SETTINGS.SETTLEMENT_BUDGET_GWEI.rule}`);
  }
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
    .filter(([, address]) => receipts && address === receipts.signer)
    .map(([what]) => `RECEIPT_KEY is wrong: it is the key of ${what}. Make a new one (openssl rand -hex 32)`);
}

/** A judge's key can pay workers: it is no other key of the service, and the relay sends what it signs. */
function judgeFaults(settings: Keys & Pick<Settings, "judge" | "receipts" | "paymentRecipient">): string[] {
  const { judge, relay, receipts, paymentRecipient } = settings;
  if (!judge) return [];
  const taken = [
    ...walletsOf(settings),
    ["the wallet of RECEIPT_KEY", receipts?.signer ?? null] as const,
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
