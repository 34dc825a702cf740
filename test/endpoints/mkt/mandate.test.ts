import { Wallet } from "ethers";
import { firestoreTasks } from "../../../functions/src/adapters/firestore/tasks/tasks";
import { firestoreResubmissions } from "../../../functions/src/adapters/firestore/tasks/resubmissions";
import type { Role } from "../../../dev/local/wallets";
import { Agent, good, keyIn, OFFER, requestIn, taskKey, type Request } from "../../setup/agent";
import { freshCaller } from "../../setup/payments";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { post } from "../../setup/paying/buyer";
import { forFile } from "../../setup/forFile";
import { runs } from "../../setup/runs";

const { db, another } = testFirestore();
const market = Market.forFile(db);
const second = forFile(() => market.anotherService(another()));
const buyer = forFile(() => new Agent(market, "buyer"));
const worker = forFile(() => new Agent(market, "worker"));

const CREATE = "/agentCreateTaskSimple";
const SUBMIT = "/agentSubmitWork";
const nowSeconds = () => Math.floor(market.nowMs() / 1000);
let issued = 0;
const terms = (more: object = {}) => ({
  steps: ["post", "work", "decide"],
  maxPerTaskUsdc: "10",
  maxPerDayUsdc: "20",
  issuedAt: (issued = Math.max(issued + 1, nowSeconds())),
  expiresAt: nowSeconds() + 7 * 86_400,
  ...more,
});
const GRANT = "/mkt/mandate/grant";
const granting = (body: object) => post(`${market.service.baseUrl}${GRANT}`, body, freshCaller());

async function signature(owner: Role, body: object): Promise<string> {
  const { typedData } = good(await granting(body)).json as unknown as Request;
  return market.chain.wallet(owner).signTypedData(typedData.domain, typedData.types, typedData.message);
}
/** The owner grants the agent a mandate; the agent has named it before. */
async function grant(owner: Role, agent: Agent, more: object = {}) {
  const body = { agent: agent.wallet, owner: market.address(owner), ...terms(more) };
  const signed = { ...body, signature: await signature(owner, body) };
  return { signed, reply: await granting(signed) };
}
const accept = (agent: Role, owner: string) => market.call("/mkt/mandate", agent, { action: "accept", owner });
const owners = (owner: Role, action: "end" | "release", agent: Agent) =>
  market.call("/mkt/mandate", owner, { action, agent: agent.wallet });
const shown = async (agent: Agent, by?: Role) =>
  (await market.get("/mkt/mandate", { agent: agent.wallet }, by ? await market.session(by) : {})).json;
const codeOf = ({ json }: { json: Record<string, unknown> }) => json["code"];
const offer = (title: string, rewardUsdc = "5") => ({ ...OFFER, title, rewardUsdc });

/** Lets every wallet go that a test bound. */
afterEach(async () => {
  for (const agent of [buyer, worker]) {
    const { mandate } = (await shown(agent, agent.role)) as { mandate: { owner: string; isBinding: boolean } | null };
    const owner = (["treasury", "stranger"] as const).find((role) => market.address(role) === mandate?.owner);
    if (mandate?.isBinding && owner) good(await owners(owner, "release", agent));
  }
  // Each test has a day of its own.
  await market.pass(86_400);
});

