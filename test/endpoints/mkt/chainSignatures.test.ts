import { AbiCoder, Interface, Signature } from "ethers";
import { firestoreInterests } from "../../../functions/src/adapters/firestore/tasks/interests";
import { firestoreKeeperStore } from "../../../functions/src/adapters/firestore/payments/keeperStore";
import { firestoreResubmissions } from "../../../functions/src/adapters/firestore/tasks/resubmissions";
import { firestoreTasks } from "../../../functions/src/adapters/firestore/tasks/tasks";
import type { Hex } from "../../../functions/src/domain/keccak";
import type { TaskKey } from "../../../functions/src/domain/task/events";
import type { EscrowCall } from "../../../functions/src/domain/task/call";
import { VARIANTS } from "../../../functions/src/domain/workflow/variants";
import type { Role } from "../../../dev/local/wallets";
import { testFirestore } from "../../setup/firestore";
import { Market, named } from "../../setup/market";
import { runs } from "../../setup/runs";
import { until } from "../../setup/until";

const { db } = testFirestore();
const resubmissions = firestoreResubmissions(db);
const market = Market.forFile(db);
afterEach(async () => {
  for (const role of ["worker", "buyer"] as const) await setCode(role, "0x");
});

const setCode = (role: Role, code: string) => market.chain.call("anvil_setCode", market.address(role), code);
/** An EIP-7702 account whose delegate knows no ERC-1271: the escrow, of all contracts. */
const delegate = (role: Role) => setCode(role, `0xef0100${market.stage.addresses.human.slice(2)}`);
/** Code that accepts every signature (ERC-1271). */
const ACCEPTS_ALL = "0x631626ba7e60e01b5f5260205ff3";
/** The same, if it is asked with more gas than the escrow grants a wallet. */
const ACCEPTS_DEARLY = "0x5a6203f7a010600c575f5ffd5b631626ba7e60e01b5f5260205ff3";

/** A key's signature in the forms that wallets and libraries give it. */
const FORMS: Record<string, (signature: string) => string> = {
  "v 0 or 1": (signature) => `${signature.slice(0, 130)}0${Number.parseInt(signature.slice(130), 16) - 27}`,
  "EIP-2098": (signature) => Signature.from(signature).compactSerialized,
  "upper case": (signature) => `0x${signature.slice(2).toUpperCase()}`,
  "ERC-6492": wrapped,
};

function wrapped(signature: string): string {
  const inside = AbiCoder.defaultAbiCoder().encode(
    ["address", "bytes", "bytes"],
    [market.address("stranger"), "0x1234", signature],
  );
  return `${inside}${"6492".repeat(16)}`;
}

interface ToSign {
  typedData: { domain: object; types: Record<string, { name: string; type: string }[]>; message: object };
  typedDataField: string;
  request: Record<string, unknown>;
}

/** The body of a request with the contract's signature in it, in some form. */
async function signedFor(
  path: string,
  role: Role,
  body: object,
  form: (signature: string) => string,
): Promise<Record<string, unknown>> {
  const wallet = market.address(role);
  const { typedData, typedDataField, request } = (
    await market.post("/mkt/sign/prepare", { endpoint: path, wallet, body })
  ).json as unknown as ToSign;
  const signature = await market.chain.wallet(role).signTypedData(typedData.domain, typedData.types, typedData.message);
  return { ...request, [typedDataField]: form(signature) };
}

const asked = () => market.task("human", {}, { steps: ["start", "submit", "requestChanges"] });

/** The worker answers by signature; what is stored anchors on the chain, sent by somebody else. */
async function resubmitted(key: TaskKey, form: (signature: string) => string) {
  const signed = await signedFor("/mkt/resubmit", "worker", { ...named(key), text: "Better." }, form);
  const reply = await market.call("/mkt/resubmit", "worker", { ...signed, view: "full" });
  const task = (await firestoreTasks(db).get(key))?.task;
  const stored = task ? await resubmissions.find(task) : null;
  return { reply, stored };
}

