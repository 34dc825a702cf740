import { Contract, ContractFactory, Interface, type Log, MaxUint256, toQuantity } from "ethers";
import { artifact } from "../../../packages/contracts/artifact";
import { deploymentOf, forwarderCode } from "../../../packages/contracts/deployEscrows";
import { toAddress } from "../../../functions/src/domain/address";
import type { Hex } from "../../../functions/src/domain/keccak";
import { termsHash } from "../../../functions/src/domain/task/terms";
import { edge, EDGES, type Edge } from "../../../functions/src/domain/workflow/edges";
import {
  payouts,
  isPossible,
  type Payments,
  type Stakes,
  type Held,
  type Role,
  type Standing,
} from "../../../functions/src/domain/workflow/walk";
import { stateOfNumber, type Windows } from "../../../functions/src/domain/workflow/states";
import type { Variant } from "../../../functions/src/domain/workflow/variants";
import { afterStep } from "../../setup/tasks/workflow";
import { type OwnChain, USDC } from "../../setup/chain/chain";
import { domainOf, ESCROW_ABI, hashOf, RESUBMISSION, SELECTION, VERDICT } from "./escrowChain";

export type Actor = "buyer" | "worker" | "worker2" | "arbiter" | "stranger";
export const ACTORS: readonly Actor[] = ["buyer", "worker", "worker2", "arbiter", "stranger"];

export interface Offer {
  readonly windows: Windows;
  readonly mode: Standing["mode"];
  readonly maxChangeRounds: number;
  readonly rewardUsdcUnits: bigint;
  readonly stakeUsdcUnits: bigint;
}

/** A call that somebody makes: which step it means, and which signatures come with it. */
export interface Attempt {
  readonly step: Edge;
  readonly actor: Actor;
  readonly held: Held;
  readonly at: number;
  readonly ruling: { readonly workerShareBps: number; readonly forfeitStake: boolean };
}

interface Receipt {
  readonly status: string;
  readonly logs: readonly Log[];
}

const abi = new Interface(ESCROW_ABI);

async function deployedBy(chain: OwnChain, data: string): Promise<string> {
  const hash = await chain.send({ from: "deployer", data });
  const receipt = await chain.provider.getTransactionReceipt(hash);
  if (receipt?.status !== 1 || !receipt.contractAddress) throw new Error("the contract was not deployed");
  return receipt.contractAddress;
}

const token = new Interface(artifact("TestUSDC").abi);

/** One escrow on a chain of its own, and the calls that walks make on it. */
export class EscrowUnderTest {
  private constructor(
    private readonly chain: OwnChain,
    readonly address: string,
    readonly variant: Variant,
  ) {}

  static async deploy(chain: OwnChain, variant: Variant): Promise<EscrowUnderTest> {
    const address = (role: Parameters<OwnChain["wallet"]>[0]) => chain.wallet(role).address;
    const parties = {
      usdc: USDC,
      forwarder: await deployedBy(chain, forwarderCode()),
      treasury: address("treasury"),
      owner: address("deployer"),
      arbiter: address("arbiter"),
    };
    const { bytecode } = artifact("TaskEscrow");
    const { data } = await new ContractFactory(abi, bytecode).getDeployTransaction(deploymentOf(variant, parties));
    const deployed = await deployedBy(chain, data);
    for (const actor of ACTORS) {
      await chain.send({ from: actor, to: USDC, data: token.encodeFunctionData("mint", [address(actor), 10n ** 12n]) });
      await chain.send({ from: actor, to: USDC, data: token.encodeFunctionData("approve", [deployed, MaxUint256]) });
    }
    return new EscrowUnderTest(chain, deployed, variant);
  }

  addressOf(actor: Actor): string {
    return this.chain.wallet(actor).address;
  }

  async now(): Promise<number> {
    return (await this.chain.provider.getBlock("latest"))?.timestamp ?? 0;
  }

  /** The call is mined at that second, reverted or not. */
  async send(from: Actor, name: string, args: readonly unknown[], at: number): Promise<Receipt> {
    await this.chain.call("evm_setNextBlockTimestamp", toQuantity(at));
    return this.chain.call<Receipt>("eth_sendTransactionSync", {
      from: this.addressOf(from),
      to: this.address,
      gas: toQuantity(1_000_000),
      data: abi.encodeFunctionData(name, args),
    });
  }

