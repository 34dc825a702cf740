import type { Address } from "./domain/address";
import { BASE, CHAINS, type ChainFacts } from "./domain/chains";
import type { Escrows } from "./domain/contract";
import type { Hex } from "./domain/keccak";
import { formatUsdc } from "./domain/money";
import type { Depth } from "./domain/payment/evidence";
import { MIN_PRICE } from "./domain/payment/purchase";
import type { QuoteKey } from "./domain/payment/intent";
import { ownWallets, plainHttpFaults, recipientFaults } from "./settings/crossChecks";
import {
  addresses,
  baseUrl,
  flag,
  formerPrice,
  integerIn,
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
  type FormerPrice,
} from "./settings/texts";

/** Everything that an operator decides, checked and typed. `functions/.env.example` explains each. */
export interface Settings {
  baseUrl: string;
  chainId: number;
  rpcUrls: string[];
  rpcQuorum: 1 | 2;
  rpcTimeoutMs: number;
  quoteKeys: QuoteKey[];
  quoteTtlSeconds: number;
  priceUsdcUnits: bigint;
  /** What payers of x402's first version, who send no promise back, may still pay. */
  formerPrice: FormerPrice | null;
  paymentRecipient: Address;
  /** Recipients of quotes that were given before: payments to them stay good. */
  formerRecipients: Address[];
  /** The wallets that the service sends from itself: the settling one and the keeper's. */
  ownWallets: Address[];
  paymentTokens: Address[];
  /** How deep in the chain a payment must be before it is taken. */
  paymentDepth: Depth;
  requirePaymentBinding: boolean;
  /** `key` is null for an API that asks for none. */
  answerModel: { url: string; model: string; key: string | null; timeoutMs: number } | null;
  embeddings: { url: string; model: string; key: string | null } | null;
  feedbackMailTo: string | null;
  /** How signed payments are settled; null where they are refused. */
  settlement: WalletSettlement | FacilitatorSettlement | null;
  /** Null where this deployment has no marketplace. */
  escrows: Escrows | null;
  /** The block that the older of the two was deployed in: nothing before it concerns the service. */
  escrowFromBlock: bigint;
  /** Null where the service keeps nothing on the chain by itself. */
  keeper: { privateKey: Hex; budgetWei: bigint; endsTurns: boolean } | null;
  /** Its entry in an ERC-8004 identity registry on the same chain; null where it has none. */
  agent: { id: number; registry: Address } | null;
  trustedProxies: string[];
  /** What is deployed; null where it is not known. */
  commit: string | null;
  /** What an operator should know of these settings, though the service starts with them. */
  warnings: readonly string[];
}

/** The service's own wallet carries payments to the chain. */
export interface WalletSettlement {
  kind: "wallet";
  privateKey: Hex;
  /** What settlements may cost, in a day and one alone. */
  budgetWei: bigint;
  maxWei: bigint;
  /** Factories that may deploy a payer's wallet on the way. */
  factories: Address[];
}

/** Somebody else does. `token` is null where he asks for none. */
export interface FacilitatorSettlement {
  kind: "facilitator";
  url: string;
  token: string | null;
  timeoutMs: number;
}

/** What x402 clients pay at most unless they are told otherwise: 1 USDC. */
const MAX_UNASKED_PRICE = 1_000_000n;
const GWEI = 1_000_000_000n;

interface SettingRow {
  /** What a good value is; stands in the error, in the deploy prompt and in the reference. */
  rule: string;
  /** A setting without one must be set; "" means that the part it belongs to is off. */
  default?: string;
  /** Kept in Secret Manager. */
  secret?: true;
}

