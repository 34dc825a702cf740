/** `npm run demo`: the service's main job, played by agents on the local stack, on the chain that CHAIN_ID names. */
import type { TaskKey } from "../../packages/client/src/index";
import { playSilentBuyer, playTask, type Stage } from "../../packages/contracts/play";
import { VARIANTS, type VariantName } from "../../functions/src/domain/workflow/variants";
import { chosenChain } from "./chain";
import { playDispute } from "./dispute";
import { playGasless } from "./gasless";
import { playListener } from "./listener";
import { playCancel, playMarket } from "./market";
import { showNetwork } from "./network";
import { askSix, buyAnswer, type Tell } from "./paidAnswer";
import { stack } from "./stack";
import { exportStatements, showFunnel } from "./statements";
import type { StackAddresses } from "./stackFile";
import type { Role } from "./wallets";

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

/** The same life against the contracts themselves: the way out that needs no service. The clock is moved last. */
async function playDirectly(local: StackAddresses): Promise<void> {
  const key = (role: Role) => local.wallets.find((wallet) => wallet.role === role)?.privateKey ?? "";
  const stage = (variant: VariantName, tell: Tell): Stage => ({
    rpcUrl: local.rpcUrl,
    escrow: variant === "human" ? local.contracts.human : local.contracts.agentFast,
    variant,
    usdc: local.usdc,
    poster: key("buyer"),
    worker: key("worker2"),
    say: ({ who, what, txHash }) => tell(`${who} ${what}`, txHash),
  });
  for (const variant of ["human", "agent-fast"] as const) {
    await playTask(stage(variant, chapter(`A task on the ${variant} contract itself, without the service`)));
  }
  await playSilentBuyer(stage("agent-fast", chapter("A buyer misses the deadline, and the worker is paid anyway")));
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
    await playDispute(local, chapter("A rejection is contested, and its arbiter rules"));
    for (const contract of ["human", "agent-fast"] as const)
      await playGasless(local, contract, chapter(`Two agents without any ETH do a task on the ${contract} contract`));
    await playDirectly(local);
    await exportStatements(local, played, chapter("Both sides get their statements"));
    await showFunnel(local, chapter("How far tasks come, bought as an answer"));
  } finally {
    await local.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
