import type { TaskKey } from "../../../functions/src/domain/task/events";
import type { Role } from "../../../dev/local/wallets";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { GrpcError, hookFirestore, PERMISSION_DENIED, UNKNOWN } from "../../setup/database/hookFirestore";
import { commandLine, words } from "../../client/commandLine";
import { Market, named } from "../../setup/market";

const { db } = testFirestore();
const count = countFirestore(db);
const hooks = hookFirestore(db);
const market = Market.forFile(db);
beforeEach(() => {
  delete hooks.before;
  delete hooks.after;
});

const register = (key: TaskKey, role: Role = "worker", more: object = {}) =>
  market.call("/mkt/interest", role, { ...named(key), ...more });
const status = (key: TaskKey, role: Role = "worker") =>
  market.get("/mkt/interest/status", { ...named(key), wallet: market.address(role) });
const resolve = (key: TaskKey, body: Record<string, unknown>, role: Role = "buyer") =>
  market.call("/mkt/interest/resolve", role, { ...named(key), worker: market.address("worker"), ...body });
const countOf = async (key: TaskKey) =>
  (await market.get("/mkt/task", { id: String(key.taskId) })).json["interestCount"];
const selection = (changes = {}) => market.task("human", { mode: "selection", ...changes });

async function approval(key: TaskKey, worker: Role = "worker", until?: number) {
  const { deadline, signature } = await market.stage.voucher(key, worker, until);
  return { decision: "approve", voucherDeadline: deadline, voucherSignature: signature };
}

describe("happy", () => {
  it("registers, shows, approves and lets the chain start the chosen worker", async () => {
    const key = await selection();
    const registered = await register(key, "worker", { message: "I am good at this." });
    expect(registered.status).toBe(200);
    expect(registered.json).toMatchObject({
      interest: {
        ...named(key),
        contractAddress: market.stage.addresses.human,
        worker: market.address("worker"),
        message: "I am good at this.",
        status: "pending",
        voucher: null,
        decidedAt: null,
        buyerRatedWorker: false,
        workerRatedPoster: false,
      },
      workflowStatus: "interest_pending",
      _nextAction: {
        actor: "poster",
        endpoint: "/mkt/interest/resolve",
        body: { ...named(key), worker: market.address("worker") },
      },
    });
    const approved = await resolve(key, await approval(key));
    expect([approved.status, approved.json]).toMatchObject([
      200,
      {
        interest: { status: "approved", voucher: { signature: expect.stringMatching(/^0x/) } },
        workflowStatus: "ready_to_stake",
        _nextAction: { actor: "worker", endpoint: "/agentStakeAndConfirm" },
      },
    ]);
    const { json } = await status(key);
    expect(json).toMatchObject({
      status: "approved",
      workflowStatus: "ready_to_stake",
      canResubmit: false,
      resubmit: null,
    });
    // D15: a worker about to stake sees the terms.
    expect(json).toMatchObject({
      terms: { windows: { resubmit: 259_200 }, maxChangeRounds: 2, termsHash: await market.stage.agreedTerms(key) },
    });
    const { voucher } = json as { voucher: { deadline: number; signature: `0x${string}` } };
    expect(
      await market.stage.escrow.simulate(
        { function: "stakeAndStart", ...key, agreedTerms: await market.stage.agreedTerms(key), voucher },
        market.stage.address("worker"),
      ),
    ).toMatchObject({ ok: true });
  });

  it("counts each worker on the list once, and removes those who withdraw", async () => {
    const key = await selection();
    const counted = () => countOf(key);
    await register(key, "worker");
    await register(key, "worker", { message: "again" });
    await register(key, "worker2");
    expect(await counted()).toBe(2);
    expect((await register(key, "worker", { action: "withdraw" })).json).toMatchObject({
      interest: { status: "withdrawn" },
      workflowStatus: "open",
    });
    expect((await register(key, "worker", { action: "withdraw" })).status).toBe(200);
    expect(await counted()).toBe(1);
  });

  it("W13: a worker who withdrew registers again after ten minutes only", async () => {
    const key = await selection();
    await register(key, "worker");
    await register(key, "worker", { action: "withdraw" });
    const again = await register(key, "worker");
    expect(again).toMatchObject({ status: 429, json: { code: "rate_limited" } });
    expect(again.json["detail"]).toMatch(/Register again in (600|599|59\d) s\.$/);
    expect((await status(key)).json["status"]).toBe("withdrawn");
  });

  it("rejects, and may approve the same worker later", async () => {
    const key = await selection();
    await register(key);
    expect((await resolve(key, { decision: "reject" })).json).toMatchObject({
      interest: { status: "rejected" },
      workflowStatus: "interest_rejected",
    });
    expect((await status(key)).json).toMatchObject({ status: "rejected", _nextAction: { endpoint: "/mkt/tasks" } });
    expect((await resolve(key, await approval(key))).json).toMatchObject({ interest: { status: "approved" } });
  });

  it("knows a wallet that told nothing, and the worker's change request", async () => {
    const key = await market.task("agent-fast", {}, { steps: ["start", "submit", "requestChanges"] });
    expect((await status(key, "stranger")).json).toMatchObject({
      ...named(key),
      status: null,
      createdAt: null,
      voucher: null,
      canResubmit: false,
      workflowStatus: "changes_requested",
    });
    const worker = (await status(key)).json;
    expect(worker).toMatchObject({
      canResubmit: true,
      resubmit: { round: 1 },
      _nextAction: { actor: "worker", action: "resubmit" },
    });
    expect(worker["resubmit"]).toMatchObject({
      reasonHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      deadline: expect.stringMatching(/Z$/),
    });
  });
});