/** Every setting by its environment name. */
export const SETTINGS = {
  BASE_URL: { rule: "the public https address of the service, such as https://mkt.example" },
  CHAIN_ID: { rule: `${CHAINS.map(({ id, name }) => `${id} (${name})`).join(" or ")}`, default: String(BASE.id) },
  RPC_URLS: { rule: "JSON-RPC addresses of Base nodes, separated by commas, the preferred one first", secret: true },
  RPC_QUORUM: { rule: "1, or 2 where two nodes must agree (and at least two are listed)", default: "1" },
  RPC_TIMEOUT_MS: { rule: "milliseconds that a node may take, 100 to 30000", default: "4000" },
  QUOTE_KEYS: {
    rule: "id:hex pairs separated by commas, each 32 bytes or more (openssl rand -hex 32); the first one signs",
    secret: true,
  },
  QUOTE_TTL_SECONDS: { rule: "seconds that a quoted price is promised, 30 to 86400", default: "900" },
  PRICE_USDC: { rule: "the price of an answer in USDC, at least 0.49", default: "0.49" },
  PRICE_USDC_BEFORE: {
    rule: "the price before this one, and when its last quote expires, as `0.49 until 2026-11-22T12:15:00Z`; empty for none",
    default: "",
  },
  PAYMENT_RECIPIENT: {
    rule: "the address that is paid, 0x and 40 hex digits, not zero; one that receives nothing but payments",
  },
  PAYMENT_FORMER_RECIPIENTS: {
    rule: "the addresses that were PAYMENT_RECIPIENT before, separated by commas, or none",
    default: "none",
  },
  PAYMENT_TOKENS: {
    rule: `the addresses of the tokens that are taken, separated by commas; empty for the chain's USDC. Known are ${CHAINS.map(knownTokens).join("; ")}`,
    default: "",
  },
  PAYMENT_CONFIRM_SECONDS: {
    rule: "seconds of blocks that a payment must have, 0 (its own block) to 3600",
    default: "2",
  },
  PAYMENT_CONFIRMATIONS: {
    rule: "deprecated, use PAYMENT_CONFIRM_SECONDS: blocks that a payment must have, 1 to 1000",
    default: "",
  },
  REQUIRE_PAYMENT_BINDING: {
    rule: "true to refuse payments that name no intent and no payer, or false",
    default: "false",
  },
  ANSWER_MODEL_URL: { rule: "the base address of an OpenAI-compatible API; empty for the local engine", default: "" },
  ANSWER_MODEL: { rule: "the model's name; needed with ANSWER_MODEL_URL", default: "" },
  ANSWER_MODEL_KEY: {
    rule: "the key of ANSWER_MODEL_URL; none where it is off or asks for none",
    default: "none",
    secret: true,
  },
  ANSWER_MODEL_TIMEOUT_MS: { rule: "milliseconds that the model may take, 500 to 25000", default: "8000" },
  EMBEDDINGS_URL: { rule: "the base address of an OpenAI-compatible API for embeddings; empty for none", default: "" },
  EMBEDDINGS_MODEL: { rule: "the model's name; needed with EMBEDDINGS_URL", default: "" },
  EMBEDDINGS_KEY: {
    rule: "the key of EMBEDDINGS_URL; none where it is off or asks for none",
    default: "none",
    secret: true,
  },
  ESCROW_HUMAN: { rule: "the address of the human escrow; empty for no marketplace", default: "" },
  ESCROW_AGENT_FAST: {
    rule: "the address of the agent-fast escrow, another one; needed with ESCROW_HUMAN",
    default: "",
  },
  ESCROW_FROM_BLOCK: { rule: "the block that the first of the two was deployed in", default: "0" },
  KEEPER_KEY: {
    rule: "the private key of the keeper's own wallet, 0x and 64 hex digits; none where it is off",
    default: "none",
    secret: true,
  },
  KEEPER_BUDGET_GWEI: {
    rule: "what the keeper may spend on gas in a day, in gwei (1000000 is 0.001 ETH)",
    default: "1000000",
  },
  KEEPER_ENDS_TURNS: {
    rule: "true where the keeper also calls the timeouts of silent parties, or false",
    default: "false",
  },
  SETTLEMENT_KEY: {
    rule: "the private key of the wallet that settles signed payments, 0x and 64 hex digits, not the keeper's; none where it is off, or FACILITATOR_URL is set",
    default: "none",
    secret: true,
  },
  SETTLEMENT_BUDGET_GWEI: {
    rule: "what settlements may cost in gas in a day, in gwei, at least SETTLEMENT_MOST_GWEI",
    default: "2000000",
  },
  SETTLEMENT_MOST_GWEI: {
    rule: "what one settlement may cost in gas, in gwei, 1 or more: less than the price is worth",
    default: "50000",
  },
  SETTLEMENT_FACTORIES: {
    rule: "the addresses of the factories that may deploy a payer's wallet on the way, separated by commas, or none",
    default: "0x0BA5ED0c6AA8c49038F819E587E2633c4A9F428a,0xBA5ED110eFDBa3D005bfC882d75358ACBbB85842",
  },
  FACILITATOR_URL: {
    rule: "the base address of an x402 facilitator, not beside SETTLEMENT_KEY; empty for none",
    default: "",
  },
  FACILITATOR_TOKEN: {
    rule: "the bearer token of FACILITATOR_URL; none where it is off or asks for none",
    default: "none",
    secret: true,
  },
  FACILITATOR_TIMEOUT_MS: { rule: "milliseconds that the facilitator may take, 1000 to 25000", default: "20000" },
  FEEDBACK_MAIL_TO: { rule: "the e-mail address that feedback is sent to; empty for none", default: "" },
  AGENT_ID: { rule: "the id of this service's agent in AGENT_REGISTRY (ERC-8004); empty for none", default: "" },
  AGENT_REGISTRY: {
    rule: "the address of the ERC-8004 identity registry that AGENT_ID is from; empty for the chain's own",
    default: "",
  },
  COMMIT: { rule: "the commit that is deployed, 7 to 40 hex digits; empty where it is not known", default: "" },
  TRUSTED_PROXIES: {
    rule: "address ranges (CIDR) of the proxies in front of the functions, separated by commas",
    default: "loopback,linklocal,uniquelocal",
  },
} as const satisfies Record<string, SettingRow>;

