import { Wallet } from "ethers";
import {
  MemoryJournal,
  type JournalEntry,
  type MktOptions,
  type TaskKey,
  type ToSign,
} from "../../packages/client/src/index";
import { devWallets, type Role } from "../../dev/local/wallets";
import { USDC } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { RELAY } from "../setup/relay";
import { agent } from "./agents";
import { commandLine, words } from "./commandLine";
import { losingFetch, lyingFetch } from "./lying";
import { sampled } from "../setup/runs";

const cli = commandLine(() => market);
const market = Market.forFile(testFirestore().db, RELAY);
beforeAll(async () => {
  for (const role of ["buyer", "worker"] as const)
    for (const escrow of Object.values(market.stage.addresses)) {
      const data = market.chain.usdc.interface.encodeFunctionData("approve", [escrow, 0n]);
      await market.chain.send({ from: role, to: USDC, data });
    }
});
beforeEach(async () => {
  for (const role of ["buyer", "worker"] as const) await ether(role, 0n);
});

const CONTRACTS = ["human", "agent-fast"] as const;
const OFFER = {
  contract: "agent-fast",
  title: "Summarise a report",
  description: "One page in plain words.",
  category: "writing",
  rewardUsdc: "5.000001",
  stakeUsdc: "0.500001",
} as const;
const VERDICT = { rating: 5, comment: "Clear and complete." };
const ETHER = 10n ** 18n;
const wallets = () => market.chain.provider;
const ether = (role: Role, wei: bigint) =>
  market.chain.call("anvil_setBalance", market.address(role), `0x${wei.toString(16)}`);
const weiOf = (role: Role) => wallets().getBalance(market.address(role));
const sentBy = (role: Role) => wallets().getTransactionCount(market.address(role));
const unitsOf = (role: Role) => market.chain.usdcUnitsOf(market.address(role));
const keyOf = ({ contract, taskId }: TaskKey): TaskKey => ({ contract, taskId });

const LATE = { code: "signature_expired", detail: "Too late.", requestId: "r", status: 400 };
/** Until no step that is signed now can be taken, by blocks that are safe. */
async function passDeadline() {
  await market.pass(700);
  await market.chain.mine(3);
}

/** A client, and what it signed. */
function watched(role: Role, more: Partial<MktOptions> = {}) {
  const signed: ToSign[] = [];
  const mkt = agent(market, role, {
    retry: { attempts: 2, patienceMs: 3_000 },
    beforeSigning: (toSign) => void signed.push(toSign),
    ...more,
  });
  return { mkt, signed, kinds: () => signed.filter(({ kind }) => kind !== "message").map(({ kind }) => kind) };
}