  async task(taskId: bigint): Promise<Record<string, bigint | string | boolean>> {
    const result = (await new Contract(this.address, abi, this.chain.provider).getFunction("getTask")(taskId)) as {
      toObject(): never;
    };
    return result.toObject();
  }

  sign(actor: Actor, types: typeof SELECTION | typeof RESUBMISSION | typeof VERDICT, message: object): Promise<string> {
    return this.chain.wallet(actor).signTypedData(domainOf(this.address), types, message);
  }
}

/** A task in the contract and in the table, side by side. */
export class Walk {
  private worker: Actor | null = null;
  private content = hashOf("metadata");

  private constructor(
    private readonly escrow: EscrowUnderTest,
    private readonly taskId: bigint,
    private offer: Offer,
    public standing: Standing,
    /** The second of the newest block. */
    public now: number,
  ) {}

  static async begin(escrow: EscrowUnderTest, offer: Offer): Promise<Walk> {
    const at = (await escrow.now()) + 1;
    const terms = {
      reward: offer.rewardUsdcUnits,
      stake: offer.stakeUsdcUnits,
      metadataHash: hashOf("metadata"),
      mode: offer.mode === "instant" ? 0 : 1,
      maxChangeRounds: offer.maxChangeRounds,
      judge: escrow.addressOf("arbiter"),
      windows: offer.windows,
    };
    const receipt = await escrow.send("buyer", "createTask", [terms], at);
    const created = eventsOf(escrow.address, receipt).find(({ name }) => name === edge("create").event);
    if (!created) throw new Error("the task was not created");
    const { mode, maxChangeRounds } = offer;
    const standing: Standing = {
      state: "FUNDED",
      settled: false,
      deadline: at + offer.windows.open,
      mode,
      changeRound: 0,
      maxChangeRounds,
    };
    const walk = new Walk(escrow, created.args.getValue("taskId") as bigint, offer, standing, at);
    await walk.expectSame();
    return walk;
  }

  roleOf(actor: Actor): Role {
    if (actor === "buyer") return "poster";
    if (actor === "arbiter") return "arbiter";
    return actor === this.worker ? "worker" : "stranger";
  }

  /** The step that a call of this function would be: the contract has one function for several rows of the table. */
  private stepFor({ step, actor, held, at }: Attempt): Edge | undefined {
    return EDGES.find(
      (row: Edge) => row.function === step.function && isPossible(row, this.standing, this.roleOf(actor), at, held),
    );
  }

  /** Makes the call; the contract does what the table says, or refuses what the table does not know. Gives the step taken. */
  async attempt(attempt: Attempt): Promise<Edge | undefined> {
    const expected = this.stepFor(attempt);
    const { name, args } = await this.call(attempt);
    const receipt = await this.escrow.send(attempt.actor, name, args, attempt.at);
    this.now = attempt.at;
    const asked = `${attempt.step.id} by ${attempt.actor} in ${this.standing.state}`;
    expect([asked, receipt.status]).toEqual([asked, expected ? "0x1" : "0x0"]);
    if (expected) {
      this.standing = afterStep(expected, this.standing, this.offer.windows, attempt.at);
      if (expected.id === "fundMore") {
        const [rewardUsdcUnits, deadline] = args.slice(1) as [bigint, number];
        this.offer = { ...this.offer, rewardUsdcUnits };
        this.standing = { ...this.standing, deadline };
      }
      if (expected.id === "start") this.worker = attempt.actor;
      if (expected.to === "SUBMITTED") this.content = args[expected.function === "resubmitWork" ? 2 : 1] as string;
      const paid = this.paidIn(receipt);
      expect(paid).toEqual(payouts(expected.pays, this.stakes(), attempt.ruling));
      expect(eventsOf(this.escrow.address, receipt).map((event) => event.name)).toEqual([expected.event]);
    }
    await this.expectSame();
    return expected;
  }

