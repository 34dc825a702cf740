/** Runs one task from start to finish with the parties' own calls to an escrow; used by the demo and as an example. */
import {
  Contract,
  Interface,
  isError,
  JsonRpcProvider,
  keccak256,
  NonceManager,
  toQuantity,
  toUtf8Bytes,
  Wallet,
  ZeroAddress,
} from "ethers";
import { toAddress, type Address } from "../../functions/src/domain/address";
import type { Hex } from "../../functions/src/domain/keccak";
import { termsHash } from "../../functions/src/domain/task/terms";
import { type Variant, VARIANTS, type ContractName } from "../../functions/src/domain/workflow/variants";
import { artifact } from "./artifact";

export interface Stage {
  readonly rpcUrl: string;
  /** The escrow's address, and the terms with which it was deployed. */
  readonly escrow: string;
  readonly variant: ContractName;
  readonly usdc: string;
  /** Private keys of two wallets that have ether, and USDC for the reward and the stake. */
  readonly poster: string;
  readonly worker: string;
  /** Called after each step. */
  readonly say: (step: Step) => void;
}

export interface Step {
  readonly who: "poster" | "worker" | "anyone" | "clock";
  readonly what: string;
  /** Absent where nothing was sent: a signature, or time that passed. */
  readonly txHash?: string;
}

const REWARD_USDC_UNITS = 20_000_000n;
const STAKE_USDC_UNITS = 2_000_000n;
const RESUBMISSION = {
  Resubmission: [
    { name: "taskId", type: "uint256" },
    { name: "round", type: "uint256" },
    { name: "submissionHash", type: "bytes32" },
    { name: "deadline", type: "uint256" },
  ],
};

/** Decodes the errors of the escrow and of the token. */
const ERRORS = [new Interface(artifact("TaskEscrow").abi), new Interface(artifact("TestUSDC").abi)];

function reasonOf(error: unknown): string {
  const data = isError(error, "CALL_EXCEPTION") ? error.data : null;
  const named = data ? ERRORS.map((each) => each.parseError(data)).find((each) => each !== null) : null;
  return named ? `${named.name}(${named.args.join(", ")})` : error instanceof Error ? error.message : String(error);
}

function requireAddress(text: string): Address {
  const address = toAddress(text);
  if (!address) throw new Error(`${text} is not an address.`);
  return address;
}

const hashOf = (text: string): string => keccak256(toUtf8Bytes(text));

/**
 * Creates a task, stakes, submits, requests changes, resubmits by signature, approves, rates and claims the stake. The poster
 * records the worker's signed resubmission and approves it in one transaction. Returns the task id; throws if a call reverts.
 */
export async function playTask(stage: Stage): Promise<bigint> {
  const play = await Play.begin(stage);
  try {
    const taskId = await play.startedTask();
    await play.send("worker", "submits the work", "submitWork", [taskId, hashOf("first draft")]);
    await play.send("poster", "asks for a change", "requestChanges", [
      taskId,
      hashOf("first draft"),
      hashOf("please add sources"),
    ]);
    const better = hashOf("draft with sources");
    const { deadline, signature } = await play.signResubmission(taskId, better);
    const resubmission = play.encode("resubmitWork", [taskId, 1, better, deadline, signature]);
    const approval = play.encode("approve", [taskId, better, 5, hashOf("well done")]);
    await play.send("poster", "records the signed work and approves it", "multicall", [[resubmission, approval]]);
    await play.send("worker", "rates the poster and takes the stake back", "rateAndClaimStake", [
      taskId,
      5,
      hashOf("clear brief"),
    ]);
    return taskId;
  } finally {
    play.end();
  }
}

/**
 * Runs a task whose poster misses the review deadline: the work is submitted, the review window passes, and anyone releases
 * the reward and the stake to the worker. Moves the chain's clock, so it needs a development chain (anvil). Returns the task
 * id.
 */
export async function playSilentBuyer(stage: Stage): Promise<bigint> {
  const play = await Play.begin(stage);
  try {
    const taskId = await play.startedTask();
    await play.send("worker", "submits the work", "submitWork", [taskId, hashOf("the work")]);
    await play.pass(play.variant.defaultWindows.review + 1, "the poster does not review the work in time");
    await play.send("anyone", "releases the reward and the stake to the worker", "releaseAfterReview", [taskId]);
    return taskId;
  } finally {
    play.end();
  }
}

class Play {
  private constructor(
    private readonly stage: Stage,
    private readonly provider: JsonRpcProvider,
    private readonly chainId: bigint,
    readonly variant: Variant,
    private readonly wallets: Readonly<Record<"poster" | "worker", NonceManager>>,
    private readonly escrow: Contract,
  ) {}

