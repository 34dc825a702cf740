import { SigningKey } from "ethers";
import { ENDPOINTS } from "../../../functions/src/endpoints/all";
import { errorsOf, PIPELINE_ERRORS } from "../../../functions/src/http/endpoint";
import { good, Agent, DETAILS, OFFER, requestIn, WORK, type Prepared } from "../../setup/agent";
import type { Reply } from "../../setup/paying/buyer";
import { testFirestore } from "../../setup/firestore";
import { forFile } from "../../setup/forFile";
import { Market } from "../../setup/market";
import { TaskLife, type Named } from "../../setup/tasks/taskLife";

const { db } = testFirestore();
let buyer: Agent;
let worker: Agent;
let payer: Agent;
let stranger: Agent;
let open: Named;
let submitted: Named;
let requested: Named;
let approved: Named;
const market = Market.forFile(db);
const life = forFile(() => new TaskLife(market));
beforeAll(async () => {
  ({ buyer, worker } = life);
  payer = new Agent(market, "payer");
  stranger = new Agent(market, "stranger");
  open = await life.created();
  submitted = await life.submitted();
  requested = await life.requested();
  approved = await life.approved();
});

const UNKNOWN_TX = `0x${"5f".repeat(32)}`;
const HASH = `0x${"ab".repeat(32)}`;
const NO_TASK = { contract: "agent-fast", taskId: "999999" };
const GOOD = { rating: 5, comment: "Careful work." };
const OF_A_TASK = ["StakeAndConfirm", "SubmitWork", "Decide", "RateAndClaimStake", "CancelTask"].map(
  (one) => `/agent${one}`,
);
const PATHS = ["/agentApproveUSDC", "/agentCreateTask", "/agentCreateTaskSimple", ...OF_A_TASK];

/** A refusal of a call, with its code and detail. */
interface Refused {
  code: string;
  detail: RegExp;
  what: string;
  send: (path: string) => Promise<Reply>;
}
type Row = Refused & { path: string };

const ANY = /./;
const no = (code: string, detail: RegExp, what: string, send: Refused["send"]): Refused => ({
  code,
  detail,
  what,
  send,
});
const at = (path: string, all: readonly Refused[]): Row[] => all.map((one) => ({ path, ...one }));

/** A permit that is well-formed and signed over something else. */
const badPermit = () => ({ deadline: 4_000_000_000, signature: new SigningKey(HASH).sign(HASH).serialized });
const notEcdsa = { deadline: 4_000_000_000, signature: `0x${"11".repeat(32)}${"22".repeat(32)}05` };
const highS = { deadline: 4_000_000_000, signature: `0x${"11".repeat(32)}${"ff".repeat(32)}1b` };
const resubmission = { submissionHash: HASH, resubmissionDeadline: 4_000_000_000 };

