import { id, MaxUint256, toQuantity } from "ethers";
import { deploymentCode, forwarderCode } from "../../../packages/contracts/deployEscrows";
import { ethersEscrow } from "../../../functions/src/adapters/ethers/escrow";
import { escrowInterface } from "../../../functions/src/adapters/ethers/escrowEvents";
import { Nodes } from "../../../functions/src/adapters/rpc/nodes";
import { toAddress, type Address } from "../../../functions/src/domain/address";
import type { Escrows } from "../../../functions/src/domain/messages/requestText";
import type { Hex } from "../../../functions/src/domain/keccak";
import type { EscrowCall, Resubmission, Voucher } from "../../../functions/src/domain/task/call";
import type { Terms } from "../../../functions/src/domain/task/events";
import type { TaskKey } from "../../../functions/src/domain/task/events";
import { edge, type EdgeId } from "../../../functions/src/domain/workflow/edges";
import { stateOfNumber, type State } from "../../../functions/src/domain/workflow/states";
import { type Variant, VARIANTS, type ContractName } from "../../../functions/src/domain/workflow/variants";
import type { Escrow } from "../../../functions/src/ports/escrow";
import type { Log } from "../../../functions/src/ports/log";
import type { Role } from "../../../dev/local/wallets";
import { CHAIN_ID, type OwnChain, sendNext } from "./chain";

/** A task as the contract has it. */
export interface ChainTask {
  readonly state: State | null;
  readonly rewardUsdcUnits: bigint;
  readonly deadline: number;
  readonly settled: boolean;
  readonly changeRound: number;
  readonly maxChangeRounds: number;
  readonly contentHash: Hex;
  readonly poster: Address;
  readonly worker: Address;
}

export interface StepOptions {
  /** Who calls; by default the step's own party. */
  readonly from?: Role;
  /** The work that is handed in, or the hash of the reason, evidence or ruling. */
  readonly text?: string;
  readonly rating?: number;
  readonly workerShareBps?: number;
  readonly forfeitStake?: boolean;
}

const ZERO_HASH: Hex = `0x${"0".repeat(64)}`;
const FAR = 2 ** 39;
/** Long enough for a chain to answer on a busy machine. */
const PATIENCE_MS = 20_000;
const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };
const CALLERS = {
  poster: "buyer",
  worker: "worker",
  arbiter: "arbiter",
  outsider: "worker",
  anyone: "stranger",
} as const;

/** Both escrows on a test's own chain, and every party's steps. The buyer posts, the worker works. */
export class EscrowStage {
  private constructor(
    readonly chain: OwnChain,
    readonly addresses: Escrows,
    /** The adapter under test, connected to the chain directly. */
    readonly escrow: Escrow,
  ) {}

  /** Uses the service's variants with these changes. */
  static async open(chain: OwnChain, changes: Partial<Variant> = {}): Promise<EscrowStage> {
    const parties = {
      usdc: chain.facts.usdc.address,
      forwarder: await deployed(chain, forwarderCode()),
      treasury: chain.wallet("treasury").address,
      owner: chain.wallet("deployer").address,
      arbiter: chain.wallet("arbiter").address,
    };
    const deploy = (name: ContractName) => deployed(chain, deploymentCode({ ...VARIANTS[name], ...changes }, parties));
    const addresses = { human: await deploy("human"), "agent-fast": await deploy("agent-fast") };
    const stage = new EscrowStage(
      chain,
      addresses,
      escrowOver(chain.rpcUrl, addresses, { timeoutMs: PATIENCE_MS, chainId: chain.facts.id }),
    );
    for (const role of ["buyer", "worker", "worker2"] as const) {
      for (const contract of ["human", "agent-fast"] as const) {
        await stage.call({ function: "approveUsdc", contract, amountUsdcUnits: MaxUint256 }, role);
      }
    }
    return stage;
  }

  address(role: Role): Address {
    return requireAddress(this.chain.wallet(role).address);
  }

  /** Makes USDC refuse a wallet, or accept it again. */
  async denyUsdc(role: Role, denied: boolean): Promise<void> {
    const call = denied ? "blacklist" : "unBlacklist";
    const data = this.chain.usdc.interface.encodeFunctionData(call, [this.address(role)]);
    await this.chain.send({ from: "deployer", to: this.chain.facts.usdc.address, data });
  }

  /** Does something while USDC refuses a wallet. */
  async whileDenied<T>(role: Role, act: () => Promise<T>): Promise<T> {
    await this.denyUsdc(role, true);
    try {
      return await act();
    } finally {
      await this.denyUsdc(role, false);
    }
  }

  /** Sends a call and gives its transaction's hash; throws if the contract refuses it. */
  async call(call: EscrowCall, from: Role): Promise<Hex> {
    const { to, data } = this.escrow.encode(call);
    const transaction = { from: this.address(from), to, data, gas: toQuantity(1_000_000) };
    const receipt = await sendNext(this.chain.rpcUrl, transaction);
    if (receipt.status !== "0x1") throw new Error(`the contract refuses ${call.function}`);
    return receipt.transactionHash;
  }

