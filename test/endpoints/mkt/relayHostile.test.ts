import { ContractFactory, toQuantity, Wallet, type Contract } from "ethers";
import { Agent, gaslessIn, good, keyIn, OFFER, WORK, type Gasless } from "../../setup/agent";
import { post, type Reply } from "../../setup/paying/buyer";
import { compileWallets } from "../../setup/chain/compile";
import { USDC } from "../../setup/chain/chain";
import { testFirestore } from "../../setup/firestore";
import { forFile } from "../../setup/forFile";
import { Market } from "../../setup/market";
import { freshCaller } from "../../setup/payments";
import { RELAY, relayOn } from "../../setup/relay";
import { behind, startRpcProxy, type RpcProxy } from "../../setup/chain/rpcProxy";
import { escrowInterface } from "../../../functions/src/adapters/ethers/escrowEvents";
import type { TestServer } from "../../setup/http/server";
import { inDeep } from "../../setup/runs";
import { until } from "../../setup/until";

const { db, another } = testFirestore();
const market = Market.forFile(db, RELAY);
const node = forFile(() => startRpcProxy(market.chain.rpcUrl));
const second = forFile(() => market.anotherService(another(), { ...RELAY, RPC_URLS: node.url }));
const buyer = forFile(() => new Agent(market, "buyer"));
const worker = forFile(() => new Agent(market, "worker"));

const CREATE = "/agentCreateTaskSimple";
const CANCEL = "/agentCancelTask";
const SUBMIT = "/agentSubmitWork";
let made = 0;
const offer = (more: object = {}) => ({ ...OFFER, title: `Task ${++made}`, ...more });
const relayAt = (server: { baseUrl: string }, body: object) => post(`${server.baseUrl}/mkt/relay`, body, freshCaller());
const relay = (body: object) => relayAt(market.service, body);
const codeOf = ({ status, json }: Reply) => [status, json["code"]];
/** A prepared step, and the request that relays it. */
async function signed(agent: Agent, path: string, body: object) {
  const { json } = await agent.prepare(path, { ...body });
  const gasless = gaslessIn(json);
  return { gasless, request: await agent.relayed(gasless, json) };
}
/** What a wallet signs instead: other data, under its next nonce. */
async function altered(agent: Agent, { gasless, request: body }: Awaited<ReturnType<typeof signed>>, data: string) {
  const nonce = String(BigInt(String(gasless.request["nonce"])) + 1n);
  const message = { ...gasless.typedData.message, data, nonce };
  const signature = await agent.signTyped({ typedData: { ...gasless.typedData, message } });
  return { ...body, request: { ...request(body), data, nonce }, signature };
}
const created = async () => keyIn(await buyer.relay(await buyer.prepare(CREATE, offer())));
const sentBy = (role: "relay") => market.chain.provider.getTransactionCount(market.address(role));
const hexOf = (bytes: number) => `0x${"ff".repeat(bytes)}`;
const request = (body: Record<string, unknown>) => body["request"] as Gasless["request"];
// A test that fails half-way must not leave the others waiting for blocks.
afterEach(() => market.chain.call("evm_setAutomine", true));
const tasksOf = async () =>
  (
    good(await market.get("/mkt/dashboard", { wallet: buyer.wallet, tab: "posted", limit: 50 })).json[
      "items"
    ] as unknown[]
  ).length;

describe("G1: the same request again", () => {
  it("G1: is the same transaction, for authorizations and requests, and after the deadline", async () => {
    const { request: creation } = await signed(buyer, CREATE, offer());
    const before = await sentBy("relay");
    const first = good(await relay(creation));
    const cancel = await signed(buyer, CANCEL, keyIn(first));
    const cancelled = good(await relay(cancel.request));
    expect(await sentBy("relay")).toBe(before + 2);
    await market.pass(700);
    expect(good(await relay(creation)).json).toMatchObject({
      txHash: first.json["txHash"],
      state: "CANCELLED",
    });
    expect(good(await relay(cancel.request)).text).toBe(cancelled.text);
    expect(await sentBy("relay")).toBe(before + 2);
  });

  it("G1: cannot be replayed under other words: another deadline, salt, gas or nonce", async () => {
    const key = await created();
    const { request: cancel } = await signed(buyer, CANCEL, key);
    good(await relay(cancel));
    const otherNonce = String(BigInt(String(request(cancel)["nonce"])) + 1n);
    for (const change of [
      { nonce: otherNonce },
      { gas: "300000" },
      { deadline: String(Number(request(cancel).deadline) - 1) },
    ]) {
      const [status] = codeOf(await relay({ ...cancel, request: { ...request(cancel), ...change } }));
      expect(status).toBe(401);
    }
    const { request: creation } = await signed(buyer, CREATE, offer());
    const salt = `0x${"12".repeat(32)}`;
    const other = await relay({ ...creation, request: { ...request(creation), salt } });
    expect(codeOf(other)).toEqual([401, "signature_invalid"]);
  });

  inDeep("G1: a used nonce is refused before anything is sent", async () => {
    const [one, two] = [await created(), await created()];
    const [first, next] = [await signed(buyer, CANCEL, one), await signed(buyer, CANCEL, two)];
    good(await relay(first.request));
    const before = await sentBy("relay");
    expect(codeOf(await relay(next.request))).toEqual([409, "state_conflict"]);
    expect(await sentBy("relay")).toBe(before);
  });
});