describe("refusals", () => {
  it("refuses the poster, the arbiter, and tasks that take no one any more", async () => {
    const key = await market.task();
    expect((await register(key, "buyer")).json["code"]).toBe("forbidden_role");
    expect((await register(key, "arbiter")).json["code"]).toBe("forbidden_role");
    await market.take("start", key);
    expect((await register(key, "worker2")).json["code"]).toBe("state_conflict");
  });

  it("refuses what is not there: task, interest, contract", async () => {
    const key = await selection();
    expect((await register({ ...key, taskId: 9_999n })).json["code"]).toBe("task_not_found");
    expect((await resolve({ ...key, taskId: 9_999n }, { decision: "reject" })).json["code"]).toBe("task_not_found");
    expect(
      (await market.get("/mkt/interest/status", { taskId: 9_999, wallet: market.address("worker") })).json["code"],
    ).toBe("task_not_found");
    expect((await register(key, "worker", { action: "withdraw" })).json["code"]).toBe("not_found");
    expect((await resolve(key, { decision: "reject" })).json["code"]).toBe("not_found");
    const elsewhere = await market.post(
      "/mkt/interest",
      await market.sign("/mkt/interest", "worker", { contract: market.address("worker"), taskId: "1" }),
    );
    expect([elsewhere.status, elsewhere.json["code"]]).toEqual([400, "invalid_request"]);
  });

  it("E7: withdraws nothing for the worker of a task that was started, and says so on the command line", async () => {
    const key = await market.task("human");
    await register(key, "worker");
    await register(key, "worker2");
    await market.take("start", key);
    await market.take("submit", key);
    const { status, json } = await register(key, "worker", { action: "withdraw" });
    expect([status, json]).toMatchObject([
      409,
      { code: "state_conflict", detail: expect.stringContaining("has started the task, which is SUBMITTED") },
    ]);
    const mkt = commandLine(() => market);
    const { code, err } = await mkt(words`task work withdraw ${String(key.taskId)}`, "worker");
    expect([code, err]).toEqual([2, expect.stringContaining("has started the task")]);
    expect((await register(key, "worker2", { action: "withdraw" })).json).toMatchObject({
      interest: { status: "withdrawn" },
    });
  });

  it("refuses a decision by anyone but the poster, on an instant task, and against a signed choice", async () => {
    const key = await selection();
    await register(key);
    expect((await resolve(key, { decision: "reject" }, "worker")).json["code"]).toBe("forbidden_role");
    expect((await resolve(key, { decision: "reject" }, "stranger")).json["code"]).toBe("forbidden_role");
    await resolve(key, await approval(key));
    expect((await resolve(key, { decision: "reject" })).json["code"]).toBe("state_conflict");
    const instant = await market.task();
    await register(instant);
    expect((await resolve(instant, { decision: "reject" })).json["code"]).toBe("state_conflict");
  });

  it("refuses an approval without its voucher, a rejection with one, and a message that hides characters", async () => {
    const key = await selection();
    await register(key);
    const { voucherSignature, voucherDeadline } = await approval(key);
    const bodies = [
      { decision: "approve" },
      { decision: "approve", voucherSignature },
      { decision: "approve", voucherDeadline },
      { decision: "reject", voucherSignature },
    ];
    for (const body of bodies) expect((await resolve(key, body)).json["code"]).toBe("invalid_request");
    expect((await register(key, "worker", { message: "a\u0007b" })).json).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "/message" }],
    });
    expect((await register(key, "worker", { message: "x".repeat(2_001) })).json["code"]).toBe("invalid_request");
  });
});

