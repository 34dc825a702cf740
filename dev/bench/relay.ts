/**
 * `npm run bench:relay` plays tasks' lives on a local chain by both ways, and prints how long relayed steps take, the gas of
 * each step, and what a life costs each side and the relay. `-- --faults` takes a thousand steps at five blocks a second
 * through a node that has no receipts yet, splits batches or lacks the newest block, and prints every wrong outcome.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, good, keyIn, OFFER, WORK, type Prepared } from "../../test/setup/agent";
import type { Reply } from "../../test/setup/paying/buyer";
import { Market } from "../../test/setup/market";
import { RELAY } from "../../test/setup/relay";
import { playRelayedSteps, relayedOn } from "../../test/setup/tasks/relayedSteps";
import { startRpcProxy } from "../../test/setup/chain/rpcProxy";
import { startBackground } from "./background";
import { benchFirestore } from "./firestore";

const SETTINGS = { ...RELAY, RELAY_WALLET_STEPS: "1000" };
/** Gwei for each gas, as on a quiet day of Base. */
const GWEI = 0.01;
const LIVES = 20;
/** Steps through faulty nodes, in parts of which each has a day of its own, and the milliseconds of a block. */
const FAULTY = { steps: 1_000, part: 50, blockMs: 200 };

/** A step of a life: who takes it, at which call, and the fields that it takes besides the task. */
const STEPS = [
  ["stakeAndStart", "worker", "/agentStakeAndConfirm", {}],
  ["submitWork", "worker", "/agentSubmitWork", WORK],
  ["approve", "buyer", "/agentDecide", { decision: "approve", rating: 5, comment: "Good." }],
  ["rateAndClaimStake", "worker", "/agentRateAndClaimStake", { rating: 5, comment: "Good." }],
] as const;

/** A transaction of a life, by its step. */
interface Sent {
  step: string;
  side: "buyer" | "worker";
  gas: bigint;
  /** From the signed request to the confirmed answer; of relayed steps. */
  ms?: number;
}

async function playLives(market: Market, isRelayed: boolean): Promise<Sent[]> {
  const agents = { buyer: new Agent(market, "buyer"), worker: new Agent(market, "worker") };
  const gasOf = async (hash: string) => (await market.chain.provider.getTransactionReceipt(hash))?.gasUsed ?? 0n;
  const sent: Sent[] = [];

  async function take(step: string, side: "buyer" | "worker", path: string, body: object): Promise<Reply> {
    const agent = agents[side];
    const prepared = await agent.prepare(path, { ...body });
    if (isRelayed) {
      const startMs = performance.now();
      const reply = await agent.relay(prepared);
      sent.push({ step, side, gas: await gasOf(String(reply.json["txHash"])), ms: performance.now() - startMs });
      return reply;
    }
    let txHash = "";
    for (const { to, data } of prepared.json["transactions"] as Prepared[]) {
      txHash = await market.chain.send({ from: agent.role, to, data });
      const isApproval = data.startsWith("0x095ea7b3");
      sent.push({ step: isApproval ? `approval for ${step}` : step, side, gas: await gasOf(txHash) });
    }
    const { contract, taskId } = body as { contract?: string; taskId?: string };
    return good(await agent.call(path, { contract, ...(taskId && { taskId }), txHash }));
  }

  for (let life = 0; life < LIVES; life++) {
    if (!isRelayed) {
      for (const [role, amountUsdcUnits] of [
        ["buyer", 0n],
        ["worker", 0n],
      ] as const)
        await market.stage.call({ function: "approveUsdc", contract: "agent-fast", amountUsdcUnits }, role);
    }
    const key = keyIn(
      await take("createTask", "buyer", "/agentCreateTaskSimple", { ...OFFER, title: `Life ${life} ${isRelayed}` }),
    );
    for (const [step, side, path, body] of STEPS) await take(step, side, path, { ...key, ...body });
  }
  return sent;
}

const median = (values: readonly number[], part = 0.5) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;
const average = (values: readonly bigint[]) =>
  values.reduce((sum, value) => sum + value, 0n) / BigInt(values.length || 1);
