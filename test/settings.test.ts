import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { BASE, chainOf } from "../functions/src/domain/chains";
import { readSettings } from "../functions/src/settings/read";
import { SETTINGS } from "../functions/src/settings/table";
import { devWallets } from "../dev/local/wallets";
import { forAll } from "./setup/runs";

const BASE_SEPOLIA = chainOf(84_532);
const recipient = devWallets().recipient.address;
/** Six decimals and an EIP-712 domain, too, but worth another sum: Circle's euro on Base. */
const EURC = "0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42";
const GOOD: Record<string, string> = {
  BASE_URL: "https://mkt.example",
  RPC_URLS: "https://one.example/key, https://two.example",
  QUOTE_KEYS: `k2:${"22".repeat(32)},k1:${"11".repeat(32)}`,
  PAYMENT_RECIPIENT: recipient.toLowerCase(),
};

function linesOf(environment: Record<string, string | undefined>): readonly string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof Error && "lines" in error) return error.lines as string[];
    throw error;
  }
}

describe("happy", () => {
  it("requires only settings that have no default", () => {
    expect(readSettings(GOOD)).toMatchObject({
      baseUrl: "https://mkt.example",
      chainId: 8453,
      rpcUrls: ["https://one.example/key", "https://two.example"],
      rpcQuorum: 1,
      priceUsdcUnits: 490_000n,
      paymentRecipient: recipient,
      paymentTokens: ["0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"],
      paymentDepth: { seconds: 2 },
      warnings: [],
      requirePaymentBinding: false,
      answerModel: null,
      feedbackMailTo: null,
      operator: { name: null, contact: null, termsUrl: null, privacyUrl: null, arbiter: null },
    });
  });

  it("signs with the first key and knows the others", () => {
    expect(readSettings(GOOD).quoteKeys.map(({ id, secret }) => [id, secret.length])).toEqual([
      ["k2", 32],
      ["k1", 32],
    ]);
  });

  it("reads what is optional where it is set", () => {
    const more = readSettings({
      ...GOOD,
      RPC_QUORUM: "2",
      PRICE_USDC: "1.25",
      FEEDBACK_MAIL_TO: "admin@mkt.example",
      OPERATOR_NAME: "Mercado Lda, Lisbon",
      OPERATOR_CONTACT: "help@mkt.example",
      OPERATOR_TERMS_URL: "https://mkt.example/terms",
      OPERATOR_PRIVACY_URL: "https://mkt.example/privacy",
      OPERATOR_ARBITER: "Two lawyers of Mercado Lda",
      FIAT_CURRENCY: "EUR",
      FIAT_RATES_URL: "https://rates.example/v1/",
      REQUIRE_PAYMENT_BINDING: "true",
      ANSWER_MODEL_URL: "https://model.example/v1/",
      ANSWER_MODEL: "m",
      ANSWER_MODEL_KEY: "secret",
    });
    expect(more).toMatchObject({
      rpcQuorum: 2,
      priceUsdcUnits: 1_250_000n,
      feedbackMailTo: "admin@mkt.example",
      fiat: { currency: "EUR", url: "https://rates.example/v1" },
      operator: {
        name: "Mercado Lda, Lisbon",
        contact: "help@mkt.example",
        termsUrl: "https://mkt.example/terms",
        privacyUrl: "https://mkt.example/privacy",
        arbiter: "Two lawyers of Mercado Lda",
      },
      requirePaymentBinding: true,
      answerModel: { url: "https://model.example/v1", model: "m", key: "secret" },
    });
  });
});

describe("D22: chains and tokens", () => {
  it("takes the test network, with its own USDC and identity registry", () => {
    const settings = readSettings({ ...GOOD, CHAIN_ID: "84532", AGENT_ID: "7" });
    expect(settings).toMatchObject({
      chainId: 84532,
      paymentTokens: [BASE_SEPOLIA.usdc.address],
      agent: { id: 7, registry: BASE_SEPOLIA.agentRegistry },
    });
    expect(linesOf({ ...GOOD, CHAIN_ID: "84532", PAYMENT_TOKENS: BASE.usdc.address })).toEqual([
      expect.stringContaining("PAYMENT_TOKENS is wrong: "),
    ]);
  });

  it("reads no depth at all as the payment's own block", () => {
    expect(readSettings({ ...GOOD, PAYMENT_CONFIRM_SECONDS: "0" }).paymentDepth).toEqual({ seconds: 0 });
  });

  it("warns of a price that x402 clients refuse to pay by default", () => {
    expect(readSettings({ ...GOOD, PRICE_USDC: "1" }).warnings).toEqual([]);
    expect(readSettings({ ...GOOD, PRICE_USDC: "1.01" }).warnings).toEqual([
      expect.stringContaining("PRICE_USDC is 1.01"),
    ]);
  });
});

