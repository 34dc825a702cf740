import { SigningKey } from "ethers";
import { ENDPOINTS } from "../../../functions/src/endpoints/all";
import { errorsOf, PIPELINE_ERRORS } from "../../../functions/src/http/endpoint";
import { good, Agent, DETAILS, OFFER, requestIn, WORK, type Prepared } from "../../setup/agent";
import type { Reply } from "../../setup/buyer";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { TaskLife, type Named } from "../../setup/taskLife";

const { db } = testFirestore();
let market: Market;
let life: TaskLife;
let buyer: Agent;
let worker: Agent;
let payer: Agent;
let stranger: Agent;
let open: Named;
let submitted: Named;
let requested: Named;
let approved: Named;
beforeAll(async () => {
  market = await Market.open(db);
  life = new TaskLife(market);
  ({ buyer, worker } = life);
  payer = new Agent(market, "payer");
  stranger = new Agent(market, "stranger");
  open = await life.created();
  submitted = await life.submitted();
  requested = await life.requested();
  approved = await life.approved();
});
afterAll(() => market.close());

const UNKNOWN_TX = `0x${"5f".repeat(32)}`;
const HASH = `0x${"ab".repeat(32)}`;
const NO_TASK = { contract: "agent-fast", taskId: "999999" };
const GOOD = { rating: 5, comment: "Careful work." };
const PATHS = [
  "/agentApproveUSDC",
  "/agentCreateTask",
  "/agentCreateTaskSimple",
  "/agentStakeAndConfirm",
  "/agentSubmitWork",
  "/agentDecide",
  "/agentRateAndClaimStake",
  "/agentCancelTask",
] as const;

interface Row {
  path: string;
  code: string;
  what: string;
  send: () => Promise<Reply>;
  detail: RegExp;
}

const row = (path: string, code: string, what: string, send: () => Promise<Reply>, detail = /./): Row => ({
  path,
  code,
  what,
  send,
  detail,
});

/** A permit that is well-formed and signed over something else. */
const badPermit = () => ({ deadline: 4_000_000_000, signature: new SigningKey(HASH).sign(HASH).serialized });
const notEcdsa = { deadline: 4_000_000_000, signature: `0x${"11".repeat(32)}${"22".repeat(32)}05` };
const highS = { deadline: 4_000_000_000, signature: `0x${"11".repeat(32)}${"ff".repeat(32)}1b` };
const resubmission = { submissionHash: HASH, resubmissionDeadline: 4_000_000_000 };