describe("G2: a request that is held back", () => {
  it("G2: is refused once its deadline has passed, and if its deadline is further ahead than ten minutes", async () => {
    const key = await created();
    const { request: cancel, gasless } = await signed(buyer, CANCEL, key);
    const far = String(Number(request(cancel).deadline) + 3_600);
    const typedData = { ...gasless.typedData, message: { ...gasless.typedData.message, deadline: far } };
    const signature = await buyer.signTyped({ typedData });
    const late = { ...cancel, request: { ...request(cancel), deadline: far }, signature };
    expect(codeOf(await relay(late))).toEqual([401, "signature_expired"]);
    await market.pass(601);
    expect(codeOf(await relay(cancel))).toEqual([401, "signature_expired"]);
  });
});

describe("G3: steps that revert on purpose", () => {
  it("G3: a step that would revert is refused by its reason, and nothing is sent", async () => {
    const key = await created();
    const { request: cancel } = await signed(buyer, CANCEL, key);
    await market.chain.call("anvil_setBalance", worker.wallet, "0x56bc75e2d63100000");
    await worker.do("/agentStakeAndConfirm", key);
    const before = await sentBy("relay");
    const refused = await relay(cancel);
    expect(codeOf(refused)).toEqual([409, "state_conflict"]);
    expect(refused.json["detail"]).toMatch(/^WrongState/);
    expect(await sentBy("relay")).toBe(before);
  });

  inDeep("G3: two that revert after their simulation bar the wallet for a day, and no other", async () => {
    const spoiler = new Agent(market, "payer2");
    for (let time = 0; time < 2; time++) {
      const key = keyIn(await spoiler.relay(await spoiler.prepare(CREATE, offer())));
      const { request: cancel } = await signed(spoiler, CANCEL, key);
      await market.chain.call("evm_setAutomine", false);
      const relaying = relay(cancel);
      await pendingOf(market.address("relay"));
      // The wallet's own transaction, which pays more, is first in the block.
      const data = escrowInterface.encodeFunctionData("cancelTask", [key.taskId]);
      const fees = { maxFeePerGas: toQuantity(10n ** 12n), maxPriorityFeePerGas: toQuantity(10n ** 11n) };
      const to = market.stage.addresses["agent-fast"];
      await market.chain.call("eth_sendTransaction", {
        from: spoiler.wallet,
        to,
        data,
        gas: toQuantity(500_000),
        ...fees,
      });
      await market.chain.mine();
      await market.chain.call("evm_setAutomine", true);
      expect(["tx_not_confirmed", "state_conflict"]).toContain((await relaying).json["code"]);
      expect(codeOf(await relay(cancel))).toEqual([409, "state_conflict"]);
    }
    const again = await signed(spoiler, CREATE, offer());
    const refused = await relay(again.request);
    expect(codeOf(refused)).toEqual([403, "relay_refused"]);
    expect(refused.json).toMatchObject({
      detail: expect.stringMatching(/for a day/),
      _nextAction: { endpoint: CREATE, action: "confirm" },
    });
    await created();
    await market.pass(86_401);
    await spoiler.relay(await spoiler.prepare(CREATE, offer()));
  });
});

