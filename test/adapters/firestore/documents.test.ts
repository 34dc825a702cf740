import { Timestamp, type Firestore } from "@google-cloud/firestore";
import { firestoreAnalytics } from "../../../functions/src/adapters/firestore/ledger/analytics";
import { firestoreContentStore } from "../../../functions/src/adapters/firestore/tasks/contentStore";
import { firestoreCounters } from "../../../functions/src/adapters/firestore/accounts/counters";
import { firestoreFeedback } from "../../../functions/src/adapters/firestore/accounts/feedback";
import { firestoreInterests } from "../../../functions/src/adapters/firestore/tasks/interests";
import { firestoreKeeperStore } from "../../../functions/src/adapters/firestore/payments/keeperStore";
import { firestoreLedger } from "../../../functions/src/adapters/firestore/ledger/ledger";
import { firestoreNonces, firestoreSessions } from "../../../functions/src/adapters/firestore/accounts/authentication";
import { firestorePayments } from "../../../functions/src/adapters/firestore/payments/payments";
import { firestoreProfiles } from "../../../functions/src/adapters/firestore/accounts/profiles";
import { firestoreProjections } from "../../../functions/src/adapters/firestore/indexing/projections";
import { firestoreRateLimiter } from "../../../functions/src/adapters/firestore/rateLimiter";
import { firestoreRatings } from "../../../functions/src/adapters/firestore/accounts/ratings";
import { firestoreResubmissions } from "../../../functions/src/adapters/firestore/tasks/resubmissions";
import { firestoreWalletStore } from "../../../functions/src/adapters/firestore/payments/walletStore";
import { dataHashOf, firestoreSnapshots } from "../../../functions/src/adapters/firestore/snapshots";
import { firestoreTasks } from "../../../functions/src/adapters/firestore/tasks/tasks";
import { commitUnit } from "../../../functions/src/adapters/firestore/unitOfWork";
import { NO_COUNTS } from "../../../functions/src/domain/analytics/cells";
import type { Interest } from "../../../functions/src/domain/interest";
import { keccak256 } from "../../../functions/src/domain/keccak";
import type { Rating } from "../../../functions/src/domain/rating";
import type { Cursor, EventName, TaskKey } from "../../../functions/src/domain/task/events";
import { metadataHash, type TaskMetadata } from "../../../functions/src/domain/task/metadata";
import { finalize, reconcile, type Projection } from "../../../functions/src/domain/task/projection";
import { applyAll } from "../../../functions/src/domain/task/applyEvent";
import type { Task } from "../../../functions/src/domain/task/task";
import type { UnitOfWork } from "../../../functions/src/domain/unitOfWork";
import type { EnqueueOrder, SignedOutgoing } from "../../../functions/src/ports/ownWallet";
import { event, history, POSTER, STRANGER, TREASURY, WORKER } from "../../setup/tasks/histories";
import { postAll } from "../../setup/bookkeeping";
import { claimOf } from "../../setup/paying/claims";
import { hash, PAYER, RECIPIENT } from "../../setup/paying/evidence";
import { testFirestore } from "../../setup/firestore";

const { db } = testFirestore();