  private async expectSame(): Promise<void> {
    const task = await this.escrow.task(this.taskId);
    expect({
      state: stateOfNumber(Number(task.state)),
      settled: task.settled,
      deadline: Number(task.deadline),
      mode: task.mode === 0n ? "instant" : "selection",
      changeRound: Number(task.changeRound),
      maxChangeRounds: Number(task.maxChangeRounds),
    }).toEqual(this.standing);
    expect(task.contentHash).toBe(this.content);
    expect(task.reward).toBe(this.offer.rewardUsdcUnits);
  }

  private stakes(): Stakes {
    const { rewardUsdcUnits, stakeUsdcUnits } = this.offer;
    const { cancelFeeUsdcUnits, platformFeeBps } = this.escrow.variant;
    return { rewardUsdcUnits, stakeUsdcUnits, cancelFeeUsdcUnits, platformFeeBps };
  }

  /** What the worker agrees to, worked out from the offer by the service's own code. */
  private agreedTerms(): Hex {
    const [poster, arbiter] = [toAddress(this.escrow.addressOf("buyer")), toAddress(this.escrow.addressOf("arbiter"))];
    if (!poster || !arbiter) throw new Error("no addresses");
    const { platformFeeBps } = this.escrow.variant;
    return termsHash({
      ...this.offer,
      judge: arbiter,
      poster,
      arbiter,
      platformFeeBps,
      metadataHash: hashOf("metadata") as Hex,
    });
  }

  private paidIn(receipt: Receipt): Payments {
    const sums = { poster: 0n, worker: 0n, treasury: 0n };
    for (const log of receipt.logs.filter(({ address }) => address.toLowerCase() === USDC.toLowerCase())) {
      const transfer = token.parseLog(log);
      if (transfer?.name !== "Transfer" || transfer.args.getValue("from") !== this.escrow.address) continue;
      const to = transfer.args.getValue("to") as string;
      const who =
        to === this.escrow.addressOf("buyer")
          ? "poster"
          : this.worker && to === this.escrow.addressOf(this.worker)
            ? "worker"
            : "treasury";
      sums[who] += transfer.args.getValue("value") as bigint;
    }
    return sums;
  }

  private async call({ step, actor, held, at, ruling }: Attempt): Promise<{ name: string; args: readonly unknown[] }> {
    const { taskId } = this;
    const text = hashOf(`${step.id} ${at}`);
    const args = async (): Promise<readonly unknown[]> => {
      switch (step.function) {
        case "fundMore":
          return [taskId, this.offer.rewardUsdcUnits + 1n, this.standing.deadline + 1];
        case "stakeAndStart": {
          const message = { taskId, metadataHash: this.content, worker: this.escrow.addressOf(actor), deadline: at };
          const signature = held.selection ? await this.escrow.sign("buyer", SELECTION, message) : "0x";
          return [taskId, this.agreedTerms(), { deadline: at, signature }];
        }
        case "resubmitWork": {
          const message = { taskId, round: this.standing.changeRound, submissionHash: text, deadline: at };
          const signature =
            held.resubmission && this.worker ? await this.escrow.sign(this.worker, RESUBMISSION, message) : "0x";
          return [taskId, message.round, text, at, signature];
        }
        case "approveByJudge": {
          const [round, submissionHash] = [this.standing.changeRound, this.content];
          const message = { taskId, round, submissionHash, deadline: at };
          const signature = held.verdict ? await this.escrow.sign("arbiter", VERDICT, message) : "0x";
          return [taskId, round, submissionHash, at, signature];
        }
        case "approve":
        case "reject":
          return [taskId, this.content, 4, text];
        case "rule":
          return [taskId, ruling.workerShareBps, ruling.forfeitStake, text];
        case "rateAndClaimStake":
          return [taskId, 5, text];
        case "requestChanges":
          return [taskId, this.content, text];
        case "submitWork":
        case "contest":
          return [taskId, text];
        default:
          return [taskId];
      }
    };
    return { name: step.function, args: await args() };
  }
}

function eventsOf(escrow: string, receipt: Receipt) {
  return receipt.logs
    .filter(({ address }) => address.toLowerCase() === escrow.toLowerCase())
    .map((log) => abi.parseLog(log))
    .filter((event) => event !== null);
}