describe("G15: reverts that a wallet did not cause", () => {
  it("G15: starts that the poster's base unit voids bar no worker, and the poster's own doing still counts", async () => {
    const starter = new Agent(market, "payer3");
    const reverted = async (key: { contract: string; taskId: string }, overtaking: string, from: Agent) => {
      const { request: start } = await signed(starter, "/agentStakeAndConfirm", key);
      await market.chain.call("evm_setAutomine", false);
      const relaying = relay(start);
      await pendingOf(market.address("relay"));
      const fees = { maxFeePerGas: toQuantity(10n ** 12n), maxPriorityFeePerGas: toQuantity(10n ** 11n) };
      const to = overtaking.startsWith("0xa9059cbb") ? USDC : market.stage.addresses["agent-fast"];
      const sent = { from: from.wallet, to, data: overtaking, gas: toQuantity(500_000), ...fees };
      await market.chain.call("eth_sendTransaction", sent);
      await market.chain.mine();
      await market.chain.call("evm_setAutomine", true);
      expect(["tx_not_confirmed", "state_conflict"]).toContain((await relaying).json["code"]);
      expect(codeOf(await relay(start))).toEqual([409, "state_conflict"]);
    };
    // The service's clock runs ahead of block times by seconds.
    market.ahead += 30;
    for (let time = 0; time < 3; time++) {
      const key = await created();
      const { json } = await buyer.prepare("/agentFundMore", { ...key, rewardUsdc: "5.000002" });
      const [more] = json["transactions"] as { data: string }[];
      await reverted(key, more?.data ?? "", buyer);
    }
    market.ahead -= 30;
    const free = await created();
    good(await relay((await signed(starter, "/agentStakeAndConfirm", free)).request));

    const units = (await market.stage.escrow.balances(starter.wallet)).usdcUnits;
    await market.chain.call("anvil_setBalance", starter.wallet, toQuantity(10n ** 20n));
    for (let time = 0; time < 2; time++) {
      const key = await created();
      await reverted(key, market.chain.usdc.interface.encodeFunctionData("transfer", [worker.wallet, units]), starter);
      await market.chain.pay({ from: "worker", to: starter.wallet, amountUsdcUnits: units });
    }
    const refused = await relay((await signed(starter, "/agentStakeAndConfirm", await created())).request);
    expect(codeOf(refused)).toEqual([403, "relay_refused"]);
    await market.pass(86_401);
  });
});

describe("G4: contract wallets", () => {
  const owner = Wallet.createRandom();
  const wallets = () => compileWallets();
  const deploy = async (name: string, ...args: unknown[]) => {
    const { abi, bytecode } = wallets()[name]!;
    const made = await new ContractFactory(abi, bytecode, market.chain.wallet("deployer")).deploy(...args);
    await made.waitForDeployment();
    const data = market.chain.usdc.interface.encodeFunctionData("mint", [made.target, 10n ** 9n]);
    await market.chain.send({ from: "deployer", to: USDC, data });
    return made as Contract;
  };
  const creationOf = async (wallet: unknown) => {
    const { json } = good(await market.post(CREATE, { ...offer(), wallet }, freshCaller()));
    const { kind, typedData, request: unsigned } = gaslessIn(json);
    const { domain, types, message } = typedData;
    return {
      contract: OFFER.contract,
      kind,
      request: unsigned,
      signature: await owner.signTypedData(domain, types, message),
    };
  };

  it("G4: creates a task by an authorization that a wallet's code accepts; its later steps are not forwarded", async () => {
    const wallet = await deploy("OwnerWallet", owner.address);
    const reply = good(await relay({ ...(await creationOf(wallet.target)), view: "full" }));
    expect(reply.json).toMatchObject({ task: { poster: wallet.target } });
    const prepared = good(await market.post(CANCEL, { ...keyIn(reply), wallet: wallet.target }, freshCaller()));
    expect(prepared.json["gasless"]).toBeUndefined();
  });

  it("G4: pays nothing for code that burns gas in isValidSignature, or accepts only when it is simulated", async () => {
    const before = await sentBy("relay");
    const burner = await deploy("TrickWallet", 5, 2_000_000n, 0n);
    expect((await relay(await creationOf(burner.target))).status).toBeGreaterThanOrEqual(400);
    const trick = await deploy("TrickWallet", 0, 0n, 0n);
    expect((await relay(await creationOf(trick.target))).status).toBeGreaterThanOrEqual(400);
    expect(await sentBy("relay")).toBe(before);
  });
});

