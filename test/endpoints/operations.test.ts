import { lifeTotal, playLife, type Operations } from "../setup/operations";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { countFirestore } from "../setup/countFirestore";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { RELAY } from "../setup/relay";

const { db } = testFirestore();
let market: Market;
let calls: readonly Operations[];
beforeAll(async () => {
  const count = countFirestore(db);
  market = await Market.open(db, RELAY);
  await market.passSpanEdge();
  calls = await playLife(market, count);
});
afterAll(() => market.close());

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const endpoints = Object.values(ENDPOINTS).flat();
/** What belongs to no task, or to all of a wallet's. */
const ELSEWHERE = [
  "/analytics/filters",
  "/datasets",
  "/x402Feedback",
  "/mkt/reputation",
  "/mkt/health",
  "/mkt/accounting",
  "/mkt/accounting/export",
];
const callOf = (endpoint: string, step: string) =>
  calls.find((call) => call.endpoint === endpoint && call.step === step);

/** Every call of the life: documents read and written. An address's first call in a minute reads the four parts of its budget and writes one. */
const COSTS: readonly (readonly [endpoint: string, step: string, reads: number, writes: number])[] = [
  ["POST /mktAgentSessionChallenge", "", 4, 2],
  ["POST /mktAgentSession", "", 7, 4],
  ["POST /agentWalletInfo", "", 4, 1],
  ["POST /agentApproveUSDC", "prepare", 5, 1],
  ["POST /agentApproveUSDC", "confirm", 4, 1],
  ["POST /agentCreateTaskSimple", "prepare", 5, 3],
  ["POST /agentCreateTaskSimple", "confirm", 14, 9],
  ["POST /agentCreateTask", "prepare", 5, 1],
  ["POST /agentCreateTask", "confirm", 11, 6],
  ["POST /mkt/metadata", "signed", 2, 3],
  ["POST /agentFundMore", "prepare", 6, 1],
  ["POST /agentFundMore", "confirm", 10, 5],
  ["POST /agentCancelTask", "prepare", 6, 1],
  ["POST /agentCancelTask", "confirm", 10, 9],
  ["GET /mkt/tasks", "one open task", 1, 0],
  ["GET /mkt/tasks", "by words", 2, 0],
  ["GET /mkt/categories", "", 30, 0],
  ["GET /mkt/task", "", 2, 0],
  ["POST /mkt/sign/prepare", "", 0, 0],
  ["POST /mkt/interest", "signed", 7, 7],
  ["GET /mkt/interest/status", "", 2, 0],
  ["POST /mkt/interest/resolve", "signed", 7, 6],
  ["POST /agentStakeAndConfirm", "prepare", 7, 1],
  ["POST /agentStakeAndConfirm", "confirm", 9, 7],
  ["POST /agentGetPrivateDetails", "by session", 3, 0],
  ["POST /mkt/private-details", "signed", 2, 1],
  ["POST /mkt/submission", "signed", 1, 2],
  ["POST /mkt/messages", "signed", 5, 7],
  ["POST /mkt/messages/list", "one message", 2, 1],
  ["POST /agentSubmitWork", "prepare", 6, 2],
  ["POST /agentSubmitWork", "confirm", 11, 6],
  ["POST /agentGetSubmissionDetails", "by session", 3, 0],
  ["POST /mkt/request-changes", "signed, first call", 2, 2],
  ["POST /mkt/request-changes", "signed, with txHash", 6, 6],
  ["POST /mkt/sign/prepare", "a resubmission", 2, 0],
  ["POST /mkt/resubmit", "signed", 2, 3],
  ["POST /mkt/task", "signed, its list of submissions", 7, 1],
  ["POST /agentDecide", "prepare", 11, 2],
  ["POST /agentDecide", "confirm", 13, 8],
  ["POST /agentRateAndClaimStake", "prepare", 6, 2],
  ["POST /agentRateAndClaimStake", "confirm", 12, 11],
  ["POST /mkt/rating/prepare", "", 0, 0],
  ["POST /mkt/rating", "signed", 4, 5],
  ["GET /mkt/ratings", "one rating", 3, 0],
  ["GET /mkt/events", "of one task", 10, 0],
  ["POST /mkt/profile", "signed", 2, 3],
  ["GET /mkt/profiles", "two addresses", 2, 0],
  ["GET /mkt/dashboard", "posted", 3, 0],
  ["GET /mkt/dashboard", "interested", 3, 0],
  ["GET /mkt/dashboard", "waiting", 4, 0],
  ["POST /mkt/dispute/answer", "signed", 4, 6],
  ["POST /mkt/dispute", "by its arbiter", 7, 1],
  ["GET /mkt/dashboard", "disputes", 2, 0],
  ["POST /agentRule", "prepare", 6, 2],
  ["POST /agentRule", "confirm", 13, 11],
  ["GET /mkt/market", "", 46, 0],
  ["POST /mkt/service", "publish", 5, 4],
  ["GET /mkt/service/read", "", 1, 0],
  ["GET /mkt/services", "one of a wallet", 1, 0],
  ["GET /mkt/services", "by words", 1, 0],
  ["POST /mkt/service", "update", 1, 2],
  ["POST /mkt/service", "withdraw", 2, 3],
  ["POST /mkt/webhooks", "create", 1, 3],
  ["POST /mkt/webhooks/status", "one webhook", 2, 1],
  ["POST /mkt/webhooks", "delete", 2, 3],
  ["POST /mkt/feedback", "signed", 2, 2],
  ["POST /agentSubmitFeedback", "", 5, 2],
  ["POST /agentSubmitGeneralFeedback", "", 4, 2],
  ["POST /mkt/relay", "a creation", 21, 14],
  ["POST /agentCreateTaskSimple", "asks for x402", 9, 1],
  ["POST /agentCreateTaskSimple", "paid by x402", 23, 15],
  ["POST /agentCreateTaskSimple", "paid by x402 before", 11, 1],
  ["POST /mkt/mandate", "accept", 1, 2],
  ["POST /mkt/mandate/grant", "typed data", 5, 1],
  ["POST /mkt/mandate/grant", "signed", 6, 2],
  ["POST /agentCreateTaskSimple", "prepare, under a mandate", 8, 3],
  ["GET /mkt/mandate", "by the agent", 7, 1],
  ["POST /mkt/mandate", "release", 1, 2],
  ["POST /mkt/sessions", "one session", 2, 1],
  ["POST /mkt/sessions/revoke", "one of one", 1, 3],
  ["POST /mktAgentRevokeSession", "", 6, 3],
  ["GET /mkt/dashboard", "waiting, with a credit", 4, 0],
  ["POST /agentWithdraw", "prepare", 5, 1],
  ["POST /agentWithdraw", "confirm", 4, 1],
];

