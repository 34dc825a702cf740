/** Run by exit.test.ts as a process of its own: asks one question, and does nothing to end the process. */
import path from "node:path";
import { startWorker } from "../../../packages/answers/src/thread/engineThread";
import { localAnswers } from "../../../packages/answers/src/local";
import { MemorySnapshots } from "../../fakes/snapshots";
import { goalsOfStates, NOW, publish, quiet } from "./fixture";

const [content = "", worker] = process.argv.slice(2);

async function main(): Promise<void> {
  const snapshots = new MemorySnapshots();
  await publish(snapshots, "goals", goalsOfStates());
  const answers = localAnswers({
    snapshots,
    now: () => NOW,
    log: quiet,
    ...(worker && {
      startWorker: () => startWorker(path.resolve(worker)),
      limits: { deadlineMs: 2_000, answerMs: 30_000, foreseeMs: 300 },
    }),
  });
  const { reply } = await answers.answer("goals", [{ role: "user", content }]);
  process.stdout.write(JSON.stringify({ reply }));
}

void main();