describe("G10: accounts that delegate to code (EIP-7702)", () => {
  const delegator = () => new Agent(market, "payer");
  const delegate = (to: string) => market.chain.call("anvil_setCode", delegator().wallet, `0xef0100${to.slice(2)}`);
  const deploy = async (name: string, ...args: unknown[]) => {
    const { abi, bytecode } = compileWallets()[name]!;
    const made = await new ContractFactory(abi, bytecode, market.chain.wallet("deployer")).deploy(...args);
    await made.waitForDeployment();
    return made.target as string;
  };
  afterEach(() => market.chain.call("anvil_setCode", delegator().wallet, "0x"));

  it("G10: post by their code's word, and take every other step by their own key", async () => {
    await delegate(await deploy("OwnerWallet", delegator().wallet));
    const { request: creation, gasless } = await signed(delegator(), CREATE, offer());
    expect(gasless.kind).toBe("authorization");
    const cancel = await signed(delegator(), CANCEL, keyIn(good(await relay(creation))));
    expect(cancel.gasless.kind).toBe("forward");
    expect(good(await relay(cancel.request)).json).toMatchObject({ state: "CANCELLED" });
  });

  inDeep(
    "G10: whose code knows no signatures are refused with the direct way's reason, and still forward",
    async () => {
      const key = keyIn(good(await relay((await signed(delegator(), CREATE, offer())).request)));
      await delegate(market.stage.addresses.human);
      const before = await sentBy("relay");
      expect(codeOf(await relay((await signed(delegator(), CREATE, offer())).request))).toEqual([
        401,
        "signature_invalid",
      ]);
      expect(await sentBy("relay")).toBe(before);
      const cancel = await signed(delegator(), CANCEL, key);
      expect(good(await relay(cancel.request)).json).toMatchObject({ state: "CANCELLED" });
    },
  );

  it("G10: whose code says yes to anyone forward nothing that another key signed", async () => {
    const key = keyIn(good(await relay((await signed(delegator(), CREATE, offer())).request)));
    await delegate(await deploy("TrickWallet", 5, 0n, 0n));
    const { request: cancel, gasless } = await signed(delegator(), CANCEL, key);
    const forged = { ...cancel, signature: await worker.signTyped(gasless) };
    expect(codeOf(await relay(forged))).toEqual([401, "signature_invalid"]);
  });
});

describe("G11: a reorg under a relayed step", () => {
  const state = async (key: { contract: string; taskId: string }) =>
    (good(await market.get("/mkt/task", { contract: key.contract, id: key.taskId })).json as { state: string }).state;

  it("G11: a creation that disappears is sent again by the next request, as the same transaction", async () => {
    const { request: creation } = await signed(buyer, CREATE, offer());
    const before = await sentBy("relay");
    const first = good(await relay(creation));
    await market.chain.reorg(1);
    expect(await sentBy("relay")).toBe(before);
    const again = await buyer.confirm("/mkt/relay", { wallet: undefined, ...creation });
    expect(again.json).toMatchObject({ txHash: first.json["txHash"], state: "FUNDED" });
    expect([await sentBy("relay"), await state(keyIn(again))]).toEqual([before + 1, "FUNDED"]);
  });

  it("G11: a request that disappears is sent again by the job", async () => {
    const key = await created();
    const { request: cancel } = await signed(buyer, CANCEL, key);
    good(await relay(cancel));
    const after = await sentBy("relay");
    await market.chain.reorg(1);
    expect(await sentBy("relay")).toBe(after - 1);
    await relayOn(market, db).advance();
    expect([await sentBy("relay"), await state(key)]).toEqual([after, "CANCELLED"]);
  });

  inDeep("G11: one that does not come back is pending, and never said to be done", async () => {
    const key = await created();
    const { request: cancel } = await signed(buyer, CANCEL, key);
    good(await relayAt(second, cancel));
    await market.chain.reorg(1);
    node.fault = (calls) =>
      calls.some(({ method }) => method === "eth_sendRawTransaction") ? { kind: "drop", when: "before" } : undefined;
    for (let time = 0; time < 2; time++)
      expect(codeOf(await relayAt(second, cancel))).toEqual([503, "tx_not_confirmed"]);
    node.fault = undefined;
    await buyer.confirm("/mkt/relay", { wallet: undefined, ...cancel });
    expect(await state(key)).toBe("CANCELLED");
  });

  it("G11: one that is mined again and reverts there is said to have reverted", async () => {
    const poor = new Agent(market, "worker2");
    const units = (await market.stage.escrow.balances(poor.wallet)).usdcUnits;
    const { request: creation } = await signed(poor, CREATE, offer());
    good(await relay(creation));
    await market.chain.reorg(1);
    await market.chain.pay({ from: "worker2", to: buyer.wallet, amountUsdcUnits: units });
    try {
      for (let time = 0; time < 2; time++) {
        let refused = await relay(creation);
        // Until the node has it in a block again.
        for (let wait = 0; wait < 50 && refused.json["code"] === "tx_not_confirmed"; wait++)
          refused = await relay(creation);
        expect(codeOf(refused)).toEqual([409, "state_conflict"]);
        expect(refused.json["detail"]).toMatch(/^The transaction reverted/);
      }
    } finally {
      await market.chain.pay({ from: "buyer", to: poor.wallet, amountUsdcUnits: units });
    }
  });
});