describe("happy", () => {
  it("an agent names its owner, who grants a mandate; both see it, and what is left of the day", async () => {
    expect(good(await accept("buyer", market.address("treasury"))).json["mandate"]).toMatchObject({
      status: "accepted",
      isBinding: false,
      terms: null,
    });
    // Not in force yet.
    expect((await buyer.call(CREATE, offer("Before"))).status).toBe(200);
    const { reply, signed } = await grant("treasury", buyer);
    expect(good(reply).json["mandate"]).toMatchObject({
      status: "active",
      isBinding: true,
      owner: market.address("treasury"),
    });
    expect(good(await granting(signed)).json).toEqual(reply.json);
    const session = await buyer.session();
    expect((await buyer.call(CREATE, offer("Under it"), session)).status).toBe(200);
    for (const role of ["buyer", "treasury"] as const)
      expect(await shown(buyer, role)).toMatchObject({
        isBound: true,
        mandate: { leftTodayUsdc: "15", terms: { maxPerDayUsdc: "20", steps: ["post", "work", "decide"] } },
      });
    const own = await market.get("/mkt/mandate", {}, await market.session("treasury"));
    expect(own.json).toMatchObject({ isBound: false, mandate: null });
    expect((own.json["agents"] as { items: object[] }).items).toMatchObject([{ agent: buyer.wallet }]);
  });

  it("the owner ends it at any time; released, the agent is as free as before", async () => {
    good(await accept("buyer", market.address("treasury")));
    good((await grant("treasury", buyer)).reply);
    const session = await buyer.session();
    good(await owners("treasury", "end", buyer));
    const ended = await buyer.call(CREATE, offer("Ended"), session);
    expect([ended.status, codeOf(ended)]).toEqual([403, "mandate_refused"]);
    expect(ended.json["detail"]).toContain("The owner ended the mandate");
    good(await owners("treasury", "release", buyer));
    expect((await buyer.call(CREATE, offer("Released"))).status).toBe(200);
    expect(codeOf(await owners("treasury", "end", buyer))).toBe("forbidden_role");
    expect((await buyer.call(CREATE, offer("Still free"))).status).toBe(200);
  });

  it("an owner that is a contract grants by its own signature (ERC-1271)", async () => {
    const owner = Wallet.createRandom().address;
    await market.chain.call("anvil_setCode", owner, "0x631626ba7e60e01b5f5260205ff3");
    good(await accept("worker2", owner));
    const agent = new Agent(market, "worker2");
    const body = { agent: agent.wallet, owner, ...terms() };
    expect(good(await granting({ ...body, signature: `0x${"12".repeat(70)}` })).json["mandate"]).toMatchObject({
      status: "active",
      owner,
    });
    await market.chain.call("anvil_setCode", owner, "0x");
    const later = { ...body, ...terms(), signature: `0x${"12".repeat(70)}` };
    expect(codeOf(await granting(later))).toBe("signature_invalid");
  });
});