describe("how signed payments are settled", () => {
  it("is not at all, unless it is set", () => {
    expect(readSettings(GOOD).settlement).toBeNull();
    expect(
      readSettings({ ...GOOD, SETTLEMENT_KEY: "none", FACILITATOR_URL: "", FACILITATOR_TOKEN: "none" }).settlement,
    ).toBeNull();
  });

  it("is by a wallet, or by a facilitator", () => {
    const privateKey = `0x${"ab".repeat(32)}`;
    expect(readSettings({ ...GOOD, SETTLEMENT_KEY: privateKey }).settlement).toMatchObject({
      kind: "wallet",
      privateKey,
      budgetWei: 2_000_000_000_000_000n,
      maxWei: 50_000_000_000_000n,
      factories: [expect.any(String), expect.any(String)],
    });
    expect(
      readSettings({ ...GOOD, SETTLEMENT_KEY: privateKey, SETTLEMENT_FACTORIES: "none" }).settlement,
    ).toMatchObject({ factories: [] });
    expect(
      readSettings({ ...GOOD, FACILITATOR_URL: "https://facilitator.example/v2/", FACILITATOR_TOKEN: "t" }).settlement,
    ).toEqual({
      kind: "facilitator",
      url: "https://facilitator.example/v2",
      token: "t",
      timeoutMs: 20_000,
    });
  });
});