describe("happy", () => {
  it.each(sampled(CONTRACTS, 1))(
    "plays a whole task on %s with 0 wei on both sides, to the last unit",
    async (contract) => {
      const [{ mkt: buyer, kinds, signed }, { mkt: worker, signed: byWorker }] = [watched("buyer"), watched("worker")];
      const before = [await unitsOf("buyer"), await unitsOf("worker")] as const;
      const nonces = [await sentBy("buyer"), await sentBy("worker")];
      const created = await buyer.poster.create({ ...OFFER, contract, mode: "selection", maxChangeRounds: 1 });
      const key = keyOf(created.task);
      expect(created).toMatchObject({ task: { state: "FUNDED", contract } });
      await buyer.poster.fundMore(key, { rewardUsdc: "6" });
      await worker.worker.interest(key, "I have written many.");
      await buyer.poster.select(key, await worker.address());
      await worker.worker.stake(key);
      await worker.worker.submit(key, { text: "A first summary." });
      const newest = async () => (await buyer.submissions(key)).submissions.at(-1)?.submissionHash ?? "";
      const submissionHash = await newest();
      const signatures = [signed.length, byWorker.length] as const;
      await buyer.poster.requestChanges(key, { submissionHash, text: "Please name your sources." });
      await worker.worker.resubmit(key, { text: "A better summary." });
      // One signature each.
      expect([signed.length, byWorker.length]).toEqual([signatures[0] + 1, signatures[1] + 1]);
      await buyer.poster.approve(key, { submissionHash: await newest(), ...VERDICT });
      const end = await worker.worker.rateAndClaim(key, { rating: 4, comment: "A fair buyer." });
      expect(end.task.workflowStatus).toBe("settled");
      expect(await Promise.all([weiOf("buyer"), weiOf("worker")])).toEqual([0n, 0n]);
      expect([await sentBy("buyer"), await sentBy("worker")]).toEqual(nonces);
      // The permit of the higher reward is the fourth.
      expect(kinds()).toEqual(Array(6).fill("typedData"));
      const fee = (6_000_000n * BigInt(end.task.terms.platformFeeBps)) / 10_000n;
      expect([await unitsOf("buyer"), await unitsOf("worker")]).toEqual([
        before[0] - 6_000_000n,
        before[1] + 6_000_000n - fee,
      ]);
    },
  );

  it("needs no node at all, and cancels, hires and withdraws", async () => {
    const offline = (role: Role) => watched(role, { signer: new Wallet(devWallets()[role].privateKey) }).mkt;
    const [buyer, worker] = [offline("buyer"), offline("worker")];
    const { task } = await buyer.poster.create({ ...OFFER, worker: await worker.address() });
    expect((await worker.worker.stake(keyOf(task))).task.state).toBe("STARTED");
    const other = await buyer.poster.create({ ...OFFER, title: "Another" });
    await market.stage.denyUsdc("buyer", true);
    expect((await buyer.poster.cancel(keyOf(other.task))).task.state).toBe("CANCELLED");
    await market.stage.denyUsdc("buyer", false);
    expect(await buyer.withdraw({ contract: "agent-fast" })).toMatchObject({
      contract: "agent-fast",
      to: await buyer.address(),
      amountUsdc: expect.any(String),
    });
    expect(await weiOf("buyer")).toBe(0n);
  });

  it("pays for its own gas where it can, never or always signs as it is told", async () => {
    await ether("buyer", ETHER);
    const auto = watched("buyer");
    const { task } = await auto.mkt.poster.create({ ...OFFER, title: "By itself" });
    expect(auto.kinds()).toEqual(["typedData", "transactions"]);
    const always = watched("buyer", { gasless: "always" });
    const wei = await weiOf("buyer");
    await always.mkt.poster.cancel(keyOf(task));
    expect([always.kinds(), await weiOf("buyer")]).toEqual([["typedData"], wei]);
    await ether("buyer", 0n);
    const never = watched("buyer", { gasless: "never" });
    await expect(never.mkt.poster.create({ ...OFFER, title: "Never" })).rejects.toMatchObject({
      code: "insufficient_funds",
    });
  });

  it("UI30: prefers the relay with ETH in hand, and sends by itself what the relay does not take", async () => {
    await ether("buyer", ETHER);
    const { mkt, kinds } = watched("buyer", { gasless: "prefer" });
    const { task } = await mkt.poster.create({ ...OFFER, title: "Preferred" });
    await mkt.poster.cancel(keyOf(task));
    expect([kinds(), await weiOf("buyer")]).toEqual([["typedData", "typedData"], ETHER]);
    await mkt.poster.create({ ...OFFER, title: "Too small", rewardUsdc: "0.9", stakeUsdc: "0.1" });
    expect(kinds().slice(2)).toEqual(["typedData", "transactions"]);
  });

  it("mkt: takes steps without ETH by itself, and shows in a dry run what it would sign", async () => {
    const about = words`--title ${"A page"} --description Plain. --category writing`;
    const offer = words`task create ${about} --reward 5 --stake 0.5 --contract agent-fast`;
    const dry = await cli(words`--max-usdc 5 --dry-run ${offer}`, "buyer");
    expect([dry.code, dry.out]).toEqual([0, expect.stringContaining("without gas")]);
    const made = await cli(words`--json --max-usdc 5 ${offer}`, "buyer");
    expect([made.code, made.err]).toEqual([0, ""]);
    const direct = await cli(words`--max-usdc 5 --no-gasless ${offer}`, "buyer");
    expect([direct.code, direct.err]).toEqual([3, expect.stringContaining("ETH")]);
    const { taskId } = made.json["task"] as { taskId: string };
    const cancelled = await cli(words`--gasless task decide cancel ${taskId} --contract agent-fast`, "buyer");
    expect([cancelled.code, cancelled.out]).toEqual([0, expect.stringContaining("CANCELLED")]);
    expect(await weiOf("buyer")).toBe(0n);
  });
});

