import {
  Interface,
  keccak256,
  toUtf8Bytes,
  ZeroAddress,
  type Contract,
  type ContractTransactionResponse,
} from "ethers";
import { ethersAgentRegistry } from "../../../functions/src/adapters/ethers/agentRegistry";
import { digestSigner } from "../../../functions/src/adapters/ethers/signDigest";
import type { Nodes } from "../../../functions/src/adapters/rpc/nodes";
import { agentFeedback } from "../../../functions/src/domain/agentFeedback";
import { BASE, chainOf } from "../../../functions/src/domain/chains";
import type { Address } from "../../../functions/src/domain/address";
import type { Hex } from "../../../functions/src/domain/keccak";
import { signedReceipt } from "../../../functions/src/domain/payment/offerReceipt";
import { responseHeader } from "../../../functions/src/domain/payment/x402";
import type { TaskKey } from "../../../functions/src/domain/task/events";
import { devWallets, type Role } from "../../../dev/local/wallets";
import { deployRegistries, hasRegistries } from "../../setup/chain/agentRegistries";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market, named } from "../../setup/market";

/** As the standard writes it. */
const ERC8004 = new Interface([
  "function giveFeedback(uint256 agentId, int128 value, uint8 valueDecimals, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)",
]);
const { db } = testFirestore();
const count = countFirestore(db);
const { stranger } = devWallets();
const market = Market.forFile(db, { RECEIPT_KEY: stranger.privateKey, AGENT_ID: "0" });

/** A settled task; both sides have rated on the chain. */
async function settled(): Promise<TaskKey> {
  const key = await market.task("human", {}, { steps: ["start", "submit"] });
  await market.stage.take("approve", key, { rating: 4, text: "Good." });
  await market.take("rateAndClaim", key, { rating: 5, text: "Quick." });
  return key;
}
const ask = (body: object) => market.post("/mkt/reputation", body);
const by = (role: Role) => ({ wallet: market.address(role) });

/** Sends a call of a role's wallet, and waits for it. */
async function mined(contract: Contract, role: Role, name: string, ...args: unknown[]): Promise<void> {
  const own = contract.connect(market.chain.wallet(role)) as Contract;
  await ((await own.getFunction(name)(...args)) as ContractTransactionResponse).wait();
}

interface Prepared {
  transactions: { to: string; data: string; gas: string; value: string; from: string }[];
  feedback: { feedbackURI: string; feedbackHash: string };
  file: Record<string, unknown>;
}

describe("the call", () => {
  it("B1: decodes as the standard's giveFeedback, and its file, with the proof of payment, hashes to what it names", async () => {
    const client = devWallets().buyer.address as Address;
    const proofOfPayment = { fromAddress: client, toAddress: client, chainId: "8453", txHash: "0x12" as Hex };
    const terms = { chainId: 8453, registry: BASE.agentRegistry, agentId: 7n, client, value: 80, nowMs: 0 };
    const { feedback, file } = agentFeedback({ ...terms, endpoint: "https://mkt.example", proofOfPayment, about: {} });
    const nodes = {
      askAt: (_: unknown, read: (results: unknown[]) => bigint) => Promise.resolve([read(["0x", "0x30d40"])]),
    };
    const call = await ethersAgentRegistry(nodes as unknown as Nodes, 8453).feedbackCall(client, feedback);
    expect([call?.to, call?.gas]).toEqual([BASE.reputationRegistry, 250_000n]);
    const args = ERC8004.decodeFunctionData("giveFeedback", call?.data ?? "");
    expect([...args].slice(0, 6)).toEqual([7n, 80n, 0n, "starred", "mkt", "https://mkt.example"]);
    const text = Buffer.from(String(args[6]).split(",")[1] ?? "", "base64").toString();
    expect([JSON.parse(text), keccak256(toUtf8Bytes(text))]).toEqual([file, args[7]]);
    expect(file).toMatchObject({ agentRegistry: `eip155:8453:${BASE.agentRegistry}`, agentId: 7, proofOfPayment });
  });

  it("B1: goes to the registries that the standard lists for each network", () => {
    expect([BASE, chainOf(84_532)].map(({ reputationRegistry }) => reputationRegistry)).toEqual([
      "0x8004BAa17C55a88189AE136b182e5fdA19dE9b63",
      "0x8004B663056A597Dffe9eCcC1965A193B7388713",
    ]);
  });
});

