import { id } from "ethers";
import type { Hex } from "../../../functions/src/domain/keccak";
import { ENDPOINTS } from "../../../functions/src/endpoints/all";
import { signedEndpoints } from "../../../functions/src/endpoints/list";
import type { Role } from "../../../dev/local/wallets";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market, named } from "../../setup/market";

const { db } = testFirestore();
const count = countFirestore(db);
const market = Market.forFile(db);

interface TypedData {
  domain: object;
  types: Record<string, { name: string; type: string }[]>;
  message: Record<string, string>;
}

const prepare = (endpoint: string, role: Role, body: object) =>
  market.post("/mkt/sign/prepare", { endpoint, wallet: market.address(role), body });
const signText = (role: Role, text: unknown) => market.chain.wallet(role).signMessage(String(text));
const signData = (role: Role, { domain, types, message }: TypedData) =>
  market.chain.wallet(role).signTypedData(domain, types, message);

/** What an agent does that knows nothing but prepare's answers. */
async function follow(endpoint: string, role: Role, body: object) {
  let prepared = (await prepare(endpoint, role, body)).json;
  if (prepared["typedData"]) {
    const signature = await signData(role, prepared["typedData"] as TypedData);
    prepared = (
      await prepare(endpoint, role, {
        ...(prepared["request"] as object),
        [String(prepared["typedDataField"])]: signature,
      })
    ).json;
  }
  return market.post(endpoint, {
    ...(prepared["request"] as object),
    signature: await signText(role, prepared["messageToSign"]),
  });
}

describe("happy", () => {
  it("gives a text whose signature the endpoint takes, for a body in any order and with numbers for ids", async () => {
    const key = await market.task("agent-fast", { mode: "selection" });
    const body = { message: "caf\u00e9", taskId: Number(key.taskId), contract: "agent-fast" };
    const { status, json } = await prepare("/mkt/interest", "worker", body);
    expect(status).toBe(200);
    const hash = id(`{"contract":"agent-fast","message":"caf\u00e9","taskId":${key.taskId}}`);
    expect(json).toEqual({
      messageToSign: expect.stringMatching(
        `action: interest\nchainId: 8453\ncontract: ${market.stage.addresses["agent-fast"]}\ntaskId: ${key.taskId}\n(.*\n)+payloadHash: ${hash}\n`,
      ),
      request: {
        ...body,
        wallet: expect.any(String),
        timestamp: expect.any(Number),
        nonce: expect.stringMatching(/^[\w-]{22}$/),
      },
      _nextAction: expect.objectContaining({ actor: "client", action: "sign", endpoint: "/mkt/interest" }),
    });
    const signature = await signText("worker", json["messageToSign"]);
    expect((await market.post("/mkt/interest", { ...(json["request"] as object), signature })).status).toBe(200);
  });

  it("leads through the contract's signature first: a choice of a worker", async () => {
    const key = await market.task("human", { mode: "selection" });
    await market.call("/mkt/interest", "worker", named(key));
    const body = { ...named(key), worker: market.address("worker").toLowerCase(), decision: "approve" };
    const first = (await prepare("/mkt/interest/resolve", "buyer", body)).json;
    expect(first).not.toHaveProperty("messageToSign");
    expect(first).toMatchObject({
      typedDataField: "voucherSignature",
      _nextAction: { endpoint: "/mkt/sign/prepare" },
    });
    const reply = await follow("/mkt/interest/resolve", "buyer", body);
    expect([reply.status, reply.json]).toMatchObject([200, { interest: { status: "approved" } }]);
    const { voucher } = (reply.json as { interest: { voucher: { deadline: number; signature: Hex } } }).interest;
    expect(
      await market.stage.escrow.simulate(
        { function: "stakeAndStart", ...key, agreedTerms: await market.stage.agreedTerms(key), voucher },
        market.stage.address("worker"),
      ),
    ).toMatchObject({ ok: true });
  });

  it("leads through the contract's signature first: new work, which anyone can then anchor", async () => {
    const key = await market.task("human", {}, { steps: ["start", "submit", "requestChanges"] });
    const reply = await follow("/mkt/resubmit", "worker", {
      ...named(key),
      text: "Better work",
      links: [{ url: "https://files.example/2" }],
    });
    expect([reply.status, reply.json]).toMatchObject([
      200,
      {
        code: "resubmitted",
        workflowStatus: "resubmitted_awaiting_anchor",
        _nextAction: { actor: "worker", endpoint: "/agentSubmitWork", body: { action: "anchor" } },
      },
    ]);
    const { submissionHash } = reply.json as { submissionHash: Hex };
    const stored = (await db.collection("resubmissions").get()).docs.map((doc) => doc.data());
    expect(JSON.stringify(stored)).toContain(submissionHash);
  });

  it("stores and reads next to nothing", async () => {
    const key = await market.task("human", { mode: "selection" });
    count.reset();
    await prepare("/mkt/interest", "worker", named(key));
    expect(count).toMatchObject({ documentsRead: 0, documentsWritten: 0 });
    await prepare("/mkt/interest/resolve", "buyer", {
      ...named(key),
      worker: market.address("worker"),
      decision: "approve",
    });
    expect(count).toMatchObject({ documentsRead: 1, documentsWritten: 0 });
  });
});

describe("refusals", () => {
  it("knows every signed endpoint, and no other", () => {
    const signed = Object.values(ENDPOINTS)
      .flat()
      .filter(({ auth }) => auth.kind === "signed");
    expect(
      signedEndpoints()
        .map(({ path }) => path)
        .sort(),
    ).toEqual(signed.map(({ path }) => path).sort());
  });

  it("refuses what the endpoint itself would refuse, and envelope fields in the body", async () => {
    const key = await market.task();
    for (const [endpoint, body] of [
      ["/mkt/interest", { ...named(key), action: "enrol" }],
      ["/mkt/interest", { ...named(key), message: "a\u0007" }],
      ["/mkt/interest", { ...named(key), wallet: market.address("worker") }],
      ["/mkt/interest", { contract: "neither", taskId: "1" }],
      ["/mkt/interest", {}],
      ["/mkt/nowhere", {}],
      ["/mkt/tasks", {}],
    ] as const) {
      const { status, json } = await prepare(endpoint, "worker", body);
      expect([endpoint, body, status, json["code"]]).toEqual([endpoint, body, 400, "invalid_request"]);
    }
  });

  it("refuses a signature for the contract where there is nothing to sign", async () => {
    const key = await market.task();
    const approve = { decision: "approve", worker: market.address("worker"), taskId: "9999" };
    expect((await prepare("/mkt/interest/resolve", "buyer", approve)).json["code"]).toBe("task_not_found");
    expect((await prepare("/mkt/resubmit", "worker", { ...named(key), text: "x" })).json["code"]).toBe(
      "forbidden_role",
    );
    await market.take("start", key);
    await market.take("submit", key);
    expect((await prepare("/mkt/resubmit", "worker", { ...named(key), text: "x" })).json["code"]).toBe(
      "state_conflict",
    );
  });
});
