import { countFirestore } from "../../setup/database/countFirestore";
import { type Agent, DETAILS, good, OFFER, requestIn, WORK } from "../../setup/agent";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { TaskLife } from "../../setup/tasks/taskLife";

const { db } = testFirestore();
const count = countFirestore(db);
let life: TaskLife;
let buyer: Agent;
let worker: Agent;
const market = Market.forFile(db);
beforeAll(async () => {
  await market.passSpanEdge();
  life = new TaskLife(market);
  ({ buyer, worker } = life);
});

/** A call that a test counts: who makes it, where, with what. */
type Counted = readonly [Agent, string, Record<string, unknown>];

/** The confirmation of a call that was prepared and sent. */
async function sent(agent: Agent, path: string, body: Record<string, unknown>): Promise<Counted> {
  const txHash = await agent.send(await agent.prepare(path, body));
  return [
    agent,
    path,
    { contract: body["contract"], ...(body["taskId"] !== undefined && { taskId: body["taskId"] }), txHash },
  ];
}

const decision = async (key: { contract: "human" | "agent-fast"; taskId: string }) => ({
  ...key,
  decision: "approve",
  submissionHash: await life.workHash(key),
  rating: 5,
  comment: "Careful work.",
});

/**
 * Every open call reads its address's budget in 4 documents and writes 1. What hands out a transaction or takes a signature
 * for one also reads the wallet's mandate.
 *
 * Each event costs 3 writes (with the change, with its position, and the head of the log) and 2 reads, a second one in
 * the same call 2 and 1. A task that opens, starts or settles has its search words written.
 */
const BUDGET = { reads: 4, writes: 1 };

describe("what a call costs in the database, beside its budget", () => {
  it.each<readonly [string, () => Promise<Counted>, reads: number, writes: number]>([
    ["preparing an approval", async () => [buyer, "/agentApproveUSDC", { amountUsdc: "1" }], 1, 0],
    ["reading the wallet", async () => [worker, "/agentWalletInfo", {}], 0, 0],
    [
      "preparing a creation: its two texts",
      async () => [buyer, "/agentCreateTaskSimple", { ...OFFER, privateDetails: DETAILS }],
      1,
      2,
    ],
    [
      "confirming it: cursor, projection and counters, two drafts and their texts, task, interest",
      () => sent(buyer, "/agentCreateTaskSimple", { ...OFFER, privateDetails: DETAILS }),
      10,
      8,
    ],
    [
      "confirming it again: nothing to write",
      async () => {
        const [agent, path, body] = await sent(buyer, "/agentCreateTaskSimple", { ...OFFER, privateDetails: DETAILS });
        good(await agent.call(path, body));
        return [agent, path, body];
      },
      8,
      0,
    ],
    ["preparing a start: the task", async () => [worker, "/agentStakeAndConfirm", await life.created()], 2, 0],
    [
      "confirming it: cursor, projection and counters, task",
      async () => sent(worker, "/agentStakeAndConfirm", await life.created()),
      5,
      6,
    ],
    [
      "preparing the work: the task, the text",
      async () => [worker, "/agentSubmitWork", { ...(await life.started()), ...WORK }],
      2,
      1,
    ],
    [
      "confirming it: its draft, and whether the text is known",
      async () => sent(worker, "/agentSubmitWork", { ...(await life.started()), ...WORK }),
      7,
      5,
    ],
    [
      "storing work by signature: task, mandate, draft, text, known answer",
      async () => {
        const key = await life.requested();
        const prepared = await worker.prepare("/agentSubmitWork", { ...key, ...WORK });
        const request = requestIn(prepared, "resubmissionSignature");
        const { submissionHash } = prepared.json;
        const resubmissionSignature = await worker.signTyped(request);
        return [
          worker,
          "/agentSubmitWork",
          { ...key, submissionHash, resubmissionDeadline: request.deadline, resubmissionSignature },
        ];
      },
      6,
      2,
    ],
    [
      "preparing a decision: the task, the comment",
      async () => [buyer, "/agentDecide", await decision(await life.submitted())],
      2,
      1,
    ],
    [
      "confirming it: cursor, projection, draft, text, task",
      async () => sent(buyer, "/agentDecide", await decision(await life.submitted())),
      7,
      5,
    ],
    [
      "preparing a rating: the task, the comment",
      async () => [worker, "/agentRateAndClaimStake", { ...(await life.approved()), rating: 5, comment: "Clear." }],
      2,
      1,
    ],
    [
      "confirming it: cursor, projection and both counters, draft, text, task",
      async () => sent(worker, "/agentRateAndClaimStake", { ...(await life.approved()), rating: 5, comment: "Clear." }),
      8,
      10,
    ],
    ["preparing a cancel: the task", async () => [buyer, "/agentCancelTask", await life.created()], 2, 0],
    [
      "confirming it: cursor, projection and counters, task",
      async () => sent(buyer, "/agentCancelTask", await life.created()),
      6,
      8,
    ],
  ])("%s", async (_name, build, reads, writes) => {
    const [agent, path, body] = await build();
    count.reset();
    good(await agent.call(path, body));
    expect([count.documentsRead - BUDGET.reads, count.documentsWritten - BUDGET.writes]).toEqual([reads, writes]);
  });

  it("reading the work: the session, the task, and each text", async () => {
    const key = await life.submitted();
    const session = await buyer.session();
    count.reset();
    good(await buyer.call("/agentGetSubmissionDetails", key, session));
    expect(count).toMatchObject({ documentsRead: 3, documentsWritten: 0 });
  });

  it("reading the private details: the session, the task, and the text", async () => {
    const key = await life.submitted();
    const session = await worker.session();
    count.reset();
    good(await worker.call("/agentGetPrivateDetails", key, session));
    expect(count).toMatchObject({ documentsRead: 3, documentsWritten: 0 });
  });
});