const NOW = 1_800_000_100_000;
const METADATA: TaskMetadata = { title: "Sort", description: "Stones", category: "Data", tags: [], country: "PT" };
const LIVES: readonly (readonly EventName[])[] = [
  ["TaskCreated", "TaskStarted", "WorkSubmitted", "TaskApproved", "StakeClaimed"],
  ["TaskCreated", "TaskStarted", "WorkSubmitted", "ChangesRequested", "WorkResubmitted"],
  ["TaskCreated", "TaskStarted", "WorkSubmitted", "TaskReleased"],
  ["TaskCreated", "TaskStarted", "WorkSubmitted", "TaskRejected", "TaskDisputed", "TaskResolved"],
  ["TaskCreated", "TaskStarted", "WorkSubmitted", "TaskRejected", "TaskRefunded"],
  ["TaskCreated", "TaskCancelled"],
  ["TaskCreated", "TaskExpired"],
];
/** The first of each life is final, the second is not. */
const KEYS: readonly TaskKey[] = [...LIVES, ...LIVES].map((_, at) => ({
  contract: "human",
  taskId: 2n ** 60n + BigInt(at),
}));
const OPEN: TaskKey = { contract: "agent-fast", taskId: 3n };
const CURSOR: Cursor = {
  finalBlock: 2n ** 60n,
  checkpoints: [{ number: 2n ** 60n + 1n, hash: hash(1) }],
  behind: [{ taskId: 5n, fromBlock: 7n }],
};
const RATING: Rating = {
  ...KEYS[0]!,
  rater: POSTER,
  ratee: WORKER,
  role: "poster",
  rating: 5,
  comment: "good",
  commentHash: keccak256("good"),
  onChain: false,
  txHash: null,
  createdAt: NOW,
};
const USE = { wallet: POSTER, nonce: "n1", digest: "d1", signatureDigest: "s1" };
const CHALLENGE = { wallet: POSTER, nonce: "c1", message: "Sign in", expiresAt: NOW, terms: null };
const SESSION = {
  tokenHash: "t1",
  wallet: POSTER,
  openedAt: NOW,
  expiresAt: NOW + 1,
  scope: "act" as const,
  usedAt: NOW,
};
const COMMENT = { kind: "comment", value: "good" } as const;
const BYTES = Buffer.from("a dataset");
const POINTER = { kind: "goals", dataHash: dataHashOf(BYTES), count: 1, publishedAt: NOW } as const;
const TABLE = { aggregate: "country", filter: null } as const;
const ORDER: EnqueueOrder = {
  key: "s1",
  spenders: [{ rule: "payer", name: PAYER, kind: "account", affordable: 1 }],
  chainNonce: 4,
  day: "2027-01-15",
  nowMs: NOW,
  reservedWei: 10n ** 15n,
  budgetWei: 10n ** 18n,
};
const outgoing = (nonce: number): SignedOutgoing => ({
  key: "s1",
  spenders: [PAYER],
  nonce,
  to: TREASURY,
  data: "0x01",
  gas: 100_000n,
  maxFeePerGas: 2n ** 60n,
  maxPriorityFeePerGas: 1n,
  raw: "0x02",
  txHashes: [hash(4)],
  reservedWei: ORDER.reservedWei,
  signedAt: NOW,
  state: "sent",
});

function projectionOf(key: TaskKey, names: readonly EventName[], finalBlocks: number): Projection {
  const credited = event("Credited", { block: 1_000 });
  const events = [...history(...names), ...(names.includes("StakeClaimed") ? [credited] : [])].map((one) =>
    one.name === "TaskCreated" ? { ...one, ...key, metadataHash: metadataHash(METADATA) } : { ...one, ...key },
  );
  const all = { fromBlock: 0n, toBlock: 10n ** 9n, events };
  const final = { ...all, toBlock: BigInt(finalBlocks) };
  return reconcile(finalize({ base: null, tail: [] }, final).projection, all);
}

const projected = (at: number) => projectionOf(KEYS[at]!, LIVES[at % LIVES.length]!, at < LIVES.length ? 10 : 0);
/** The first four events of a task with one change request are final; the worker owes an answer. */
const ASKED = applyAll(null, history(...LIVES[1]!.slice(0, 4))) as Task;
const RESUBMISSION = { round: 1, submissionHash: hash(5), deadline: 1_800_000_200, signature: hash(6) };
const INTEREST: Interest = {
  ...OPEN,
  worker: WORKER,
  message: "I can",
  status: "approved",
  voucher: { deadline: 1_800_000_300, signature: hash(7) },
  createdAt: NOW,
  decidedAt: NOW + 1,
};