describe("G5: draining the relay", () => {
  it("G5: a creation needs the smallest reward, and metadata that its poster prepared here", async () => {
    const { request: good5, gasless } = await signed(buyer, CREATE, offer());
    const [, terms] = [0, escrowInterface.decodeFunctionData("createTask", gasless.request.data)[0] as unknown[]];
    const dataWith = (at: number, value: unknown) =>
      escrowInterface.encodeFunctionData("createTask", [[...terms].map((one, place) => (place === at ? value : one))]);
    for (const data of [dataWith(0, 999_999n), dataWith(2, `0x${"77".repeat(32)}`)]) {
      const refused = await relay({ ...good5, request: { ...request(good5), data } });
      expect(codeOf(refused)).toEqual([403, "relay_refused"]);
    }
  });

  it("G5: create-and-cancel loops end at the wallet's cap, each loop having cost it the cancel fee", async () => {
    const capped = await market.anotherService(db, { ...RELAY, RELAY_WALLET_STEPS: "2" });
    const looper = new Agent(market, "payer3");
    const held = (await market.stage.escrow.balances(looper.wallet)).usdcUnits;
    const creation = await signed(looper, CREATE, offer());
    const key = keyIn(good(await relayAt(capped, creation.request)));
    good(await relayAt(capped, (await signed(looper, CANCEL, key)).request));
    expect(held - (await market.stage.escrow.balances(looper.wallet)).usdcUnits).toBe(500_000n);
    const refused = await relayAt(capped, (await signed(looper, CREATE, offer())).request);
    expect(codeOf(refused)).toEqual([403, "relay_refused"]);
    expect(refused.json["detail"]).toMatch(/today/);
    await capped.close();
  });

  inDeep(
    "G5: a party's steps of a task end at its cap, which leaves the other party its own, and the direct way",
    async () => {
      const capped = await market.anotherService(db, { ...RELAY, RELAY_TASK_STEPS: "1" });
      const key = await created();
      good(await relayAt(capped, (await signed(worker, "/agentStakeAndConfirm", key)).request));
      good(await relayAt(capped, (await signed(worker, SUBMIT, { ...key, ...WORK })).request));
      const rejection = { ...key, decision: "reject", rating: 1, comment: "It is empty." };
      good(await relayAt(capped, (await signed(buyer, "/agentDecide", rejection)).request));
      const contest = { ...key, action: "contest", text: "It is not empty." };
      const refused = await relayAt(capped, (await signed(worker, SUBMIT, contest)).request);
      expect(codeOf(refused)).toEqual([403, "relay_refused"]);
      expect(refused.json).toMatchObject({ _nextAction: { endpoint: SUBMIT, body: { taskId: key.taskId } } });
      await worker.do(SUBMIT, contest);
      await capped.close();
    },
  );

  it("G5: work that the escrow has already is not sent again", async () => {
    const key = await created();
    good(await relay((await signed(worker, "/agentStakeAndConfirm", key)).request));
    const submission = await signed(worker, SUBMIT, { ...key, ...WORK });
    good(await relay(submission.request));
    const [, hash] = escrowInterface.decodeFunctionData("submitWork", submission.gasless.request.data);
    const data = escrowInterface.encodeFunctionData("resubmitWork", [key.taskId, 0, hash, 0, "0x"]);
    const before = await sentBy("relay");
    expect(codeOf(await relay(await altered(worker, submission, data)))).toEqual([409, "state_conflict"]);
    expect(await sentBy("relay")).toBe(before);
  });
});

describe("G6: several instances", () => {
  it("G6: one request, twenty times at once on two instances, is one transaction and one answer", async () => {
    const { request: creation } = await signed(buyer, CREATE, offer());
    const [before, had] = [await sentBy("relay"), await tasksOf()];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => relayAt(at % 2 ? second : market.service, creation)),
    );
    const done = await Promise.all(replies.map(async (reply) => (reply.status === 200 ? reply : relay(creation))));
    expect(new Set(done.map(({ json }) => json["txHash"])).size).toBe(1);
    expect(await sentBy("relay")).toBe(before + 1);
    expect(await tasksOf()).toBe(had + 1);
  });
});

