import { Contract, ContractFactory, type ContractTransactionResponse, type InterfaceAbi } from "ethers";
import { Agent, good, type Prepared } from "../../setup/agent";
import { post, type Reply } from "../../setup/paying/buyer";
import { compileWallets } from "../../setup/chain/compile";
import { forFile } from "../../setup/forFile";
import { Market } from "../../setup/market";
import { freshCaller } from "../../setup/payments";
import { TaskLife, type Named } from "../../setup/tasks/taskLife";

let wallet: Contract;
let bundler: Contract;

/** Puts the code of a wallet that "stranger" owns in the arbiter's place; "payer" sends bundles. */
const market = Market.forFile();
const life = forFile(() => new TaskLife(market));
const arbiter = forFile(() => new Agent(market, "arbiter"));
beforeAll(async () => {
  const { CallWallet, Bundler } = compileWallets() as Record<string, { abi: InterfaceAbi; bytecode: string }>;
  const deployed = async ({ abi, bytecode }: { abi: InterfaceAbi; bytecode: string }, ...args: unknown[]) => {
    const contract = await new ContractFactory(abi, bytecode, market.chain.wallet("payer")).deploy(...args);
    await contract.waitForDeployment();
    return contract as Contract;
  };
  bundler = await deployed(Bundler!);
  const owned = await deployed(CallWallet!, market.address("stranger"), await bundler.getAddress());
  const code = await market.chain.provider.getCode(await owned.getAddress());
  await market.chain.call("anvil_setCode", arbiter.wallet, code);
  wallet = new Contract(arbiter.wallet, CallWallet!.abi, market.chain.wallet("stranger"));
});

const RULING = { workerShareBps: 2_500, forfeitStake: true, reason: "Only the first quarter is as agreed." };

async function disputed(): Promise<Named> {
  const key = await life.submitted();
  await life.buyer.do("/agentDecide", { ...key, decision: "reject", rating: 2, comment: "Most is missing." });
  await life.worker.do("/agentSubmitWork", { ...key, action: "contest", text: "It is complete." });
  return key;
}

/** A session of the contract wallet, signed by its owner (ERC-1271). */
async function session(): Promise<{ authorization: string }> {
  const { json } = good(await arbiter.call("/mktAgentSessionChallenge", {}));
  const signature = await market.chain.wallet("stranger").signMessage(json["message"] as string);
  const opened = await post(
    `${market.service.baseUrl}/mktAgentSession`,
    { message: json["message"], signature },
    freshCaller(),
  );
  return { authorization: `Bearer ${good(opened).json["agentSessionToken"] as string}` };
}

async function prepared(key: Named, more: object = {}): Promise<Prepared> {
  const { json } = await arbiter.prepare("/agentRule", { ...key, ...RULING, ...more });
  const [transaction] = json["transactions"] as [Prepared];
  return transaction;
}
const mined = async (sent: Promise<unknown>) => {
  const response = (await sent) as ContractTransactionResponse;
  await response.wait();
  return response.hash;
};
const confirm = (key: Named, txHash: string): Promise<Reply> => arbiter.call("/agentRule", { ...key, txHash });

describe("R9: an arbiter that is a contract wallet", () => {
  it("reads the case in a session of its owner's signature, asks in the thread and rules by its own call", async () => {
    const key = await disputed();
    const bearer = await session();
    expect(good(await arbiter.call("/mkt/dispute", key, bearer)).json).toMatchObject({ role: "arbiter" });
    good(await arbiter.call("/mkt/messages", { ...key, text: "Where is the rest?" }, bearer));
    const { to, data } = await prepared(key);
    const txHash = await mined(wallet["execute"]!(to, data));
    const ruled = good(await confirm(key, txHash));
    expect(ruled.json["task"]).toMatchObject({ state: "RESOLVED", ruling: RULING });
    expect(good(await confirm(key, txHash)).json).toEqual(ruled.json);
  });

  it("rules on several disputes in one bundle, and each confirmation finds its own ruling", async () => {
    const keys = [await disputed(), await disputed()];
    const reasons = ["The first is half done.", "The second is as agreed."];
    const operations: [string, string, string][] = [];
    for (const [at, key] of keys.entries()) {
      const { to, data } = await prepared(key, { workerShareBps: 5_000 + at * 5_000, reason: reasons[at] });
      operations.push([arbiter.wallet, to, data]);
    }
    const txHash = await mined((bundler.connect(market.chain.wallet("payer")) as Contract)["handleOps"]!(operations));
    for (const [at, key] of keys.entries()) {
      expect(good(await confirm(key, txHash)).json["task"]).toMatchObject({
        taskId: key.taskId,
        ruling: { workerShareBps: 5_000 + at * 5_000, reason: reasons[at] },
      });
    }
    const third = await disputed();
    expect((await confirm(third, txHash)).json["code"]).toBe("state_conflict");
  });

  it("its owner's key, and the bundler, are not the arbiter", async () => {
    const key = await disputed();
    const stranger = new Agent(market, "stranger");
    expect((await stranger.call("/agentRule", { ...key, ...RULING })).json["code"]).toBe("forbidden_role");
    const { to, data } = await prepared(key);
    await expect(market.chain.wallet("stranger").sendTransaction({ to, data })).rejects.toThrow();
  });
});