const gweiOf = (gas: bigint) => (Number(gas) * GWEI).toFixed(0);

function report(direct: readonly Sent[], relayed: readonly Sent[]): string {
  const times = relayed.flatMap(({ ms }) => ms ?? []);
  const steps = [...new Set([...direct, ...relayed].map(({ step }) => step))];
  const gasOf = (all: readonly Sent[], step: string) => {
    const found = all.filter((one) => one.step === step).map(({ gas }) => gas);
    return found.length === 0 ? "–" : String(average(found));
  };
  const life = (all: readonly Sent[], side?: string) =>
    all.filter((one) => !side || one.side === side).reduce((sum, { gas }) => sum + gas, 0n) / BigInt(LIVES);
  const count = (all: readonly Sent[], side: string) => all.filter((one) => one.side === side).length / LIVES;
  return [
    `Relayed steps, ${times.length} of ${LIVES} lives: p50 ${median(times).toFixed(0)} ms, p95 ${median(times, 0.95).toFixed(0)} ms`,
    "",
    "| Step | gas, own transaction | gas, relayed |",
    "|---|---:|---:|",
    ...steps.map((step) => `| ${step} | ${gasOf(direct, step)} | ${gasOf(relayed, step)} |`),
    `| a whole life | ${life(direct)} | ${life(relayed)} |`,
    "",
    `| A task's life at ${GWEI} gwei | transactions before | gwei before | transactions now | gwei now |`,
    "|---|---:|---:|---:|---:|",
    ...(["buyer", "worker"] as const).map(
      (side) =>
        `| ${side === "buyer" ? "poster" : side} | ${count(direct, side)} | ${gweiOf(life(direct, side))} | 0 | 0 |`,
    ),
    `| the relay's operator | 0 | 0 | ${relayed.length / LIVES} | ${gweiOf(life(relayed))} |`,
  ].join("\n");
}

async function playFaults(market: Market): Promise<string> {
  const node = await startRpcProxy(market.chain.rpcUrl);
  const service = await market.anotherService(market.db, { ...SETTINGS, RPC_URLS: node.url });
  await market.chain.call("evm_setAutomine", false);
  let isOver = false;
  const blocks = (async () => {
    for (; !isOver; await sleep(FAULTY.blockMs)) await market.chain.mine();
  })();
  const before = await relayedOn(market);
  const all = { steps: 0, repeated: 0, wrong: [] as string[] };
  try {
    for (let seed = 1; all.steps + all.wrong.length < FAULTY.steps; seed++) {
      const { steps, repeated, wrong } = await playRelayedSteps({ market, service, node, steps: FAULTY.part, seed });
      all.steps += steps;
      all.repeated += repeated;
      all.wrong.push(...wrong);
      process.stderr.write(`${all.steps} steps, ${all.repeated} repeated, ${all.wrong.length} wrong\n`);
      for (const one of wrong) process.stderr.write(`${one}\n`);
      await market.pass(86_401);
    }
  } finally {
    isOver = true;
    await blocks;
    await service.close();
    await node.close();
  }
  const sent = (await relayedOn(market)) - before;
  return `${all.steps} relayed steps through faulty nodes: ${all.wrong.length} wrong outcomes, ${all.repeated} requests repeated, ${sent} transactions`;
}

async function main(): Promise<void> {
  const background = await startBackground();
  process.env["METADATA_SERVER_DETECTION"] = "none";
  const { db, close } = benchFirestore(background.firestoreHost, "demo-bench-relay");
  const market = await Market.open(db, SETTINGS);
  const isFaulty = process.argv.includes("--faults");
  try {
    const direct = isFaulty ? [] : await playLives(market, false);
    for (const role of ["buyer", "worker"] as const)
      await market.chain.call("anvil_setBalance", market.address(role), "0x0");
    console.log(isFaulty ? await playFaults(market) : report(direct, await playLives(market, true)));
  } finally {
    await market.close();
    await close();
    await background.close();
  }
}

if (require.main === module) void main();
