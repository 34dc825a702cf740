import { BASE, CHAINS, type ChainFacts } from "../domain/chains";

export interface SettingRow {
  /** The rule for values; shown in the error, the deploy prompt and the reference. */
  rule: string;
  /** A setting without a default is required; "" turns its feature off. */
  default?: string;
  /** Stored in Secret Manager. */
  secret?: true;
}

/** All settings by environment name. */
export const SETTINGS = {
  BASE_URL: { rule: "the public https address of the service, such as https://mkt.example" },
  CHAIN_ID: { rule: `${CHAINS.map(({ id, name }) => `${id} (${name})`).join(" or ")}`, default: String(BASE.id) },
  RPC_URLS: { rule: "JSON-RPC URLs of nodes of the chain, separated by commas, the preferred one first", secret: true },
  RPC_QUORUM: { rule: "1, or 2 if two nodes must agree (with at least two listed)", default: "1" },
  RPC_TIMEOUT_MS: { rule: "milliseconds that a node may take, 100 to 30000", default: "4000" },
  QUOTE_KEYS: {
    rule: "id:hex pairs separated by commas, each 32 bytes or more (openssl rand -hex 32); the first one signs",
    secret: true,
  },
  QUOTE_TTL_SECONDS: { rule: "seconds that a quoted price is valid, 30 to 86400", default: "900" },
  PRICE_USDC: { rule: "the price of an answer in USDC, at least 0.49", default: "0.49" },
  PRICE_USDC_BEFORE: {
    rule: "the price before this one, and when its last quote expires, as `0.49 until 2026-11-22T12:15:00Z`; empty for none",
    default: "",
  },
  PAYMENT_RECIPIENT: {
    rule: "the address that receives payments, 0x and 40 hex digits, not zero; it must receive nothing else",
  },
  PAYMENT_FORMER_RECIPIENTS: {
    rule: "former values of PAYMENT_RECIPIENT, separated by commas, or none",
    default: "none",
  },
  PAYMENT_TOKENS: {
    rule: `the addresses of the accepted tokens, separated by commas; empty for the chain's USDC. Supported: ${CHAINS.map(knownTokens).join("; ")}`,
    default: "",
  },
  PAYMENT_CONFIRM_SECONDS: {
    rule: "seconds of blocks that confirm a payment, 0 (its own block) to 3600",
    default: "2",
  },
  REQUIRE_PAYMENT_BINDING: {
    rule: "true to refuse payments that name neither an intent nor a payer, or false",
    default: "false",
  },
  ANSWER_MODEL: { rule: "the language model's name; empty for the local engine", default: "" },
  ANSWER_MODEL_URL: { rule: "the base URL of an OpenAI-compatible API; empty for Vertex AI", default: "" },
  ANSWER_MODEL_LOCATION: { rule: "the location of Vertex AI", default: "global" },
  ANSWER_MODEL_KEY: {
    rule: "the API key of ANSWER_MODEL_URL; none if it is off or needs no key",
    default: "none",
    secret: true,
  },
  ANSWER_MODEL_TIMEOUT_MS: { rule: "milliseconds that the model may take, 500 to 25000", default: "25000" },
  ESCROW_HUMAN: { rule: "the address of the human escrow; empty for no marketplace", default: "" },
  ESCROW_AGENT_FAST: {
    rule: "the address of the agent-fast escrow, different from ESCROW_HUMAN; needed with it",
    default: "",
  },
  ESCROW_FROM_BLOCK: { rule: "the block in which the older escrow was deployed", default: "0" },
  KEEPER_KEY: {
    rule: "the private key of the keeper's own wallet, 0x and 64 hex digits; none if the keeper is off",
    default: "none",
    secret: true,
  },
  KEEPER_BUDGET_GWEI: {
    rule: "what the keeper may spend on gas in a day, in gwei (1000000 is 0.001 ETH); one transaction may cost a tenth of it, and a tenth is kept for raising fees",
    default: "1000000",
  },
  KEEPER_CALLS_TIMEOUTS: {
    rule: "true if the keeper also calls the timeouts of missed deadlines, or false",
    default: "false",
  },
  SETTLEMENT_KEY: {
    rule: "the private key of the wallet that settles signed payments, 0x and 64 hex digits, not the keeper's; none if settlement is off or FACILITATOR_URL is set",
    default: "none",
    secret: true,
  },
  SETTLEMENT_BUDGET_GWEI: {
    rule: "what settlements may cost in gas in a day, in gwei; a tenth is kept for raising fees; at least 8 times SETTLEMENT_MAX_GWEI, because an eighth is for the first payments of contract wallets",
    default: "2000000",
  },
  SETTLEMENT_MAX_GWEI: {
    rule: "what one settlement may cost in gas, in gwei, 1 or more: less than the price is worth",
    default: "50000",
  },
  SETTLEMENT_FACTORIES: {
    rule: "the addresses of the factories that may deploy a payer's wallet before a settlement, separated by commas, or none",
    default: "0x0BA5ED0c6AA8c49038F819E587E2633c4A9F428a,0xBA5ED110eFDBa3D005bfC882d75358ACBbB85842",
  },
  RECEIPT_KEY: {
    rule: "the private key that signs offers and receipts, 0x and 64 hex digits, of a wallet that holds nothing and does nothing else; none for unsigned ones",
    default: "none",
    secret: true,
  },
  RELAY_KEY: {
    rule: "the private key of the wallet that sends the steps of wallets without ETH, 0x and 64 hex digits, neither the keeper's nor the settling wallet's; none if the relay is off",
    default: "none",
    secret: true,
  },
  RELAY_BUDGET_GWEI: {
    rule: "what relayed steps may cost in gas in a day, in gwei, 20 or more (1000000 is 0.001 ETH); one step may cost a twentieth of it, and a tenth is kept for raising fees",
    default: "1000000",
  },
  RELAY_FREE_START_GWEI: {
    rule: "what one relayed start without a stake may cost in gas, in gwei, 1 or more",
    default: "20000",
  },
  RELAY_FREE_STARTS: {
    rule: "relayed tasks without a stake that one worker may have started and not submitted, 1 to 100",
    default: "3",
  },
  JUDGE_KEY: {
    rule: "the private key of the service's judge, which approves output that meets its schema, 0x and 64 hex digits, of a wallet that holds nothing and does nothing else; it needs RELAY_KEY; none for no judge",
    default: "none",
    secret: true,
  },
  RELAY_MIN_REWARD_USDC: {
    rule: "the smallest reward in USDC for which the creation of a task is relayed",
    default: "1",
  },
  RELAY_WALLET_STEPS: { rule: "steps of one wallet that are relayed in a day, 1 to 1000", default: "40" },
  RELAY_TASK_STEPS: { rule: "steps of each party of a task that are relayed in its life, 1 to 1000", default: "20" },
  FACILITATOR_URL: {
    rule: "the base URL of an x402 facilitator, not together with SETTLEMENT_KEY; empty for none",
    default: "",
  },
  FACILITATOR_TOKEN: {
    rule: "the bearer token of FACILITATOR_URL; none if it is off or needs no token",
    default: "none",
    secret: true,
  },
  FACILITATOR_TIMEOUT_MS: { rule: "milliseconds that the facilitator may take, 1000 to 25000", default: "20000" },
  FEEDBACK_MAIL_TO: { rule: "the e-mail address that feedback is sent to; empty for none", default: "" },
  OPERATOR_NAME: {
    rule: "who runs this deployment, as its pages say it, at most 120 characters; empty to say nothing",
    default: "",
  },
  OPERATOR_CONTACT: { rule: "the operator's e-mail address, or the URL of a page; empty for none", default: "" },
  OPERATOR_TERMS_URL: { rule: "the https URL of the terms of use; empty for none", default: "" },
  OPERATOR_PRIVACY_URL: { rule: "the https URL of the privacy notice; empty for none", default: "" },
  OPERATOR_ARBITER: {
    rule: "who rules on disputes with the arbiter's wallet, as pages say it, at most 120 characters; empty to say nothing",
    default: "",
  },
  FIAT_CURRENCY: {
    rule: "the currency that statements show besides USDC, three capital letters, needed with FIAT_RATES_URL; empty for none",
    default: "",
  },
  FIAT_RATES_URL: {
    rule: "the https URL of a source of daily rates that answers as Frankfurter's v1 API does, such as https://api.frankfurter.dev/v1; empty for none",
    default: "",
  },
  WEBHOOK_KEYS: {
    rule: "id:hex pairs as in QUOTE_KEYS, from which the secrets of webhooks are derived; none for no webhooks",
    default: "none",
    secret: true,
  },
  WEBHOOK_LOOPBACK: {
    rule: "true to also deliver webhooks to this machine, by http and on any port, or false; true only if BASE_URL is this machine",
    default: "false",
  },
  AGENT_ID: { rule: "the id of this service's agent in AGENT_REGISTRY (ERC-8004); empty for none", default: "" },
  AGENT_REGISTRY: {
    rule: "the address of the ERC-8004 identity registry that AGENT_ID is from; empty for the chain's own",
    default: "",
  },
  COMMIT: { rule: "the deployed commit, 7 to 40 hex digits; empty if unknown", default: "" },
  TRUSTED_PROXIES: {
    rule: "address ranges (CIDR) of the proxies in front of the functions, separated by commas; public ones count only with EDGE_KEY",
    default: "loopback,linklocal,uniquelocal",
  },
  EDGE_KEY: {
    rule: "32 to 128 letters and digits that your CDN or load balancer adds to each request as X-Edge-Key (openssl rand -hex 32), two separated by a comma while it is replaced; none without one",
    default: "none",
    secret: true,
  },
} as const satisfies Record<string, SettingRow>;

export type SettingName = keyof typeof SETTINGS;

function knownTokens({ id, tokens }: ChainFacts): string {
  return `${tokens.map(({ symbol, address }) => `${symbol} ${address}`).join(", ")} on ${id}`;
}