async function anchors(key: TaskKey, form: (signature: string) => string): Promise<Hex> {
  const { reply, stored } = await resubmitted(key, form);
  expect([reply.status, reply.json["code"]]).toEqual([200, "resubmitted"]);
  if (!stored) throw new Error("nothing is stored");
  const { submissionHash, signature } = stored;
  await market.stage.call({ function: "resubmitWork", ...key, ...stored, signed: stored }, "stranger");
  expect(await market.stage.task(key)).toMatchObject({ state: "SUBMITTED", contentHash: submissionHash });
  return signature;
}

describe("D13: what /mkt/resubmit accepts holds on the chain", () => {
  it.each(Object.entries(FORMS))("a key's signature as %s", async (_name, form) => {
    expect(await anchors(await asked(), form)).toMatch(/^0x[0-9a-f]{128}1[bc]$/);
  });

  it("an EIP-7702 account whose delegate knows no ERC-1271", async () => {
    const key = await asked();
    await delegate("worker");
    await anchors(key, (signature) => signature);
  });

  it("a deployed wallet's signature in a wrapper for wallets that are not", async () => {
    const key = await asked();
    await setCode("worker", ACCEPTS_ALL);
    expect(await anchors(key, () => wrapped("0xc0ffee"))).toBe("0xc0ffee");
  });

  it("and nothing that would not: no wallet at the address, or one that asks for too much gas", async () => {
    const key = await asked();
    expect((await resubmitted(key, () => wrapped("0xc0ffee"))).reply.json).toMatchObject({
      code: "signature_invalid",
      _nextAction: { actor: "client" },
    });
    await setCode("worker", ACCEPTS_DEARLY);
    expect((await resubmitted(key, () => "0xc0ffee")).reply.json["code"]).toBe("signature_invalid");
    expect((await resubmitted(key, () => "0xc0ffee")).stored).toBeNull();
  });

  it("the same by /agentSubmitWork", async () => {
    const key = await asked();
    const wallet = market.address("worker");
    const prepared = (await market.post("/agentSubmitWork", { ...named(key), wallet, text: "Better." }))
      .json as unknown as {
      code: string;
      submissionHash: Hex;
      signatures: [{ deadline: number; typedData: ToSign["typedData"] }];
    };
    expect(prepared.code).toBe("resubmission_signature_required");
    const [{ deadline, typedData }] = prepared.signatures;
    const signature = await market.chain
      .wallet("worker")
      .signTypedData(typedData.domain, typedData.types, typedData.message);
    const form = FORMS["EIP-2098"];
    const body = {
      ...named(key),
      wallet,
      submissionHash: prepared.submissionHash,
      resubmissionDeadline: deadline,
      resubmissionSignature: form?.(signature),
    };
    const junk = await market.chain.wallet("stranger").signMessage("junk");
    const refused = await market.post("/agentSubmitWork", { ...body, resubmissionSignature: junk });
    expect(refused.json["code"]).toBe("signature_invalid");
    expect((await market.post("/agentSubmitWork", body)).json).toMatchObject({
      code: "resubmitted",
      _nextAction: { actor: "worker", body: { action: "anchor" } },
    });
    const task = (await firestoreTasks(db).get(key))?.task;
    const signed = task && (await resubmissions.find(task));
    if (!signed) throw new Error("nothing is stored");
    await market.stage.call({ function: "resubmitWork", ...key, ...signed, signed }, "stranger");
  });
});