describe("refusals", () => {
  it("B2: name what is missing or wrong, without a registry on the chain", async () => {
    const key = await settled();
    const open = await market.task("human", {}, { steps: ["start", "submit"] });
    const of = named(key);
    for (const [body, code] of [
      [{ ...by("buyer") }, "invalid_request"],
      [{ ...by("buyer"), ...of }, "invalid_request"],
      [{ ...by("stranger"), ...of, agentId: 1 }, "forbidden_role"],
      [{ ...by("buyer"), ...named(open), agentId: 1 }, "state_conflict"],
      [{ ...by("buyer"), ...of, taskId: "999", agentId: 1 }, "task_not_found"],
      [{ ...by("buyer"), ...of, agentId: 1, value: 101 }, "invalid_request"],
      [{ ...by("buyer"), ...of, agentId: 999_999 }, "invalid_request"],
      [{ ...by("buyer"), ...of, receipt: "e30" }, "invalid_request"],
      [{ ...by("buyer"), receipt: "e30" }, "invalid_request"],
      [{ ...by("buyer"), receipt: '{"extensions":{"offer-receipt":[]}}' }, "invalid_request"],
    ] as const) {
      const { json, status } = await ask(body);
      expect([json["code"], status < 500]).toEqual([code, true]);
    }
  });

  it("B5: lets a receipt back feedback on this service's own agent only", async () => {
    const receipt = receiptBy(stranger.privateKey);
    const detailOf = async (agentId?: number) => {
      const { json } = await ask({ ...by("buyer"), receipt, value: 90, ...(agentId !== undefined && { agentId }) });
      return [json["code"], json["detail"]];
    };
    expect(await detailOf(7)).toEqual([
      "invalid_request",
      "A receipt backs feedback on this service's own agent, 0. Leave agentId out.",
    ]);
    // These pass, as far as a chain without registries lets them.
    const known = [
      "invalid_request",
      "There is no agent 0 in the identity registry. Send the id under which the agent is registered there.",
    ];
    expect([await detailOf(0), await detailOf()]).toEqual([known, known]);
  });

  it("B6: costs one document of the task, and those of the address's limit", async () => {
    const key = await settled();
    const costs: [number, number][] = [];
    for (let time = 0; time < 8; time++) {
      count.reset();
      await ask({ ...by("buyer"), ...named(key), agentId: 1 });
      costs.push([count.documentsRead, count.documentsWritten]);
    }
    // A transaction that meets another one, as the limiter's may, is repeated: what a request costs by itself is the least.
    expect(Math.min(...costs.map(([read]) => read))).toBeLessThanOrEqual(1 + 4);
    expect(Math.min(...costs.map(([, written]) => written))).toBeLessThanOrEqual(1);
  });
});

/** The receipt of an answer that the buyer paid for, signed by a key. */
function receiptBy(key: string) {
  const extensions = signedReceipt(digestSigner(key as Hex), {
    resourceUrl: "http://127.0.0.1:5000/demand-insights",
    chainId: 8453,
    payer: market.address("buyer") as Address,
    issuedAt: 1,
    transaction: `0x${"12".repeat(32)}`,
  });
  return responseHeader(2, 8453, { success: true, transaction: "", extensions })["PAYMENT-RESPONSE"];
}