describe("G1: what costs little", () => {
  it("G1: another's signature of a creation costs one look at the account's code", async () => {
    const { request: creation, gasless } = await signed(buyer, CREATE, offer());
    node.reset();
    const forged = { ...creation, signature: await worker.signTyped(gasless) };
    expect(codeOf(await relayAt(second, forged))).toEqual([401, "signature_invalid"]);
    expect(node.calls.filter(({ method }) => method !== "eth_chainId").map(({ method }) => method)).toEqual([
      "eth_getCode",
    ]);
  });

  it("G1: data has a size, which is looked at before the database and a node", async () => {
    const cancel = await signed(buyer, CANCEL, await created());
    // Signed work, whose signature is as long as the wallet's code likes; the call takes 196 bytes beside it.
    const sized = (bytes: number) =>
      escrowInterface.encodeFunctionData("resubmitWork", [1, 1, `0x${"11".repeat(32)}`, 2_000_000_000, hexOf(bytes)]);
    const [largest, tooLarge] = [
      await altered(buyer, cancel, sized(3_872)),
      await altered(buyer, cancel, sized(3_904)),
    ];
    expect([largest, tooLarge].map((body) => (request(body).data.length - 2) / 2)).toEqual([4_068, 4_100]);
    expect(codeOf(await relay(largest))).not.toEqual([400, "invalid_request"]);
    node.reset();
    const refused = await relayAt(second, tooLarge);
    expect(codeOf(refused)).toEqual([400, "invalid_request"]);
    expect(refused.json["errors"]).toMatchObject([{ pointer: "/request/data" }]);
    expect(node.roundTrips).toBe(0);
  });

  it("G1: a signature that a wallet's code verifies has a size, which is looked at before it is simulated", async () => {
    await market.chain.call("anvil_setCode", market.address("payer3"), "0x00");
    const { request: creation } = await signed(new Agent(market, "payer3"), CREATE, offer());
    node.reset();
    const refused = await relayAt(second, { ...creation, signature: hexOf(4_097) });
    expect(codeOf(refused)).toEqual([403, "relay_refused"]);
    expect(refused.json["detail"]).toMatch(/at most 4096 bytes/);
    expect(node.calls.map(({ method }) => method)).not.toContain("eth_estimateGas");
    await market.chain.call("anvil_setCode", market.address("payer3"), "0x");
  });

  inDeep("G1: a creation whose authorization another sent is told to look for its task", async () => {
    const { request: creation } = await signed(buyer, CREATE, offer());
    const had = await tasksOf();
    good(await relay(creation));
    const stored = await db.collection("relayTransactions").where("state", "==", "succeeded").get();
    // As if this service had never sent it.
    await Promise.all(stored.docs.map((doc) => doc.ref.delete()));
    const refused = await relay(creation);
    expect(refused.json["detail"]).toMatch(/^AuthorizationUsed.*\/mkt\/dashboard/);
    expect(await tasksOf()).toBe(had + 1);
  });
});

describe("G3: honest steps at the same time", () => {
  inDeep("G3: of two requests with one nonce, one is sent; the other waits, and bars no one", async () => {
    const [one, two] = [await created(), await created()];
    const steps = [await signed(buyer, CANCEL, one), await signed(buyer, CANCEL, two)];
    const before = await sentBy("relay");
    await market.chain.call("evm_setAutomine", false);
    const replies = await Promise.all(steps.map(({ request: body }) => relay(body)));
    await market.chain.call("evm_setAutomine", true);
    await market.chain.mine();
    expect(replies.map(codeOf)).toEqual([
      [503, "tx_not_confirmed"],
      [503, "tx_not_confirmed"],
    ]);
    const ends = await Promise.all(steps.map(({ request: body }) => buyer.call("/mkt/relay", { ...body })));
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await sentBy("relay")).toBe(before + 1);
  });
});

describe("G6: an unclear answer of a node", () => {
  /** The request is pending while the node is at fault; then it is done, once. */
  async function onceUnder(fault: RpcProxy["fault"]): Promise<void> {
    const { request: creation } = await signed(buyer, CREATE, offer());
    const [before, had] = [await sentBy("relay"), await tasksOf()];
    node.fault = fault;
    const unclear = await relayAt(second, creation);
    node.fault = undefined;
    expect(codeOf(unclear)).toEqual([503, "tx_not_confirmed"]);
    expect(good(await relayAt(second, creation)).json).toMatchObject({ state: "FUNDED" });
    expect([await sentBy("relay"), await tasksOf()]).toEqual([before + 1, had + 1]);
  }

  inDeep("G6: a step that is mined between two answers of a batch is not lost", async () => {
    await onceUnder(behind);
  });

  it("G6: a step that was broadcast before all nodes went away is pending, and never the wallet's own to send", async () => {
    let isSent = false;
    await onceUnder((calls) => {
      isSent ||= calls.some(({ method }) => method === "eth_sendRawTransaction");
      return isSent ? { kind: "drop", when: "after" } : undefined;
    });
  });
});