describe("D13: no junk gets in where the contract does not look at the signature", () => {
  interface Prepared {
    submissionHash: Hex;
    signatures: [{ deadline: number; typedData: ToSign["typedData"] }];
  }

  async function prepared(key: TaskKey) {
    const who = { ...named(key), wallet: market.address("worker") };
    const {
      submissionHash,
      signatures: [{ deadline, typedData }],
    } = (await market.post("/agentSubmitWork", { ...who, text: "Better." })).json as unknown as Prepared;
    const sign = async (hash: Hex) =>
      (await market.chain
        .wallet("worker")
        .signTypedData(typedData.domain, typedData.types, { ...typedData.message, submissionHash: hash })) as Hex;
    const post = (hash: Hex, signature: Hex) =>
      market.post("/agentSubmitWork", {
        ...who,
        submissionHash: hash,
        resubmissionDeadline: deadline,
        resubmissionSignature: signature,
      });
    return { submissionHash, deadline, sign, post };
  }

  it("D13: a junk signature for work that the chain has and the projection does not know yet", async () => {
    const key = await asked();
    const { submissionHash, deadline, sign, post } = await prepared(key);
    const signed = { deadline, signature: await sign(submissionHash) };
    await market.stage.call({ function: "resubmitWork", ...key, round: 1, submissionHash, signed }, "stranger");
    const junk = await market.chain.wallet("stranger").signMessage("junk");
    expect((await post(submissionHash, junk as Hex)).json).toMatchObject({ code: "signature_invalid" });
    const task = (await firestoreTasks(db).get(key))?.task;
    expect(task?.state).toBe("CHANGES_REQUESTED");
    expect(task && (await resubmissions.find(task))).toBeNull();
  });

  it("D13: work that was submitted before", async () => {
    const key = await asked();
    const { sign, post } = await prepared(key);
    const [before] = (await firestoreTasks(db).get(key))?.task.submissionHashes ?? [];
    if (!before) throw new Error("no work is submitted");
    expect((await post(before, await sign(before))).json).toMatchObject({
      code: "state_conflict",
      detail: expect.stringContaining("submitted before"),
    });
  });
});

describe("D13: what /mkt/interest/resolve accepts holds on the chain", () => {
  async function approved(form: (signature: string) => string) {
    const key = await market.task("human", { mode: "selection" });
    await market.call("/mkt/interest", "worker2", named(key));
    const body = { ...named(key), worker: market.address("worker2"), decision: "approve" };
    return {
      key,
      reply: await market.call(
        "/mkt/interest/resolve",
        "buyer",
        await signedFor("/mkt/interest/resolve", "buyer", body, form),
      ),
    };
  }

  async function expectStarts(key: TaskKey): Promise<void> {
    const task = (await firestoreTasks(db).get(key))?.task;
    const voucher = task ? (await firestoreInterests(db).find(task, market.stage.address("worker2")))?.voucher : null;
    if (!voucher) throw new Error("no voucher is stored");
    await market.stage.call(
      { function: "stakeAndStart", ...key, agreedTerms: await market.stage.agreedTerms(key), voucher },
      "worker2",
    );
    expect((await market.stage.task(key)).state).toBe("STARTED");
  }

  it.each(Object.entries(FORMS))("a key's signature as %s", async (_name, form) => {
    const { key, reply } = await approved(form);
    expect([reply.status, reply.json]).toMatchObject([200, { interest: { status: "approved" } }]);
    await expectStarts(key);
  });

  it("an EIP-7702 account whose delegate knows no ERC-1271, and no wallet that asks for too much gas", async () => {
    await delegate("buyer");
    const { key, reply } = await approved((signature) => signature);
    expect(reply.status).toBe(200);
    await expectStarts(key);
    await setCode("buyer", ACCEPTS_DEARLY);
    expect((await approved(() => "0xc0ffee")).reply.json["code"]).toBe("signature_invalid");
  });
});