describe("security", () => {
  it("C15: does not reject a worker whom the chain lets start, whatever the worker did since it was selected", async () => {
    const key = await selection();
    await register(key);
    const { json } = await resolve(key, await approval(key));
    const { voucher } = json["interest"] as { voucher: { deadline: number; signature: `0x${string}` } };
    const shorter = await resolve(key, await approval(key, "worker", voucher.deadline - 1));
    expect([shorter.status, shorter.json["code"]]).toEqual([400, "invalid_request"]);
    expect((await register(key, "worker", { action: "withdraw" })).json).toMatchObject({
      interest: { status: "withdrawn", voucher: null },
      workflowStatus: "open",
    });
    await market.pass(600);
    expect((await register(key)).json).toMatchObject({
      interest: { status: "approved", voucher },
      workflowStatus: "ready_to_stake",
    });
    const agreedTerms = await market.stage.agreedTerms(key);
    const start = { function: "stakeAndStart", ...key, agreedTerms, voucher } as const;
    expect(await market.stage.escrow.simulate(start, market.stage.address("worker"))).toMatchObject({ ok: true });
    const refused = await resolve(key, { decision: "reject" });
    expect([refused.status, refused.json["code"]]).toEqual([409, "state_conflict"]);
    expect((await status(key)).json).toMatchObject({ status: "approved", voucher });
  });

  it("takes no voucher for another worker, task, deadline, by another wallet, or of another form", async () => {
    const key = await selection();
    const other = await selection();
    await register(key);
    const good = await approval(key);
    const forWorker2 = await approval(key, "worker2");
    const forOther = await approval(other);
    for (const bad of [
      { ...good, voucherSignature: forWorker2.voucherSignature },
      { ...good, voucherSignature: forOther.voucherSignature },
      { ...good, voucherDeadline: good.voucherDeadline - 1 },
    ]) {
      const { status: code, json } = await resolve(key, bad);
      expect([code, json["code"]]).toEqual([401, "signature_invalid"]);
    }
    expect((await resolve(key, { ...good, voucherSignature: "garbage" })).json["code"]).toBe(
      "invalid_signature_format",
    );
    expect((await resolve(key, good, "stranger")).json["code"]).toBe("forbidden_role");
    expect((await status(key)).json).toMatchObject({ status: "pending", voucher: null });
  });

  it("M4: does not show a worker's message in the open status", async () => {
    const key = await selection();
    await register(key, "worker", { message: "canary-of-the-worker" });
    for (const role of ["worker", "worker2", "buyer", "stranger"] as const)
      expect((await status(key, role)).text).not.toContain("canary");
  });

  it("F4: counts one nonce once, and answers the same request from its stored answer, whatever happened since", async () => {
    const key = await selection();
    const body = await market.sign("/mkt/interest", "worker", { ...named(key), message: "first" });
    const first = await market.post("/mkt/interest", body);
    await register(key, "worker", { action: "withdraw" });
    const again = await market.post("/mkt/interest", body);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await status(key)).json["status"]).toBe("withdrawn");
    const { nonce } = body as { nonce: string };
    const reused = await market.sign("/mkt/interest", "worker", { ...named(key), message: "second" }, { nonce });
    expect((await market.post("/mkt/interest", reused)).json["code"]).toBe("nonce_used");
  });
});

