import { writes, writesWithEvent, type Operations, type Own } from "./operation";
import type { FirestoreCount } from "../database/countFirestore";
import { Agent, DETAILS, keyIn, OFFER, taskKey, WORK, type Prepared } from "../agent";
import type { Reply } from "../paying/buyer";
import { METADATA, named, type Market } from "../market";
import { freshCaller } from "../payments";
import { postUnderMandate } from "../paying/underMandate";
import { postWithoutEth } from "../chain/withoutEth";
import { TaskLife } from "./taskLife";
import { metadataHash } from "../../../functions/src/domain/task/metadata";

/** Beside the records, it reads its worker's record, and how many are interested. */
const INTEREST = writesWithEvent(["the interest", "the worker's page of interests", "the worker's counters"], 3);
/** It reads the poster's mandate, too. */
const CHOICE = writesWithEvent(["the interest", "the worker's page of interests"], 3);
const MESSAGE = writesWithEvent(["the message", "the thread's counts", "the author's day"], 2);
/** Publications have a budget of their own, in four parts. */
const PUBLICATION = writes(["the service", "its wallet's number of services"], 3);

interface Expected {
  status?: number;
  own?: Own;
}

/**
 * Plays a task's life through every endpoint of the marketplace on a market that is new, and gives what each call asked of
 * Firestore: a selection task with private details, interest, choice, work, a change request answered by signature,
 * approval and ratings, and beside it a task that is cancelled and one whose dispute is ruled on.
 */