const rows: readonly Row[] = [
  ...PATHS.map((path) =>
    row(path, "tx_not_confirmed", "a transaction that no node knows", () =>
      buyer.call(path, { ...open, ...pick(path), txHash: UNKNOWN_TX }),
    ),
  ),
  ...PATHS.map((path) =>
    row(
      path,
      "state_conflict",
      "a transaction that was reverted",
      async () => {
        const txHash = await market.chain.send({ from: "buyer", to: market.stage.addresses.human, data: "0xdeadbeef" });
        return buyer.call(path, { ...open, ...pick(path), txHash });
      },
      /reverted/,
    ),
  ),
  ...PATHS.map((path) =>
    row(
      path,
      "state_conflict",
      "a signed transaction that calls something else",
      async () => {
        const wallet = market.chain.wallet("stranger");
        const signedTransaction = await wallet.signTransaction({
          to: wallet.address,
          chainId: 8453,
          nonce: 0,
          gasLimit: 21_000,
          gasPrice: 10n ** 10n,
        });
        return stranger.call(path, { ...open, ...pick(path), signedTransaction });
      },
      /neither an escrow/,
    ),
  ),
  ...PATHS.map((path) =>
    row(
      path,
      "invalid_request",
      "a confirmation without a transaction",
      () => buyer.call(path, { ...open, ...pick(path), action: "confirm" }),
      /txHash/,
    ),
  ),
  ...PATHS.map((path) =>
    row(
      path,
      "invalid_request",
      "a contract that is not the service's",
      () => buyer.call(path, { ...open, ...pick(path), contract: buyer.wallet, txHash: UNKNOWN_TX }),
      /contract must be/,
    ),
  ),
  ...(
    [
      "/agentStakeAndConfirm",
      "/agentSubmitWork",
      "/agentDecide",
      "/agentRateAndClaimStake",
      "/agentCancelTask",
    ] as const
  ).map((path) =>
    row(path, "task_not_found", "a task that does not exist", () => buyer.call(path, { ...NO_TASK, ...WORK_OF[path] })),
  ),

  row("/agentApproveUSDC", "invalid_request", "no amount", () => buyer.call("/agentApproveUSDC", {}), /amountUsdc/),
  row("/agentApproveUSDC", "invalid_request", "an amount of seven places", () =>
    buyer.call("/agentApproveUSDC", { amountUsdc: "1.0000001" }),
  ),
  row(
    "/agentApproveUSDC",
    "state_conflict",
    "a transaction that approves nothing",
    async () => {
      const txHash = await market.chain.pay({ to: stranger.wallet, amountUsdcUnits: 1n });
      return payer.call("/agentApproveUSDC", { txHash });
    },
    /does not approve/,
  ),
  row("/agentApproveUSDC", "state_conflict", "an approval to the other escrow", async () => {
    const txHash = await payer.send(await payer.prepare("/agentApproveUSDC", { contract: "human", amountUsdc: "0" }));
    return payer.call("/agentApproveUSDC", { contract: "agent-fast", txHash });
  }),

  ...["/agentCreateTask", "/agentCreateTaskSimple"].map((path) =>
    row(path, "idempotency_key_used", "a key that another confirmation has", async () => {
      const key = { "idempotency-key": "refusals" };
      const txHash = await buyer.send(await buyer.prepare("/agentCreateTaskSimple", OFFER));
      good(await buyer.call(path, { contract: OFFER.contract, txHash }, key));
      return buyer.call(path, { contract: OFFER.contract, txHash: UNKNOWN_TX }, key);
    }),
  ),
  row(
    "/agentCreateTask",
    "invalid_request",
    "no hash",
    () => buyer.call("/agentCreateTask", { rewardUsdc: "5", stakeUsdc: "1" }),
    /metadataHash/,
  ),
  row(
    "/agentCreateTask",
    "invalid_request",
    "no terms",
    () => buyer.call("/agentCreateTask", { metadataHash: HASH }),
    /rewardUsdc, stakeUsdc/,
  ),
  row(
    "/agentCreateTask",
    "invalid_request",
    "an empty hash",
    () => buyer.call("/agentCreateTask", { metadataHash: `0x${"00".repeat(32)}`, rewardUsdc: "5", stakeUsdc: "1" }),
    /^EmptyHash/,
  ),
  row(
    "/agentCreateTask",
    "forbidden_role",
    "the arbiter as a poster",
    () =>
      new Agent(market, "arbiter").call("/agentCreateTask", { metadataHash: HASH, rewardUsdc: "5", stakeUsdc: "1" }),
    /^ConflictOfInterest/,
  ),
  row(
    "/agentCreateTask",
    "state_conflict",
    "a wallet that holds too little",
    () => stranger.call("/agentCreateTask", { metadataHash: HASH, rewardUsdc: "5", stakeUsdc: "1" }),
    /^InsufficientBalance/,
  ),
  row("/agentCreateTask", "signature_invalid", "a permit that was signed over something else", () =>
    payer.call("/agentCreateTask", { metadataHash: HASH, rewardUsdc: "5", stakeUsdc: "1", permit: badPermit() }),
  ),
  row("/agentCreateTask", "invalid_signature_format", "a permit with an impossible v", () =>
    payer.call("/agentCreateTask", { metadataHash: HASH, rewardUsdc: "5", stakeUsdc: "1", permit: notEcdsa }),
  ),

  row(
    "/agentCreateTaskSimple",
    "invalid_request",
    "no title",
    () => buyer.call("/agentCreateTaskSimple", { ...OFFER, title: undefined }),
    /title/,
  ),
  row(
    "/agentCreateTaskSimple",
    "invalid_request",
    "a hidden character in the description (M14)",
    () => buyer.call("/agentCreateTaskSimple", { ...OFFER, description: "pay\u202eme" }),
    /description/,
  ),
  row("/agentCreateTaskSimple", "invalid_request", "a link that is no https (M15)", () =>
    buyer.call("/agentCreateTaskSimple", {
      ...OFFER,
      privateDetails: { text: "a", links: [{ url: "http://a.example" }] },
    }),
  ),
  row(
    "/agentCreateTaskSimple",
    "invalid_request",
    "a link with a password (M15)",
    () =>
      buyer.call("/agentCreateTaskSimple", {
        ...OFFER,
        privateDetails: { text: "a", links: [{ url: "https://a:b@a.example" }] },
      }),
    /links\/0/,
  ),
  row("/agentCreateTaskSimple", "invalid_request", "twenty-one links", () =>
    buyer.call("/agentCreateTaskSimple", {
      ...OFFER,
      privateDetails: {
        ...DETAILS,
        links: Array.from({ length: 21 }, (_, at) => ({ url: `https://a.example/${at}` })),
      },
    }),
  ),
  row(
    "/agentCreateTaskSimple",
    "invalid_request",
    "a reward that the fee would eat",
    () => buyer.call("/agentCreateTaskSimple", { ...OFFER, rewardUsdc: "0.5" }),
    /^rewardUsdc/,
  ),
  row(
    "/agentCreateTaskSimple",
    "invalid_request",
    "a stake of more than half",
    () => buyer.call("/agentCreateTaskSimple", { ...OFFER, stakeUsdc: "3" }),
    /^stakeUsdc/,
  ),
  row(
    "/agentCreateTaskSimple",
    "invalid_request",
    "a window that is too short",
    () => buyer.call("/agentCreateTaskSimple", { ...OFFER, windows: { review: 1 } }),
    /^windows\/review/,
  ),
  row(
    "/agentCreateTaskSimple",
    "invalid_request",
    "too many change rounds",
    () => buyer.call("/agentCreateTaskSimple", { ...OFFER, maxChangeRounds: 6 }),
    /^maxChangeRounds/,
  ),
  row("/agentCreateTaskSimple", "forbidden_role", "the arbiter as a poster", () =>
    new Agent(market, "arbiter").call("/agentCreateTaskSimple", OFFER),
  ),
  row("/agentCreateTaskSimple", "signature_invalid", "a permit that was signed over something else", () =>
    payer.call("/agentCreateTaskSimple", { ...OFFER, permit: badPermit() }),
  ),
  row("/agentCreateTaskSimple", "invalid_signature_format", "a permit with a high s", () =>
    payer.call("/agentCreateTaskSimple", { ...OFFER, permit: highS }),
  ),

  row(
    "/agentStakeAndConfirm",
    "forbidden_role",
    "the poster as a worker",
    () => buyer.call("/agentStakeAndConfirm", open),
    /^ConflictOfInterest/,
  ),
  row(
    "/agentStakeAndConfirm",
    "state_conflict",
    "a task that has started",
    () => payer.call("/agentStakeAndConfirm", submitted),
    /^WrongState/,
  ),
  row(
    "/agentStakeAndConfirm",
    "state_conflict",
    "a selection task without the buyer's choice",
    async () => worker.call("/agentStakeAndConfirm", await life.created({ mode: "selection" })),
    /has not selected/,
  ),
  row("/agentStakeAndConfirm", "signature_invalid", "a permit that was signed over something else", () =>
    payer.call("/agentStakeAndConfirm", { ...open, permit: badPermit() }),
  ),
  row("/agentStakeAndConfirm", "invalid_signature_format", "a permit with an impossible v", () =>
    payer.call("/agentStakeAndConfirm", { ...open, permit: notEcdsa }),
  ),

  row(
    "/agentSubmitWork",
    "invalid_request",
    "no work",
    async () => worker.call("/agentSubmitWork", await life.started()),
    /text/,
  ),
  row(
    "/agentSubmitWork",
    "state_conflict",
    "work on an open task",
    () => worker.call("/agentSubmitWork", { ...open, ...WORK }),
    /^WrongState/,
  ),
  row(
    "/agentSubmitWork",
    "forbidden_role",
    "somebody else's work",
    async () => payer.call("/agentSubmitWork", { ...(await life.started()), ...WORK }),
    /^NotWorker/,
  ),
  row("/agentSubmitWork", "forbidden_role", "somebody else's answer to a change request", () =>
    payer.call("/agentSubmitWork", { ...requested, ...WORK }),
  ),
  row(
    "/agentSubmitWork",
    "invalid_request",
    "a resubmission without its hash",
    () => worker.call("/agentSubmitWork", { ...requested, resubmissionSignature: "0x11" }),
    /submissionHash, resubmissionDeadline/,
  ),
  row(
    "/agentSubmitWork",
    "invalid_request",
    "a resubmission that is good for too short a time",
    () =>
      worker.call("/agentSubmitWork", {
        ...requested,
        ...resubmission,
        resubmissionDeadline: 1,
        resubmissionSignature: "0x11",
      }),
    /until the change request's deadline/,
  ),
  row("/agentSubmitWork", "invalid_signature_format", "a resubmission with half a byte", () =>
    worker.call("/agentSubmitWork", { ...requested, ...resubmission, resubmissionSignature: "0x123" }),
  ),
  row("/agentSubmitWork", "signature_invalid", "a resubmission that was signed over something else", () =>
    worker.call("/agentSubmitWork", { ...requested, ...resubmission, resubmissionSignature: badPermit().signature }),
  ),
  row("/agentSubmitWork", "metadata_hash_mismatch", "new work that does not hash to what was signed", () =>
    signedAs(HASH, { ...WORK, salt: HASH }),
  ),
  row(
    "/agentSubmitWork",
    "invalid_request",
    "signed work whose draft is gone, without the text",
    () => signedAs(`0x${"cd".repeat(32)}`, {}),
    /no longer stored/,
  ),
  row(
    "/agentSubmitWork",
    "state_conflict",
    "anchoring where nothing was signed",
    () => stranger.call("/agentSubmitWork", { ...submitted, action: "anchor" }),
    /No signed work/,
  ),
  row(
    "/agentSubmitWork",
    "state_conflict",
    "contesting what was not rejected",
    () => worker.call("/agentSubmitWork", { ...submitted, action: "contest", text: "No!" }),
    /^WrongState/,
  ),
  row(
    "/agentSubmitWork",
    "state_conflict",
    "conceding what was not rejected",
    () => worker.call("/agentSubmitWork", { ...submitted, action: "concede" }),
    /^WrongState/,
  ),

  row(
    "/agentDecide",
    "invalid_request",
    "no decision",
    () => buyer.call("/agentDecide", submitted),
    /decision: is required/,
  ),
  row("/agentDecide", "invalid_request", "an empty comment", () =>
    buyer.call("/agentDecide", { ...submitted, decision: "approve", submissionHash: HASH, rating: 5, comment: " " }),
  ),
  row("/agentDecide", "invalid_request", "six stars", () =>
    buyer.call("/agentDecide", { ...submitted, decision: "approve", submissionHash: HASH, ...GOOD, rating: 6 }),
  ),
  row(
    "/agentDecide",
    "state_conflict",
    "work that no one submitted (M7)",
    () => buyer.call("/agentDecide", { ...submitted, decision: "approve", submissionHash: HASH, ...GOOD }),
    /^WrongSubmission/,
  ),
  row(
    "/agentDecide",
    "forbidden_role",
    "a decision by the worker",
    async () =>
      worker.call("/agentDecide", {
        ...submitted,
        decision: "approve",
        submissionHash: await life.workHash(submitted),
        ...GOOD,
      }),
    /^NotPoster/,
  ),
  row(
    "/agentDecide",
    "state_conflict",
    "a release while the buyer has time",
    () => worker.call("/agentDecide", { ...submitted, action: "release" }),
    /^DeadlineNotPassed/,
  ),

  row(
    "/agentRateAndClaimStake",
    "invalid_request",
    "no comment",
    () => worker.call("/agentRateAndClaimStake", { ...approved, rating: 5 }),
    /comment/,
  ),
  row(
    "/agentRateAndClaimStake",
    "forbidden_role",
    "a rating by the buyer",
    () => buyer.call("/agentRateAndClaimStake", { ...approved, ...GOOD }),
    /^NotWorker/,
  ),
  row(
    "/agentRateAndClaimStake",
    "state_conflict",
    "a rating before the approval",
    () => worker.call("/agentRateAndClaimStake", { ...submitted, ...GOOD }),
    /^WrongState/,
  ),
  row(
    "/agentRateAndClaimStake",
    "state_conflict",
    "a claim while the worker has time to rate",
    () => stranger.call("/agentRateAndClaimStake", { ...approved, action: "claim" }),
    /^DeadlineNotPassed/,
  ),

  row(
    "/agentCancelTask",
    "forbidden_role",
    "a cancel by a stranger",
    () => stranger.call("/agentCancelTask", open),
    /^NotPoster/,
  ),
  row(
    "/agentCancelTask",
    "state_conflict",
    "a cancel after the start",
    () => buyer.call("/agentCancelTask", submitted),
    /^WrongState/,
  ),
  row(
    "/agentCancelTask",
    "state_conflict",
    "an end before the deadline",
    () => stranger.call("/agentCancelTask", { ...open, action: "expire" }),
    /^DeadlineNotPassed/,
  ),

  ...(["/agentGetPrivateDetails", "/agentGetSubmissionDetails"] as const).flatMap((path) => [
    row(path, "forbidden_role", "a stranger", async () => stranger.call(path, submitted, await stranger.session())),
    row(path, "task_not_found", "a task that does not exist", async () =>
      buyer.call(path, NO_TASK, await buyer.session()),
    ),
    row(path, "session_invalid", "a session that was never opened", () =>
      buyer.call(path, open, { authorization: `Bearer mkts_${"a".repeat(43)}` }),
    ),
    row(path, "session_invalid", "another wallet's session", async () =>
      buyer.call(path, open, await stranger.session()),
    ),
  ]),
  row("/agentGetSubmissionDetails", "session_required", "no session", () =>
    buyer.call("/agentGetSubmissionDetails", open),
  ),
  row("/agentGetPrivateDetails", "signature_invalid", "a signature for another task", async () =>
    market.post("/agentGetPrivateDetails", {
      ...(await market.sign("/agentGetPrivateDetails", "buyer", submitted)),
      taskId: open.taskId,
    }),
  ),
  row("/agentGetPrivateDetails", "invalid_signature_format", "a signature of half a byte", async () =>
    market.post("/agentGetPrivateDetails", {
      ...(await market.sign("/agentGetPrivateDetails", "buyer", open)),
      signature: "0x123",
    }),
  ),
  row("/agentGetPrivateDetails", "signature_expired", "a signature of yesterday", async () =>
    market.post(
      "/agentGetPrivateDetails",
      await market.sign("/agentGetPrivateDetails", "buyer", open, {
        timestamp: Math.floor(market.nowMs() / 1000) - 86_400,
      }),
    ),
  ),
  row("/agentGetPrivateDetails", "nonce_used", "a nonce that signed something else", async () => {
    const nonce = "used-for-something-else";
    await market.post(
      "/agentGetPrivateDetails",
      await market.sign("/agentGetPrivateDetails", "buyer", open, { nonce }),
    );
    return market.post(
      "/agentGetPrivateDetails",
      await market.sign("/agentGetPrivateDetails", "buyer", submitted, { nonce }),
    );
  }),
  row("/agentWalletInfo", "invalid_request", "no address", () =>
    stranger.call("/agentWalletInfo", { wallet: "vitalik.eth" }),
  ),
];

