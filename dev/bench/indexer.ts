import type { Firestore } from "@google-cloud/firestore";
import { id, JsonRpcProvider, MaxUint256, toQuantity, Wallet } from "ethers";
import { deployEscrows } from "../../packages/contracts/deployEscrows";
import { ethersEscrow } from "../../functions/src/adapters/ethers/escrow";
import { firestoreLedgerWriter } from "../../functions/src/adapters/firestore/ledger/ledgerWriter";
import { firestoreContentStore } from "../../functions/src/adapters/firestore/tasks/contentStore";
import { firestoreProjections } from "../../functions/src/adapters/firestore/indexing/projections";
import { firestoreWithdrawals } from "../../functions/src/adapters/firestore/credits/withdrawals";
import { firestoreTasks } from "../../functions/src/adapters/firestore/tasks/tasks";
import { Nodes } from "../../functions/src/adapters/rpc/nodes";
import { toAddress, type Address } from "../../functions/src/domain/address";
import type { Hex } from "../../functions/src/domain/keccak";
import type { EscrowCall } from "../../functions/src/domain/task/call";
import { termsHash } from "../../functions/src/domain/task/terms";
import { VARIANTS } from "../../functions/src/domain/workflow/variants";
import { postLedger } from "../../functions/src/application/ledger";
import { indexer, type IndexerReport } from "../../functions/src/application/tasks/indexing/indexer";
import type { Escrow } from "../../functions/src/ports/escrow";
import { CHAIN_ID, startChain, USDC } from "../local/chain";
import { startFirestore } from "../local/firestore";
import { rpc } from "../local/rpc";
import { devWallets, type Role } from "../local/wallets";
import { benchFirestore } from "./firestore";
import { figure, type Figure } from "./table";

const CALLS_PER_TRANSACTION = 30;
const LIFE = ["createTask", "stakeAndStart", "submitWork", "approve", "rateAndClaimStake"] as const;
const WORK = id("work") as Hex;
const { defaultWindows: windows, defaultChangeRounds: maxChangeRounds, platformFeeBps } = VARIANTS.human;
const OFFER = {
  rewardUsdcUnits: 1_100_000n,
  stakeUsdcUnits: 100_000n,
  metadataHash: WORK,
  mode: "instant",
  maxChangeRounds,
  judge: null,
  windows,
} as const;
const AGREED_TERMS = termsHash({ ...OFFER, poster: addressOf("buyer"), arbiter: addressOf("arbiter"), platformFeeBps });
const QUIET = { info: () => {}, warn: () => {}, error: () => {} };
/** `finalized` is twice as many blocks behind: more than all the tasks take. */
const SAFE_DEPTH = 100;
const MIN_PER_SECOND = 500;

/**
 * Measures how many of the contract's events a second the indexer applies, on a real chain and the Firestore emulator:
 * new ones that may still be undone, the same ones when they become final, and all at once from an empty database; and
 * how many such tasks a second are posted to the ledger.
 *
 * @param tasks how many tasks live through five events each
 */
export async function benchIndexer(tasks: number): Promise<Figure[]> {
  const chain = await startChain({ safeDepth: SAFE_DEPTH });
  const firestore = await startFirestore();
  const clients = ["demo-follow", "demo-catch-up"].map((projectId) => benchFirestore(firestore.host, projectId));
  try {
    const [following, catching] = clients.map(({ db }) => db);
    if (!following || !catching) throw new Error("two databases");
    const escrow = await deployOn(chain.rpcUrl);
    await rpc(chain.rpcUrl, "anvil_mine", toQuantity(1));
    await runAll(following, escrow);
    await live(chain.rpcUrl, escrow, tasks);
    const events = tasks * LIFE.length;

    const followed = await timed(
      () => runAll(following, escrow),
      ({ written }) => written === tasks,
    );
    await rpc(chain.rpcUrl, "anvil_mine", toQuantity(2 * SAFE_DEPTH));
    const settled = await timed(
      () => runAll(following, escrow),
      (report) => report.finalized === events,
    );
    const caughtUp = await timed(
      () => runAll(catching, escrow),
      (report) => report.finalized === events,
    );
    const postedPerSecond = await benchLedger(catching, tasks);
    const rows = {
      "indexer: new events": followed,
      "indexer: events that become final": settled,
      "indexer: final events, from nothing": caughtUp,
    };
    return [
      ...Object.entries(rows).map(([what, seconds]) =>
        figure(what, events / seconds, "events/s", { least: MIN_PER_SECOND }),
      ),
      figure("ledger: settled tasks of five events each", postedPerSecond, "tasks/s"),
    ];
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await Promise.all([chain.close(), firestore.close()]);
  }
}