(hasRegistries ? describe : describe.skip)(
  "with ERC-8004's own registries (skipped unless .local/cache/erc-8004-contracts is there)",
  () => {
    let identity: Contract;
    let reputation: Contract;
    /** The service's own agent is 0. */
    const agents: Partial<Record<Role, number>> = {};
    beforeAll(async () => {
      ({ identity, reputation } = await deployRegistries(market.chain));
      for (const role of ["deployer", "worker", "buyer"] as const) {
        await mined(identity, role, "register()");
        agents[role] = Object.keys(agents).length;
      }
    });

    /** Sends what was prepared, and reads the registry's own record back. */
    async function given(role: Role, agentId: number, body: object) {
      const { json, status } = await ask({ ...by(role), agentId, ...body });
      expect([status, json["code"]]).toEqual([200, undefined]);
      const { transactions, feedback, file } = json as unknown as Prepared;
      const [{ to, data, gas }] = transactions as [Prepared["transactions"][0]];
      const sent = await market.chain.wallet(role).sendTransaction({ to, data, gasLimit: BigInt(gas) });
      const receipt = await sent.wait();
      const events = (receipt?.logs ?? []).map((log) => reputation.interface.parseLog(log));
      const index = (await reputation.getFunction("getLastIndex")(agentId, market.address(role))) as bigint;
      const read = [
        ...(await reputation.getFunction("readFeedback")(agentId, market.address(role), index)),
      ] as unknown[];
      return { event: events.find((one) => one?.name === "NewFeedback"), read, feedback, file };
    }

    it("B3: both sides of a settled task give feedback, and the registry reads it back", async () => {
      const key = await settled();
      expect((await market.get("/mkt/task", { id: key.taskId.toString(), contract: key.contract })).json).toMatchObject(
        {
          feedback: { endpoint: "/mkt/reputation", body: named(key) },
        },
      );
      const escrow = market.stage.addresses.human;
      const worker = await given("worker", agents.buyer ?? -1, named(key));
      expect(worker.read).toEqual([100n, 0n, "starred", "mkt", false]);
      const { event, read, feedback, file } = await given("buyer", agents.worker ?? -1, named(key));
      expect(read).toEqual([80n, 0n, "starred", "mkt", false]);
      expect([event?.args["feedbackURI"], event?.args["feedbackHash"]]).toEqual([
        feedback.feedbackURI,
        feedback.feedbackHash,
      ]);
      const proof = file["proofOfPayment"] as { fromAddress: string; toAddress: string; txHash: string };
      expect(proof).toMatchObject({ fromAddress: escrow, toAddress: market.address("worker"), chainId: "8453" });
      const logs = (await market.chain.provider.getTransactionReceipt(proof.txHash))?.logs ?? [];
      const moved = logs
        .map((log) => market.chain.usdc.interface.parseLog(log))
        .filter((one) => one?.name === "Transfer");
      expect(moved.map((one) => [String(one?.args[0]), String(one?.args[1])])).toContainEqual([
        escrow,
        market.address("worker"),
      ]);
      const summary = await reputation.getFunction("getSummary")(
        agents.worker,
        [market.address("buyer")],
        "starred",
        "mkt",
      );
      expect([...(summary as unknown[])].slice(0, 2)).toEqual([1n, 80n]);
    });

    it("B4: the agent must be the other side's, and not the wallet's own", async () => {
      const key = await settled();
      const wrong = await ask({ ...by("buyer"), ...named(key), agentId: agents.deployer });
      expect([wrong.json["code"], wrong.json["detail"]]).toEqual([
        "invalid_request",
        expect.stringContaining("does not belong to"),
      ]);
      // The worker's agent, which the buyer operates.
      await mined(identity, "worker", "approve", market.address("buyer"), agents.worker);
      const refused = await ask({ ...by("buyer"), ...named(key), agentId: agents.worker });
      expect(refused.json["code"]).toBe("state_conflict");
      await mined(identity, "worker", "approve", ZeroAddress, agents.worker);
    });

    it("B5: the payer of an answer gives feedback on the service by its receipt, and no one else does", async () => {
      const receipt = receiptBy(stranger.privateKey);
      const { read, file } = await given("buyer", 0, { receipt, value: 90 });
      expect(read).toEqual([90n, 0n, "starred", "mkt", false]);
      expect(file).toMatchObject({
        endpoint: "http://127.0.0.1:5000/demand-insights",
        proofOfPayment: { fromAddress: market.address("buyer"), txHash: `0x${"12".repeat(32)}` },
      });
      const value = { value: 90 };
      expect((await ask({ ...by("buyer"), receipt })).json["code"]).toBe("invalid_request");
      expect((await ask({ ...by("worker"), receipt, ...value })).json["code"]).toBe("forbidden_role");
      const forged = receiptBy(devWallets().payer.privateKey);
      expect((await ask({ ...by("buyer"), receipt: forged, ...value })).json["code"]).toBe("signature_invalid");
    });
  },
);