/** Writes documents of every kind. */
async function writeAll(db: Firestore): Promise<void> {
  const projections = firestoreProjections(db);
  const tasks = firestoreTasks(db);
  const contents = firestoreContentStore(db, () => tasks);
  const interests = firestoreInterests(db);
  const inUnit = async (work: (unit: UnitOfWork) => Promise<unknown>) => {
    const unit: UnitOfWork = { writes: [] };
    await work(unit);
    expect(await commitUnit(db, unit)).toBe(true);
  };

  for (const [at, key] of KEYS.entries()) {
    await projections.change([key], () => projected(at));
    await tasks.setMetadata(key, METADATA);
  }
  await projections.change([OPEN], () => projectionOf(OPEN, ["TaskCreated"], 0));
  await projections.moveCursor("human", null, CURSOR);
  await inUnit((unit) => interests.change(OPEN, WORKER, () => INTEREST, unit));
  const rejected: Interest = { ...INTEREST, worker: STRANGER, message: null, status: "withdrawn", voucher: null };
  await inUnit((unit) => interests.change(OPEN, STRANGER, () => rejected, unit));
  await interests.countChanged(100);
  await inUnit((unit) => interests.change(OPEN, TREASURY, () => ({ ...INTEREST, worker: TREASURY }), unit));
  await inUnit((unit) => firestoreRatings(db).publish(RATING, unit));
  const resubmissions = firestoreResubmissions(db);
  await resubmissions.keep(ASKED, RESUBMISSION);
  await resubmissions.keep({ ...ASKED, taskId: 8n }, RESUBMISSION);
  await resubmissions.postpone({ key: { ...ASKED, taskId: 8n }, resubmission: RESUBMISSION, tries: 1 }, NOW + 5);
  await firestoreProfiles(db).put({ address: POSTER, displayName: "Ada", avatarSeed: "seed" });
  expect(await firestoreNonces(db).spend(USE, { kind: "body", text: "{}" }, { writes: [] }, NOW)).toBe(true);
  const sessions = firestoreSessions(db);
  await sessions.putChallenge(CHALLENGE);
  await sessions.putChallenge({ ...CHALLENGE, nonce: "c2" });
  await sessions.redeemChallenge(CHALLENGE, SESSION);
  const record = {
    id: "f1",
    source: "/x402Feedback",
    createdAt: new Date(NOW).toISOString(),
    fields: { a: [1], b: "c" },
  };
  await firestoreFeedback(db).add(record, { to: "a@example.com", subject: "S", text: "T" });
  await contents.keepDrafts(POSTER, [COMMENT], NOW);
  await contents.put([
    { citation: { ...OPEN, kind: "comment", author: POSTER, hash: keccak256("good") }, content: COMMENT },
  ]);

  const payments = firestorePayments(db);
  const claimed = await payments.claim({
    ...claimOf("i1", "authorized"),
    names: [{ key: "p1", until: 1_734_560_000_000, replaces: [] }],
  });
  if (claimed.outcome !== "claimed") throw new Error("not claimed");
  await payments.deliver(claimed.purchase, '{"answer":1}', NOW);
  const { key } = claimOf("i1", "authorized").candidates[0]!;
  const settlement = {
    recipient: RECIPIENT,
    payer: PAYER,
    amountUsdcUnits: 490_000n,
    logIndex: 3,
    minedAt: NOW / 1000,
  };
  const block = { blockNumber: 2n ** 60n, blockHash: hash(9) };
  await payments.noteFinality(key, { finality: "final", ...block, transfer: settlement });
  const second = claimOf("i2", "plain");
  const unsettled = { ...second.candidates[0]!, key: "8453:u", finality: "unsettled" as const, txHash: "0x" as const };
  await payments.claim({ ...second, candidates: [unsettled] });
  await payments.claim(claimOf("i3", "plain"));
  const copied = { ...second.candidates[0]!, key: `8453:${hash(8)}:0`, intentKey: "i4", txHash: hash(8) };
  await payments.claim({ ...second, purchase: { ...second.purchase, intentKey: "i4" }, candidates: [copied] });
  const own = { ...copied, intentKey: "i5", binding: "signed" as const };
  await payments.claim({ ...second, purchase: { ...second.purchase, intentKey: "i5" }, candidates: [own] });
  await db.doc("payments/8453:u").update({ lookAt: Timestamp.fromMillis(NOW) });
  await payments.toLookFor(NOW, 1);

  expect(await limiterOf(db).spend("client", 2, NOW)).toBe(0);
  const keeper = firestoreKeeperStore(db);
  await keeper.acquireLease("me", NOW, NOW + 1);
  await keeper.noteRun(NOW);
  const settlements = firestoreWalletStore(db, "settlement", TREASURY);
  const queued = await settlements.enqueue(ORDER, outgoing);
  if (queued.outcome !== "queued") throw new Error("not queued");
  await settlements.finish([{ outgoing: queued.outgoing, ending: "reverted", paidWei: 7n }], NOW);
  await settlements.enqueue({ ...ORDER, key: "s2" }, (nonce) => ({ ...outgoing(nonce), key: "s2" }));

  await postAll(db);
  const analytics = firestoreAnalytics(db, () => NOW);
  const totals = { ...NO_COUNTS, posted: 7, rewardUsdcUnits: 2n ** 60n };
  const table = { ...TABLE, totals, rows: [{ key: "PT", counts: totals }], suppressedRows: 1 };
  const values = { country: ["PT"], category: [], industry: [] };
  await analytics.publish({ tables: [table], values }, { from: "2026-12-01", to: "2027-01-01" }, NOW);
  await analytics.keepQuiet("2027-01-31");
  await firestoreSnapshots(db).publish(POINTER, BYTES);
}