type SettingName = keyof typeof SETTINGS;

function knownTokens({ id, tokens }: ChainFacts): string {
  return `${tokens.map(({ symbol, address }) => `${symbol} ${address}`).join(", ")} on ${id}`;
}

/** Thrown at start; the message has one line for each setting that is missing or makes no sense. */
export class SettingsError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(`The service cannot start:\n${lines.map((line) => `  ${line}`).join("\n")}`);
    this.name = "SettingsError";
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that an environment holds, or `SettingsError` naming every one that is wrong. */
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
      maxWei: gwei("SETTLEMENT_MOST_GWEI"),
      factories: isSet("SETTLEMENT_FACTORIES") ? read("SETTLEMENT_FACTORIES", addresses) : [],
    };
  };

  const chain: ChainFacts | null = read("CHAIN_ID", (text) => CHAINS.find(({ id }) => text === String(id)) ?? null);

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
    paymentDepth: isSet("PAYMENT_CONFIRMATIONS")
      ? { blocks: read("PAYMENT_CONFIRMATIONS", integerIn(1, 1000)) }
      : { seconds: read("PAYMENT_CONFIRM_SECONDS", integerIn(0, 3600)) },
    requirePaymentBinding: read("REQUIRE_PAYMENT_BINDING", flag),
    answerModel: isSet("ANSWER_MODEL_URL")
      ? {
          url: read("ANSWER_MODEL_URL", url),
          model: read("ANSWER_MODEL", String),
          key: optional("ANSWER_MODEL_KEY"),
          timeoutMs: read("ANSWER_MODEL_TIMEOUT_MS", integerIn(500, 25_000)),
        }
      : null,
    embeddings: isSet("EMBEDDINGS_URL")
      ? {
          url: read("EMBEDDINGS_URL", url),
          model: read("EMBEDDINGS_MODEL", String),
          key: optional("EMBEDDINGS_KEY"),
        }
      : null,
    feedbackMailTo: isSet("FEEDBACK_MAIL_TO") ? read("FEEDBACK_MAIL_TO", mailAddress) : null,
    escrows:
      isSet("ESCROW_HUMAN") || isSet("ESCROW_AGENT_FAST")
        ? { human: read("ESCROW_HUMAN", nonZeroAddress), "agent-fast": read("ESCROW_AGENT_FAST", nonZeroAddress) }
        : null,
    escrowFromBlock: BigInt(read("ESCROW_FROM_BLOCK", integerIn(0, 999_999_999)) ?? 0),
    keeper: isSet("KEEPER_KEY")
      ? {
          privateKey: read("KEEPER_KEY", privateKey),
          budgetWei: GWEI * BigInt(read("KEEPER_BUDGET_GWEI", integerIn(0, 999_999_999)) ?? 0),
          endsTurns: read("KEEPER_ENDS_TURNS", flag),
        }
      : null,
    agent: isSet("AGENT_ID")
      ? {
          id: read("AGENT_ID", integerIn(0, 999_999_999)),
          registry: isSet("AGENT_REGISTRY") ? read("AGENT_REGISTRY", nonZeroAddress) : (chain ?? BASE).agentRegistry,
        }
      : null,
    settlement: readSettlement(),
    trustedProxies: read("TRUSTED_PROXIES", ranges),
    commit: isSet("COMMIT") ? read("COMMIT", (text) => (/^[0-9a-f]{7,40}$/.test(text) ? text : null)) : null,
    warnings: [],
  };
  if (settings.rpcUrls && settings.rpcQuorum > new Set(settings.rpcUrls).size) {
    lines.push(`RPC_QUORUM is wrong: ${SETTINGS.RPC_QUORUM.rule}`);
  }
  if (settings.escrows?.human && settings.escrows.human === settings.escrows["agent-fast"]) {
    lines.push(`ESCROW_AGENT_FAST is wrong: ${SETTINGS.ESCROW_AGENT_FAST.rule}`);
  }
  lines.push(...recipientFaults(settings), ...plainHttpFaults(settings));
  // Two sources of one wallet's nonces would replace each other's transactions.
  const isShared =
    isSet("SETTLEMENT_KEY") && given("SETTLEMENT_KEY").toLowerCase() === given("KEEPER_KEY").toLowerCase();
  if (isShared || (isSet("SETTLEMENT_KEY") && isSet("FACILITATOR_URL"))) {
    lines.push(`SETTLEMENT_KEY is wrong: ${SETTINGS.SETTLEMENT_KEY.rule}`);
  }
  if (settings.settlement?.kind === "wallet" && settings.settlement.budgetWei < settings.settlement.maxWei) {
    lines.push(`SETTLEMENT_BUDGET_GWEI is wrong: ${SETTINGS.SETTLEMENT_BUDGET_GWEI.rule}`);
  }
  if (lines.length > 0) throw new SettingsError(lines);
  return { ...settings, ownWallets: ownWallets(settings), warnings: warningsOf(settings) };
}

function warningsOf({ priceUsdcUnits, paymentDepth }: Settings): string[] {
  const warnings: string[] = [];
  if (priceUsdcUnits > MAX_UNASKED_PRICE) {
    warnings.push(
      `PRICE_USDC is ${formatUsdc(priceUsdcUnits)}: x402 clients refuse to pay more than ${formatUsdc(MAX_UNASKED_PRICE)} USDC unless their users raise the limit.`,
    );
  }
  if ("blocks" in paymentDepth) {
    warnings.push(
      "PAYMENT_CONFIRMATIONS counts blocks and goes away with the next version. Unset it and set PAYMENT_CONFIRM_SECONDS.",
    );
  }
  return warnings;
}
