import { toQuantity } from "ethers";
import type { Role } from "../../../dev/local/wallets";
import { Agent, DETAILS, good, OFFER, requestIn, taskKey, WORK, type Prepared } from "../../setup/agent";
import type { Reply } from "../../setup/paying/buyer";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { TaskLife, type Named } from "../../setup/tasks/taskLife";

const { db } = testFirestore();
const market = Market.forFile(db);
const life = new TaskLife(market);
const { buyer, worker } = life;
const [worker2, stranger] = [new Agent(market, "worker2"), new Agent(market, "stranger")];

const COMMENT = "Careful work, on time.";
const codeOf = ({ json }: Reply) => json["code"];
const stored = async ({ contract, taskId }: Named) =>
  (await db.collection("tasks").doc(`${contract}-${taskId}`).get()).data();
const transactionIn = ({ json }: Reply) => (json["transactions"] as Prepared[])[0] as Prepared;

/** Two transactions in one block, in this order; gives their hashes. */
async function inOneBlock(...sends: readonly (readonly [Role, Prepared])[]): Promise<string[]> {
  await market.chain.call("evm_setAutomine", false);
  const hashes: string[] = [];
  for (const [at, [role, { to, data }]] of sends.entries()) {
    // The block takes the higher price first.
    const gasPrice = toQuantity(BigInt(20 - at) * 10n ** 9n);
    hashes.push(
      await market.chain.call<string>("eth_sendTransaction", {
        from: market.address(role),
        to,
        data,
        gas: toQuantity(900_000),
        gasPrice,
      }),
    );
  }
  await market.chain.mine();
  await market.chain.call("evm_setAutomine", true);
  return hashes;
}

describe("security: M5: who reads is decided by the chain", () => {
  it("M5: gives the private details to the poster and to the worker who staked, to no one else, in every state", async () => {
    const key = await life.created();
    const sessions = await Promise.all(
      [buyer, worker, worker2, stranger].map(async (agent) => [agent, await agent.session()] as const),
    );
    const readers = async (path: string) => {
      const replies = await Promise.all(sessions.map(([agent, session]) => agent.call(path, key, session)));
      for (const reply of replies)
        if (reply.status !== 200) expect([reply.status, reply.text.includes("CANARY")]).toEqual([403, false]);
      return sessions.filter((_, at) => replies[at]?.status === 200).map(([agent]) => agent.role);
    };
    expect(await readers("/agentGetPrivateDetails")).toEqual(["buyer"]);
    expect(await readers("/agentGetSubmissionDetails")).toEqual(["buyer"]);
    // No one confirms the stake: the reading looks at the chain.
    await worker.send(await worker.prepare("/agentStakeAndConfirm", key));
    expect(await readers("/agentGetPrivateDetails")).toEqual(["buyer", "worker"]);
    await worker.do("/agentSubmitWork", { ...key, ...WORK });
    for (const step of ["requestChanges", "resubmit", "reject", "concede"] as const) {
      await market.take(step, taskKey(key));
      expect(await readers("/agentGetPrivateDetails")).toEqual(["buyer", "worker"]);
      expect(await readers("/agentGetSubmissionDetails")).toEqual(["buyer", "worker"]);
    }
  });

  it("M5: takes the private details back from a worker who let the task expire", async () => {
    const key = await life.started({ windows: { work: 3_600 } });
    const session = await worker.session();
    expect((await worker.call("/agentGetPrivateDetails", key, session)).status).toBe(200);
    await market.pass(3_601);
    await stranger.do("/agentCancelTask", { ...key, action: "expire" });
    expect(codeOf(await worker.call("/agentGetPrivateDetails", key, session))).toBe("forbidden_role");
    expect((await buyer.call("/agentGetPrivateDetails", key, await buyer.session())).status).toBe(200);
  });

  it("M5: takes them back from a worker whose stake a reorg has undone, before any job has looked", async () => {
    await market.chain.mine(4);
    const key = await life.created();
    const session = await worker.session();
    for (const path of ["/agentGetPrivateDetails", "/mkt/private-details", "/mkt/task", "/agentGetSubmissionDetails"]) {
      await worker.do("/agentStakeAndConfirm", key);
      expect([path, (await worker.call(path, key, session)).status]).toEqual([path, 200]);
      await market.chain.reorg(1);
      const { status, text } = await worker.call(path, key, session);
      expect([path, status, text.includes("CANARY")]).toEqual([path, 403, false]);
      expect(await stored(key)).toMatchObject({ state: "FUNDED", worker: null });
    }
  });

  it("I5: reads nothing to an address alone, and leads it to the one signature that is needed", async () => {
    const key = await life.started();
    const alone = await market.post("/agentGetPrivateDetails", { ...key, wallet: worker.wallet });
    expect([alone.status, codeOf(alone), alone.text.includes("CANARY")]).toEqual([400, "invalid_request", false]);
    const next = alone.json["_nextAction"] as { endpoint: string; body: object };
    const toSign = await market.post(next.endpoint, { ...next.body, body: key });
    const signature = await market.chain.wallet("worker").signMessage(String(toSign.json["messageToSign"]));
    const read = await market.post("/agentGetPrivateDetails", { ...(toSign.json["request"] as object), signature });
    expect([read.status, read.text.includes("CANARY")]).toEqual([200, true]);
  });

  it("M5: takes a signature of the very request in place of a session, and no other wallet's", async () => {
    const key = await life.started();
    expect((await market.call("/agentGetPrivateDetails", "worker", key)).status).toBe(200);
    expect(codeOf(await market.call("/agentGetPrivateDetails", "worker2", key))).toBe("forbidden_role");
    const forged = { ...(await market.sign("/agentGetPrivateDetails", "worker2", key)), wallet: worker.wallet };
    expect(codeOf(await market.post("/agentGetPrivateDetails", forged))).toBe("signature_invalid");
  });
});

