import { Signature } from "ethers";
import { Agent, good, keyIn, OFFER, requestIn, taskKey, WORK, type Prepared } from "../../setup/agent";
import { forFile } from "../../setup/forFile";
import { Market } from "../../setup/market";
import { TaskLife } from "../../setup/tasks/taskLife";

let buyer: Agent;
let worker: Agent;
let payer: Agent;
const market = Market.forFile();
const life = forFile(() => new TaskLife(market));
beforeAll(async () => {
  ({ buyer, worker } = life);
  payer = new Agent(market, "payer");
});

/** The codes of an EIP-7702 account and of a contract wallet that takes every signature. */
const CODES = {
  "an EIP-7702 account": () => `0xef0100${market.stage.addresses.human.slice(2)}`,
  "a contract wallet": () => "0x631626ba7e60e01b5f5260205ff3",
};

describe("E1: a permit is offered to the accounts that can sign one", () => {
  it.each(Object.entries(CODES))("not to %s, which is told to approve", async (_name, code) => {
    await market.chain.call("anvil_setCode", payer.wallet, code());
    try {
      for (const [path, body] of [
        ["/agentCreateTaskSimple", OFFER],
        ["/agentStakeAndConfirm", await life.created()],
      ] as const) {
        const { json } = await payer.prepare(path, body);
        expect(json["signatures"]).toBeUndefined();
        const transactions = json["transactions"] as (Prepared & { description: string })[];
        expect(transactions).toHaveLength(2);
        expect(transactions[0]?.description).toMatch(/must approve by this transaction/);
      }
    } finally {
      await market.chain.call("anvil_setCode", payer.wallet, "0x");
    }
    expect(requestIn(await payer.prepare("/agentCreateTaskSimple", OFFER), "permit")).toBeDefined();
  });

  it("refuses a signature that is no key's, and names the way that is left", async () => {
    const permit = { deadline: 4_000_000_000, signature: `0x${"5a".repeat(400)}` };
    const reply = await payer.call("/agentCreateTaskSimple", { ...OFFER, permit });
    expect(reply.json).toMatchObject({
      code: "invalid_signature_format",
      detail: expect.stringMatching(/without permit.*approval/),
    });
    const wrong = { deadline: 4_000_000_000, signature: `0x${"11".repeat(64)}1b` };
    expect((await payer.call("/agentCreateTaskSimple", { ...OFFER, permit: wrong })).json).toMatchObject({
      code: "signature_invalid",
      detail: expect.stringMatching(/without permit.*approval/),
    });
  });

  it("D13: takes a permit in 64 bytes (EIP-2098) as well, and with v 0 or 1", async () => {
    for (const form of [
      (text: string) => Signature.from(text).compactSerialized,
      (text: string) => `${text.slice(0, 130)}0${Number.parseInt(text.slice(130), 16) - 27}`,
    ]) {
      const request = requestIn(await payer.prepare("/agentCreateTaskSimple", OFFER), "permit");
      const permit = { deadline: request.deadline, signature: form(await payer.signTyped(request)) };
      const prepared = await payer.prepare("/agentCreateTaskSimple", { ...OFFER, permit });
      const [transaction] = prepared.json["transactions"] as [Prepared];
      const signedTransaction = await payer.signTransaction(transaction);
      expect(
        keyIn(good(await payer.confirm("/agentCreateTaskSimple", { contract: OFFER.contract, signedTransaction }))),
      ).toBeDefined();
    }
  });
});

describe("agentDecide", () => {
  it("requires a decision, a rating and a comment to prepare, and nothing of it for other steps", async () => {
    const key = await life.submitted();
    for (const missing of ["decision", "rating", "comment"]) {
      const body: Record<string, unknown> = { ...key, decision: "approve", rating: 5, comment: "Good." };
      delete body[missing];
      expect((await buyer.call("/agentDecide", body)).json).toMatchObject({
        code: "invalid_request",
        errors: [{ pointer: `/${missing}`, message: "is required" }],
      });
    }
    expect((await buyer.call("/agentDecide", { ...key, action: "release" })).json["code"]).toBe("state_conflict");
  });

  it("judges the latest work where no hash is given: submitted, signed, anchored", async () => {
    const key = await life.requested();
    const judgement = { ...key, decision: "approve", rating: 5, comment: "Good." };
    const dataOf = async () =>
      ((await buyer.prepare("/agentDecide", judgement)).json["transactions"] as [Prepared])[0].data;
    const first = await life.workHash(key);
    expect(await dataOf()).toContain(first.slice(2));
    const prepared = await worker.prepare("/agentSubmitWork", { ...key, ...WORK, text: "Better." });
    const request = requestIn(prepared, "resubmissionSignature");
    const { submissionHash } = prepared.json as { submissionHash: string };
    const signed = {
      submissionHash,
      resubmissionDeadline: request.deadline,
      resubmissionSignature: await worker.signTyped(request),
    };
    good(await worker.call("/agentSubmitWork", { ...key, ...signed }));
    expect(await dataOf()).toContain(submissionHash.slice(2));
    const [anchor, again] = [
      await worker.prepare("/agentSubmitWork", { ...key, action: "anchor" }),
      await buyer.prepare("/agentSubmitWork", { ...key, action: "anchor" }),
    ];
    await buyer.send(again);
    expect(await dataOf()).toContain(submissionHash.slice(2));
    // The worker's own transaction comes later and does nothing; the step is done all the same.
    const txHash = await worker.send(anchor);
    expect((await worker.confirm("/agentSubmitWork", { ...key, txHash })).json).toMatchObject({
      ok: true,
      task: { state: "SUBMITTED" },
    });
    expect((await market.stage.task(taskKey(key))).contentHash).toBe(submissionHash);
  });
});