  terms(contract: ContractName, changes: Partial<Terms> = {}): Terms {
    const { defaultWindows, defaultChangeRounds } = VARIANTS[contract];
    return {
      rewardUsdcUnits: 5_000_001n,
      stakeUsdcUnits: 500_001n,
      metadataHash: id("metadata") as Hex,
      mode: "instant",
      maxChangeRounds: defaultChangeRounds,
      judge: null,
      windows: defaultWindows,
      ...changes,
    };
  }

  /** Creates a task and gives its key. */
  async create(contract: ContractName = "human", changes: Partial<Terms> = {}): Promise<TaskKey> {
    await this.call({ function: "createTask", contract, terms: this.terms(contract, changes) }, "buyer");
    return { contract, taskId: await this.taskCount(contract) };
  }

  /** Takes one step of the workflow and gives its transaction's hash; throws if the contract refuses it. */
  async take(step: EdgeId, key: TaskKey, options: StepOptions = {}): Promise<Hex> {
    return this.call(await this.callOf(step, key, options), options.from ?? CALLERS[edge(step).who]);
  }

  /** Takes several steps in order, and moves time past the deadline for steps that need it. */
  async walk(key: TaskKey, ...steps: EdgeId[]): Promise<void> {
    for (const step of steps) {
      if (edge(step).when === "afterDeadline") await this.passDeadline(key);
      await this.take(step, key);
    }
  }

  /** Moves the clock past the current deadline. */
  async passDeadline(key: TaskKey): Promise<void> {
    const { deadline } = await this.task(key);
    const now = await this.now();
    if (deadline >= now) await this.chain.warp(deadline - now + 1);
  }

  /** The newest block's time, unix seconds. */
  async now(): Promise<number> {
    return Number((await this.chain.call<{ timestamp: string }>("eth_getBlockByNumber", "latest", false)).timestamp);
  }

  /** The task as the newest block leaves it, or an older one. */
  async task({ contract, taskId }: TaskKey, block: bigint | "latest" = "latest"): Promise<ChainTask> {
    const found = (await this.view(contract, block, "getTask", taskId)) as Record<string, unknown>;
    return {
      state: stateOfNumber(Number(found["state"])),
      rewardUsdcUnits: BigInt(found["reward"] as bigint),
      deadline: Number(found["deadline"]),
      settled: found["settled"] === true,
      changeRound: Number(found["changeRound"]),
      maxChangeRounds: Number(found["maxChangeRounds"]),
      contentHash: found["contentHash"] as Hex,
      poster: requireAddress(String(found["poster"])),
      worker: requireAddress(String(found["worker"])),
    };
  }

  async taskCount(contract: ContractName): Promise<bigint> {
    return BigInt((await this.view(contract, "latest", "taskCount")) as bigint);
  }

  /** The result of a contract view, without the pause in which ethers batches calls. */
  private async view(
    contract: ContractName,
    block: bigint | "latest",
    name: string,
    ...args: unknown[]
  ): Promise<unknown> {
    const call = { to: this.addresses[contract], data: escrowInterface.encodeFunctionData(name, args) };
    return escrowInterface.decodeFunctionResult(
      name,
      await this.chain.call<string>("eth_call", call, block === "latest" ? block : toQuantity(block)),
    )[0] as unknown;
  }

  /** The hash of the terms that a worker accepts by starting; zero if the task is not open. */
  async agreedTerms({ contract, taskId }: TaskKey): Promise<Hex> {
    if ((await this.task({ contract, taskId })).state !== "FUNDED") return ZERO_HASH;
    return (await this.view(contract, "latest", "termsHash", taskId)) as Hex;
  }

  /** The poster's signed choice of a worker. */
  async voucher({ contract, taskId }: TaskKey, worker: Role = "worker", deadline = FAR): Promise<Voucher> {
    const types = {
      Selection: [
        { name: "taskId", type: "uint256" },
        { name: "metadataHash", type: "bytes32" },
        { name: "worker", type: "address" },
        { name: "deadline", type: "uint256" },
      ],
    };
    const { contentHash: metadataHash } = await this.task({ contract, taskId });
    const value = { taskId, metadataHash, worker: this.address(worker), deadline };
    return {
      deadline,
      signature: (await this.chain.wallet("buyer").signTypedData(this.domain(contract), types, value)) as Hex,
    };
  }

  /** The worker's signed resubmission for the current change request. */
  async resubmission(key: TaskKey, submissionHash: Hex): Promise<Resubmission> {
    const names = [
      ["taskId", "uint256"],
      ["round", "uint256"],
      ["submissionHash", "bytes32"],
      ["deadline", "uint256"],
    ];
    const types = { Resubmission: names.map(([name = "", type = ""]) => ({ name, type })) };
    const { changeRound: round } = await this.task(key);
    const value = { taskId: key.taskId, round, submissionHash, deadline: FAR };
    const signature = (await this.chain.wallet("worker").signTypedData(this.domain(key.contract), types, value)) as Hex;
    return { round, submissionHash, deadline: FAR, signature };
  }