/** Reads all of them. */
async function readAll(db: Firestore): Promise<Record<string, unknown>> {
  const projections = firestoreProjections(db);
  const tasks = firestoreTasks(db);
  const interests = firestoreInterests(db);
  const open = (await tasks.get(OPEN))?.task as Task;
  const stored: Projection[] = [];
  await projections.change(KEYS, (projection) => (stored.push(projection), projection));
  const ratings = firestoreRatings(db);
  const resubmissions = firestoreResubmissions(db);
  const sessions = firestoreSessions(db);
  const payments = firestorePayments(db);
  const keeper = firestoreKeeperStore(db);
  const settlements = firestoreWalletStore(db, "settlement", TREASURY);
  const analytics = firestoreAnalytics(db, () => NOW);
  const ledger = firestoreLedger(db);
  const noFilters = { fromDay: null, toDay: null, role: null, type: null, contract: null };
  const wallets = [POSTER, WORKER, TREASURY, PAYER, RECIPIENT];
  return {
    projections: stored,
    tasks: await tasks.getAll([...KEYS, OPEN]),
    lists: await tasks.page({ kind: "completed", wallet: WORKER }, 3, null),
    overdue: await tasks.overdue(GENESIS_END, 10),
    cursor: await projections.cursor("human"),
    interest: await interests.find(open, WORKER),
    interests: await interests.ofTask(open, "newest", 10, null),
    ofWorker: await interests.ofWorker(WORKER, 10, null),
    counters: await Promise.all(wallets.map((wallet) => firestoreCounters(db).of(wallet))),
    ratings: await ratings.page("received", WORKER, 10, null),
    resubmission: await resubmissions.find(ASKED),
    waiting: await resubmissions.waiting(10),
    postponed: await resubmissions.postponed(NOW + 10, 10),
    profiles: await firestoreProfiles(db).getAll(wallets),
    nonces: await Promise.all([
      firestoreNonces(db).find(USE),
      firestoreNonces(db).find({ ...USE, signatureDigest: "s2" }),
      firestoreNonces(db).find({ ...USE, digest: "d2" }),
    ]),
    session: [await sessions.findChallenge("c2"), await sessions.find("t1")],
    contents: await firestoreContentStore(db, () => tasks).find([
      { ...OPEN, kind: "comment", author: POSTER, hash: keccak256("good") },
    ]),
    purchases: (await Promise.all(["i1", "i2", "i4", "i5"].map((key) => payments.find(key)))).map((one) => one?.value),
    pending: await payments.pendingFinality(10),
    payments: (await payments.stored()).sort((a, b) => (a.key < b.key ? -1 : 1)),
    budget: await limiterOf(db).spend("client", 1, NOW),
    keeper: [await keeper.newest(), await keeper.acquireLease("other", NOW, NOW + 1)],
    settlements: [
      await settlements.find("s1"),
      await settlements.waiting(),
      await settlements.nextNonce(),
      await settlements.spentWei(ORDER.day),
    ],
    rows: await Promise.all(wallets.map((wallet) => ledger.page(wallet, noFilters, 100, null))),
    totals: await Promise.all(
      wallets.map(async (wallet) => (await ledger.sums(wallet, { ...noFilters, fromDay: "2027-01-02" })).totals),
    ),
    catalogue: await analytics.catalogue(),
    tables: await analytics.tables((await analytics.catalogue())?.reports ?? [], TABLE),
    cube: await analytics.cube("2027-01-01", "2027-03-01"),
    quiet: await analytics.quietUpTo(),
    snapshot: Buffer.from(await firestoreSnapshots(db).load(POINTER)).toString(),
    pointer: await firestoreSnapshots(db).current(POINTER.kind),
  };
}
const GENESIS_END = 1_900_000_000;
const limiterOf = (db: Firestore) => firestoreRateLimiter(db, { info() {}, warn() {}, error() {} });
it("every stored document gives back what was written", async () => {
  await writeAll(db);
  const all = await readAll(db);
  expect(all["projections"]).toEqual(KEYS.map((_, at) => projected(at)));
  expect(all).toMatchObject({
    cursor: CURSOR,
    interest: INTEREST,
    ratings: { items: [RATING] },
    resubmission: RESUBMISSION,
    nonces: [
      { outcome: "repeat", answer: { kind: "body", text: "{}" } },
      { outcome: "reencoded" },
      { outcome: "used" },
    ],
    session: [{ ...CHALLENGE, nonce: "c2" }, SESSION],
    contents: [{ content: COMMENT }],
    budget: 60,
    quiet: "2027-01-31",
    snapshot: "a dataset",
    pointer: POINTER,
  });
  expect((all["settlements"] as unknown[])[0]).toEqual({
    ...outgoing(4),
    formerHashes: [],
    risk: "account",
    day: ORDER.day,
    state: "reverted",
    reservedWei: 7n,
  });
});
