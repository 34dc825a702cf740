import { Agent, good, keyIn, OFFER, requestIn, WORK } from "../../test/setup/agent";
import { Market } from "../../test/setup/market";
import { RELAY } from "../../test/setup/relay";
import { devWallets } from "../local/wallets";
import { benchFirestore } from "./firestore";
import { median, quantile, type Figure, figure } from "./table";

const SETTINGS = { ...RELAY, RELAY_WALLET_STEPS: "1000", JUDGE_KEY: devWallets().judge.privateKey };
/** Wei for each gas, as on a quiet day of Base. */
const WEI = 10n ** 7n;
const CREATE = "/agentCreateTaskSimple";
const TASK = {
  ...OFFER,
  stakeUsdc: "0",
  judge: "schema",
  acceptance: { outputSchema: { type: "object", required: ["sum"], properties: { sum: { const: 42 } } } },
};

interface Life {
  /** From the signed submission to the answer in which the worker is paid. */
  ms: number;
  /** Of all transactions that the relay has sent for it. */
  gas: bigint;
  transactions: number;
}

/** A task without a stake that the schema decides, between wallets without ETH. */
async function play(market: Market, life: number): Promise<Life> {
  const [buyer, worker] = [new Agent(market, "buyer"), new Agent(market, "worker")];
  const offer = { ...TASK, title: `Life ${life}`, worker: worker.wallet };
  const created = await buyer.relay(await buyer.prepare(CREATE, offer));
  const key = keyIn(created);
  const selection = requestIn(created, "voucherSignature");
  const { body } = created.json["_nextAction"] as { body: Record<string, unknown> };
  const voucherSignature = await buyer.signTyped(selection);
  good(await buyer.call(CREATE, { ...body, voucherSignature, voucherDeadline: selection.deadline }));
  await worker.relay(await worker.prepare("/agentStakeAndConfirm", key));
  const prepared = await worker.prepare("/agentSubmitWork", { ...key, ...WORK, output: { sum: 42 } });
  const startMs = performance.now();
  const { json } = await worker.relay(prepared);
  const ms = performance.now() - startMs;
  const { state, history } = json["task"] as { state: string; history: { txHash: string }[] };
  if (state !== "APPROVED") throw new Error(`the task is ${state} after its submission`);
  let gas = 0n;
  for (const { txHash } of history) gas += (await market.chain.provider.getTransactionReceipt(txHash))?.gasUsed ?? 0n;
  return { ms, gas, transactions: history.length };
}

/** How soon the schema's judge pays, and what the relay pays for a whole task without a stake. */
export async function benchJudge(firestoreHost: string, lives: number): Promise<Figure[]> {
  const { db, close } = benchFirestore(firestoreHost, "demo-bench-judge");
  const market = await Market.open(db, SETTINGS);
  try {
    for (const role of ["buyer", "worker"] as const)
      await market.chain.call("anvil_setBalance", market.address(role), "0x0");
    const played: Life[] = [];
    for (let life = 0; life < lives; life++) played.push(await play(market, life));
    const times = played.map(({ ms }) => ms);
    const gas = Number(played.at(-1)?.gas ?? 0n);
    return [
      figure("Judge by schema: submission to payment, p50", median(times), "ms", { most: 5_000 }),
      figure("Judge by schema: submission to payment, p95", quantile(times, 0.95), "ms"),
      figure(
        "Relay: gas of a task without a stake, judged",
        gas,
        "gas",
        undefined,
        `${BigInt(gas) * WEI} wei at 0.01 gwei, ${played.at(-1)?.transactions} transactions`,
      ),
    ];
  } finally {
    await market.close();
    await close();
  }
}