describe("refusals", () => {
  it("names every setting that is missing, each in one line, all at once", () => {
    const lines = linesOf({});
    expect(lines.map((line) => line.split(" ")[0])).toEqual([
      "BASE_URL",
      "RPC_URLS",
      "QUOTE_KEYS",
      "PAYMENT_RECIPIENT",
    ]);
    for (const line of lines) expect(line).toMatch(/^[A-Z_]+ is missing: [^\n]+$/);
  });

  it.each<[string, string]>([
    ["BASE_URL", "mkt.example"],
    ["BASE_URL", "http://mkt.example"],
    ["BASE_URL", "https://mkt.example/?a=b"],
    ["BASE_URL", "javascript:alert(1)"],
    ["CHAIN_ID", "1"],
    ["CHAIN_ID", "8453.0"],
    ["CHAIN_ID", "10"],
    ["RPC_URLS", "ws://one.example"],
    ["RPC_URLS", ","],
    ["RPC_URLS", "https://one.example,nowhere"],
    ["RPC_QUORUM", "3"],
    ["RPC_QUORUM", "0"],
    ["RPC_TIMEOUT_MS", "99"],
    ["RPC_TIMEOUT_MS", "1e4"],
    ["RPC_TIMEOUT_MS", "-5"],
    ["QUOTE_KEYS", "k1:1234"],
    ["QUOTE_KEYS", `k1:${"z".repeat(64)}`],
    ["QUOTE_KEYS", `${"11".repeat(32)}`],
    ["QUOTE_KEYS", `k1:${"11".repeat(32)},k1:${"22".repeat(32)}`],
    ["QUOTE_TTL_SECONDS", "29"],
    ["QUOTE_TTL_SECONDS", "86401"],
    ["PRICE_USDC", "0.489999"],
    ["PRICE_USDC", "0,49"],
    ["PRICE_USDC", "0.4900001"],
    ["PRICE_USDC", "free"],
    ["PRICE_USDC", "-1"],
    ["PAYMENT_RECIPIENT", `0x${"0".repeat(40)}`],
    ["PAYMENT_RECIPIENT", "mkt.eth"],
    ["PAYMENT_RECIPIENT", `${recipient}00`],
    ["PAYMENT_TOKENS", "USDC"],
    ["PAYMENT_TOKENS", `${recipient},x`],
    ["PAYMENT_TOKENS", EURC],
    ["PAYMENT_TOKENS", `${BASE.usdc.address},${EURC}`],
    ["PAYMENT_TOKENS", BASE_SEPOLIA.usdc.address],
    ["PAYMENT_CONFIRM_SECONDS", "-1"],
    ["PAYMENT_CONFIRM_SECONDS", "3601"],
    ["PAYMENT_CONFIRM_SECONDS", "1.5"],
    ["REQUIRE_PAYMENT_BINDING", "yes"],
    ["SETTLEMENT_KEY", "0x12"],
    ["SETTLEMENT_KEY", `0x${"0".repeat(64)}`],
    ["FACILITATOR_URL", "facilitator.example"],
    ["FEEDBACK_MAIL_TO", "admin"],
    ["OPERATOR_NAME", "x".repeat(121)],
    ["OPERATOR_CONTACT", "call us"],
    ["OPERATOR_CONTACT", "http://mkt.example"],
    ["OPERATOR_TERMS_URL", "javascript:alert(1)"],
    ["OPERATOR_PRIVACY_URL", "/privacy"],
    ["OPERATOR_ARBITER", "one\u0007two"],
    ["FEEDBACK_MAIL_TO", "a@x.example, b@x.example"],
    ["FEEDBACK_MAIL_TO", "a@x.example\nBcc: b@x.example"],
    ["EDGE_KEY", "short"],
    ["EDGE_KEY", `${"a".repeat(32)},${"b".repeat(32)},${"c".repeat(32)}`],
    ["EDGE_KEY", `${"a".repeat(31)}!`],
    ["TRUSTED_PROXIES", "everybody"],
    ["TRUSTED_PROXIES", "999.1.1.1"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "fe80::/129"],
  ])("refuses %s=%s in one line that says what it should be", (name, value) => {
    const lines = linesOf({ ...GOOD, [name]: value });
    expect(lines).toEqual([`${name} is wrong: ${SETTINGS[name as keyof typeof SETTINGS].rule}`]);
  });

  it.each([
    ["FIAT_CURRENCY", "euro"],
    ["FIAT_CURRENCY", "USD"],
    ["FIAT_CURRENCY", ""],
    ["FIAT_RATES_URL", "http://rates.example/v1"],
    ["FIAT_RATES_URL", "https://rates.example/v1?key=1"],
    ["FIAT_RATES_URL", ""],
  ])("refuses %s=%s beside the other setting of the rates", (name, value) => {
    const both = { FIAT_CURRENCY: "EUR", FIAT_RATES_URL: "https://rates.example/v1" };
    expect(linesOf({ ...GOOD, ...both })).toEqual([]);
    expect(linesOf({ ...GOOD, ...both, [name]: value })).toEqual([
      `${name} is ${value === "" ? "missing" : "wrong"}: ${SETTINGS[name as keyof typeof SETTINGS].rule}`,
    ]);
  });

  it("refuses two escrows at one address, and a recipient from which nothing comes back", () => {
    const escrows = { ESCROW_HUMAN: `0x${"12".repeat(20)}`, ESCROW_AGENT_FAST: `0x${"34".repeat(20)}` };
    expect(linesOf({ ...GOOD, ...escrows })).toEqual([]);
    expect(linesOf({ ...GOOD, ...escrows, ESCROW_AGENT_FAST: escrows.ESCROW_HUMAN })).toEqual([
      expect.stringContaining("ESCROW_AGENT_FAST is wrong: "),
    ]);
    for (const taken of [escrows.ESCROW_AGENT_FAST, BASE.usdc.address]) {
      expect(linesOf({ ...GOOD, ...escrows, PAYMENT_RECIPIENT: taken })).toEqual([
        expect.stringContaining("PAYMENT_RECIPIENT is wrong: "),
      ]);
    }
  });

  it("D11: refuses a recipient that receives money for other reasons, and says which it is", () => {
    // Well-known keys of Foundry's development phrase.
    const { settler, keeper, treasury } = devWallets();
    const market = { ESCROW_HUMAN: `0x${"12".repeat(20)}`, ESCROW_AGENT_FAST: `0x${"34".repeat(20)}` };
    const all = { ...GOOD, ...market, SETTLEMENT_KEY: settler.privateKey, KEEPER_KEY: keeper.privateKey };
    expect(linesOf({ ...all, PAYMENT_RECIPIENT: treasury.address })).toEqual([]);
    for (const [taken, what] of [
      [settler.address, "the wallet of SETTLEMENT_KEY"],
      [keeper.address.toLowerCase(), "the wallet of KEEPER_KEY"],
      [market.ESCROW_HUMAN, "the escrow of ESCROW_HUMAN"],
      [market.ESCROW_AGENT_FAST, "the escrow of ESCROW_AGENT_FAST"],
      [BASE.usdc.address, "a token of PAYMENT_TOKENS"],
    ] as const) {
      expect(linesOf({ ...all, PAYMENT_RECIPIENT: taken })).toEqual([
        `PAYMENT_RECIPIENT is wrong: it is ${what}. Set an address that receives nothing but payments`,
      ]);
    }
    for (const [taken, what] of [
      [settler.address, "the wallet of SETTLEMENT_KEY"],
      [keeper.address, "the wallet of KEEPER_KEY"],
      [market.ESCROW_HUMAN, "the escrow of ESCROW_HUMAN"],
    ]) {
      const listed = {
        ...all,
        PAYMENT_RECIPIENT: treasury.address,
        PAYMENT_FORMER_RECIPIENTS: `${recipient},${taken}`,
      };
      expect(linesOf(listed)).toEqual([
        `PAYMENT_FORMER_RECIPIENTS is wrong: it lists ${what}. List only addresses that receive nothing but payments`,
      ]);
    }
    expect(linesOf({ ...all, SETTLEMENT_KEY: `0x${"ff".repeat(32)}` })).toEqual([
      expect.stringContaining("SETTLEMENT_KEY is wrong"),
    ]);
  });

  it("Q4: refuses a receipt key that does something else, and knows the address of its own", () => {
    const { settler, keeper, recipient: paid, stranger } = devWallets();
    const all = { ...GOOD, SETTLEMENT_KEY: settler.privateKey, KEEPER_KEY: keeper.privateKey };
    const own = readSettings({ ...all, RECEIPT_KEY: stranger.privateKey });
    expect(own.receipts).toEqual({ privateKey: stranger.privateKey, address: stranger.address });
    expect(readSettings(all).receipts).toBeNull();
    expect(linesOf({ ...all, RECEIPT_KEY: "0x12" })).toEqual([expect.stringContaining("RECEIPT_KEY is wrong")]);
    for (const [key, what] of [
      [settler, "the wallet of SETTLEMENT_KEY"],
      [keeper, "the wallet of KEEPER_KEY"],
      [paid, "PAYMENT_RECIPIENT"],
    ] as const) {
      expect(linesOf({ ...all, PAYMENT_RECIPIENT: paid.address, RECEIPT_KEY: key.privateKey })).toEqual([
        `RECEIPT_KEY is wrong: it is the key of ${what}. Make a new one (openssl rand -hex 32)`,
      ]);
    }
  });

  it("D12: sends no secret over plain http, loopback aside", () => {
    const model = (url: string, key: string) => ({ ANSWER_MODEL_URL: url, ANSWER_MODEL: "m", ANSWER_MODEL_KEY: key });
    const exposed: [string, Record<string, string>][] = [
      ["RPC_URLS", { RPC_URLS: "https://one.example,http://two.example/v2/secret" }],
      ["ANSWER_MODEL_URL", model("http://model.example/v1", "secret")],
      ["ANSWER_MODEL_URL", model("http://user:secret@model.example/v1", "none")],
      ["FACILITATOR_URL", { FACILITATOR_URL: "http://facilitator.example", FACILITATOR_TOKEN: "secret" }],
      ["RPC_URLS", { RPC_URLS: "http://127.0.0.1.example" }],
    ];
    for (const [name, values] of exposed) {
      const lines = linesOf({ ...GOOD, ...values });
      expect(lines).toEqual([expect.stringMatching(`^${name} is wrong: it sends a secret over plain http`)]);
      expect(lines.join()).not.toContain("secret@");
    }
    for (const host of ["127.0.0.1:8545", "localhost:8545", "[::1]:8545", "127.8.9.1"])
      expect(linesOf({ ...GOOD, RPC_URLS: `http://${host}` })).toEqual([]);
    expect(linesOf({ ...GOOD, ...model("http://model.example/v1", "none") })).toEqual([]);
  });

  it("asks for two different nodes where two must agree", () => {
    const wrong = [expect.stringContaining("RPC_QUORUM is wrong")];
    expect(linesOf({ ...GOOD, RPC_QUORUM: "2", RPC_URLS: "https://one.example" })).toEqual(wrong);
    expect(linesOf({ ...GOOD, RPC_QUORUM: "2", RPC_URLS: "https://one.example,https://one.example/" })).toEqual(wrong);
  });

  it.each<[string, Record<string, string>]>([
    ["SETTLEMENT_KEY", { FACILITATOR_URL: "https://facilitator.example" }],
    ["SETTLEMENT_KEY", { KEEPER_KEY: `0x${"AB".repeat(32)}` }],
    ["SETTLEMENT_BUDGET_GWEI", { SETTLEMENT_BUDGET_GWEI: "399999" }],
    ["SETTLEMENT_BUDGET_GWEI", { SETTLEMENT_BUDGET_GWEI: "0" }],
    ["SETTLEMENT_MAX_GWEI", { SETTLEMENT_MAX_GWEI: "0" }],
    ["SETTLEMENT_MAX_GWEI", { SETTLEMENT_MAX_GWEI: "0.5" }],
    ["SETTLEMENT_FACTORIES", { SETTLEMENT_FACTORIES: "Coinbase" }],
  ])("refuses a settling wallet with a wrong %s: %j", (name, changes) => {
    const lines = linesOf({ ...GOOD, SETTLEMENT_KEY: `0x${"ab".repeat(32)}`, ...changes });
    expect(lines).toContain(`${name} is wrong: ${SETTINGS[name as keyof typeof SETTINGS].rule}`);
  });

  const RELAY = { RELAY_KEY: `0x${"cd".repeat(32)}` };

  it("reads the relay's settings, each with its default", () => {
    expect(readSettings(GOOD).relay).toBeNull();
    expect(readSettings({ ...GOOD, RELAY_KEY: "none", RELAY_BUDGET_GWEI: "wrong" }).relay).toBeNull();
    const privateKey = RELAY.RELAY_KEY;
    const defaults = {
      privateKey,
      budgetWei: 10n ** 15n,
      minRewardUsdcUnits: 1_000_000n,
      walletSteps: 40,
      taskSteps: 20,
      freeStartWei: 20_000n * 10n ** 9n,
      freeStarts: 3,
    };
    expect(readSettings({ ...GOOD, ...RELAY }).relay).toEqual(defaults);
    const own = {
      RELAY_BUDGET_GWEI: "20",
      RELAY_MIN_REWARD_USDC: "0.5",
      RELAY_WALLET_STEPS: "1",
      RELAY_TASK_STEPS: "1000",
      RELAY_FREE_START_GWEI: "1",
      RELAY_FREE_STARTS: "100",
    };
    expect(readSettings({ ...GOOD, ...RELAY, ...own }).relay).toEqual({
      privateKey,
      budgetWei: 20n * 10n ** 9n,
      minRewardUsdcUnits: 500_000n,
      walletSteps: 1,
      taskSteps: 1_000,
      freeStartWei: 10n ** 9n,
      freeStarts: 100,
    });
  });

  it.each<[keyof typeof SETTINGS, string[]]>([
    ["RELAY_KEY", ["0x12", "cd".repeat(32), `0x${"00".repeat(32)}`, `0x${"ff".repeat(32)}`]],
    ["RELAY_BUDGET_GWEI", ["19", "0", "-20", "1e6", "0.001", "1000000000", "20 gwei"]],
    ["RELAY_MIN_REWARD_USDC", ["-1", "1,5", "0.0000001", "one"]],
    ["RELAY_WALLET_STEPS", ["0", "1001", "1.5", "-1"]],
    ["RELAY_TASK_STEPS", ["0", "1001", "1.5", "-1"]],
    ["RELAY_FREE_START_GWEI", ["0", "-1", "0.5"]],
    ["RELAY_FREE_STARTS", ["0", "101", "1.5"]],
  ])("refuses a relay with a wrong %s, and says what is right", (name, values) => {
    for (const value of values)
      expect([value, linesOf({ ...GOOD, ...RELAY, [name]: value })]).toEqual([
        value,
        [`${name} is wrong: ${SETTINGS[name].rule}`],
      ]);
  });

  it("refuses a relay whose wallet is the keeper's or the settling one", () => {
    const upper = `0x${"CD".repeat(32)}`;
    expect(linesOf({ ...GOOD, ...RELAY, KEEPER_KEY: upper })).toEqual([
      `RELAY_KEY is wrong: ${SETTINGS.RELAY_KEY.rule}`,
    ]);
    expect(linesOf({ ...GOOD, ...RELAY, SETTLEMENT_KEY: upper })).toEqual([
      `RELAY_KEY is wrong: ${SETTINGS.RELAY_KEY.rule}`,
    ]);
  });

  it("reads the judge's key, and refuses one that does something else or has no relay", () => {
    const judge = { JUDGE_KEY: `0x${"ef".repeat(32)}` };
    expect(readSettings(GOOD).judge).toBeNull();
    expect(readSettings({ ...GOOD, ...RELAY, ...judge }).judge).toMatchObject({ privateKey: judge.JUDGE_KEY });
    expect(linesOf({ ...GOOD, ...judge })).toEqual([expect.stringMatching(/^JUDGE_KEY is wrong: it needs RELAY_KEY/)]);
    expect(linesOf({ ...GOOD, ...RELAY, JUDGE_KEY: "0x12" })).toEqual([
      `JUDGE_KEY is wrong: ${SETTINGS.JUDGE_KEY.rule}`,
    ]);
    for (const name of ["KEEPER_KEY", "RECEIPT_KEY", "SETTLEMENT_KEY"])
      expect(linesOf({ ...GOOD, ...RELAY, ...judge, [name]: judge.JUDGE_KEY })).toEqual([
        expect.stringMatching(/^JUDGE_KEY is wrong: it is the key of/),
      ]);
    expect(linesOf({ ...GOOD, ...RELAY, JUDGE_KEY: RELAY.RELAY_KEY })).toEqual([
      expect.stringMatching(/^JUDGE_KEY is wrong: it is the key of the wallet of RELAY_KEY/),
    ]);
  });

  it("warns of a relay or a keeper that has no escrows", () => {
    const { warnings } = readSettings({ ...GOOD, ...RELAY, KEEPER_KEY: `0x${"ef".repeat(32)}` });
    expect(warnings).toEqual([
      expect.stringMatching(/^KEEPER_KEY does nothing without ESCROW_HUMAN and ESCROW_AGENT_FAST/),
      expect.stringMatching(/^RELAY_KEY does nothing without ESCROW_HUMAN and ESCROW_AGENT_FAST/),
    ]);
  });

  it("shows the relay's defaults in the example, and explains each setting in the runbook", () => {
    const root = path.join(__dirname, "..");
    const example = readFileSync(path.join(root, "functions/.env.example"), "utf8");
    const runbook = readFileSync(path.join(root, "docs/runbook.md"), "utf8");
    for (const [name, row] of Object.entries(SETTINGS).filter(([one]) => one.startsWith("RELAY_"))) {
      const line = "secret" in row ? `# ${name}=none` : `${name}=${"default" in row ? row.default : ""}`;
      expect(example.split("\n")).toContain(line);
      expect(runbook).toContain(`\`${name}\``);
    }
  });

  it("D5: takes a budget of which the part for contract wallets' first payments is enough for one settlement", () => {
    const settings = { SETTLEMENT_KEY: `0x${"ab".repeat(32)}`, SETTLEMENT_BUDGET_GWEI: "400000" };
    expect(linesOf({ ...GOOD, ...settings })).toEqual([]);
  });

  it.each(["999", "25001"])("refuses a facilitator that may take %s ms", (ms) => {
    const lines = linesOf({ ...GOOD, FACILITATOR_URL: "https://facilitator.example", FACILITATOR_TIMEOUT_MS: ms });
    expect(lines).toEqual([`FACILITATOR_TIMEOUT_MS is wrong: ${SETTINGS.FACILITATOR_TIMEOUT_MS.rule}`]);
  });

  it("asks for a model's name where there is an address", () => {
    expect(linesOf({ ...GOOD, ANSWER_MODEL_URL: "https://model.example" }).join()).toContain("ANSWER_MODEL is missing");
  });
});

describe("security", () => {
  it("shows no value in a message, because some are secret", () => {
    for (const name of Object.keys(SETTINGS)) {
      const lines = linesOf({ ...GOOD, [name]: "secret-canary" });
      expect(lines.join("\n")).not.toContain("secret-canary");
    }
  });

  it("throws nothing else, whatever is set", () => {
    const values = fc.oneof(fc.string(), fc.constantFrom("", "none", "0", "-1", "1e9", "true", "https://", "::", "0x"));
    forAll([fc.record(Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, values])))], (environment) => {
      expect(Array.isArray(linesOf({ ...GOOD, ...environment }))).toBe(true);
    });
  });
});