describe("limits", () => {
  it("allows the kinds of steps that it names, and always what only ends a missed deadline", async () => {
    good(await accept("worker", market.address("treasury")));
    good((await grant("treasury", worker, { steps: ["post"] })).reply);
    const key = await market.task("agent-fast", { mode: "instant" });
    const named = { contract: key.contract, taskId: String(key.taskId) };
    const session = await worker.session();
    const refused = await worker.call("/agentStakeAndConfirm", named, session);
    expect([codeOf(refused), refused.json["detail"]]).toEqual([
      "mandate_refused",
      `The mandate of ${worker.wallet} allows post, but not work. Only the owner can grant more.`,
    ]);
    expect(
      codeOf(await worker.call("/agentApproveUSDC", { contract: "human", amountUsdc: "10.000001" }, session)),
    ).toBe("mandate_exceeded");
    for (const amountUsdc of ["10", "0"])
      expect((await worker.call("/agentApproveUSDC", { contract: "human", amountUsdc }, session)).status).toBe(200);
  });

  it("MD12: a poster that may decide approves signed work in one transaction, without `work`", async () => {
    const key = await market.task("agent-fast", { mode: "instant" }, { steps: ["start", "submit", "requestChanges"] });
    const named = { contract: key.contract, taskId: String(key.taskId) };
    const prepared = good(await worker.call("/agentSubmitWork", { ...named, text: "Better work." }));
    const { submissionHash } = prepared.json;
    const request = requestIn(prepared, "resubmissionSignature");
    const resubmissionSignature = await worker.signTyped(request);
    const signed = { submissionHash, resubmissionDeadline: request.deadline, resubmissionSignature };
    good(await worker.call("/agentSubmitWork", { ...named, ...signed }));
    good(await accept("buyer", market.address("treasury")));
    const decision = { ...named, decision: "approve", submissionHash, rating: 5, comment: "Better." };
    good((await grant("treasury", buyer, { steps: ["work"] })).reply);
    const session = await buyer.session();
    const refused = await buyer.call("/agentDecide", decision, session);
    expect([codeOf(refused), refused.json["detail"]]).toEqual([
      "mandate_refused",
      `The mandate of ${buyer.wallet} allows work, but not decide. Only the owner can grant more.`,
    ]);
    await market.pass(1);
    good((await grant("treasury", buyer, { steps: ["decide"] })).reply);
    const approval = good(await buyer.call("/agentDecide", decision, session));
    expect(good(await buyer.call("/agentDecide", { ...named, txHash: await buyer.send(approval) })).json).toMatchObject(
      {
        task: { state: "APPROVED" },
      },
    );
  });

  it("refuses more than the limit for one task, also by raising its reward", async () => {
    const key = await market.task("agent-fast", { rewardUsdcUnits: 9_000_000n });
    good(await accept("buyer", market.address("treasury")));
    good((await grant("treasury", buyer)).reply);
    const session = await buyer.session();
    const much = await buyer.call(CREATE, offer("Much", "10.000001"), session);
    expect([much.status, codeOf(much), much.json["detail"]]).toEqual([
      403,
      "mandate_exceeded",
      "This takes 10.000001 USDC; the mandate allows 10 for one task or answer.",
    ]);
    const named = { contract: key.contract, taskId: String(key.taskId) };
    expect(codeOf(await buyer.call("/agentFundMore", { ...named, rewardUsdc: "10.5" }, session))).toBe(
      "mandate_exceeded",
    );
    good(await buyer.call("/agentFundMore", { ...named, rewardUsdc: "10" }, session));
    good(await buyer.call("/agentFundMore", { ...named, rewardUsdc: "10" }, session));
    expect(await shown(buyer, "buyer")).toMatchObject({ mandate: { leftTodayUsdc: "19" } });
  });

  it("says what is left of the day and when it ends; the form with a permit is another one, and counts", async () => {
    const { transactions } = good(await buyer.call("/agentApproveUSDC", { contract: OFFER.contract, amountUsdc: "0" }))
      .json as unknown as { transactions: { to: string; data: string }[] };
    for (const { to, data } of transactions) await market.chain.send({ from: "buyer", to, data });
    const permit = requestIn(good(await buyer.call(CREATE, offer("Twice"))), "permit");
    const given = { deadline: permit.deadline, signature: await buyer.signTyped(permit) };
    good(await accept("buyer", market.address("treasury")));
    good((await grant("treasury", buyer, { maxPerDayUsdc: "12" })).reply);
    const session = await buyer.session();
    const first = good(await buyer.call(CREATE, offer("Twice"), session));
    expect(first.json["signatures"]).toBeUndefined();
    good(await buyer.call(CREATE, { ...offer("Twice"), permit: given }, session));
    expect(await shown(buyer, "buyer")).toMatchObject({ mandate: { leftTodayUsdc: "2" } });
    const over = await buyer.call(CREATE, offer("Over", "7.5"), session);
    expect(over.json["detail"]).toMatch(
      /^This takes 7\.5 USDC; of the mandate's 12 a day, 2 are left until \d{4}-\d\d-\d\dT00:00:00\.000Z\.$/,
    );
    const wait = Number(over.headers.get("retry-after"));
    expect(Math.abs(wait + (nowSeconds() % 86_400) - 86_400)).toBeLessThanOrEqual(2);
    const again = market.chain.usdc.interface.encodeFunctionData("approve", [
      market.stage.addresses["agent-fast"],
      10n ** 12n,
    ]);
    await market.chain.send({ from: "buyer", to: transactions[0]?.to ?? "", data: again });
  });

  it("MD5: of many prepares at once, on two instances, no more are handed out than the day allows", async () => {
    good(await accept("buyer", market.address("treasury")));
    good((await grant("treasury", buyer, { maxPerDayUsdc: "20" })).reply);
    const session = await buyer.session();
    const replies = await Promise.all(
      Array.from({ length: runs(8, 20) }, (_, at) =>
        post(
          `${(at % 2 === 0 ? market.service : second).baseUrl}${CREATE}`,
          // Some are the same task over again: each can be sent.
          { wallet: buyer.wallet, ...offer(`At once ${at % 5}`) },
          { ...freshCaller(), ...session },
        ),
      ),
    );
    const given = replies.filter(({ status }) => status === 200);
    expect(given.length).toBeLessThanOrEqual(4);
    expect(replies.filter(({ status }) => ![200, 403, 503].includes(status))).toEqual([]);
    // Those that met a busy database are sent again, until the day is used up.
    for (let more = given.length; more < 4; more++) good(await buyer.call(CREATE, offer(`Again ${more}`), session));
    expect(codeOf(await buyer.call(CREATE, offer("One more"), session))).toBe("mandate_exceeded");
    expect(await shown(buyer, "buyer")).toMatchObject({ mandate: { leftTodayUsdc: "0" } });
  });

  it("MD13: an ended mandate allows no new work by signature, by either way; a new one does", async () => {
    const key = await market.task("agent-fast", { mode: "instant" }, { steps: ["start", "submit", "requestChanges"] });
    const named = { contract: key.contract, taskId: String(key.taskId) };
    const work = { text: "Better work.", salt: `0x${"5a".repeat(32)}` };
    const asked = await worker.prepare(SUBMIT, { ...named, ...work });
    const { submissionHash } = asked.json;
    const { deadline, ...request } = requestIn(asked, "resubmissionSignature");
    const signed = { resubmissionDeadline: deadline, resubmissionSignature: await worker.signTyped(request) };
    good(await accept("worker", market.address("treasury")));
    good((await grant("treasury", worker)).reply);
    good(await owners("treasury", "end", worker));
    const session = await worker.session();
    const stored = async () => {
      const record = await firestoreTasks(db).get(key);
      return record && firestoreResubmissions(db).find(record.task);
    };
    const ways = [
      () => worker.call(SUBMIT, { ...named, ...work }, session),
      () => worker.call(SUBMIT, { ...named, ...signed, submissionHash }, session),
      () => market.call("/mkt/resubmit", "worker", { ...named, ...work, ...signed }),
    ];
    for (const way of ways) expect(codeOf(await way())).toBe("mandate_refused");
    expect(await stored()).toBeNull();
    // An end also covers what a clock up to a minute fast dated after it.
    await market.pass(61);
    good((await grant("treasury", worker)).reply);
    for (const way of ways) good(await way());
    expect(await stored()).toMatchObject({ submissionHash });
  });

  it("MD6: never refuses to confirm what is on the chain", async () => {
    good(await accept("buyer", market.address("treasury")));
    const prepared = await buyer.prepare(CREATE, offer("On the chain"));
    good((await grant("treasury", buyer, { steps: [], maxPerTaskUsdc: "0", maxPerDayUsdc: "0" })).reply);
    const txHash = await buyer.send(prepared);
    expect((await buyer.call(CREATE, { contract: OFFER.contract, txHash })).status).toBe(200);
  });
});

