// G13 of docs/threats.md: what strangers can make the relay do.
import { ContractFactory, MaxUint256, Wallet } from "ethers";
import { escrowInterface } from "../../../functions/src/adapters/ethers/escrowEvents";
import { Agent, gaslessIn, good, keyIn, OFFER } from "../../../test/setup/agent";
import { post } from "../../../test/setup/paying/buyer";
import { USDC } from "../../../test/setup/chain/chain";
import { compileWallets } from "../../../test/setup/chain/compile";
import { cpuMs } from "../../../test/setup/answers/cpu";
import { interceptFirestore } from "../../../test/setup/database/interceptFirestore";
import { Market } from "../../../test/setup/market";
import { freshCaller } from "../../../test/setup/payments";
import { RELAY } from "../../../test/setup/relay";
import { startRpcProxy } from "../../../test/setup/chain/rpcProxy";
import { startBackground } from "../background";
import { BYTES } from "./case";
import { benchFirestore } from "../firestore";

/** A request that a stranger sends to the relay. */
interface Attack {
  what: string;
  body: Record<string, unknown>;
}

const TRIES = 3;

/**
 * What strangers cause with `POST /mkt/relay`, for one request: CPU of the service (with the node's and the database's
 * clients, all in one process), calls to the node, documents read and commits, and the relay's gas. The worst of three.
 */
export async function relayRows(): Promise<string[]> {
  const background = await startBackground();
  process.env["METADATA_SERVER_DETECTION"] = "none";
  const { db, close } = benchFirestore(background.firestoreHost, "demo-bench-hostile");
  const counts = { reads: 0, commits: 0 };
  interceptFirestore(db, (method, { documents }, send) => {
    if (method === "commit") counts.commits += 1;
    else counts.reads += documents?.length ?? 1;
    return send();
  });
  const market = await Market.open(db, RELAY);
  const node = await startRpcProxy(market.chain.rpcUrl);
  const service = await market.anotherService(db, { ...RELAY, RPC_URLS: node.url });
  const relay = (body: object) => post(`${service.baseUrl}/mkt/relay`, body, freshCaller());
  const relayWei = () => market.chain.provider.getBalance(market.address("relay"));
  try {
    const rows = ["| request to the relay | status | CPU ms | node calls | reads | commits | relay's wei |"];
    rows.push("|---|---:|---:|---:|---:|---:|---:|");
    for (const { what, body } of await attacks(market, relay)) {
      // The first of its kind compiles what it runs.
      await relay(body);
      let [status, ms, calls, reads, commits, wei] = [0, 0, 0, 0, 0, 0n];
      for (let tried = 0; tried < TRIES; tried++) {
        node.reset();
        Object.assign(counts, { reads: 0, commits: 0 });
        const before = await relayWei();
        const sent = await cpuMs(() => relay(body));
        status = sent.result.status;
        ms = Math.max(ms, sent.ms);
        calls = Math.max(calls, node.calls.length);
        reads = Math.max(reads, counts.reads);
        commits = Math.max(commits, counts.commits);
        wei += before - (await relayWei());
      }
      rows.push(`| ${what} | ${status} | ${ms.toFixed(1)} | ${calls} | ${reads} | ${commits} | ${wei} |`);
    }
    return rows;
  } finally {
    await service.close();
    await node.close();
    await market.close();
    await close();
    await background.close();
  }
}

async function attacks(market: Market, relay: (body: object) => ReturnType<typeof post>): Promise<Attack[]> {
  const [buyer, worker] = [new Agent(market, "buyer"), new Agent(market, "worker")];
  const creationOf = async (title: string) => {
    const { json } = await buyer.prepare("/agentCreateTaskSimple", { ...OFFER, title });
    return { gasless: gaslessIn(json), body: await buyer.relayed(gaslessIn(json), json) };
  };
  const [done, open] = [await creationOf("Relayed before"), await creationOf("Not relayed")];
  const key = keyIn(good(await relay(done.body)));
  const prepared = await buyer.prepare("/agentCancelTask", key);
  const cancel = await buyer.relayed(gaslessIn(prepared.json), prepared.json);
  const request = cancel["request"] as Record<string, unknown>;
  const unknownTask = escrowInterface.encodeFunctionData("cancelTask", [MaxUint256]);
  const { typedData } = gaslessIn(prepared.json);
  const message = { ...typedData.message, data: unknownTask };
  return [
    { what: "a body of 260,000 bytes in data", body: { ...cancel, request: { ...request, data: hexOf(BYTES / 2) } } },
    { what: "a signature of 16,384 bytes", body: { ...cancel, signature: hexOf(16_384) } },
    {
      what: "4,096 bytes of data that is no call",
      body: { ...cancel, request: { ...request, data: hexOf(4_096) } },
    },
    {
      what: "another key's signature of a step",
      body: { ...cancel, signature: await worker.signTyped({ typedData }) },
    },
    {
      what: "another key's signature of a creation",
      body: { ...open.body, signature: await worker.signTyped(open.gasless) },
    },
    {
      what: "a task that does not exist, well signed",
      body: {
        ...cancel,
        request: { ...request, data: unknownTask },
        signature: await buyer.signTyped({ typedData: { ...typedData, message } }),
      },
    },
    { what: "a creation that was relayed, again", body: done.body },
    { what: "a creation that was relayed, again without its signature", body: { ...done.body, signature: hexOf(65) } },
    { what: "code that burns 2,000,000 gas in isValidSignature", body: await creationBy(market, 5, 2_000_000n) },
    { what: "code that accepts only when it is simulated", body: await creationBy(market, 0, 0n) },
  ];
}

/** A creation by a wallet whose code decides about its signature. */
async function creationBy(market: Market, trick: number, gas: bigint): Promise<Record<string, unknown>> {
  const { abi, bytecode } = compileWallets()["TrickWallet"]!;
  const deployer = market.chain.wallet("deployer");
  const made = await new ContractFactory(abi, bytecode, deployer).deploy(trick, gas, 0n);
  await made.waitForDeployment();
  const data = market.chain.usdc.interface.encodeFunctionData("mint", [made.target, 10n ** 9n]);
  await market.chain.send({ from: "deployer", to: USDC, data });
  const offer = { ...OFFER, title: `Trick ${trick}`, wallet: made.target };
  const { json } = good(await market.post("/agentCreateTaskSimple", offer, freshCaller()));
  const { kind, typedData, request } = gaslessIn(json);
  const signature = await Wallet.createRandom().signTypedData(typedData.domain, typedData.types, typedData.message);
  return { contract: OFFER.contract, kind, request, signature };
}

const hexOf = (bytes: number) => `0x${"ff".repeat(bytes)}`;