/** Tasks posted per second, from none to all of them. */
async function benchLedger(db: Firestore, tasks: number): Promise<number> {
  const started = performance.now();
  const report = await postLedger({ ledgerWriter: firestoreLedgerWriter(db), log: QUIET });
  if (!report.complete || report.tasks !== tasks || report.left > 0)
    throw new Error(`not what was to be measured: ${JSON.stringify(report)}`);
  return (tasks * 1_000) / (performance.now() - started);
}

/** Seconds that a run takes; throws unless it did what it should. */
async function timed(run: () => Promise<IndexerReport>, isRight: (report: IndexerReport) => boolean): Promise<number> {
  const started = performance.now();
  const report = await run();
  if (!report.complete || report.broken > 0 || !isRight(report))
    throw new Error(`not what was to be measured: ${JSON.stringify(report)}`);
  return (performance.now() - started) / 1_000;
}

async function runAll(db: Firestore, escrow: Escrow): Promise<IndexerReport> {
  const [human] = await indexer({
    projections: firestoreProjections(db),
    contentStore: firestoreContentStore(db, () => firestoreTasks(db)),
    tasks: firestoreTasks(db),
    withdrawals: firestoreWithdrawals(db),
    escrow,
    log: QUIET,
  });
  if (!human) throw new Error("no report");
  return human;
}

async function deployOn(rpcUrl: string): Promise<Escrow> {
  const { deployer, treasury, arbiter } = devWallets();
  const provider = new JsonRpcProvider(rpcUrl, CHAIN_ID, { staticNetwork: true, pollingInterval: 50 });
  try {
    const deployed = await deployEscrows({
      signer: new Wallet(deployer.privateKey, provider),
      usdc: USDC,
      treasury: treasury.address,
      owner: deployer.address,
      arbiter: arbiter.address,
    });
    const [human, agentFast] = [requireAddress(deployed.human), requireAddress(deployed.agentFast)];
    const nodes = new Nodes({ urls: [rpcUrl], chainId: CHAIN_ID, timeoutMs: 10_000, log: QUIET });
    return ethersEscrow({ nodes, addresses: { human, "agent-fast": agentFast }, fromBlock: 0n, chainId: CHAIN_ID });
  } finally {
    provider.destroy();
  }
}

/** Every task goes from its creation to its rating, many of them in one transaction. */
async function live(rpcUrl: string, escrow: Escrow, tasks: number): Promise<void> {
  const send = async (call: EscrowCall, role: Role) => {
    const { to, data } = escrow.encode(call);
    const transaction = { from: devWallets()[role].address, to, data, gas: toQuantity(16_000_000) };
    const { status } = await rpc<{ status: string }>(rpcUrl, "eth_sendTransactionSync", transaction);
    if (status !== "0x1") throw new Error(`the contract refuses ${call.function}`);
  };
  for (const role of ["buyer", "worker"] as const) {
    await send({ function: "approveUsdc", contract: "human", amountUsdcUnits: MaxUint256 }, role);
  }
  for (const step of LIFE) {
    const role = step === "createTask" || step === "approve" ? "buyer" : "worker";
    for (let from = 1; from <= tasks; from += CALLS_PER_TRANSACTION) {
      const ids = Array.from({ length: Math.min(CALLS_PER_TRANSACTION, tasks + 1 - from) }, (_, at) =>
        BigInt(from + at),
      );
      await send({ function: "multicall", contract: "human", calls: ids.map((taskId) => callOf(step, taskId)) }, role);
    }
  }
}

function callOf(step: (typeof LIFE)[number], taskId: bigint): EscrowCall {
  const key = { contract: "human", taskId } as const;
  const rated = { rating: 5, commentHash: WORK };
  switch (step) {
    case "createTask":
      return { function: step, contract: "human", terms: OFFER };
    case "stakeAndStart":
      return { function: step, ...key, agreedTerms: AGREED_TERMS, voucher: null };
    case "submitWork":
      return { function: step, ...key, submissionHash: WORK };
    case "approve":
      return { function: step, ...key, ...rated, submissionHash: WORK };
    case "rateAndClaimStake":
      return { function: step, ...key, ...rated };
  }
}

function addressOf(role: Role): Address {
  return requireAddress(devWallets()[role].address);
}

function requireAddress(text: string): Address {
  const address = toAddress(text);
  if (!address) throw new Error(`${text} is no address`);
  return address;
}