/** By `test/endpoints/mkt/mandate`, for wallets under a mandate, and by `acceptance` and `payCreation` beside this file. */
const PRODUCED_ELSEWHERE = [
  ...["session_required", "session_invalid", "insufficient_scope", "mandate_exceeded", "mandate_refused"],
  "output_invalid",
  ...["payment_required", "payment_invalid", "payment_malformed", "relay_refused", "relay_unavailable"],
];
const seen = new Map<string, Set<string>>();

describe("refusals", () => {
  it.each(rows)("$path refuses with $code: $what", async ({ path, code, send, detail }) => {
    const reply = await send();
    expect([reply.json["code"], reply.json["detail"]]).toEqual([code, expect.stringMatching(detail)]);
    expect(reply.headers.get("content-type")).toContain("application/problem+json");
    if (code === "tx_not_confirmed") expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
    seen.set(path, (seen.get(path) ?? new Set()).add(code));
  });

  it("produces every error that an agent call declares", () => {
    const elsewhere: readonly string[] = [...PIPELINE_ERRORS, ...PRODUCED_ELSEWHERE];
    const missing = Object.values(ENDPOINTS)
      .flat()
      .filter(({ path }) => seen.has(path))
      .flatMap((endpoint) =>
        errorsOf(endpoint)
          .filter((code) => !elsewhere.includes(code) && !seen.get(endpoint.path)?.has(code))
          .map((code) => `${endpoint.path} ${code}`),
      );
    expect(seen.size).toBe(11);
    expect(missing).toEqual([]);
  });

  it("says with a refused call what can be done about the task instead", async () => {
    const { json } = await buyer.call("/agentCancelTask", submitted);
    expect(json["_nextAction"]).toMatchObject({ actor: "poster", endpoint: "/agentDecide", body: submitted });
  });

  it("keeps no draft of a call that it refuses", async () => {
    const before = (await db.collection("drafts").count().get()).data().count;
    await payer.call("/agentSubmitWork", { ...(await life.started()), ...WORK });
    await stranger.call("/agentCreateTaskSimple", OFFER);
    expect((await db.collection("drafts").count().get()).data().count).toBe(before + 2);
  });
});