export async function playLife(market: Market, count: FirestoreCount): Promise<Operations[]> {
  const calls: Operations[] = [];
  const [buyer, worker] = [new Agent(market, "buyer"), new Agent(market, "worker")];
  const arbiter = new Agent(market, "arbiter");

  /** Counts one call; every party has an address of its own for each, so that no budget is used up. */
  async function counted(
    endpoint: string,
    step: string,
    call: () => Promise<Reply>,
    { status = 200, own }: Expected = {},
  ): Promise<Reply> {
    count.reset();
    const reply = await call();
    const { documentsRead, documentsWritten, roundTrips } = count;
    if (reply.status !== status) throw new Error(`${endpoint} ${step}: ${reply.status} ${reply.text}`);
    calls.push({ endpoint, step, reads: documentsRead, writes: documentsWritten, roundTrips, ...(own && { own }) });
    return reply;
  }
  const post = (path: string, step: string, call: () => Promise<Reply>, expected?: Expected) =>
    counted(`POST ${path}`, step, call, expected);
  const get = (path: string, step: string, query: Record<string, string | number>) =>
    counted(`GET ${path}`, step, () => market.get(path, query));
  const signed = async (
    path: string,
    agent: Agent,
    body: Record<string, unknown>,
    own: Own | null,
    step = "signed",
    status?: number,
  ) => {
    const request = await market.sign(path, agent.role, body);
    return post(path, step, () => market.post(path, request), { ...(status && { status }), ...(own && { own }) });
  };
  const done = async (path: string, agent: Agent, body: Record<string, unknown>) => {
    const prepared = await post(path, "prepare", () => agent.call(path, body));
    const txHash = await agent.send(prepared);
    const { contract, taskId } = body;
    const sent = { txHash, ...(contract !== undefined && { contract }), ...(taskId !== undefined && { taskId }) };
    return post(path, "confirm", () => agent.call(path, sent));
  };
  const signIn = async (agent: Agent) => {
    const { json } = await post("/mktAgentSessionChallenge", "", () => agent.call("/mktAgentSessionChallenge", {}));
    const message = String(json["message"]);
    const signature = await market.chain.wallet(agent.role).signMessage(message);
    const opened = await post("/mktAgentSession", "", () =>
      market.post("/mktAgentSession", { message, signature }, freshCaller()),
    );
    return { authorization: `Bearer ${String(opened.json["agentSessionToken"])}` };
  };

  const session = await signIn(buyer);
  await post("/agentWalletInfo", "", () => buyer.call("/agentWalletInfo", {}));
  await done("/agentApproveUSDC", buyer, { contract: OFFER.contract, amountUsdc: "1000" });
  const key = keyIn(
    await done("/agentCreateTaskSimple", buyer, { ...OFFER, mode: "selection", privateDetails: DETAILS }),
  );
  const terms = { contract: OFFER.contract, rewardUsdc: "5", stakeUsdc: "0.5", metadataHash: metadataHash(METADATA) };
  const second = keyIn(await done("/agentCreateTask", buyer, terms));
  await signed("/mkt/metadata", buyer, { ...second, metadata: METADATA }, writes(["the task's metadata"], 1));
  await done("/agentFundMore", buyer, { ...second, rewardUsdc: "6" });
  await done("/agentCancelTask", buyer, second);

  await get("/mkt/tasks", "one open task", { contract: key.contract });
  await get("/mkt/tasks", "by words", { contract: key.contract, q: OFFER.title });
  await get("/mkt/categories", "", {});
  await get("/mkt/task", "", { contract: key.contract, id: key.taskId });
  await post("/mkt/sign/prepare", "", () =>
    market.post("/mkt/sign/prepare", { endpoint: "/mkt/interest", wallet: worker.wallet, body: key }),
  );
  await signed("/mkt/interest", worker, { ...key, message: "I know the house." }, INTEREST);
  await get("/mkt/interest/status", "", { ...key, wallet: worker.wallet });
  const voucher = await market.stage.voucher(taskKey(key));
  const choice = {
    worker: worker.wallet,
    decision: "approve",
    voucherDeadline: voucher.deadline,
    voucherSignature: voucher.signature,
  };
  await signed("/mkt/interest/resolve", buyer, { ...key, ...choice }, CHOICE);
  await done("/agentStakeAndConfirm", worker, key);
  const workerSession = await worker.session();
  await post("/agentGetPrivateDetails", "by session", () => worker.call("/agentGetPrivateDetails", key, workerSession));
  await signed("/mkt/private-details", worker, key, null);
  await signed("/mkt/submission", worker, { ...key, ...WORK }, writes(["the draft"]));
  await signed("/mkt/messages", worker, { ...key, text: "CANARY-the mat is wet" }, MESSAGE);
  await signed("/mkt/messages/list", buyer, key, null, "one message");
  await done("/agentSubmitWork", worker, { ...key, ...WORK });
  await post("/mkt/judge", "of a task without one", () => market.post("/mkt/judge", key, freshCaller()), {
    status: 409,
  });
  await post("/agentGetSubmissionDetails", "by session", () => buyer.call("/agentGetSubmissionDetails", key, session));

  const reason = { ...key, reason: "The key is bent." };
  const asked = (await signed("/mkt/request-changes", buyer, reason, writes(["the draft"]), "signed, first call", 409))
    .json as {
    _nextAction: { body: Record<string, unknown> & { transaction: Prepared } };
  };
  const { transaction, ...again } = asked._nextAction.body;
  const txHash = await market.chain.send({ from: buyer.role, to: transaction.to, data: transaction.data });
  await signed(
    "/mkt/request-changes",
    buyer,
    { ...again, txHash },
    writesWithEvent(["the task", "the reason"], 2),
    "signed, with txHash",
  );
  const better = { ...key, text: "CANARY-a straight key" };
  const toSign = await post("/mkt/sign/prepare", "a resubmission", () =>
    market.post("/mkt/sign/prepare", { endpoint: "/mkt/resubmit", wallet: worker.wallet, body: better }),
  );
  const { typedData, request } = toSign.json as unknown as {
    typedData: Parameters<Agent["signTyped"]>[0]["typedData"];
    request: Record<string, unknown>;
  };
  const resubmissionSignature = await worker.signTyped({ field: "", deadline: 0, typedData });
  const resubmitted = await signed(
    "/mkt/resubmit",
    worker,
    { ...request, resubmissionSignature },
    writes(["the resubmission", "its text"], 1),
  );
  await signed("/mkt/task", buyer, key, null, "signed, its list of submissions");
  const { submissionHash } = resubmitted.json;
  await done("/agentDecide", buyer, { ...key, decision: "approve", submissionHash, rating: 5, comment: "It opens." });
  await done("/agentRateAndClaimStake", worker, { ...key, rating: 4, comment: "Clear task." });

  const rating = { ...key, rating: 5, comment: "It opens." };
  await post("/mkt/rating/prepare", "", () => market.post("/mkt/rating/prepare", { wallet: buyer.wallet, ...rating }));
  await signed("/mkt/rating", buyer, rating, writesWithEvent(["the rating"], 1));
  await get("/mkt/ratings", "one rating", { address: worker.wallet });
  await get("/mkt/events", "of one task", { contract: key.contract, taskId: String(key.taskId) });
  await signed("/mkt/profile", worker, { displayName: "Worker", avatarSeed: "w" }, writes(["the profile", "the name"]));
  await get("/mkt/profiles", "two addresses", { addresses: `${buyer.wallet},${worker.wallet}` });
  for (const tab of ["posted", "interested", "waiting"])
    await get("/mkt/dashboard", tab, { wallet: (tab === "posted" ? buyer : worker).wallet, tab });
  const contested = taskKey(await new TaskLife(market).submitted());
  for (const step of ["reject", "contest"] as const) await market.take(step, contested);
  const dispute = named(contested);
  await signed(
    "/mkt/dispute/answer",
    buyer,
    { ...dispute, text: "It opens nothing." },
    writesWithEvent(["the task", "the answer"], 2),
  );
  await signed("/mkt/dispute", arbiter, dispute, null, "by its arbiter");
  await get("/mkt/dashboard", "disputes", { wallet: arbiter.wallet, tab: "disputes" });
  await done("/agentRule", arbiter, { ...dispute, workerShareBps: 5_000, forfeitStake: false, reason: "Both erred." });
  await get("/mkt/market", "", {});
  await get("/mkt/about", "", {});
  const offer = { title: "Find keys", description: "Any key.", category: "physical", priceUsdc: "5" };
  const published = await signed("/mkt/service", worker, { action: "publish", ...offer }, PUBLICATION, "publish");
  const service = (published.json as { service: { id: string } }).service.id;
  await get("/mkt/service/read", "", { id: service });
  await get("/mkt/services", "one of a wallet", { wallet: worker.wallet });
  await get("/mkt/services", "by words", { q: "keys" });
  await signed(
    "/mkt/service",
    worker,
    { action: "update", id: service, priceUsdc: "6" },
    writes(["the service"], 1),
    "update",
  );
  await signed(
    "/mkt/service",
    worker,
    { action: "withdraw", id: service },
    writes(["the service", "its wallet's number of services"], 2),
    "withdraw",
  );
  const webhook = { action: "create", url: "http://127.0.0.1:9/hook", types: ["task.created"], scope: "mine" };
  const created = await signed(
    "/mkt/webhooks",
    worker,
    webhook,
    writes(["the webhook", "the wallet's list of webhooks"], 1),
    "create",
  );
  const { id } = (created.json as { webhook: { id: string } }).webhook;
  await signed("/mkt/webhooks/status", worker, {}, null, "one webhook");
  await signed("/mkt/webhooks", worker, { action: "delete", id }, null, "delete");
  await signed(
    "/mkt/feedback",
    worker,
    { ...key, role: "worker", message: "It went well." },
    writes(["the feedback"], 1),
  );
  await post("/agentSubmitFeedback", "", () =>
    worker.call("/agentSubmitFeedback", { ...key, message: "It went well." }),
  );
  await post("/agentSubmitGeneralFeedback", "", () =>
    worker.call("/agentSubmitGeneralFeedback", { message: "More tasks, please." }),
  );
  await postWithoutEth(market, buyer, (path, step, call, status = 200) => post(path, step, call, { status }));
  const owner = new Agent(market, "stranger");
  await signed("/mkt/mandate", buyer, { action: "accept", owner: owner.wallet }, writes(["the mandate"], 1), "accept");
  await postUnderMandate(market, { buyer, owner, session }, counted);
  await signed("/mkt/mandate", owner, { action: "release", agent: buyer.wallet }, null, "release");
  await signed("/mkt/sessions", buyer, {}, null, "one session");
  await signed(
    "/mkt/sessions/revoke",
    worker,
    { all: true },
    writes(["the session", "the wallet's list of sessions"], 1),
    "one of one",
  );
  await post("/mktAgentRevokeSession", "", () =>
    market.post("/mktAgentRevokeSession", {}, { ...session, ...freshCaller() }),
  );
  const owed = taskKey(await new TaskLife(market).approved());
  await market.stage.whileDenied(worker.role, () => market.take("rateAndClaim", owed));
  await get("/mkt/dashboard", "waiting, with a credit", { wallet: worker.wallet, tab: "waiting" });
  await done("/agentWithdraw", worker, { contract: owed.contract });
  return calls;
}
