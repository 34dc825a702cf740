import type { Hex } from "../../../functions/src/domain/keccak";
import type { TaskKey } from "../../../functions/src/domain/task/events";
import type { Role } from "../../../dev/local/wallets";
import { Market, named } from "../../setup/market";

const market = Market.forFile();

const REASON = "The second paragraph is missing.";
const ask = (key: TaskKey, more: object = {}, role: Role = "buyer") =>
  market.call("/mkt/request-changes", role, { ...named(key), reason: REASON, ...more });
const submitted = () => market.task("human", {}, { steps: ["start", "submit"] });

interface Step {
  _nextAction: { body: { transaction: { to: string; data: string }; salt: Hex } };
}

async function resubmission(key: TaskKey, text: string, role: Role = "worker"): Promise<Record<string, unknown>> {
  const body = { ...named(key), text };
  const wallet = market.address(role);
  const first = (await market.post("/mkt/sign/prepare", { endpoint: "/mkt/resubmit", wallet, body })).json;
  const { domain, types, message } = first["typedData"] as {
    domain: object;
    types: Record<string, { name: string; type: string }[]>;
    message: object;
  };
  const resubmissionSignature = await market.chain.wallet(role).signTypedData(domain, types, message);
  return { ...(first["request"] as Record<string, unknown>), resubmissionSignature };
}

describe("happy", () => {
  it("stores the reason, has its step sent, and tells the worker", async () => {
    const key = await submitted();
    const first = await ask(key);
    expect([first.status, first.json]).toMatchObject([
      409,
      {
        code: "request_changes_chain_step_required",
        _nextAction: {
          actor: "poster",
          action: "requestChanges",
          endpoint: "/mkt/request-changes",
          method: "POST",
          deadline: expect.any(String),
        },
      },
    ]);
    const { body } = (first.json as unknown as Step)._nextAction;
    const txHash = await market.chain.send({ from: "buyer", to: body.transaction.to, data: body.transaction.data });
    const second = await market.call("/mkt/request-changes", "buyer", { ...body, txHash, view: "full" });
    expect([second.status, second.json]).toMatchObject([
      200,
      {
        ok: true,
        code: "changes_requested",
        task: { state: "CHANGES_REQUESTED", changeRounds: 1, workflowStatus: "changes_requested" },
        _nextAction: { actor: "worker", action: "resubmit" },
      },
    ]);
    const worker = (await market.call("/mkt/task", "worker", named(key))).json;
    expect(worker).toMatchObject({ reasons: [{ content: { text: REASON, salt: body.salt } }] });
    const again = await ask(key, { salt: body.salt });
    expect([again.status, again.json]).toMatchObject([200, { code: "changes_requested" }]);
    const status = (await market.get("/mkt/interest/status", { ...named(key), wallet: market.address("worker") })).json;
    expect(status).toMatchObject({ canResubmit: true, resubmit: { round: 1 } });
    expect(JSON.stringify(status)).not.toContain(REASON);
  });

  it("asks for changes by its transaction alone, whose reason the worker reads", async () => {
    const key = await submitted();
    const asked = { ...named(key), wallet: market.address("buyer") };
    const { json } = await market.post("/agentDecide", { ...asked, action: "changes", text: REASON });
    const { transactions, salt } = json as { transactions: { to: string; data: string }[]; salt: Hex };
    const txHash = await market.chain.send({ from: "buyer", to: transactions[0]!.to, data: transactions[0]!.data });
    const { status, json: confirmed } = await market.post("/agentDecide", { ...asked, txHash, view: "full" });
    expect([status, confirmed]).toMatchObject([
      200,
      { task: { state: "CHANGES_REQUESTED", changeRounds: 1 }, _nextAction: { actor: "worker", action: "resubmit" } },
    ]);
    const worker = (await market.call("/mkt/task", "worker", named(key))).json;
    expect(worker).toMatchObject({ reasons: [{ content: { text: REASON, salt } }] });
  });

  it.each([
    ["worker", { text: REASON }, "forbidden_role"],
    ["buyer", {}, "invalid_request"],
  ] as const)("refuses %s's prepared change request with %j", async (role, more, code) => {
    const asked = { ...named(await submitted()), wallet: market.address(role), action: "changes", ...more };
    expect((await market.post("/agentDecide", asked)).json).toMatchObject({ code });
  });

  it("D14: shows signed new work to the buyer at once, and takes one answer to a change request", async () => {
    const key = await market.task("human", {}, { steps: ["start", "submit", "requestChanges"] });
    const [finished, draft] = [await resubmission(key, "finished"), await resubmission(key, "a draft")];
    const reply = await market.call("/mkt/resubmit", "worker", finished);
    expect([reply.status, reply.json]).toMatchObject([
      200,
      { ok: true, code: "resubmitted", _nextAction: { actor: "worker", body: { action: "anchor" } } },
    ]);
    expect((await market.call("/mkt/resubmit", "worker", finished)).status).toBe(200);
    const second = await market.call("/mkt/resubmit", "worker", draft);
    const { submissionHash } = reply.json as { submissionHash: string };
    expect([second.status, second.json]).toMatchObject([
      409,
      {
        code: "state_conflict",
        detail: expect.stringContaining(submissionHash),
        _nextAction: { actor: "worker", body: { action: "anchor" } },
      },
    ]);
    const toSign = {
      endpoint: "/mkt/resubmit",
      wallet: market.address("worker"),
      body: { ...named(key), text: "a draft" },
    };
    expect((await market.post("/mkt/sign/prepare", toSign)).json["code"]).toBe("state_conflict");
    const asAgent = { ...named(key), wallet: market.address("worker"), text: "a draft" };
    expect((await market.post("/agentSubmitWork", asAgent)).json["code"]).toBe("state_conflict");
    const { submissions } = (await market.call("/mkt/task", "buyer", named(key))).json as {
      submissions: { onChain: boolean; content: { text: string } | null }[];
    };
    expect(submissions.map(({ onChain, content }) => [onChain, content?.text ?? null])).toEqual([
      [true, null],
      [false, "finished"],
    ]);
  });
});

