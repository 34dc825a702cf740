import { Agent, good, keyIn, OFFER, requestIn, taskKey } from "../../setup/agent";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import type { Reply } from "../../setup/paying/buyer";
import { forFile } from "../../setup/forFile";

const PATH = "/agentCreateTaskSimple";
const { db } = testFirestore();
const count = countFirestore(db);
const market = Market.forFile(db);
const buyer = forFile(() => new Agent(market, "buyer"));
const worker = forFile(() => new Agent(market, "worker"));

/** Code that accepts every signature (ERC-1271). */
const ACCEPTS_ALL = "0x631626ba7e60e01b5f5260205ff3";

/** Creates a task for the worker: the confirmation's body, and its answer. */
async function created(more: object = {}): Promise<{ body: Record<string, unknown>; confirmed: Reply }> {
  const prepared = await buyer.prepare(PATH, { ...OFFER, worker: worker.wallet, ...more });
  const { body } = prepared.json["_nextAction"] as { body: Record<string, unknown> };
  const sent = { ...body, txHash: await buyer.send(prepared) };
  return { body: sent, confirmed: good(await buyer.call(PATH, sent)) };
}

async function signed({ body, confirmed }: Awaited<ReturnType<typeof created>>, signer = buyer) {
  const selection = requestIn(confirmed, "voucherSignature");
  const voucherSignature = await signer.signTyped(selection);
  return buyer.call(PATH, { ...body, voucherSignature, voucherDeadline: selection.deadline });
}

const eventsOf = async (confirmed: Reply) => {
  const { taskId } = keyIn(confirmed);
  const { docs } = await db.collection("events").where("taskId", "==", taskId).get();
  return docs
    .map((doc) => doc.data() as { type: string; recipients: string[] })
    .filter(({ type }) => /^int/.test(type));
};
const tabOf = async (agent: Agent, tab: string, { json }: Reply) => {
  const shown = await market.get("/mkt/dashboard", { wallet: agent.wallet, tab });
  const items = shown.json["items"] as { taskId: string; workflowStatus: string; _nextAction: { action: string } }[];
  return items.filter(({ taskId }) => taskId === (json["task"] as { taskId: string }).taskId);
};