const rows: readonly Row[] = [
  ...PATHS.flatMap((path) =>
    at(path, [
      no("tx_not_confirmed", ANY, "a transaction that no node knows", () =>
        buyer.call(path, { ...open, ...pick(path), txHash: UNKNOWN_TX }),
      ),
      no("state_conflict", /reverted/, "a transaction that was reverted", async () => {
        const txHash = await market.chain.send({ from: "buyer", to: market.stage.addresses.human, data: "0xdeadbeef" });
        return buyer.call(path, { ...open, ...pick(path), txHash });
      }),
      no("state_conflict", /neither an escrow/, "a signed transaction that calls something else", async () => {
        const wallet = market.chain.wallet("stranger");
        const signedTransaction = await wallet.signTransaction({
          to: wallet.address,
          chainId: 8453,
          nonce: 0,
          gasLimit: 21_000,
          gasPrice: 10n ** 10n,
        });
        return stranger.call(path, { ...open, ...pick(path), signedTransaction });
      }),
      no("invalid_request", /txHash/, "a confirmation without a transaction", () =>
        buyer.call(path, { ...open, ...pick(path), action: "confirm" }),
      ),
      no("invalid_request", /contract must be/, "a contract that is not the service's", () =>
        buyer.call(path, { ...open, ...pick(path), contract: buyer.wallet, txHash: UNKNOWN_TX }),
      ),
    ]),
  ),
  ...OF_A_TASK.flatMap((path) =>
    at(path, [
      no("task_not_found", ANY, "a task that does not exist", () => buyer.call(path, { ...NO_TASK, ...WORK_OF[path] })),
    ]),
  ),
  ...at("/agentApproveUSDC", [
    no("invalid_request", /amountUsdc/, "no amount", (path) => buyer.call(path, {})),
    no("invalid_request", ANY, "an amount of seven places", (path) => buyer.call(path, { amountUsdc: "1.0000001" })),
    no("state_conflict", /does not approve/, "a transaction that approves nothing", async (path) => {
      const txHash = await market.chain.pay({ to: stranger.wallet, amountUsdcUnits: 1n });
      return payer.call(path, { txHash });
    }),
    no("state_conflict", ANY, "an approval to the other escrow", async (path) => {
      const txHash = await payer.send(await payer.prepare(path, { contract: "human", amountUsdc: "0" }));
      return payer.call(path, { contract: "agent-fast", txHash });
    }),
  ]),
  ...["/agentCreateTask", "/agentCreateTaskSimple"].flatMap((path) =>
    at(path, [
      no("idempotency_key_used", ANY, "a key that another confirmation has", async () => {
        const key = { "idempotency-key": "refusals" };
        const txHash = await buyer.send(await buyer.prepare("/agentCreateTaskSimple", OFFER));
        good(await buyer.call(path, { contract: OFFER.contract, txHash }, key));
        return buyer.call(path, { contract: OFFER.contract, txHash: UNKNOWN_TX }, key);
      }),
    ]),
  ),
  ...at("/agentCreateTask", [
    no("invalid_request", /metadataHash/, "no hash", (path) => buyer.call(path, { rewardUsdc: "5", stakeUsdc: "1" })),
    no("invalid_request", /rewardUsdc, stakeUsdc/, "no terms", (path) => buyer.call(path, { metadataHash: HASH })),
    no("invalid_request", /^EmptyHash/, "an empty hash", (path) =>
      buyer.call(path, { metadataHash: `0x${"00".repeat(32)}`, rewardUsdc: "5", stakeUsdc: "1" }),
    ),
    no("forbidden_role", /^ConflictOfInterest/, "the arbiter as a poster", (path) =>
      new Agent(market, "arbiter").call(path, { metadataHash: HASH, rewardUsdc: "5", stakeUsdc: "1" }),
    ),
    no("state_conflict", /^InsufficientBalance/, "a wallet that holds too little", (path) =>
      stranger.call(path, { metadataHash: HASH, rewardUsdc: "5", stakeUsdc: "1" }),
    ),
    no("signature_invalid", ANY, "a permit that was signed over something else", (path) =>
      payer.call(path, { metadataHash: HASH, rewardUsdc: "5", stakeUsdc: "1", permit: badPermit() }),
    ),
    no("invalid_signature_format", ANY, "a permit with an impossible v", (path) =>
      payer.call(path, { metadataHash: HASH, rewardUsdc: "5", stakeUsdc: "1", permit: notEcdsa }),
    ),
  ]),
  ...at("/agentCreateTaskSimple", [
    no("invalid_request", /title/, "no title", (path) => buyer.call(path, { ...OFFER, title: undefined })),
    no("invalid_request", /description/, "a hidden character in the description (M14)", (path) =>
      buyer.call(path, { ...OFFER, description: "pay\u202eme" }),
    ),
    no("invalid_request", ANY, "a link that is no https (M15)", (path) =>
      buyer.call(path, {
        ...OFFER,
        privateDetails: { text: "a", links: [{ url: "http://a.example" }] },
      }),
    ),
    no("invalid_request", /links\/0/, "a link with a password (M15)", (path) =>
      buyer.call(path, {
        ...OFFER,
        privateDetails: { text: "a", links: [{ url: "https://a:b@a.example" }] },
      }),
    ),
    no("invalid_request", ANY, "twenty-one links", (path) =>
      buyer.call(path, {
        ...OFFER,
        privateDetails: {
          ...DETAILS,
          links: Array.from({ length: 21 }, (_, at) => ({ url: `https://a.example/${at}` })),
        },
      }),
    ),
    no("invalid_request", /^rewardUsdc/, "a reward that the fee would eat", (path) =>
      buyer.call(path, { ...OFFER, rewardUsdc: "0.5" }),
    ),
    no("invalid_request", /^stakeUsdc/, "a stake of more than half", (path) =>
      buyer.call(path, { ...OFFER, stakeUsdc: "3" }),
    ),
    no("invalid_request", /^windows\/review/, "a window that is too short", (path) =>
      buyer.call(path, { ...OFFER, windows: { review: 1 } }),
    ),
    no("invalid_request", /^maxChangeRounds/, "too many change rounds", (path) =>
      buyer.call(path, { ...OFFER, maxChangeRounds: 6 }),
    ),
    no("forbidden_role", ANY, "the arbiter as a poster", (path) => new Agent(market, "arbiter").call(path, OFFER)),
    no("signature_invalid", ANY, "a permit that was signed over something else", (path) =>
      payer.call(path, { ...OFFER, permit: badPermit() }),
    ),
    no("invalid_signature_format", ANY, "a permit with a high s", (path) =>
      payer.call(path, { ...OFFER, permit: highS }),
    ),
  ]),
  ...at("/agentStakeAndConfirm", [
    no("forbidden_role", /^ConflictOfInterest/, "the poster as a worker", (path) => buyer.call(path, open)),
    no("state_conflict", /^WrongState/, "a task that has started", (path) => payer.call(path, submitted)),
    no("state_conflict", /has not selected/, "a selection task without the buyer's choice", async (path) =>
      worker.call(path, await life.created({ mode: "selection" })),
    ),
    no("signature_invalid", ANY, "a permit that was signed over something else", (path) =>
      payer.call(path, { ...open, permit: badPermit() }),
    ),
    no("invalid_signature_format", ANY, "a permit with an impossible v", (path) =>
      payer.call(path, { ...open, permit: notEcdsa }),
    ),
  ]),
  ...at("/agentSubmitWork", [
    no("invalid_request", /text/, "no work", async (path) => worker.call(path, await life.started())),
    no("state_conflict", /^WrongState/, "work on an open task", (path) => worker.call(path, { ...open, ...WORK })),
    no("forbidden_role", /^NotWorker/, "somebody else's work", async (path) =>
      payer.call(path, { ...(await life.started()), ...WORK }),
    ),
    no("forbidden_role", ANY, "somebody else's answer to a change request", (path) =>
      payer.call(path, { ...requested, ...WORK }),
    ),
    no("invalid_request", /submissionHash, resubmissionDeadline/, "a resubmission without its hash", (path) =>
      worker.call(path, { ...requested, resubmissionSignature: "0x11" }),
    ),
    no(
      "invalid_request",
      /until the change request's deadline/,
      "a resubmission that is good for too short a time",
      (path) =>
        worker.call(path, {
          ...requested,
          ...resubmission,
          resubmissionDeadline: 1,
          resubmissionSignature: "0x11",
        }),
    ),
    no("invalid_signature_format", ANY, "a resubmission with half a byte", (path) =>
      worker.call(path, { ...requested, ...resubmission, resubmissionSignature: "0x123" }),
    ),
    no("signature_invalid", ANY, "a resubmission that was signed over something else", (path) =>
      worker.call(path, { ...requested, ...resubmission, resubmissionSignature: badPermit().signature }),
    ),
    no("metadata_hash_mismatch", ANY, "new work that does not hash to what was signed", () =>
      signedAs(HASH, { ...WORK, salt: HASH }),
    ),
    no("invalid_request", /no longer stored/, "signed work whose draft is gone, without the text", () =>
      signedAs(`0x${"cd".repeat(32)}`, {}),
    ),
    no("state_conflict", /No signed work/, "anchoring where nothing was signed", (path) =>
      stranger.call(path, { ...submitted, action: "anchor" }),
    ),
    no("state_conflict", /^WrongState/, "contesting what was not rejected", (path) =>
      worker.call(path, { ...submitted, action: "contest", text: "No!" }),
    ),
    no("state_conflict", /^WrongState/, "conceding what was not rejected", (path) =>
      worker.call(path, { ...submitted, action: "concede" }),
    ),
  ]),
  ...at("/agentDecide", [
    no("invalid_request", /decision: is required/, "no decision", (path) => buyer.call(path, submitted)),
    no("invalid_request", ANY, "an empty comment", (path) =>
      buyer.call(path, { ...submitted, decision: "approve", submissionHash: HASH, rating: 5, comment: " " }),
    ),
    no("invalid_request", ANY, "six stars", (path) =>
      buyer.call(path, { ...submitted, decision: "approve", submissionHash: HASH, ...GOOD, rating: 6 }),
    ),
    no("state_conflict", /^WrongSubmission/, "work that no one submitted (M7)", (path) =>
      buyer.call(path, { ...submitted, decision: "approve", submissionHash: HASH, ...GOOD }),
    ),
    no("forbidden_role", /^NotPoster/, "a decision by the worker", async (path) =>
      worker.call(path, {
        ...submitted,
        decision: "approve",
        submissionHash: await life.workHash(submitted),
        ...GOOD,
      }),
    ),
    no("state_conflict", /^DeadlineNotPassed/, "a release while the buyer has time", (path) =>
      worker.call(path, { ...submitted, action: "release" }),
    ),
  ]),
  ...at("/agentRateAndClaimStake", [
    no("invalid_request", /comment/, "no comment", (path) => worker.call(path, { ...approved, rating: 5 })),
    no("forbidden_role", /^NotWorker/, "a rating by the buyer", (path) => buyer.call(path, { ...approved, ...GOOD })),
    no("state_conflict", /^WrongState/, "a rating before the approval", (path) =>
      worker.call(path, { ...submitted, ...GOOD }),
    ),
    no("state_conflict", /^DeadlineNotPassed/, "a claim while the worker has time to rate", (path) =>
      stranger.call(path, { ...approved, action: "claim" }),
    ),
  ]),
  ...at("/agentCancelTask", [
    no("forbidden_role", /^NotPoster/, "a cancel by a stranger", (path) => stranger.call(path, open)),
    no("state_conflict", /^WrongState/, "a cancel after the start", (path) => buyer.call(path, submitted)),
    no("state_conflict", /^DeadlineNotPassed/, "an end before the deadline", (path) =>
      stranger.call(path, { ...open, action: "expire" }),
    ),
  ]),
  ...(["/agentGetPrivateDetails", "/agentGetSubmissionDetails"] as const).flatMap((path) =>
    at(path, [
      no("forbidden_role", ANY, "a stranger", async () => stranger.call(path, submitted, await stranger.session())),
      no("task_not_found", ANY, "a task that does not exist", async () =>
        buyer.call(path, NO_TASK, await buyer.session()),
      ),
      no("session_invalid", ANY, "a session that was never opened", () =>
        buyer.call(path, open, { authorization: `Bearer mkts_${"a".repeat(43)}` }),
      ),
      no("session_invalid", ANY, "another wallet's session", async () =>
        buyer.call(path, open, await stranger.session()),
      ),
    ]),
  ),
  ...at("/agentGetSubmissionDetails", [no("session_required", ANY, "no session", (path) => buyer.call(path, open))]),
  ...at("/agentGetPrivateDetails", [
    no("signature_invalid", ANY, "a signature for another task", async (path) =>
      market.post(path, {
        ...(await market.sign(path, "buyer", submitted)),
        taskId: open.taskId,
      }),
    ),
    no("invalid_signature_format", ANY, "a signature of half a byte", async (path) =>
      market.post(path, {
        ...(await market.sign(path, "buyer", open)),
        signature: "0x123",
      }),
    ),
    no("signature_expired", ANY, "a signature of yesterday", async (path) =>
      market.post(
        path,
        await market.sign(path, "buyer", open, {
          timestamp: Math.floor(market.nowMs() / 1000) - 86_400,
        }),
      ),
    ),
    no("nonce_used", ANY, "a nonce that signed something else", async (path) => {
      const nonce = "used-for-something-else";
      await market.post(path, await market.sign(path, "buyer", open, { nonce }));
      return market.post(path, await market.sign(path, "buyer", submitted, { nonce }));
    }),
  ]),
  ...at("/agentWalletInfo", [
    no("invalid_request", ANY, "no address", (path) => stranger.call(path, { wallet: "vitalik.eth" })),
  ]),
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
    const reply = await send(path);
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