/** Fields without which a path does not get as far as the transaction. */
function pick(path: string): Record<string, unknown> {
  if (!path.includes("Create") && path !== "/agentApproveUSDC") return {};
  return { taskId: undefined };
}

const WORK_OF: Record<string, object> = {
  "/agentSubmitWork": WORK,
  "/agentDecide": { decision: "approve", submissionHash: HASH, ...GOOD },
  "/agentRateAndClaimStake": GOOD,
};

/** A resubmission of this hash, honestly signed. */
async function signedAs(submissionHash: string, more: object): Promise<Reply> {
  const request = requestIn(
    await worker.prepare("/agentSubmitWork", { ...requested, ...WORK }),
    "resubmissionSignature",
  );
  request.typedData.message["submissionHash"] = submissionHash;
  const signature = await worker.signTyped(request);
  return worker.call("/agentSubmitWork", {
    ...requested,
    ...more,
    submissionHash,
    resubmissionDeadline: request.deadline,
    resubmissionSignature: signature,
  });
}

describe("happy", () => {
  it("prepares transactions that name their sender, chain and gas", async () => {
    const [transaction] = (await buyer.prepare("/agentCancelTask", open)).json["transactions"] as [Prepared];
    expect(transaction).toMatchObject({
      from: buyer.wallet,
      chainId: 8453,
      value: "0",
      to: market.stage.addresses["agent-fast"],
    });
    expect(Number(transaction.gas)).toBeGreaterThan(21_000);
  });
});
