import type { JsonObject } from "../../../functions/src/domain/outputSchema";
import type { NotEvaluated } from "../../../functions/src/ports/outputChecker";
import { good, keyIn, OFFER, requestIn, taskKey, WORK } from "../../setup/agent";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { freshCaller } from "../../setup/payments";
import { TaskLife, type Named } from "../../setup/tasks/taskLife";

/** Whose share of the queue each evaluation took. */
const callers: string[] = [];
let found: readonly [] | NotEvaluated = [];
const asked = (caller: string) => {
  callers.push(caller);
  return Promise.resolve(found);
};
const outputChecker = {
  mistakes: (_: JsonObject, caller: string) => asked(caller),
  failures: (_schema: JsonObject, _output: unknown, caller: string) => asked(caller),
};

const market = Market.forFile(testFirestore().db, {}, { outputChecker });
const life = new TaskLife(market);
const { buyer, worker } = life;
beforeEach(() => {
  found = [];
  callers.length = 0;
});

const ACCEPTANCE = { outputSchema: { type: "object" } };
const SUBMIT = "/agentSubmitWork";
const started = async () => {
  const key = await life.started({ acceptance: ACCEPTANCE });
  callers.length = 0;
  return key;
};
const work = (key: Named, more: object = {}) => ({ ...key, ...WORK, output: {}, ...more });
const resubmitting = (key: Named, role: "worker" | "stranger") =>
  market.post("/mkt/sign/prepare", {
    endpoint: "/mkt/resubmit",
    wallet: market.address(role),
    body: { ...work(key), salt: `0x${"5a".repeat(32)}` },
  });

describe("O7: an evaluation comes last", () => {
  it("of work that its sender can't submit, nothing is evaluated", async () => {
    const key = await started();
    // Neither a wallet that is not the worker, nor work for a state that takes none.
    expect((await buyer.call(SUBMIT, work(key))).json["code"]).toBe("forbidden_role");
    expect((await market.call("/mkt/submission", "stranger", work(key))).json["code"]).toBe("forbidden_role");
    good(await worker.do(SUBMIT, work(key)));
    callers.length = 0;
    expect((await worker.call(SUBMIT, work(key))).json["code"]).toBe("state_conflict");
    await market.take("requestChanges", taskKey(key));
    expect((await buyer.call(SUBMIT, work(key))).json["code"]).toBe("forbidden_role");
    expect((await resubmitting(key, "stranger")).json["code"]).toBe("forbidden_role");
    expect(callers).toEqual([]);
  });

  it("a second answer to a change request is refused before it is evaluated", async () => {
    const key = await started();
    good(await worker.do(SUBMIT, work(key)));
    await market.take("requestChanges", taskKey(key));
    const prepared = good(await worker.call(SUBMIT, work(key)));
    const request = requestIn(prepared, "resubmissionSignature");
    good(
      await worker.call(SUBMIT, {
        ...key,
        submissionHash: prepared.json["submissionHash"],
        resubmissionDeadline: request.deadline,
        resubmissionSignature: await worker.signTyped(request),
      }),
    );
    callers.length = 0;
    const other = { ...work(key), text: "Another draft." };
    expect((await worker.call(SUBMIT, other)).json["code"]).toBe("state_conflict");
    expect((await resubmitting(key, "worker")).json["code"]).toBe("state_conflict");
    expect(callers).toEqual([]);
  });

  it("evidence is not evaluated as work", async () => {
    const key = await started();
    good(await worker.do(SUBMIT, work(key)));
    await market.take("reject", taskKey(key));
    const prepared = await worker.prepare(SUBMIT, { ...key, action: "contest", text: "It is as agreed." });
    good(await worker.call(SUBMIT, { ...key, txHash: await worker.send(prepared) }));
    callers.length = 0;
    const evidence = { ...key, text: "It is as agreed.", salt: prepared.json["salt"] };
    expect(good(await market.call("/mkt/submission", "worker", evidence)).json).toMatchObject({ stored: "task" });
    expect(callers).toEqual([]);
  });
});

describe("O7: whose share an evaluation takes", () => {
  it("is the client's where the wallet is not proven, and the wallet's where it is", async () => {
    const key = await started();
    const [one, other] = [freshCaller(), freshCaller()];
    for (const headers of [one, other]) good(await market.post(SUBMIT, work(key, { wallet: worker.wallet }), headers));
    expect(new Set(callers).size).toBe(2);
    expect(callers).not.toContain(worker.wallet);
    callers.length = 0;
    good(await market.call("/mkt/submission", "worker", work(key)));
    expect(callers).toEqual([worker.wallet]);
  });
});

describe("when the queue is full", () => {
  it("a creation and work are refused for now; with force, work is taken unchecked", async () => {
    const key = await started();
    found = "busy";
    const creation = await buyer.call("/agentCreateTaskSimple", { ...OFFER, acceptance: ACCEPTANCE });
    const refused = await worker.call(SUBMIT, work(key));
    for (const { status, json } of [creation, refused]) {
      expect([status, json["code"]]).toEqual([503, "dependency_unavailable"]);
      expect(json["detail"]).toContain("Too many schemas are being checked");
    }
    expect(refused.json["detail"]).toContain("With force, the work is taken unchecked.");
    const prepared = good(await worker.call(SUBMIT, work(key, { force: true })));
    expect(prepared.json["verdict"]).toMatchObject({ result: "unchecked", failures: [] });
    const confirmed = good(await worker.call(SUBMIT, { ...key, txHash: await worker.send(prepared) }));
    expect(keyIn(confirmed)).toEqual(key);
    const session = await buyer.session();
    expect((await buyer.call("/agentGetSubmissionDetails", key, session)).json["submissions"]).toMatchObject([
      { verdict: { result: "unchecked" } },
    ]);
  });

  it("stored work that is on the chain is taken as it is", async () => {
    const key = await started();
    const prepared = await worker.prepare(SUBMIT, work(key));
    good(await worker.call(SUBMIT, { ...key, txHash: await worker.send(prepared) }));
    found = "busy";
    const stored = await market.call("/mkt/submission", "worker", work(key, { salt: prepared.json["salt"] }));
    expect(good(stored).json).toMatchObject({ stored: "task", verdict: { result: "unchecked" } });
  });
});