  static async begin(stage: Stage): Promise<Play> {
    const provider = new JsonRpcProvider(stage.rpcUrl, undefined, { cacheTimeout: -1, pollingInterval: 100 });
    const { chainId } = await provider.getNetwork();
    const wallets = {
      poster: new NonceManager(new Wallet(stage.poster, provider)),
      worker: new NonceManager(new Wallet(stage.worker, provider)),
    };
    const escrow = new Contract(stage.escrow, artifact("TaskEscrow").abi, provider);
    return new Play(stage, provider, chainId, VARIANTS[stage.variant], wallets, escrow);
  }

  end(): void {
    this.provider.destroy();
  }

  encode(name: string, args: readonly unknown[]): string {
    return this.escrow.interface.encodeFunctionData(name, args);
  }

  /** Creates and starts a task with the variant's default terms. */
  async startedTask(): Promise<bigint> {
    await this.allow("poster", REWARD_USDC_UNITS);
    const terms = {
      reward: REWARD_USDC_UNITS,
      stake: STAKE_USDC_UNITS,
      metadataHash: hashOf("translate two pages"),
      mode: 0,
      maxChangeRounds: this.variant.defaultChangeRounds,
      judge: ZeroAddress,
      windows: this.variant.defaultWindows,
    };
    const receipt = await this.send("poster", "creates a task and locks the reward", "createTask", [terms]);
    const created = receipt.logs
      .map((log) => this.escrow.interface.parseLog(log))
      .find((event) => event?.name === "TaskCreated");
    if (!created) throw new Error("The receipt has no TaskCreated event.");
    const taskId = created.args.getValue("taskId") as bigint;
    await this.allow("worker", STAKE_USDC_UNITS);
    const agreedTerms = await this.agreedTerms(terms);
    await this.send("worker", "locks the stake and starts", "stakeAndStart", [
      taskId,
      agreedTerms,
      { deadline: 0, signature: "0x" },
    ]);
    return taskId;
  }

  /** The terms hash, computed from the offer as the worker read it. */
  private async agreedTerms({ metadataHash }: { metadataHash: string }): Promise<string> {
    return termsHash({
      poster: requireAddress(await this.wallets.poster.getAddress()),
      rewardUsdcUnits: REWARD_USDC_UNITS,
      stakeUsdcUnits: STAKE_USDC_UNITS,
      metadataHash: metadataHash as Hex,
      mode: "instant",
      maxChangeRounds: this.variant.defaultChangeRounds,
      judge: null,
      windows: this.variant.defaultWindows,
      platformFeeBps: this.variant.platformFeeBps,
      arbiter: requireAddress(String(await this.escrow.getFunction("arbiter")())),
    });
  }

  async signResubmission(taskId: bigint, submissionHash: string): Promise<{ deadline: number; signature: string }> {
    const now = (await this.provider.getBlock("latest"))?.timestamp ?? 0;
    const deadline = now + this.variant.defaultWindows.resubmit;
    const domain = { name: "TaskEscrow", version: "1", chainId: this.chainId, verifyingContract: this.stage.escrow };
    const message = { taskId, round: 1, submissionHash, deadline };
    const signature = await this.wallets.worker.signTypedData(domain, RESUBMISSION, message);
    this.stage.say({ who: "worker", what: "signs the better work, without a transaction" });
    return { deadline, signature };
  }

  async send(who: "poster" | "worker" | "anyone", what: string, name: string, args: readonly unknown[]) {
    const sender = this.wallets[who === "worker" ? "worker" : "poster"];
    const transaction = { to: this.stage.escrow, data: this.encode(name, args) };
    try {
      return await this.mined(who, what, await sender.sendTransaction(transaction));
    } catch (error) {
      throw new Error(`${who} ${what}: ${reasonOf(error)}`, { cause: error });
    }
  }

  private async allow(who: "poster" | "worker", amount: bigint): Promise<void> {
    const token = new Contract(this.stage.usdc, artifact("TestUSDC").abi);
    const data = token.interface.encodeFunctionData("approve", [this.stage.escrow, amount]);
    await this.mined(
      who,
      "approves the escrow to take the USDC",
      await this.wallets[who].sendTransaction({ to: this.stage.usdc, data }),
    );
  }

  private async mined(who: Step["who"], what: string, sent: Awaited<ReturnType<NonceManager["sendTransaction"]>>) {
    const receipt = await sent.wait();
    if (!receipt) throw new Error(`${what}: the transaction was not mined.`);
    this.stage.say({ who, what, txHash: receipt.hash });
    return receipt;
  }

  async pass(seconds: number, what: string): Promise<void> {
    await this.provider.send("evm_increaseTime", [toQuantity(seconds)]);
    await this.provider.send("anvil_mine", [toQuantity(1)]);
    this.stage.say({ who: "clock", what });
  }
}
