import { Engine, type Counted } from "../../../packages/answers/src/engine/engine";
import { serveEngine } from "../../../packages/answers/src/thread/serveEngine";
import type { DatasetKind, Message } from "../../../functions/src/ports/answers";

const SLOW_MS = 400;

/** The engine, with questions that break the thread it works in. */
class TrappedEngine extends Engine {
  override reply(kind: DatasetKind, messages: readonly Message[], turns: number): Counted {
    const { content } = messages.at(-1)!;
    if (content === "HANG") for (;;);
    // Hangs as well, and leaves the processor to other tests.
    if (content === "WAIT") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    // Takes a while, and is answered.
    if (content.startsWith("SLOW ")) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLOW_MS);
      return super.reply(kind, [{ role: "user", content: content.slice("SLOW ".length) }], turns);
    }
    if (content === "CRASH") process.exit(1);
    if (content === "EXHAUST") for (const held: object[] = []; ;) held.push(new Array(100_000).fill(held));
    if (content === "GARBAGE") return { answer: { reply: 7 }, asked: [] } as unknown as Counted;
    if (content === "THROW") throw new TypeError("of a mistake in the engine");
    return super.reply(kind, messages, turns);
  }
}

serveEngine(new TrappedEngine());