/** An event is written with the change, then read and written with its position, and so is the head of the log. */
const EVENT = ["the event", "its position", "the head of the log"];
const EVENT_READS = 2;

/** The documents that a signed write is there to write, and how often it reads them; whatever else it costs is beside them. */
const RECORDS: readonly (readonly [endpoint: string, step: string, records: readonly string[], ownReads: number])[] = [
  ["POST /mkt/metadata", "signed", ["the task's metadata"], 1],
  [
    "POST /mkt/interest",
    "signed",
    ["the interest", "the worker's page of interests", "the worker's counters", ...EVENT],
    // Its worker's record, and how many are interested.
    3 + EVENT_READS,
  ],
  [
    "POST /mkt/interest/resolve",
    "signed",
    ["the interest", "the worker's page of interests", ...EVENT],
    // The poster's mandate.
    3 + EVENT_READS,
  ],
  ["POST /mkt/submission", "signed", ["the draft"], 0],
  [
    "POST /mkt/messages",
    "signed",
    ["the message", "the thread's counts", "the author's day", ...EVENT],
    2 + EVENT_READS,
  ],
  ["POST /mkt/request-changes", "signed, first call", ["the draft"], 0],
  ["POST /mkt/request-changes", "signed, with txHash", ["the task", "the reason", ...EVENT], 2 + EVENT_READS],
  ["POST /mkt/resubmit", "signed", ["the resubmission", "its text"], 1],
  ["POST /mkt/dispute/answer", "signed", ["the task", "the answer", ...EVENT], 2 + EVENT_READS],
  ["POST /mkt/rating", "signed", ["the rating", ...EVENT], 1 + EVENT_READS],
  ["POST /mkt/profile", "signed", ["the profile", "the name"], 0],
  // Publications have a budget of their own, in four parts.
  ["POST /mkt/service", "publish", ["the service", "its wallet's number of services"], 3],
  ["POST /mkt/service", "update", ["the service"], 1],
  ["POST /mkt/service", "withdraw", ["the service", "its wallet's number of services"], 2],
  ["POST /mkt/webhooks", "create", ["the webhook", "the wallet's list of webhooks"], 1],
  ["POST /mkt/mandate", "accept", ["the mandate"], 1],
  ["POST /mkt/sessions/revoke", "one of one", ["the session", "the wallet's list of sessions"], 1],
  ["POST /mkt/feedback", "signed", ["the feedback"], 1],
];

describe("Firestore operations of a task's life", () => {
  it.each(COSTS)("%s %s: %i reads, %i writes", (endpoint, step, reads, writes) => {
    expect(callOf(endpoint, step)).toMatchObject({ reads, writes });
  });

  it("are these in one task's life from its creation to both ratings", () => {
    expect(lifeTotal(calls)).toEqual({ calls: 22, reads: 138, writes: 76 });
  });

  it("are all told, of every endpoint that a task's life can touch", () => {
    expect(calls.map(({ endpoint, step }) => [endpoint, step])).toEqual(
      COSTS.map(([endpoint, step]) => [endpoint, step]),
    );
    const ofTheLife = endpoints.filter(({ auth, path }) => auth.kind !== "paid" && !ELSEWHERE.includes(path));
    expect([...new Set(calls.map(({ endpoint }) => endpoint))].sort()).toEqual(ofTheLife.map(nameOf).sort());
  });

  it.each(RECORDS)(
    "a signed write costs at most two reads and two writes beyond its own records: %s, %s",
    (endpoint, step, records, ownReads) => {
      const call = callOf(endpoint, step);
      expect(call?.reads).toBeLessThanOrEqual(2 + ownReads);
      expect(call?.writes).toBeLessThanOrEqual(2 + records.length);
    },
  );

  it("are held to that at every signed write", () => {
    const writes = endpoints.filter(({ auth }) => auth.kind === "signed" && !auth.reads).map(nameOf);
    expect([...new Set(RECORDS.map(([endpoint]) => endpoint))].sort()).toEqual(writes.sort());
  });
});