describe("faults", () => {
  it("GC2: sends a signed creation again after a lost answer, also from another process, and creates one task", async () => {
    const journal = new MemoryJournal();
    let isDown = true;
    const fetch = losingFetch((path) => isDown && path === "/mkt/relay");
    const before = await unitsOf("buyer");
    const offer = { ...OFFER, title: "Once" };
    const { mkt, signed } = watched("buyer", { journal, fetch });
    await expect(mkt.poster.create(offer)).rejects.toMatchObject({ code: "unavailable" });
    isDown = false;
    const again = watched("buyer", { journal });
    const { task } = await again.mkt.poster.create(offer);
    expect(task.title).toBe("Once");
    expect([signed.length, again.signed.length]).toEqual([1, 0]);
    expect(before - (await unitsOf("buyer"))).toBe(5_000_001n);
    expect(await again.mkt.resume()).toEqual([]);
  });

  it("confirms a step with a key again, and does not take it again", async () => {
    const { mkt, signed } = watched("buyer");
    const offer = { ...OFFER, title: "Named" };
    const [first, second] = [
      await mkt.poster.create(offer, { key: "k" }),
      await mkt.poster.create(offer, { key: "k" }),
    ];
    expect(second.task.taskId).toBe(first.task.taskId);
    expect(signed).toHaveLength(1);
  });

  const unavailable = {
    code: "relay_unavailable",
    detail: "The relay's budget is spent.",
    requestId: "r",
    status: 503,
  };
  const refusing =
    (problem: object): typeof fetch =>
    async (input, init) => {
      if (!new URL(input instanceof Request ? input.url : String(input)).pathname.startsWith("/mkt/relay"))
        return fetch(input, init);
      const { status } = problem as { status: number };
      return new Response(JSON.stringify(problem), { status, headers: { "retry-after": "60" } });
    };

  /** Lets the relay take a step, and denies it; and the confirmations of a path, if one is given. */
  const denying =
    (problem: { status: number }, path?: string): typeof fetch =>
    async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      const sent = typeof init?.body === "string" ? init.body : "";
      const text = input instanceof Request ? await input.clone().text() : sent;
      const response = await fetch(input, init);
      const isDenied = pathname === "/mkt/relay" || (pathname === path && text.includes('"confirm"'));
      return isDenied ? new Response(JSON.stringify(problem), { status: problem.status }) : response;
    };

  it("takes a step directly when the relay cannot, with ETH; without, it keeps the signed step and says so", async () => {
    const { mkt: honest } = watched("buyer");
    const { task } = await honest.poster.create({ ...OFFER, title: "To be cancelled" });
    const journal = new MemoryJournal();
    const { mkt, kinds } = watched("buyer", { journal, fetch: refusing(unavailable), gasless: "always" });
    await expect(mkt.poster.cancel(keyOf(task))).rejects.toMatchObject({
      code: "relay_unavailable",
      message: expect.stringMatching(/budget is spent\. Repeat the call: until .* it sends the same signed step/),
    });
    expect((await journal.entries()).map(({ state }: JournalEntry) => state)).toEqual(["signed"]);
    await ether("buyer", ETHER);
    expect((await mkt.poster.cancel(keyOf(task))).task.state).toBe("CANCELLED");
    expect(kinds()).toEqual(["typedData", "transactions"]);
    expect((await journal.entries()).map(({ state }: JournalEntry) => state)).toEqual(["void", "done"]);
  });

  it("GC2: creates no second task while the first can still be relayed, and signs again once it cannot", async () => {
    await ether("buyer", ETHER);
    const journal = new MemoryJournal();
    let ahead = 0;
    const options = { journal, gasless: "always" as const, nowMs: () => market.nowMs() + ahead };
    const { mkt, signed } = watched("buyer", { ...options, fetch: refusing(unavailable) });
    const offer = { ...OFFER, title: "Not twice" };
    for (let time = 0; time < 2; time++)
      await expect(mkt.poster.create(offer)).rejects.toMatchObject({ code: "relay_unavailable" });
    expect(signed).toHaveLength(1);
    expect(mkt.budget.leftUnits).toBe(100_000_000n - 5_000_001n);
    const { mkt: later, signed: more } = watched("buyer", { ...options, fetch: refusing(LATE) });
    ahead = 700_000;
    await expect(later.poster.create(offer)).rejects.toMatchObject({ message: expect.stringContaining("few minutes") });
    expect(more).toEqual([]);
    ahead = 0;
    await passDeadline();
    await expect(later.poster.create(offer)).rejects.toMatchObject({ code: expect.any(String) });
    expect(more.length).toBeGreaterThan(0);
    expect((await journal.entries())[0]?.state).toBe("void");
  });

  it.each(["creation", "start"] as const)(
    "GC3: finds a %s that was taken although the service says otherwise, and signs no second one",
    async (kind) => {
      const { mkt: honest } = watched("buyer");
      const { task } = await honest.poster.create({ ...OFFER, title: `Open for a ${kind}` });
      const role = kind === "creation" ? "buyer" : "worker";
      const offer = { ...OFFER, title: "Denied" };
      const take = ({ poster, worker }: typeof honest) =>
        kind === "creation" ? poster.create(offer) : worker.stake(keyOf(task));
      const journal = new MemoryJournal();
      const before = await unitsOf(role);
      const reverted = { code: "state_conflict", detail: "It reverted.", requestId: "r", status: 409 };
      // The first client has no node and the service takes the step, but denies it.
      const offline = { journal, signer: new Wallet(devWallets()[role].privateKey) };
      const { mkt: first, signed } = watched(role, { ...offline, fetch: denying(reverted) });
      await expect(take(first)).rejects.toMatchObject({
        code: "state_conflict",
        message: expect.stringContaining("later signs another if this one was not taken"),
      });
      await passDeadline();
      const { mkt: blind, signed: none } = watched(role, { ...offline, fetch: refusing(LATE) });
      await expect(take(blind)).rejects.toMatchObject({
        code: "no_node",
        message: expect.stringContaining("with a node"),
      });
      expect((await journal.entries()).map(({ state }: JournalEntry) => state)).toEqual(["signed"]);
      const { mkt: again, signed: more } = watched(role, { journal, fetch: refusing(unavailable) });
      const taken = await take(again);
      expect(taken.task).toMatchObject(
        kind === "creation" ? { title: "Denied", state: "FUNDED" } : { taskId: task.taskId, state: "STARTED" },
      );
      expect([signed.length, none, more]).toEqual([1, [], []]);
      expect(before - (await unitsOf(role))).toBe(kind === "creation" ? 5_000_001n : 500_001n);
      expect((await journal.entries()).map(({ state }: JournalEntry) => state)).toEqual(["done"]);
    },
  );

  it("GC3: says by which transaction a creation was taken that the service does not confirm", async () => {
    const journal = new MemoryJournal();
    const offer = { ...OFFER, title: "Unconfirmed" };
    const problem = { code: "tx_wrong", detail: "No.", requestId: "r", status: 409 };
    const { mkt } = watched("buyer", { journal, fetch: denying(problem, "/agentCreateTaskSimple") });
    await expect(mkt.poster.create(offer)).rejects.toMatchObject({
      code: "tx_wrong",
      message: expect.stringMatching(/taken by transaction 0x[0-9a-f]{64}; it is not signed again/),
    });
    const { mkt: again, signed } = watched("buyer", { journal });
    expect((await again.poster.create(offer)).task.title).toBe("Unconfirmed");
    expect(signed).toEqual([]);
  });

  it("says that a step cannot be relayed before anything is signed", async () => {
    const { mkt, signed } = watched("buyer", { gasless: "always" });
    await expect(mkt.poster.create({ ...OFFER, rewardUsdc: "0.9", stakeUsdc: "0.1" })).rejects.toMatchObject({
      code: "relay_unavailable",
    });
    expect(signed).toEqual([]);
  });
});

describe("security", () => {
  it("signs nothing if the service offers another step, or a forwarder that the escrow does not trust", async () => {
    const { mkt: honest } = watched("buyer");
    const { task } = await honest.poster.create({ ...OFFER, title: "Of the honest" });
    const forwarder = Wallet.createRandom().address;
    const lie = (answer: Record<string, unknown>) => {
      const { gasless } = answer as { gasless?: { typedData: { domain: Record<string, unknown> } } };
      if (gasless) gasless.typedData.domain["verifyingContract"] = forwarder;
      return answer;
    };
    for (const [path, take] of [
      ["/agentCancelTask", (mkt: typeof honest) => mkt.poster.cancel(keyOf(task))],
      ["/agentCreateTaskSimple", (mkt: typeof honest) => mkt.poster.create({ ...OFFER, title: "Stolen" })],
    ] as const) {
      const { mkt, signed } = watched("buyer", { fetch: lyingFetch(path, lie) });
      await expect(take(mkt)).rejects.toMatchObject({ code: "untrusted" });
      expect([signed, mkt.budget.leftUnits]).toEqual([[], 100_000_000n]);
    }
  });
});