describe("security", () => {
  it("MD1, MD8: a stranger can put no wallet under a mandate, nor end one, nor use up its day", async () => {
    const body = { agent: buyer.wallet, owner: market.address("stranger"), ...terms() };
    expect(codeOf(await granting(body))).toBe("forbidden_role");
    expect(codeOf(await granting({ ...body, signature: `0x${"12".repeat(65)}` }))).toBe("forbidden_role");
    good(await accept("buyer", market.address("treasury")));
    expect(codeOf(await granting(body))).toBe("forbidden_role");
    const own = { ...body, owner: market.address("treasury"), ...terms() };
    const others = { ...own, signature: await signature("stranger", own) };
    expect(codeOf(await granting(others))).toBe("signature_invalid");
    good((await grant("treasury", buyer)).reply);
    for (const action of ["end", "release"] as const)
      expect(codeOf(await owners("stranger", action, buyer))).toBe("forbidden_role");
    const strangers = await market.session("stranger");
    for (const [headers, code] of [
      [{}, "session_required"],
      [strangers, "session_invalid"],
      [{ authorization: `Bearer mkts_${"A".repeat(43)}` }, "session_invalid"],
    ] as const)
      expect(codeOf(await buyer.call(CREATE, offer("A stranger's"), headers))).toBe(code);
    expect(await shown(buyer, "buyer")).toMatchObject({ mandate: { leftTodayUsdc: "20" } });
  });

  it("MD2: the agent alone cannot leave, and changes nothing of what was signed", async () => {
    good(await accept("buyer", market.address("treasury")));
    const { signed } = await grant("treasury", buyer);
    expect(codeOf(await accept("buyer", market.address("stranger")))).toBe("state_conflict");
    for (const action of ["end", "release"] as const)
      expect(codeOf(await owners("buyer", action, buyer))).toBe("forbidden_role");
    expect(codeOf(await granting({ ...signed, issuedAt: signed.issuedAt + 1 }))).toBe("signature_invalid");
    const later = terms();
    for (const change of [{ maxPerDayUsdc: "2000" }, { steps: ["withdraw"] }, { expiresAt: later.expiresAt + 1 }])
      expect(codeOf(await granting({ ...signed, issuedAt: later.issuedAt, ...change }))).toBe("signature_invalid");
    expect(codeOf(await accept("buyer", market.address("buyer")))).toBe("invalid_request");
  });

  it("MD3: no mandate counts again that was replaced, ended or released", async () => {
    good(await accept("buyer", market.address("treasury")));
    const { signed: wide } = await grant("treasury", buyer, { maxPerDayUsdc: "1000" });
    const { signed: narrow } = await grant("treasury", buyer, { maxPerDayUsdc: "10" });
    expect(codeOf(await granting(wide))).toBe("state_conflict");
    const unsent = { ...wide, ...terms() };
    const kept = { ...unsent, signature: await signature("treasury", { ...unsent, signature: undefined }) };
    await market.pass(5);
    good(await owners("treasury", "end", buyer));
    for (const old of [wide, narrow, kept]) expect(codeOf(await granting(old))).toBe("state_conflict");
    good(await owners("treasury", "release", buyer));
    for (const old of [wide, narrow, kept]) expect(codeOf(await granting(old))).toBe("forbidden_role");
    good(await accept("buyer", market.address("treasury")));
    for (const old of [wide, narrow, kept]) expect(codeOf(await granting(old))).toBe("state_conflict");
  });

  it("MD3: nor one that a fast clock dated after the end; its successor counts at once", async () => {
    good(await accept("buyer", market.address("treasury")));
    good((await grant("treasury", buyer)).reply);
    const ahead = { agent: buyer.wallet, owner: market.address("treasury"), ...terms({ issuedAt: nowSeconds() + 60 }) };
    const kept = { ...ahead, signature: await signature("treasury", ahead) };
    await market.pass(5);
    good(await owners("treasury", "end", buyer));
    expect(codeOf(await granting(kept))).toBe("state_conflict");
    await market.pass(57);
    expect(codeOf(await granting(kept))).toBe("state_conflict");
    good(await owners("treasury", "end", buyer));
    // The service names the first time that counts.
    const { issuedAt: _, ...untimed } = { ...ahead, ...terms() };
    const { typedData } = good(await granting(untimed)).json as unknown as Request;
    const issuedAt = Number((typedData.message as { issuedAt: string }).issuedAt);
    const own = { ...untimed, issuedAt, signature: await signature("treasury", { ...untimed, issuedAt }) };
    expect(good(await granting(own)).json["mandate"]).toMatchObject({ status: "active" });
    const { json } = await granting({ ...untimed, signature: kept.signature });
    expect([codeOf({ json }), json["errors"]]).toEqual([
      "invalid_request",
      [{ pointer: "/issuedAt", message: expect.any(String) as string }],
    ]);
  });

  it("MD11: a hire that the mandate does not allow stores no selection", async () => {
    good(await accept("buyer", market.address("treasury")));
    good((await grant("treasury", buyer, { steps: ["post"] })).reply);
    const session = await buyer.session();
    const prepared = good(await buyer.call(CREATE, { ...offer("Hired"), worker: worker.wallet }, session));
    const { body } = prepared.json["_nextAction"] as { body: object };
    const sent = { ...body, txHash: await buyer.send(prepared) };
    const created = good(await buyer.call(CREATE, sent, session));
    const { deadline, typedData } = requestIn(created, "voucherSignature");
    const voucherSignature = await market.chain
      .wallet("buyer")
      .signTypedData(typedData.domain, typedData.types, typedData.message);
    const hiring = () => buyer.call(CREATE, { ...sent, voucherSignature, voucherDeadline: deadline }, session);
    expect(codeOf(await hiring())).toBe("mandate_refused");
    const start = () => worker.call("/agentStakeAndConfirm", keyIn(created));
    expect(codeOf(await start())).toBe("state_conflict");
    good((await grant("treasury", buyer, { steps: ["post", "decide"] })).reply);
    good(await hiring());
    good(await start());
  });

  it("MD4: only the agent and its owner read the terms; a session for reading prepares nothing", async () => {
    good(await accept("buyer", market.address("treasury")));
    good((await grant("treasury", buyer)).reply);
    for (const by of [undefined, "stranger"] as const)
      expect(await shown(buyer, by)).toEqual({ isBound: true, mandate: null, agents: null });
    expect(codeOf(await market.get("/mkt/mandate"))).toBe("session_required");
    const challenge = await buyer.call("/mktAgentSessionChallenge", { scope: "read" });
    const message = challenge.json["message"] as string;
    const opened = await market.post("/mktAgentSession", {
      message,
      signature: await market.chain.wallet("buyer").signMessage(message),
    });
    const reading = { authorization: `Bearer ${String(opened.json["agentSessionToken"])}` };
    expect(codeOf(await buyer.call(CREATE, offer("Reading"), reading))).toBe("insufficient_scope");
    const field = { agentSessionToken: String((await buyer.session()).authorization.split(" ")[1]) };
    expect((await buyer.call(CREATE, { ...offer("In the body"), ...field })).status).toBe(200);
  });

  it("MD7: a mandate that has expired allows nothing", async () => {
    good(await accept("worker", market.address("treasury")));
    good((await grant("treasury", worker, { expiresAt: nowSeconds() + 30 })).reply);
    const key = await market.task("agent-fast", { mode: "instant" });
    await market.pass(31);
    const session = await worker.session();
    const refused = await worker.call(
      "/agentStakeAndConfirm",
      {
        contract: "agent-fast",
        taskId: String(taskKey({ contract: "agent-fast", taskId: String(key.taskId) }).taskId),
      },
      session,
    );
    expect(codeOf(refused)).toBe("mandate_refused");
    expect(await shown(worker, "worker")).toMatchObject({
      isBound: true,
      mandate: { status: "expired", leftTodayUsdc: "0" },
    });
  });
});

describe("refusals", () => {
  it("refuses terms that make no sense, and says which", async () => {
    good(await accept("buyer", market.address("treasury")));
    const body = { agent: buyer.wallet, owner: market.address("treasury") };
    const now = nowSeconds();
    for (const [more, pointer] of [
      [{ issuedAt: now + 70 }, "/issuedAt"],
      [{ expiresAt: now - 1 }, "/expiresAt"],
      [{ expiresAt: now + 400 * 86_400 }, "/expiresAt"],
      [{ maxPerTaskUsdc: "21" }, "/maxPerTaskUsdc"],
      [{ steps: ["fly"] }, "/steps/0"],
      [{ maxPerDayUsdc: "1.0000001" }, "/maxPerDayUsdc"],
    ] as const) {
      const { json } = await granting({ ...body, ...terms(), ...more });
      expect([codeOf({ json }), (json["errors"] as { pointer: string }[])[0]?.pointer]).toEqual([
        "invalid_request",
        pointer,
      ]);
    }
  });
});