describe("D14: an answer that no one anchors costs the worker, so the worker is told", () => {
  it("always prepares the worker's own transaction, whether or not a keeper is at work, and counts what waits", async () => {
    const anchoring = async () => {
      await market.pass(3);
      return (
        (await market.get("/mkt/health")).json as {
          checks: { anchoring: { ok: boolean; waiting: number; until: string } };
        }
      ).checks.anchoring;
    };
    const before = await anchoring();
    const key = await asked();
    const { reply } = await resubmitted(key, (signature) => signature);
    const { deadlines } = (reply.json as { task: { deadlines: { resubmitBy: string } } }).task;
    expect(reply.json).toMatchObject({
      _nextAction: {
        actor: "worker",
        endpoint: "/agentSubmitWork",
        deadline: deadlines.resubmitBy,
        onSilence: expect.stringContaining("half of the stake"),
      },
    });
    const { transactions } = reply.json as { transactions: [{ to: string; data: string; from: string }] };
    expect(transactions).toHaveLength(1);
    expect(await anchoring()).toMatchObject({
      ok: false,
      waiting: before.waiting + 1,
      until: expect.stringMatching(/^20/),
    });
    const hash = await market.chain.send({ from: "worker", to: transactions[0].to, data: transactions[0].data });
    expect((await market.stage.task(key)).state).toBe("SUBMITTED");
    await market.post("/agentSubmitWork", { ...named(key), wallet: market.address("worker"), txHash: hash });
    expect((await anchoring()).waiting).toBe(before.waiting);

    const keeperStore = firestoreKeeperStore(db);
    await keeperStore.noteRun(market.nowMs());
    const second = await resubmitted(await asked(), (signature) => signature);
    expect(second.reply.json).toMatchObject({ code: "resubmitted", transactions: [{ to: transactions[0].to }] });
    expect(await anchoring()).toMatchObject({ ok: true, waiting: before.waiting + 1 });
    await market.pass(6 * 60);
    expect((await anchoring()).ok).toBe(false);
  });

  it("asks the worker to anchor until the chain has it, and the buyer to judge", async () => {
    const key = await asked();
    await resubmitted(key, (signature) => signature);
    const next = async (role: Role) =>
      (await market.get("/mkt/interest/status", { ...named(key), wallet: market.address(role) })).json["_nextAction"];
    expect(await next("worker")).toMatchObject({
      actor: "worker",
      action: "anchorResubmission",
      body: { action: "anchor" },
    });
    expect(await next("stranger")).toMatchObject({ actor: "worker", action: "anchorResubmission" });
    expect(await next("buyer")).toMatchObject({ actor: "poster", action: "approveDuringChanges" });
    const anchor = await market.post("/agentSubmitWork", {
      ...named(key),
      wallet: market.address("worker"),
      action: "anchor",
    });
    const {
      transactions: [transaction],
    } = anchor.json as unknown as { transactions: [{ to: string; data: string }] };
    await market.chain.send({ from: "worker", to: transaction.to, data: transaction.data });
    await market.sync(key);
    expect(await next("worker")).toMatchObject({ actor: "poster", action: "approve" });
  });
});

describe("D24: an anchoring that somebody else was faster with", () => {
  const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";
  const multicall = new Interface([
    "function aggregate3(tuple(address target, bool allowFailure, bytes callData)[] calls) payable",
  ]);
  const anchorOf = async (key: TaskKey) => {
    const { stored } = await resubmitted(key, (signature) => signature);
    if (!stored) throw new Error("nothing is stored");
    return { function: "resubmitWork", ...key, ...stored, signed: stored } as const;
  };
  /** As bundlers and Safes do it: somebody else sends a transaction to another contract, which makes the calls. */
  const bundled = (...calls: EscrowCall[]) => {
    const encoded = calls.map((call) => market.stage.escrow.encode(call));
    const data = multicall.encodeFunctionData("aggregate3", [encoded.map(({ to, data }) => [to, false, data])]);
    return market.chain.send({ from: "stranger", to: MULTICALL3, data });
  };
  const confirmed = async (key: TaskKey, txHash: string) =>
    (
      await market.post("/agentSubmitWork", {
        ...named(key),
        wallet: market.address("worker"),
        action: "confirm",
        txHash,
        view: "full",
      })
    ).json;

  it("D24: is confirmed by the transaction of a bundler, also one that does something for another task", async () => {
    const [first, second] = [await asked(), await asked()];
    const [anchorFirst, anchorSecond] = [await anchorOf(first), await anchorOf(second)];
    await market.stage.call(anchorFirst, "stranger");
    const done = { task: { state: "SUBMITTED", changeRounds: 1 } };
    expect(await confirmed(first, await bundled(anchorFirst))).toMatchObject(done);
    const both = await bundled(anchorFirst, anchorSecond);
    expect(await confirmed(first, both)).toMatchObject(done);
    expect(await confirmed(second, both)).toMatchObject(done);
  });

  it("D24: is confirmed by no transaction that took another step of the task, or that calls something else of ours", async () => {
    const key = await asked();
    const anchor = await anchorOf(key);
    const other = await asked();
    await market.stage.call(anchor, "stranger");
    const approval = market.stage.escrow.encode({ function: "approveUsdc", contract: "human", amountUsdcUnits: 1n });
    const elsewhere = market.stage.escrow.encode(await anchorOf(other));
    for (const { to, data } of [approval, elsewhere])
      expect(await confirmed(key, await market.chain.send({ from: "stranger", to, data }))).toMatchObject({
        code: "state_conflict",
      });
  });
});

