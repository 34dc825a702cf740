import { BASE, chainNamed } from "../domain/chains";
import { formatUsdc } from "../domain/money";
import { riskBudget } from "../domain/payment/gasRisk";
import { MIN_PRICE } from "../domain/payment/purchase";
import { isLoopbackName } from "../domain/webhooks/url";
import type { Settings } from "../settings";
import { judgeFaults, ownWallets, plainHttpFaults, receiptFaults, recipientFaults, walletOf } from "./crossChecks";
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