describe("the chain step", () => {
  it("is asked for while the transaction is not mined, and not once it is", async () => {
    const key = await submitted();
    const { body } = ((await ask(key)).json as unknown as Step)._nextAction;
    await market.chain.call("evm_setAutomine", false);
    try {
      const { to, data } = body.transaction;
      const transaction = { from: market.address("buyer"), to, data, gas: "0x7a120" };
      const txHash = await market.chain.call<string>("eth_sendTransaction", transaction);
      const pending = await market.call("/mkt/request-changes", "buyer", { ...body, txHash });
      expect([pending.status, pending.json]).toMatchObject([
        409,
        { code: "request_changes_chain_step_required", _nextAction: { body: { txHash, reason: REASON } } },
      ]);
      expect(pending.headers.get("retry-after")).toBe("2");
      await market.chain.call("evm_mine");
      const done = await market.call("/mkt/request-changes", "buyer", { ...body, txHash });
      expect([done.status, done.json]).toMatchObject([
        200,
        { code: "changes_requested", _nextAction: { actor: "worker", action: "resubmit" } },
      ]);
    } finally {
      await market.chain.call("evm_setAutomine", true);
    }
  });

  it("is asked for where the projection does not know the work yet, and found where it does not know the step", async () => {
    const key = await market.task("human", {}, { steps: ["start"] });
    await market.stage.take("submit", key);
    const { json } = await ask(key);
    expect(json).toMatchObject({ code: "request_changes_chain_step_required" });
    const { body } = (json as unknown as Step)._nextAction;
    await market.sync(key);
    await market.chain.send({ from: "buyer", to: body.transaction.to, data: body.transaction.data });
    const { transaction: _sent, ...again } = body;
    await market.stage.take("resubmit", key, { text: "new work" });
    await market.sync(key);
    expect((await market.call("/mkt/request-changes", "buyer", again)).json).toMatchObject({
      code: "changes_requested",
    });
  });

  it("leaves no refusal without a code and a next action, here and in both ways to resubmit", async () => {
    const key = await submitted();
    const wallet = market.address("worker");
    const replies = await Promise.all([
      ask(key, {}, "stranger"),
      ask({ ...key, taskId: 55_556n }),
      ask(key, { reason: "" }),
      ask(key, { txHash: "0x12" }),
      ask(key, { txHash: `0x${"ef".repeat(32)}` }),
      market.post("/mkt/request-changes", { ...named(key), reason: REASON }),
      market.call("/mkt/resubmit", "worker", { ...named(key), text: "x" }),
      market.call("/mkt/resubmit", "stranger", { ...named(key), text: "x" }),
      market.post("/mkt/resubmit", {}),
      market.post("/mkt/resubmit", { ...named(key), wallet, text: "x" }),
      market.post("/agentSubmitWork", {
        ...named(key),
        wallet,
        text: "x",
        resubmissionSignature: "0x12",
        resubmissionDeadline: 9,
        submissionHash: `0x${"12".repeat(32)}`,
      }),
      market.post("/agentSubmitWork", { ...named(key), wallet, action: "anchor" }),
      market.post("/agentSubmitWork", {}),
      market.post("/agentSubmitWork", []),
    ]);
    for (const { status, json } of replies) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(json).toMatchObject({
        code: expect.any(String),
        _nextAction: { actor: expect.any(String), action: expect.any(String), endpoint: expect.any(String) },
      });
    }
  });
});

