import { playSilentBuyer, playTask, type Stage, type Step } from "../../../packages/contracts/play";
import { stateOfNumber } from "../../../functions/src/domain/workflow/states";
import type { ContractName } from "../../../functions/src/domain/workflow/variants";
import { ownChain, USDC } from "../../setup/chain/chain";
import { forFile } from "../../setup/forFile";
import { deployOn, escrowAt } from "./escrowChain";

let escrows: Readonly<Record<ContractName, string>>;
const chain = forFile(() => ownChain());
beforeAll(async () => {
  const { human, agentFast } = await deployOn(chain);
  escrows = { human, "agent-fast": agentFast };
});

function stage(variant: ContractName, steps: Step[]): Stage {
  const { privateKey: poster } = chain.wallet("buyer");
  const { privateKey: worker } = chain.wallet("worker");
  return {
    rpcUrl: chain.rpcUrl,
    escrow: escrows[variant],
    variant,
    usdc: USDC,
    poster,
    worker,
    say: (step) => steps.push(step),
  };
}

async function stateOf(variant: ContractName, taskId: bigint): Promise<string> {
  const task = (await escrowAt(escrows[variant], chain.provider).getFunction("getTask")(taskId)) as {
    state: bigint;
    settled: boolean;
  };
  return `${stateOfNumber(Number(task.state))} ${task.settled ? "settled" : "open"}`;
}

describe("happy", () => {
  it.each(["human", "agent-fast"] as const)("plays a %s task from creation to the claimed stake", async (variant) => {
    const steps: Step[] = [];
    const before = await chain.usdcUnitsOf(chain.wallet("worker").address);
    const taskId = await playTask(stage(variant, steps));
    expect(await stateOf(variant, taskId)).toBe("APPROVED settled");
    expect((await chain.usdcUnitsOf(chain.wallet("worker").address)) - before).toBe(20_000_000n);
    expect(steps.map(({ who }) => who)).toEqual(
      "poster poster worker worker worker poster worker poster worker".split(" "),
    );
    expect(steps.filter(({ txHash }) => txHash === undefined)).toHaveLength(1);
  });

  it("C4: pays the worker of a silent buyer when the review time is over", async () => {
    const steps: Step[] = [];
    const taskId = await playSilentBuyer(stage("agent-fast", steps));
    expect(await stateOf("agent-fast", taskId)).toBe("APPROVED settled");
    expect(steps.at(-1)?.who).toBe("anyone");
    expect(await chain.usdcUnitsOf(escrows["agent-fast"])).toBe(0n);
  });
});

describe("refusals", () => {
  it("says why the chain refuses, when the worker has no USDC for the stake", async () => {
    const poor = { ...stage("human", []), worker: chain.wallet("stranger").privateKey };
    await expect(playTask(poor)).rejects.toThrow("ERC20InsufficientBalance");
  });
});
