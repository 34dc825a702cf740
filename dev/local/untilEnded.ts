import type { Stack } from "./stack";

/** Waits until the stack is stopped or a part of it is lost, and stops the rest; a lost part is an error. */
export async function untilEnded(
  stack: Pick<Stack, "lost" | "close">,
  stopped: Promise<void>,
  say: (line: string) => void,
): Promise<void> {
  const lost = await Promise.race([stopped, stack.lost]);
  say("\nStopping ...");
  await stack.close();
  if (lost !== undefined) throw new Error(`${lost} The other parts were stopped. Run npm start again.`);
  say("Stopped.");
}
