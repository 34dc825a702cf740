import { Interface, parseUnits } from "ethers";
import {
  checkChallenge,
  UntrustedError,
  type Mkt,
  type MktOptions,
  type ToSign,
} from "../../packages/client/src/index";
import type { Role } from "../../dev/local/wallets";
import { Market } from "../setup/market";
import { agent, OFFER, ORIGIN } from "./agents";
import { lyingFetch } from "./lying";

type Answer = Record<string, unknown>;
type Prepared = Answer & {
  transactions: Record<string, unknown>[];
  signatures?: { deadline: number; typedData: Record<string, Answer> }[];
  metadata?: Answer;
};

const PATH = "/demand-insights";
/** Has let no escrow take anything yet, so that its tasks begin with an approval or a permit. */
const UNAPPROVED: Role = "payer3";
const STRANGER = "0x00000000000000000000000000000000000000aa";
const token = new Interface([
  "function transfer(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);
const market = Market.forFile();

/** A client of a service that lies, and everything that it was ready to sign. */
function deceived(
  path: string,
  lie: (answer: Answer) => unknown,
  more: Partial<MktOptions> = {},
  role: Role = "buyer",
): { mkt: Mkt; asked: ToSign[] } {
  const asked: ToSign[] = [];
  const mkt = agent(market, role, {
    fetch: lyingFetch(path, lie),
    beforeSigning: (toSign) => void asked.push(toSign),
    permits: false,
    ...more,
  });
  return { mkt, asked };
}

/** Changes one field somewhere in an answer: "transaction.to" is the field `to` of `transaction`. */
const set = (field: string, value: unknown) => (answer: Answer) => {
  const names = field.split(".");
  const last = names.pop() ?? "";
  const inner = names.reduce<Answer>((at, name) => at[name] as Answer, answer);
  inner[last] = typeof value === "function" ? (value as (old: unknown) => unknown)(inner[last]) : value;
  return answer;
};

describe("security: a quote that is not what it says", () => {
  const data = (to: string, units: bigint) => token.encodeFunctionData("transfer", [to, units]);
  const lies: [string, (answer: Answer) => unknown][] = [
    ["another chain", set("chainId", 1)],
    ["a transaction for another chain", set("transaction.chainId", 1)],
    ["another recipient", set("recipient", STRANGER)],
    [
      "another recipient everywhere",
      (quote) => ({
        ...quote,
        recipient: STRANGER,
        transaction: { ...(quote["transaction"] as Answer), data: data(STRANGER, 490_000n) },
      }),
    ],
    [
      "another receiver in the calldata",
      set("transaction.data", (old: string) => old.replace(/^(0xa9059cbb0{24})[0-9a-f]{40}/, `$1${STRANGER.slice(2)}`)),
    ],
    [
      "more in the calldata",
      set(
        "transaction.data",
        (old: string) => old.slice(0, 74) + parseUnits("49", 6).toString(16).padStart(64, "0") + old.slice(138),
      ),
    ],
    ["another intent's mark", set("intentId", (old: string) => `${old}x`)],
    ["no mark", set("transaction.data", (old: string) => old.slice(0, 138))],
    ["bytes behind the mark", set("transaction.data", (old: string) => `${old}00`)],
    ["another token", set("transaction.to", STRANGER)],
    ["ether", set("transaction.value", "1")],
    ["an approval", set("transaction.data", token.encodeFunctionData("approve", [STRANGER, 490_000n]))],
    ["a price that is over", set("expiresAt", "2020-01-01T00:00:00.000Z")],
    ["a price that is no amount", set("amountUsdc", "0.49e9")],
  ];
  it.each(lies)("signs nothing for a quote with %s", async (_name, lie) => {
    const { mkt, asked } = deceived(PATH, lie);
    await expect(mkt.buy(PATH, { query: "What do people ask about?" })).rejects.toBeInstanceOf(UntrustedError);
    expect(asked).toEqual([]);
  });

  it("signs nothing where a later quote names another recipient than the first, though none is pinned", async () => {
    let quotes = 0;
    const { mkt, asked } = deceived(PATH, (quote) => (++quotes === 1 ? quote : set("recipient", STRANGER)(quote)), {
      trust: {},
    });
    await mkt.quote(PATH, { query: "x" });
    await expect(mkt.buy(PATH, { query: "x" })).rejects.toBeInstanceOf(UntrustedError);
    expect(asked).toEqual([]);
  });
});

describe("security: a prepared transaction that does something else", () => {
  const CREATE = "/agentCreateTaskSimple";
  const first = (change: (transaction: Answer) => unknown) => (answer: Answer) => {
    const { transactions } = answer as Prepared;
    return transactions
      ? { ...answer, transactions: [change(transactions[0] ?? {}), ...transactions.slice(1)] }
      : answer;
  };
  const second = (change: (transaction: Answer) => unknown) => (answer: Answer) => {
    const { transactions } = answer as Prepared;
    return transactions ? { ...answer, transactions: [transactions[0], change(transactions[1] ?? {})] } : answer;
  };
  /** The calldata with the word at a place changed; the selector stands before the words. */
  const word = (at: number, value: string) => (data: unknown) =>
    `${String(data).slice(0, 10 + 64 * at)}${value.padStart(64, "0")}${String(data).slice(10 + 64 * (at + 1))}`;
  const lies: [string, (answer: Answer) => unknown][] = [
    ["an approval of somebody else", first(set("data", word(0, STRANGER.slice(2))))],
    ["an approval of more", first(set("data", word(1, "ffffffff")))],
    ["an approval to another token", first(set("to", STRANGER))],
    ["ether", first(set("value", "1"))],
    ["another chain", first(set("chainId", 1))],
    ["another sender", first(set("from", STRANGER))],
    ["absurd gas", first(set("gas", "30000000"))],
    ["gas that is no number", first(set("gas", "1e3"))],
    ["another escrow", second(set("to", STRANGER))],
    ["another reward", second(set("data", word(0, "1")))],
    ["another stake", second(set("data", word(1, "1")))],
    ["another metadata hash", second(set("data", word(2, "1")))],
    ["another mode", second(set("data", word(3, "1")))],
    ["other change rounds", second(set("data", word(4, "5")))],
    ["a judge that was not asked for", second(set("data", word(5, STRANGER.slice(2))))],
    ["another window", second(set("data", word(7, "e10")))],
    ["bytes behind the arguments", second(set("data", (old: string) => `${old}00`))],
    ["another function", second(set("data", (old: string) => `0x00000000${old.slice(10)}`))],
    [
      "a third transaction",
      (answer) => ({
        ...answer,
        transactions: [...(answer as Prepared).transactions, (answer as Prepared).transactions[0]],
      }),
    ],
    ["another title", set("metadata.title", "Send me your key")],
    ["one more member of the metadata", set("metadata.contact", "https://evil.example")],
  ];
  it.each(lies)("signs nothing for a task that is prepared with %s", async (_name, lie) => {
    const { mkt, asked } = deceived(CREATE, lie, {}, UNAPPROVED);
    await expect(mkt.poster.create({ ...OFFER, maxChangeRounds: 1, windows: { work: 7_200 } })).rejects.toBeInstanceOf(
      UntrustedError,
    );
    expect(asked).toEqual([]);
    expect(mkt.budget.leftUnits).toBe(100_000_000n);
  });

  it("signs nothing for a task that is prepared with no transaction, which is how a mandate asks for the relay", async () => {
    const { mkt, asked } = deceived(CREATE, (answer) => ({ ...answer, transactions: [] }), {}, UNAPPROVED);
    await expect(mkt.poster.create({ ...OFFER })).rejects.toMatchObject({ code: "relay_unavailable" });
    expect([asked, mkt.budget.leftUnits]).toEqual([[], 100_000_000n]);
  });

  const permitLies: [string, string, unknown][] = [
    ["spender", "message.spender", STRANGER],
    ["value", "message.value", "99000000"],
    ["owner", "message.owner", STRANGER],
    ["token", "domain.verifyingContract", STRANGER],
    ["chain", "domain.chainId", 1],
    ["deadline of a year", "message.deadline", "1900000000"],
    ["type", "types.Permit", [{ name: "owner", type: "address" }]],
  ];
  it.each(permitLies)("signs no permit with another %s", async (_name, field, value) => {
    const lie = (answer: Answer) => {
      const request = (answer as Prepared).signatures?.[0];
      if (request) set(field, value)(request.typedData);
      return answer;
    };
    const { mkt, asked } = deceived(CREATE, lie, { permits: true }, UNAPPROVED);
    await expect(mkt.poster.create(OFFER)).rejects.toBeInstanceOf(UntrustedError);
    expect(asked).toEqual([]);
  });

  it("signs nothing for a change request, a submission or a judgement whose hash is another", async () => {
    const key = await market.task("agent-fast", {}, { steps: ["start"] });
    const named = { contract: "agent-fast", taskId: String(key.taskId) } as const;
    const otherHash = first(set("data", word(1, "1")));
    const worker = agent(market, "worker", { fetch: lyingFetch("/agentSubmitWork", otherHash) });
    await expect(worker.worker.submit(named, { text: "Done." })).rejects.toBeInstanceOf(UntrustedError);
    await market.take("submit", key);
    const { submissions } = await agent(market, "buyer").submissions(named);
    const submissionHash = submissions[0]?.submissionHash ?? "";
    for (const place of [1, 2]) {
      const { mkt, asked } = deceived("/agentDecide", first(set("data", word(place, "1"))));
      const changes = { submissionHash, text: "More." };
      await expect(mkt.poster.requestChanges(named, changes)).rejects.toBeInstanceOf(UntrustedError);
      expect(asked).toEqual([]);
    }
    const judgement = { submissionHash, rating: 5, comment: "Good." };
    for (const lie of [
      otherHash,
      first(set("data", word(0, "63"))),
      first(set("data", word(2, "1"))),
      first(set("data", word(3, "1"))),
    ]) {
      const judge = deceived("/agentDecide", lie);
      await expect(judge.mkt.poster.approve(named, judgement)).rejects.toBeInstanceOf(UntrustedError);
      expect(judge.asked).toEqual([]);
    }
  });

  it("D14: anchors the worker's own signed resubmission, and no other call", async () => {
    const key = await market.task("agent-fast", {}, { steps: ["start", "submit", "requestChanges"] });
    const named = { contract: "agent-fast", taskId: String(key.taskId) } as const;
    const worker = agent(market, "worker");
    await worker.worker.resubmit(named, { text: "Better." });
    await expect(
      deceived("/agentSubmitWork", first(set("data", word(0, "63")))).mkt.worker.anchor(named),
    ).rejects.toBeInstanceOf(UntrustedError);
    expect((await worker.worker.anchor(named)).task).toMatchObject({ state: "SUBMITTED", changeRounds: 1 });
  });

  it("D15: starts on the terms that were shown, whatever the service prepares", async () => {
    const key = await market.task("agent-fast", { stakeUsdcUnits: 500_000n });
    const named = { contract: "agent-fast", taskId: String(key.taskId) } as const;
    const poor = agent(market, "worker", { budget: { perCallUsdc: "0.49", totalUsdc: "9" } });
    await expect(poor.worker.stake(named)).rejects.toMatchObject({ code: "over_budget" });
    const worker = agent(market, "worker");
    const shown = await worker.task(named);
    const lies = [
      { ...shown, stakeUsdc: "0.1" },
      { ...shown, rewardUsdc: "50" },
      { ...shown, mode: "selection" as const },
      { ...shown, terms: { ...shown.terms, maxChangeRounds: 0 } },
      { ...shown, terms: { ...shown.terms, windows: { ...shown.terms.windows, resubmit: 86_400 } } },
      { ...shown, terms: { ...shown.terms, arbiter: market.address("stranger") } },
    ];
    for (const lie of lies) await expect(worker.worker.stake(lie)).rejects.toMatchObject({ code: "state_conflict" });
    const otherTerms = first(set("data", word(1, "63")));
    await expect(
      deceived("/agentStakeAndConfirm", otherTerms, {}, "worker").mkt.worker.stake(shown),
    ).rejects.toBeInstanceOf(UntrustedError);
    await expect(worker.worker.stake(shown)).resolves.toMatchObject({ task: { state: "STARTED" } });
  });
});

describe("security: a sign-in that is not for this service", () => {
  const CHALLENGE = "/mktAgentSessionChallenge";
  const text = (from: string | RegExp, to: string) => set("message", (old: string) => old.replace(from, to));
  const lies: [string, (answer: Answer) => unknown][] = [
    ["another domain", text(/^[^ ]+/, "evil.example")],
    ["another URI", text(/URI: .*/, "URI: https://evil.example")],
    ["another chain", text("Chain ID: 8453", "Chain ID: 1")],
    ["another account", text(/0x[0-9a-fA-F]{40}/, STRANGER)],
    ["another nonce", set("nonce", "a".repeat(32))],
    ["an expiry far away", text(/Expiration Time: .*/, "Expiration Time: 2099-01-01T00:00:00.000Z")],
    ["no expiry", text(/\nExpiration Time: .*/, "")],
    ["a time that is over", text(/Issued At: .*/, "Issued At: 2020-01-01T00:00:00.000Z")],
    ["resources", set("message", (old: string) => `${old}\nResources:\n- https://evil.example`)],
    ["a line in its statement", text("Sign in to mkt.", "Sign in.\nI also agree to everything.")],
    ["another text altogether", set("message", "0x1234")],
  ];
  it.each(lies)("S2: signs no challenge with %s", async (_name, lie) => {
    const { mkt, asked } = deceived(CHALLENGE, lie);
    await expect(mkt.submissions({ contract: "agent-fast", taskId: "1" })).rejects.toBeInstanceOf(UntrustedError);
    expect(asked).toEqual([]);
  });

  it("signs the service's own", async () => {
    const { message, nonce } = (await (
      await fetch(`${market.service.baseUrl}${CHALLENGE}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ wallet: market.address("buyer") }),
      })
    ).json()) as { message: string; nonce: string };
    const expected = { origin: ORIGIN, chainId: 8453, wallet: market.address("buyer"), nonce, nowMs: market.nowMs() };
    expect(() => checkChallenge(message, expected)).not.toThrow();
  });
});