describe("G7: a relay that cannot pay", () => {
  const refusedAt = async (server: TestServer) => {
    const { request: creation } = await signed(buyer, CREATE, offer());
    const refused = await relayAt(server, creation);
    expect(codeOf(refused)).toEqual([503, "relay_unavailable"]);
    expect(refused.json).toMatchObject({
      _nextAction: { endpoint: CREATE, action: "confirm", body: { wallet: buyer.wallet } },
    });
    return String(refused.json["detail"]);
  };

  it("G7: says so, with the direct way, when its budget is used up, and when a step costs more than it may", async () => {
    const poor = await market.anotherService(db, { ...RELAY, RELAY_BUDGET_GWEI: "20" });
    expect(await refusedAt(poor)).toMatch(/^Gas is too expensive/);
    await poor.close();
    const ledger = db.collection("settlers").doc(market.address("relay"));
    await ledger.set({ spentWei: "810000000000000000" }, { merge: true });
    expect(await refusedAt(market.service)).toMatch(/^The relay's gas budget for today is used up/);
    expect((await market.get("/mkt/health")).json).toMatchObject({
      checks: { relay: { ok: false, budgetLeftWei: "0" } },
    });
    await ledger.set({ spentWei: "0" }, { merge: true });
  });

  it("G7: when its wallet is empty, and health shows it", async () => {
    await market.chain.call("anvil_setBalance", market.address("relay"), "0x1");
    expect(await refusedAt(market.service)).toMatch(/too little ether/);
    expect((await market.get("/mkt/health")).json).toMatchObject({ checks: { relay: { ok: false, wei: "1" } } });
    await market.chain.call("anvil_setBalance", market.address("relay"), "0x56bc75e2d63100000");
  });

  it("G7: when no node answers, and nothing is left behind", async () => {
    const { request: creation } = await signed(buyer, CREATE, offer());
    node.fault = { kind: "drop", when: "before" };
    expect(codeOf(await relayAt(second, creation))).toEqual([503, "relay_unavailable"]);
    node.fault = undefined;
    expect(good(await relay(creation)).json).toMatchObject({ state: "FUNDED" });
  });
});

describe("G8: calls that are no step of the workflow", () => {
  it("G8: refuses other functions, other encodings, other contracts and other chains", async () => {
    const { request: cancel, gasless } = await signed(buyer, CANCEL, await created());
    const own = request(cancel);
    const others = [
      escrowInterface.encodeFunctionData("setTreasury", [buyer.wallet]),
      escrowInterface.encodeFunctionData("transferOwnership", [buyer.wallet]),
      market.chain.usdc.interface.encodeFunctionData("transfer", [buyer.wallet, 1n]),
      `${own.data}00`,
      `${own.data.slice(0, 10)}${"ff".repeat(31)}`,
      escrowInterface.encodeFunctionData("multicall", [[]]),
      escrowInterface.encodeFunctionData("multicall", [
        [escrowInterface.encodeFunctionData("multicall", [[own.data]])],
      ]),
    ];
    for (const data of others)
      expect(codeOf(await relay({ ...cancel, request: { ...own, data } }))).toEqual([400, "invalid_request"]);
    expect(codeOf(await relay({ ...cancel, contract: `0x${"12".repeat(20)}` }))[0]).toBe(400);
    const domain = { ...gasless.typedData.domain, chainId: 1 };
    const signature = await buyer.signTyped({ typedData: { ...gasless.typedData, domain } });
    expect(codeOf(await relay({ ...cancel, signature }))).toEqual([401, "signature_invalid"]);
    expect(codeOf(await relay({ ...cancel, contract: "human" }))[0]).toBeGreaterThanOrEqual(400);
  });

  it("G8: joins no calls but signed work and the decision on it, of one task and one hash", async () => {
    const { request: cancel } = await signed(buyer, CANCEL, await created());
    const { request: creation } = await signed(buyer, CREATE, offer());
    const own = request(cancel);
    const [terms] = escrowInterface.decodeFunctionData("createTask", request(creation).data) as unknown as [unknown];
    const encode = (name: string, ...args: unknown[]) => escrowInterface.encodeFunctionData(name, args);
    const [one, two] = [`0x${"11".repeat(32)}`, `0x${"22".repeat(32)}`];
    const work = encode("resubmitWork", 1, 1, one, 2_000_000_000, `0x${"11".repeat(64)}1b`);
    const funding = encode("fundMore", 1, 6_000_000, 2_000_000_000);
    const joined: string[][] = [
      [encode("createTaskWithPermit", terms, [10n ** 9n, 2_000_000_000, 27, one, one]), funding],
      [own.data, funding],
      [own.data],
      [work, encode("approve", 2, one, 5, one)],
      [work, encode("reject", 1, two, 1, one)],
      [encode("approve", 1, one, 5, one), work],
      [work, encode("approve", 1, one, 5, one), funding],
      [encode("resubmitWork", 1, 1, one, 0, "0x"), encode("approve", 1, one, 5, one)],
    ];
    for (const calls of joined) {
      const data = encode("multicall", calls);
      expect(codeOf(await relay({ ...cancel, request: { ...own, data } }))).toEqual([400, "invalid_request"]);
    }
  });

  it("G8: a stranger's timeout call is not paid for, and another's signature is refused without a node", async () => {
    const key = await created();
    const { request: cancel, gasless } = await signed(buyer, CANCEL, key);
    const forged = {
      ...cancel,
      signature: await worker.signTyped({ typedData: gaslessIn((await buyer.prepare(CANCEL, key)).json).typedData }),
    };
    await relayAt(second, cancel);
    node.reset();
    expect(codeOf(await relayAt(second, forged))).toEqual([401, "signature_invalid"]);
    expect(node.roundTrips).toBe(0);
    const stranger = new Agent(market, "stranger");
    const message = { ...gasless.typedData.message, from: stranger.wallet, nonce: "0" };
    const strange = {
      ...cancel,
      request: { ...request(cancel), from: stranger.wallet, nonce: "0" },
      signature: await stranger.signTyped({ typedData: { ...gasless.typedData, message } }),
    };
    expect(codeOf(await relay(strange))).toEqual([403, "forbidden_role"]);
    for (const signature of ["0x", "0xzz", `0x${"00".repeat(65)}`, `0x${"ff".repeat(9_000)}`])
      expect(codeOf(await relay({ ...cancel, signature }))[0]).toBeLessThan(500);
  });
});

describe("G9: mandates", () => {
  async function grant(agent: Agent, more: object) {
    good(await market.call("/mkt/mandate", agent.role, { action: "accept", owner: market.address("payer") }));
    const now = Math.floor(market.nowMs() / 1_000);
    const body = {
      agent: agent.wallet,
      owner: market.address("payer"),
      ...more,
      issuedAt: now,
      expiresAt: now + 604_800,
    };
    const { typedData } = good(await market.post("/mkt/mandate/grant", body, freshCaller())).json as unknown as Gasless;
    const { domain, types, message } = typedData;
    const signature = await market.chain.wallet("payer").signTypedData(domain, types, message);
    good(await market.post("/mkt/mandate/grant", { ...body, signature }, freshCaller()));
  }

  it("G9: bound a relayed step as they bound its prepare", async () => {
    const agent = new Agent(market, "worker2");
    const { request: creation } = await signed(agent, CREATE, offer());
    await grant(agent, { steps: ["work"], maxPerTaskUsdc: "1", maxPerDayUsdc: "1" });
    const before = await sentBy("relay");
    expect(codeOf(await relay(creation))).toEqual([403, "mandate_refused"]);
    expect(await sentBy("relay")).toBe(before);
  });

  it("G9: every form of a creation counts, and an answer has one form: its own gas, or the relay's", async () => {
    const agent = new Agent(market, "payer2");
    await market.chain.call("anvil_setBalance", agent.wallet, toQuantity(10n ** 20n));
    const { request: other } = await signed(agent, CREATE, offer());
    await grant(agent, { steps: ["post"], maxPerTaskUsdc: "6", maxPerDayUsdc: "9" });
    const direct = good(await agent.call(CREATE, offer(), await agent.session()));
    expect(Object.keys(direct.json)).not.toEqual(expect.arrayContaining(["gasless"]));
    expect(Object.keys(direct.json)).not.toEqual(expect.arrayContaining(["signatures"]));
    await agent.send(direct);
    expect(codeOf(await relay(other))).toEqual([403, "mandate_exceeded"]);

    await market.pass(86_400);
    await market.chain.call("anvil_setBalance", agent.wallet, "0x0");
    const session = await agent.session();
    const prepared = good(await agent.call(CREATE, offer(), session));
    expect(prepared.json["transactions"]).toEqual([]);
    const request = await agent.relayed(gaslessIn(prepared.json), prepared.json);
    const created = good(await relay(request));
    expect(good(await relay(request)).json["txHash"]).toBe(created.json["txHash"]);
    expect(codeOf(await agent.call(CREATE, offer(), session))).toEqual([403, "mandate_exceeded"]);
  });
});

/** Waits until a wallet has a transaction that is not mined. */
async function pendingOf(wallet: string): Promise<void> {
  const count = (block: string) => market.chain.call<string>("eth_getTransactionCount", wallet, block);
  await until(async () => (await count("pending")) !== (await count("latest")));
}
