import type { Answered } from "../../../packages/answers/src/answering";
import { Answering } from "../../../packages/answers/src/answering";
import { serve } from "../../../packages/answers/src/thread/serve";
import type { DatasetKind, Message } from "../../../functions/src/ports/answers";

/** Answers, but for questions that break the thread or keep it. */
class Trapped extends Answering {
  override answer(kind: DatasetKind, messages: readonly Message[]): Answered {
    const { content } = messages.at(-1)!;
    // Never ends, and leaves the processor to other tests.
    if (content === "HANG") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (content === "CRASH") process.exit(1);
    if (content === "EXHAUST") for (const held: object[] = []; ;) held.push(new Array(100_000).fill(held));
    if (content === "GARBAGE") return { answer: { reply: 7 } } as unknown as Answered;
    if (content === "THROW") throw new TypeError("of a mistake in the engine");
    return super.answer(kind, messages);
  }
}

serve(new Trapped());