  /** The judge's approval of this work, by the wallet that these tests name as judge. */
  async verdict(
    { contract, taskId }: TaskKey,
    { round, submissionHash }: { round: number; submissionHash: Hex },
    { by = "judge", deadline = FAR }: { by?: Role; deadline?: number } = {},
  ): Promise<{ round: number; submissionHash: Hex; deadline: number; signature: Hex }> {
    const names = [
      ["taskId", "uint256"],
      ["round", "uint256"],
      ["submissionHash", "bytes32"],
      ["deadline", "uint256"],
    ];
    const types = { Verdict: names.map(([name = "", type = ""]) => ({ name, type })) };
    const value = { taskId, round, submissionHash, deadline };
    const signature = (await this.chain.wallet(by).signTypedData(this.domain(contract), types, value)) as Hex;
    return { round, submissionHash, deadline, signature };
  }

  private domain(contract: ContractName) {
    return {
      name: "TaskEscrow",
      version: "1",
      chainId: this.chain.facts.id,
      verifyingContract: this.addresses[contract],
    };
  }

  private async callOf(step: EdgeId, key: TaskKey, options: StepOptions): Promise<EscrowCall> {
    const { text = step, rating = 5, workerShareBps = 2_500, forfeitStake = false } = options;
    const hash = id(text) as Hex;
    const rated = async () => ({
      ...key,
      submissionHash: (await this.task(key)).contentHash,
      rating,
      commentHash: hash,
    });
    switch (step) {
      case "create":
        return { function: "createTask", contract: key.contract, terms: this.terms(key.contract) };
      case "fundMore": {
        const { rewardUsdcUnits, deadline } = await this.task(key);
        return { function: "fundMore", ...key, rewardUsdcUnits: rewardUsdcUnits + 1_000_001n, openUntil: deadline + 1 };
      }
      case "cancel":
        return { function: "cancelTask", ...key };
      case "expireOpen":
      case "expireWork":
      case "expireChanges":
        return { function: "expireTask", ...key };
      case "start":
        return {
          function: "stakeAndStart",
          ...key,
          agreedTerms: await this.agreedTerms(key),
          voucher: await this.voucher(key, options.from ?? "worker"),
        };
      case "submit":
        return { function: "submitWork", ...key, submissionHash: hash };
      case "requestChanges":
        return {
          function: "requestChanges",
          ...key,
          submissionHash: (await this.task(key)).contentHash,
          reasonHash: hash,
        };
      case "resubmit":
        return {
          function: "resubmitWork",
          ...key,
          round: (await this.task(key)).changeRound,
          submissionHash: hash,
          signed: null,
        };
      case "anchorResubmission": {
        const signed = await this.resubmission(key, hash);
        return { function: "resubmitWork", ...key, round: signed.round, submissionHash: hash, signed };
      }
      case "approve":
      case "approveDuringChanges":
        return { function: "approve", ...(await rated()) };
      case "reject":
        return { function: "reject", ...(await rated()) };
      case "approveByJudge": {
        const { changeRound: round, contentHash: submissionHash } = await this.task(key);
        return { function: "approveByJudge", ...key, ...(await this.verdict(key, { round, submissionHash })) };
      }
      case "release":
        return { function: "releaseAfterReview", ...key };
      case "concede":
      case "finalizeRejection":
        return { function: "finalizeRejection", ...key };
      case "contest":
        return { function: "contest", ...key, evidenceHash: hash };
      case "rule":
        return { function: "rule", ...key, workerShareBps, forfeitStake, rulingHash: hash };
      case "ruleByDefault":
        return { function: "ruleByDefault", ...key };
      case "rateAndClaim":
        return { function: "rateAndClaimStake", ...key, rating, commentHash: hash };
      case "claim":
        return { function: "claimStakeAfterRating", ...key };
    }
  }
}

/** Deploys from the node's own account, because ethers needs 0.2 s to sign a transaction of this size. */
async function deployed(chain: OwnChain, data: string): Promise<Address> {
  const transaction = { from: chain.wallet("deployer").address, data, gas: toQuantity(10_000_000) };
  return requireAddress((await sendNext(chain.rpcUrl, transaction)).contractAddress);
}

/** The escrow adapter over any node, such as a proxy that misbehaves. */
export function escrowOver(
  url: string | readonly string[],
  addresses: Escrows,
  { fromBlock = 0n, timeoutMs = 2_000, chainId = CHAIN_ID } = {},
): Escrow {
  const urls = typeof url === "string" ? [url] : url;
  const nodes = new Nodes({ urls, chainId, timeoutMs, log: SILENT });
  return ethersEscrow({ nodes, addresses, fromBlock, chainId });
}

function requireAddress(text: string): Address {
  const address = toAddress(text);
  if (!address) throw new Error(`${text} is no address`);
  return address;
}
