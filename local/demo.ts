/** `npm run demo`: the service's main job, played by agents on the local stack. */
import { buyAnswer, type Tell } from "./paidAnswer";
import { stack } from "./stack";

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

async function main(): Promise<void> {
  const local = await stack((step, ms) => console.log(`${(ms / 1000).toFixed(1).padStart(5)} s  ${step}`));
  try {
    const say = chapter("An agent buys an answer about demand");
    await buyAnswer(local, "/demand-insights", "What do people ask about most?", say);
    const sayGoals = chapter("An agent buys an answer about goals");
    await buyAnswer(local, "/ai-early-adopters-goals", "How many want to learn something new?", sayGoals);
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