/** Asked for until it is there: ethers waits for a later block where the transaction's came while it began to wait. */
async function receiptOf(hash: Hex) {
  const { provider } = market.chain;
  await until(async () => (await provider.getTransactionReceipt(hash)) !== null);
  return (await provider.getTransactionReceipt(hash))!;
}

describe("E3: approving signed work", () => {
  it("D13: judges the work on the chain once the stored answer can no longer be brought there", async () => {
    const key = await asked();
    const { stored } = await resubmitted(key, (signature) => signature);
    const task = await market.stage.task(key);
    const judgement = {
      ...named(key),
      wallet: market.address("buyer"),
      decision: "approve",
      rating: 5,
      comment: "Good.",
    };
    await market.pass(VARIANTS.human.defaultWindows.resubmit + 60);
    const prepared = await market.post("/agentDecide", judgement);
    expect([prepared.status, prepared.json["code"]]).toEqual([200, undefined]);
    const {
      transactions: [{ to, data }],
    } = prepared.json as unknown as { transactions: [{ to: string; data: string }] };
    expect(data).not.toContain(stored?.submissionHash.slice(2));
    await market.chain.send({ from: "buyer", to, data });
    expect(await market.stage.task(key)).toMatchObject({ state: "APPROVED", contentHash: task.contentHash });
  });

  it("D20: none of the prepared approvals reverts although somebody anchors first, in the same block or an earlier one", async () => {
    let reverted = 0;
    for (let run = 0; run < runs(2, 20); run++) {
      const key = await asked();
      const { stored } = await resubmitted(key, (signature) => signature);
      if (!stored) throw new Error("nothing is stored");
      const judgement = {
        ...named(key),
        wallet: market.address("buyer"),
        decision: "approve",
        rating: 5,
        comment: "Good.",
      };
      const prepared = await market.post("/agentDecide", judgement);
      const {
        transactions: [transaction],
      } = prepared.json as unknown as { transactions: [{ to: string; data: string; gas: string }] };
      const anchoring: EscrowCall = { function: "resubmitWork", ...key, ...stored, signed: stored };
      const { to, data } = market.stage.escrow.encode(anchoring);
      const send = (from: Role, to: string, data: string, gas: string) =>
        market.chain.call<Hex>("eth_sendTransaction", {
          from: market.address(from),
          to,
          data,
          gas: `0x${BigInt(gas).toString(16)}`,
        });
      const inOneBlock = run % 2 === 0;
      await market.chain.call("evm_setAutomine", !inOneBlock);
      const hashes = [
        await send("stranger", to, data, "500000"),
        await send("buyer", transaction.to, transaction.data, transaction.gas),
      ];
      await market.chain.call("evm_setAutomine", true);
      if (inOneBlock) await market.chain.call("evm_mine");
      const receipts = await Promise.all(hashes.map(receiptOf));
      reverted += receipts.filter((receipt) => receipt.status !== 1).length;
      expect(await market.stage.task(key)).toMatchObject({ state: "APPROVED", contentHash: stored.submissionHash });
    }
    expect(reverted).toBe(0);
  });
});