describe("security: M6 and M8: one slot on the chain", () => {
  it.each([[["worker", "worker2"]], [["worker2", "worker"]]] as const)(
    "M6: of two stakes in one block the first starts: %s",
    async (order) => {
      const key = await life.created();
      const agents = order.map((role) => (role === "worker" ? worker : worker2));
      const sends: (readonly [Role, Prepared])[] = [];
      for (const agent of agents)
        sends.push([agent.role, transactionIn(await agent.prepare("/agentStakeAndConfirm", key))]);
      const hashes = await inOneBlock(...sends);
      const replies = await Promise.all(
        agents.map((agent, at) => agent.call("/agentStakeAndConfirm", { ...key, txHash: hashes[at] })),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 409]);
      expect(replies[1]?.json["detail"]).toMatch(/reverted/);
      expect(await stored(key)).toMatchObject({ worker: agents[0]?.wallet });
      expect(codeOf(await (agents[1] as Agent).call("/agentStakeAndConfirm", key))).toBe("state_conflict");
    },
  );

  it.each([[["cancel", "stake"]], [["stake", "cancel"]]] as const)(
    "M8: of a cancel and a stake in one block the first counts: %s",
    async (order) => {
      const key = await life.created();
      const prepared = {
        cancel: ["buyer", transactionIn(await buyer.prepare("/agentCancelTask", key))] as const,
        stake: ["worker", transactionIn(await worker.prepare("/agentStakeAndConfirm", key))] as const,
      };
      const hashes = await inOneBlock(...order.map((name) => prepared[name]));
      const confirmOf = { cancel: [buyer, "/agentCancelTask"], stake: [worker, "/agentStakeAndConfirm"] } as const;
      const statuses: number[] = [];
      for (const [at, name] of order.entries()) {
        const [agent, path] = confirmOf[name];
        statuses.push((await agent.call(path, { ...key, txHash: hashes[at] })).status);
      }
      expect(statuses).toEqual([200, 409]);
      expect(await stored(key)).toMatchObject({ state: order[0] === "cancel" ? "CANCELLED" : "STARTED" });
    },
  );
});