describe("refusals", () => {
  it("asks in vain for changes to what is not submitted, as anyone but the poster, and past the rounds", async () => {
    const key = await market.task("agent-fast", {}, { steps: ["start"] });
    expect((await ask(key)).json).toMatchObject({ code: "state_conflict", _nextAction: { actor: "worker" } });
    await market.take("submit", key);
    for (const role of ["worker", "arbiter", "stranger"] as const)
      expect((await ask(key, {}, role)).json["code"]).toBe("forbidden_role");
    await market.stage.walk(key, "requestChanges", "resubmit");
    await market.sync(key);
    expect((await ask(key)).json).toMatchObject({
      code: "state_conflict",
      detail: expect.stringContaining("NoChangeRoundLeft"),
    });
    expect((await ask({ ...key, taskId: 55_555n })).json["code"]).toBe("task_not_found");
  });

  it("M1: takes no other transaction for the step: another reason's, another task's, a transfer, one that no one mined", async () => {
    const key = await submitted();
    const other = await submitted();
    const txHash = await market.take("requestChanges", other, { text: "some other reason" });
    expect((await ask(key, { txHash })).json["code"]).toBe("state_conflict");
    expect((await ask(other, { txHash })).json["code"]).toBe("state_conflict");
    const transfer = await market.chain.pay({ to: market.address("buyer"), amountUsdcUnits: 1n });
    expect((await ask(key, { txHash: transfer })).json["code"]).toBe("state_conflict");
    const pending = {
      code: "request_changes_chain_step_required",
      _nextAction: { actor: "poster", body: { txHash: `0x${"cd".repeat(32)}`, reason: REASON } },
    };
    expect((await ask(key, { txHash: `0x${"cd".repeat(32)}` })).json).toMatchObject(pending);
  });

  it("M9: refuses new work without a change request on the chain, and the sync says which step is missing", async () => {
    const key = await market.task("human", {}, { steps: ["start", "submit", "requestChanges"] });
    const ready = await resubmission(key, "early bird");
    const open = await submitted();
    const reply = await market.call("/mkt/resubmit", "worker", { ...ready, ...named(open) });
    expect([reply.status, reply.json["code"]]).toEqual([409, "state_conflict"]);
    expect((await ask(open)).json["code"]).toBe("request_changes_chain_step_required");
    expect((await market.call("/mkt/resubmit", "worker", { ...ready, ...named(open) })).json["code"]).toBe(
      "state_conflict",
    );
  });

  it("refuses new work that its signature does not fit", async () => {
    const key = await market.task("human", {}, { steps: ["start", "submit", "requestChanges"] });
    const good = await resubmission(key, "fine work");
    const byStranger = await market.chain.wallet("stranger").signMessage("anything");
    for (const [bad, code] of [
      [{ ...good, text: "other work" }, "signature_invalid"],
      [{ ...good, salt: `0x${"11".repeat(32)}` }, "signature_invalid"],
      [{ ...good, resubmissionSignature: byStranger }, "signature_invalid"],
      [{ ...good, resubmissionDeadline: Number(good["resubmissionDeadline"]) + 1 }, "signature_invalid"],
      [{ ...good, resubmissionDeadline: 1 }, "invalid_request"],
      [{ ...good, resubmissionSignature: "0xzz" }, "invalid_signature_format"],
    ] as const) {
      expect([bad, (await market.call("/mkt/resubmit", "worker", bad)).json["code"]]).toEqual([bad, code]);
    }
    const { salt: _salt, ...unsalted } = good;
    expect((await market.call("/mkt/resubmit", "worker", unsalted)).json["code"]).toBe("invalid_request");
    expect((await market.call("/mkt/resubmit", "stranger", good)).json["code"]).toBe("forbidden_role");
    expect((await market.call("/mkt/resubmit", "worker", { ...good, taskId: "44444" })).json["code"]).toBe(
      "task_not_found",
    );
  });
});