describe("faults", () => {
  it("twenty workers at once all stand on the list, and are counted", async () => {
    const key = await selection();
    const roles = Array.from(
      { length: 20 },
      (_, at) => (["worker", "worker2", "payer", "payer2", "payer3"] as const)[at % 5] as Role,
    );
    const replies = await Promise.all(roles.map((role, at) => register(key, role, { message: `call ${at}` })));
    expect(replies.map((reply) => reply.status).filter((code) => code !== 200 && code !== 503)).toEqual([]);
    for (const role of new Set(roles)) await register(key, role);
    expect(await countOf(key)).toBe(5);
  });

  it("heals a registration whose commit was not acknowledged, and counts it once", async () => {
    const key = await selection();
    const body = await market.sign("/mkt/interest", "worker", named(key));
    hooks.after = (method) => {
      if (method === "commit") throw new GrpcError(UNKNOWN);
    };
    const broken = await market.post("/mkt/interest", body);
    delete hooks.after;
    expect(broken.status).toBe(503);
    expect((await market.post("/mkt/interest", body)).status).toBe(200);
    expect(await countOf(key)).toBe(1);
  });

  it("says that the database does not answer", async () => {
    const key = await selection();
    hooks.before = (method) => {
      if (method === "batchGetDocuments") throw new GrpcError(PERMISSION_DENIED);
    };
    const reply = await register(key);
    expect([reply.status, reply.json["code"], reply.headers.get("retry-after")]).toEqual([
      503,
      "dependency_unavailable",
      "5",
    ]);
  });
});

describe("Firestore operations", () => {
  it("are: a first interest 7 reads and 7 writes, a decision 7 and 6, the status 2 reads", async () => {
    const key = await selection();
    const first = await market.sign("/mkt/interest", "worker", named(key));
    const voucher = await approval(key);
    const decision = await market.sign("/mkt/interest/resolve", "buyer", {
      ...named(key),
      worker: market.address("worker"),
      ...voucher,
    });
    count.reset();
    await market.post("/mkt/interest", first);
    // Read: the worker's record, the task, the interest, the worker's counters, the number of interests; to publish, the event and the head of the log. Written: the
    // interest, its page, the count, the nonce, the event twice (once with its position), and the head.
    expect(count).toMatchObject({ documentsRead: 7, documentsWritten: 7 });
    count.reset();
    await market.post("/mkt/interest/resolve", decision);
    expect(count).toMatchObject({ documentsRead: 7, documentsWritten: 6 });
    count.reset();
    await status(key);
    expect(count).toMatchObject({ documentsRead: 2, documentsWritten: 0 });
  });
});

// After the counts: refusals take from the limit that every request reserves from.
describe("unsigned", () => {
  it("I6: tells who sends no signature, or half of one, how a request is signed", async () => {
    const key = { contract: "human", taskId: "1" };
    const wallet = market.address("worker");
    for (const [sent, missing] of [
      [{}, "wallet, timestamp, nonce, signature are"],
      [{ wallet, timestamp: 1, nonce: "n".repeat(16) }, "signature is"],
    ] as const) {
      const { json } = await market.post("/mkt/interest", { ...key, ...sent });
      expect(json["code"]).toBe("invalid_request");
      expect(json["detail"]).toContain(`must be signed, and ${missing} missing. POST {"endpoint": "/mkt/interest"`);
      expect(json["detail"]).toContain("to /mkt/sign/prepare");
      const { endpoint, body, add } = json["_nextAction"] as { endpoint: string; body: object; add: string[] };
      expect([endpoint, add]).toEqual(["/mkt/sign/prepare", "wallet" in sent ? ["body"] : ["wallet", "body"]]);
      const toSign = await market.post(endpoint, { wallet, ...body, body: key });
      expect([toSign.status, toSign.json["messageToSign"]]).toEqual([200, expect.stringContaining(wallet)]);
    }
    const mistyped = await market.post("/mkt/interest", { ...key, mesage: "Hello." });
    expect(mistyped.json["errors"]).toEqual([
      { pointer: "/mesage", message: expect.stringContaining("did you mean message?") },
    ]);
  });
});
