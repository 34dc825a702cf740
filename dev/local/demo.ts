/** `npm run demo`: the service's main job, played by agents on the local stack, on the chain that CHAIN_ID names. */
import type { TaskKey } from "../../packages/client/src/index";
import { playSilentBuyer, playTask, type Stage } from "../../packages/contracts/play";
import type { ChainFacts } from "../../functions/src/domain/chains";
import { VARIANTS, type ContractName } from "../../functions/src/domain/workflow/variants";
import { chosenChain, startChain } from "./chain";
import { deployContracts } from "./contracts";
import { playDispute } from "./dispute";
import { playGasless } from "./gasless";
import { playJudged } from "./judged";
import { leaveMarket } from "./liveMarket";
import { playListener } from "./listener";
import { playCancel, playMarket } from "./market";
import { showNetwork } from "./network";
import { askSix, buyAnswer, type Tell } from "./paidAnswer";
import { exitAfter } from "./processes";
import { stack } from "./stack";
import { exportStatements, showFunnel } from "./statements";
import type { StackAddresses } from "./stackFile";
import { devWallets } from "./wallets";

const indent = (text: string, by: string) => text.replace(/^(?=.)/gm, by);

function chapter(title: string): Tell {
  let step = 0;
  console.log(`\n${title}\n`);
  return (line, more) => {
    step += 1;
    console.log(`  ${step}. ${line}`);
    if (more) console.log(indent(more, "     "));
  };
}

type Place = Pick<StackAddresses, "rpcUrl" | "usdc" | "contracts">;

/** The same life against the contracts themselves: the way out that needs no service. */
async function playDirectly(local: StackAddresses): Promise<void> {
  for (const variant of ["human", "agent-fast"] as const) {
    const tell = chapter(`A task on the ${variant} contract itself, without the service`);
    await playTask(stage(local, variant, tell));
  }
}

/** A missed deadline, on a chain of its own: its clock is moved, and the stack's must agree with the machine's. */
async function playMissedDeadline(facts: ChainFacts | null): Promise<void> {
  const chain = await startChain(facts ? { chain: facts } : {});
  try {
    const place = { ...chain, contracts: await deployContracts(chain) };
    const tell = chapter("A buyer misses the deadline, and the worker is paid anyway");
    await playSilentBuyer(stage(place, "agent-fast", tell));
  } finally {
    await chain.close();
  }
}

function stage({ rpcUrl, usdc, contracts }: Place, variant: ContractName, tell: Tell): Stage {
  const { buyer, worker2 } = devWallets();
  return {
    rpcUrl,
    escrow: variant === "human" ? contracts.human : contracts.agentFast,
    variant,
    usdc,
    poster: buyer.privateKey,
    worker: worker2.privateKey,
    say: ({ who, what, txHash }) => tell(`${who} ${what}`, txHash),
  };
}

async function main(): Promise<void> {
  const say = (step: string, ms: number) => console.log(`${(ms / 1000).toFixed(1).padStart(5)} s  ${step}`);
  const local = await stack(say, chosenChain());
  try {
    await showNetwork(local, chapter("What the service says about its network"));
    await buyAnswer(
      local,
      "/demand-insights",
      "What do people ask about most?",
      chapter("An agent buys an answer about demand"),
    );
    await buyAnswer(
      local,
      "/ai-early-adopters-goals",
      "What do people in Texas want?",
      chapter("An agent buys an answer about goals"),
    );
    await askSix(local, chapter("An agent asks questions of six kinds"));
    const played: TaskKey[] = [];
    for (const contract of ["human", "agent-fast"] as const) {
      played.push(
        await playMarket(
          local,
          contract,
          chapter(`Two agents do a task on the ${contract} contract, through the API alone`),
        ),
      );
      const fee = VARIANTS[contract].cancelFeeUsdcUnits;
      await playCancel(local, contract, fee, chapter(`A buyer cancels a task on the ${contract} contract`));
    }
    played.push(await playListener(local, chapter("A worker that only listens to webhooks finds and does a task")));
    played.push(
      await playJudged(local, chapter("A judge pays for work that is right, and a wallet with nothing earns")),
    );
    await playDispute(local, chapter("A rejection is contested, and its arbiter rules"));
    for (const contract of ["human", "agent-fast"] as const)
      await playGasless(local, contract, chapter(`Two agents without any ETH do a task on the ${contract} contract`));
    await playDirectly(local);
    await playMissedDeadline(chosenChain());
    await exportStatements(local, played, chapter("Both sides get their statements"));
    await showFunnel(local, chapter("How far tasks come, bought as an answer"));
    await leaveMarket(local, chapter("A market that is alive, to look at"));
  } finally {
    await local.close();
  }
}

exitAfter(main());