describe("security: M7 and M9: judging and resubmitting", () => {
  const judged = (key: Named, submissionHash: unknown) => ({
    ...key,
    decision: "approve",
    submissionHash,
    rating: 5,
    comment: COMMENT,
  });

  async function resubmit(key: Named, text: string): Promise<string> {
    const prepared = await worker.prepare("/agentSubmitWork", { ...key, text });
    const request = requestIn(prepared, "resubmissionSignature");
    const { submissionHash } = prepared.json;
    const signed = {
      submissionHash,
      resubmissionDeadline: request.deadline,
      resubmissionSignature: await worker.signTyped(request),
    };
    good(await worker.call("/agentSubmitWork", { ...key, ...signed }));
    return String(submissionHash);
  }

  it("M7: refuses a decision on older work while newer is stored, and on a hash that no one submitted", async () => {
    const key = await life.requested();
    const older = await life.workHash(key);
    const newer = await resubmit(key, "CANARY-second");
    for (const hash of [older, `0x${"ab".repeat(32)}`]) {
      const reply = await buyer.call("/agentDecide", judged(key, hash));
      expect([reply.status, codeOf(reply)]).toEqual([409, "state_conflict"]);
      expect(reply.json["detail"]).toMatch(/^WrongSubmission/);
    }
    expect((await buyer.do("/agentDecide", judged(key, newer))).json["task"]).toMatchObject({ state: "APPROVED" });
  });

  it("M7: an approval that was prepared before the new work arrived does not approve it", async () => {
    const key = await life.requested();
    const prepared = await buyer.prepare("/agentDecide", judged(key, await life.workHash(key)));
    const newer = await resubmit(key, "CANARY-newer");
    await stranger.do("/agentSubmitWork", { ...key, action: "anchor" });
    const txHash = await buyer.send(prepared);
    expect(codeOf(await buyer.call("/agentDecide", { ...key, txHash }))).toBe("state_conflict");
    expect(await stored(key)).toMatchObject({ state: "SUBMITTED" });
    expect((await buyer.do("/agentDecide", judged(key, newer))).json["task"]).toMatchObject({ state: "APPROVED" });
  });

  it("M7: approves the signed work also where somebody anchored it unseen", async () => {
    const key = await life.requested();
    const newer = await resubmit(key, "CANARY-newer");
    await stranger.send(await stranger.prepare("/agentSubmitWork", { ...key, action: "anchor" }));
    expect((await buyer.do("/agentDecide", judged(key, newer))).json["task"]).toMatchObject({
      state: "APPROVED",
      changeRounds: 1,
    });
  });

  it("M9: takes no resubmission without a change request on the chain, nor for another round", async () => {
    const key = await life.submitted({ maxChangeRounds: 2 });
    const early = {
      ...key,
      submissionHash: `0x${"ab".repeat(32)}`,
      resubmissionDeadline: 4_000_000_000,
      resubmissionSignature: `0x${"11".repeat(65)}`,
    };
    expect(codeOf(await worker.call("/agentSubmitWork", early))).toBe("state_conflict");
    await market.stage.take("requestChanges", taskKey(key));
    // No one confirmed the change request: the call looks at the chain.
    const prepared = await worker.prepare("/agentSubmitWork", { ...key, text: "CANARY-round one" });
    const request = requestIn(prepared, "resubmissionSignature");
    const signed = {
      ...key,
      submissionHash: prepared.json["submissionHash"],
      resubmissionDeadline: request.deadline,
      resubmissionSignature: await worker.signTyped(request),
    };
    await market.take("resubmit", taskKey(key));
    await market.take("requestChanges", taskKey(key));
    const later = await worker.call("/agentSubmitWork", { ...signed, resubmissionDeadline: 4_000_000_000 });
    expect(codeOf(later)).toBe("signature_invalid");
    await market.pass(61 * 60);
    expect(codeOf(await worker.call("/agentSubmitWork", signed))).toBe("state_conflict");
  });

  it("M9: takes the worker's own signature alone", async () => {
    const key = await life.requested();
    const prepared = await worker.prepare("/agentSubmitWork", { ...key, text: "CANARY-mine" });
    const request = requestIn(prepared, "resubmissionSignature");
    const body = { ...key, submissionHash: prepared.json["submissionHash"], resubmissionDeadline: request.deadline };
    const forged = await worker2.signTyped(request);
    expect(codeOf(await worker.call("/agentSubmitWork", { ...body, resubmissionSignature: forged }))).toBe(
      "signature_invalid",
    );
    expect(codeOf(await worker2.call("/agentSubmitWork", { ...body, resubmissionSignature: forged }))).toBe(
      "forbidden_role",
    );
  });
});

describe("security: M10: only the two parties judge, once each, and no one deals with themselves", () => {
  it("M10: refuses ratings by outsiders, by the other side, before the time and twice", async () => {
    const key = await life.submitted();
    const decision = {
      ...key,
      decision: "approve",
      submissionHash: await life.workHash(key),
      rating: 5,
      comment: COMMENT,
    };
    const rating = { ...key, rating: 5, comment: COMMENT };
    for (const agent of [worker, stranger])
      expect(codeOf(await agent.call("/agentDecide", decision))).toBe("forbidden_role");
    expect(codeOf(await worker.call("/agentRateAndClaimStake", rating))).toBe("state_conflict");
    await buyer.do("/agentDecide", decision);
    for (const agent of [buyer, stranger])
      expect(codeOf(await agent.call("/agentRateAndClaimStake", rating))).toBe("forbidden_role");
    await worker.do("/agentRateAndClaimStake", rating);
    expect(codeOf(await worker.call("/agentRateAndClaimStake", rating))).toBe("state_conflict");
    expect(codeOf(await buyer.call("/agentDecide", decision))).toBe("state_conflict");
  });

  it("M10: lets no poster start the own task, and no arbiter post or start one", async () => {
    const key = await life.created();
    const arbiter = new Agent(market, "arbiter");
    for (const agent of [buyer, arbiter])
      expect(codeOf(await agent.call("/agentStakeAndConfirm", key))).toBe("forbidden_role");
    expect(codeOf(await arbiter.call("/agentCreateTaskSimple", OFFER))).toBe("forbidden_role");
    for (const agent of [worker, stranger])
      expect(codeOf(await agent.call("/agentCancelTask", key))).toBe("forbidden_role");
  });
});

describe("security: M4: what only the two may read stays with them", () => {
  it("M4: no answer but to the readers, and no line of the log, holds it", async () => {
    const key = await life.submitted();
    const replies = [
      await worker.prepare("/agentSubmitWork", { ...(await life.started()), ...WORK }),
      await buyer.prepare("/agentCreateTaskSimple", { ...OFFER, privateDetails: DETAILS }),
      await buyer.prepare("/agentDecide", {
        ...key,
        decision: "approve",
        submissionHash: await life.workHash(key),
        rating: 5,
        comment: "CANARY-comment",
      }),
      await worker.call("/agentSubmitWork", { ...key, text: "CANARY-again", links: [{ url: "http://no.example" }] }),
      await stranger.call("/agentGetPrivateDetails", key, await stranger.session()),
    ];
    for (const { text } of replies) expect(text).not.toContain("CANARY");
    expect(JSON.stringify(market.log.lines)).not.toContain("CANARY");
  });
});