describe("happy", () => {
  it("creates a task that only the hired worker may start, in one call more than an open one", async () => {
    const hire = await created();
    const { confirmed } = hire;
    expect(confirmed.json).toMatchObject({
      task: { mode: "selection", reservedFor: worker.wallet, interestCount: 0 },
      signatures: [{ field: "voucherSignature", typedData: { primaryType: "Selection" } }],
      _nextAction: { actor: "poster", action: "hire", endpoint: PATH, body: hire.body },
    });
    const done = good(await signed(hire));
    expect(done.json).toMatchObject({ ok: true, _nextAction: { actor: "client", action: "wait" } });
    expect(done.json["signatures"]).toBeUndefined();

    expect(await eventsOf(confirmed)).toMatchObject([
      { type: "interest.approved", recipients: [buyer.wallet, worker.wallet] },
    ]);
    for (const tab of ["waiting", "interested"])
      expect(await tabOf(worker, tab, confirmed)).toMatchObject([
        { workflowStatus: "ready_to_stake", _nextAction: { action: "start" } },
      ]);
    expect(await tabOf(buyer, "waiting", confirmed)).toEqual([]);

    const started = await worker.do("/agentStakeAndConfirm", keyIn(confirmed));
    expect(started.json["task"]).toMatchObject({ state: "STARTED", worker: worker.wallet });
  });

  it("says in every place what an unsigned hire waits for, and what to sign when it is asked again", async () => {
    const hire = await created();
    const { body, confirmed } = hire;
    const next = { actor: "poster", action: "hire", endpoint: PATH, body };
    const { contract, taskId } = keyIn(confirmed);
    const shown = await market.get("/mkt/task", { id: taskId, contract, wallet: buyer.wallet });
    expect(shown.json).toMatchObject({ _nextAction: next });
    expect((await market.call("/mkt/task", "buyer", keyIn(confirmed))).json).toMatchObject({ _nextAction: next });
    for (const tab of ["waiting", "posted"])
      expect(await tabOf(buyer, tab, confirmed)).toMatchObject([{ _nextAction: next }]);
    expect((await worker.call("/agentStakeAndConfirm", keyIn(confirmed))).json).toMatchObject({
      code: "state_conflict",
    });

    const again = good(await buyer.call(PATH, body));
    expect(again.json["signatures"]).toEqual(confirmed.json["signatures"]);
    // Signing twice changes nothing.
    good(await signed(hire));
    good(await signed(hire));
    expect(await eventsOf(confirmed)).toHaveLength(1);
  });

  it("takes the signature with the first confirmation of a poster that reads the id from the chain", async () => {
    const prepared = await buyer.prepare(PATH, { ...OFFER, worker: worker.wallet });
    const txHash = await buyer.send(prepared);
    const receipt = await market.chain.provider.getTransactionReceipt(txHash);
    const created = receipt?.logs.find(({ address }) => address === market.stage.addresses["agent-fast"]);
    const taskId = BigInt(created?.topics[1] ?? 0);
    const key = { contract: "agent-fast" as const, taskId };
    const voucher = await market.stage.voucher(key, "worker");
    const given = { txHash, contract: "agent-fast", voucherSignature: voucher.signature };
    const done = good(await buyer.call(PATH, { ...given, voucherDeadline: voucher.deadline }));
    expect(done.json).toMatchObject({ task: { taskId: String(taskId) }, _nextAction: { action: "wait" } });
  });

  it("accepts the selection of a poster with a contract wallet (ERC-1271)", async () => {
    const { body, confirmed } = await created();
    await market.chain.call("anvil_setCode", buyer.wallet, ACCEPTS_ALL);
    try {
      const { deadline } = requestIn(confirmed, "voucherSignature");
      const given = { voucherSignature: `0x${"5a".repeat(96)}`, voucherDeadline: deadline };
      expect(good(await buyer.call(PATH, { ...body, ...given })).json).toMatchObject({
        _nextAction: { action: "wait" },
      });
      const started = await worker.do("/agentStakeAndConfirm", keyIn(confirmed));
      expect(started.json["task"]).toMatchObject({ state: "STARTED" });
    } finally {
      await market.chain.call("anvil_setCode", buyer.wallet, "0x");
    }
  });

  it("L4: lets the hired worker decline, and the poster select another", async () => {
    const hire = await created();
    good(await signed(hire));
    const key = keyIn(hire.confirmed);
    good(await market.call("/mkt/interest", "worker", { ...key, action: "withdraw" }));
    const shown = await market.call("/mkt/task", "buyer", key);
    expect(shown.json).toMatchObject({
      _nextAction: { action: "select", reason: expect.stringContaining("declined") },
    });
    expect((await signed(hire)).json).toMatchObject({ code: "state_conflict" });
    good(await market.call("/mkt/interest", "worker2", key));
    const { deadline, signature } = await market.stage.voucher(taskKey(key), "worker2");
    const body = { worker: market.address("worker2"), decision: "approve", voucherDeadline: deadline };
    good(await market.call("/mkt/interest/resolve", "buyer", { ...key, ...body, voucherSignature: signature }));
  });

  it("is signed through /mkt/interest/resolve as well, without an interest of the worker", async () => {
    const { confirmed } = await created();
    const key = keyIn(confirmed);
    const selection = requestIn(confirmed, "voucherSignature");
    const voucherSignature = await buyer.signTyped(selection);
    const body = { decision: "approve", voucherDeadline: selection.deadline, voucherSignature };
    const of = (role: "worker" | "worker2") => ({ ...key, ...body, worker: market.address(role) });
    expect((await market.call("/mkt/interest/resolve", "buyer", of("worker"))).json).toMatchObject({
      interest: { status: "approved", message: null },
    });
  });

  it("costs seven reads and six writes more than confirming alone", async () => {
    const hire = await created();
    count.reset();
    good(await buyer.call(PATH, hire.body));
    const [reads, writes] = [count.documentsRead, count.documentsWritten];
    count.reset();
    good(await signed(hire));
    expect([count.documentsRead - reads, count.documentsWritten - writes]).toEqual([7, 6]);
  });
});

describe("refusals", () => {
  it.each([
    [{ mode: "instant" }, "/mode"],
    [{ worker: "0x12" }, "/worker"],
    [{ worker: "buyer" }, "/worker"],
  ])("refuses to prepare with %j", async (more: { mode?: string; worker?: string }, pointer) => {
    const hired = more.worker === "buyer" ? buyer.wallet : (more.worker ?? worker.wallet);
    const reply = await buyer.call(PATH, { ...OFFER, ...more, worker: hired });
    expect([reply.status, reply.json]).toMatchObject([400, { errors: [{ pointer }] }]);
  });

  it("L3: refuses another's signature, one for another worker, and one without its deadline, and stores nothing", async () => {
    const hire = await created();
    expect((await signed(hire, worker)).json).toMatchObject({ code: "signature_invalid" });
    const { voucherDeadline, voucherSignature } = await other(hire.confirmed);
    expect((await buyer.call(PATH, { ...hire.body, voucherDeadline, voucherSignature })).json).toMatchObject({
      code: "signature_invalid",
    });
    expect((await buyer.call(PATH, { ...hire.body, voucherSignature })).json).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "/voucherSignature" }],
    });
    expect(await eventsOf(hire.confirmed)).toEqual([]);
  });

  it("refuses a selection for a task that is not reserved", async () => {
    const hire = await created({ worker: undefined, mode: "selection" });
    const { voucherDeadline, voucherSignature } = await other(hire.confirmed);
    expect(hire.confirmed.json).toMatchObject({ task: { reservedFor: null }, _nextAction: { action: "select" } });
    expect((await buyer.call(PATH, { ...hire.body, voucherDeadline, voucherSignature })).json).toMatchObject({
      code: "invalid_request",
    });
  });

  async function other(confirmed: Reply) {
    const { deadline, signature } = await market.stage.voucher(taskKey(keyIn(confirmed)), "worker2");
    return { voucherDeadline: deadline, voucherSignature: signature };
  }
});
