import { WaitTimeoutError } from "./errors";

export interface WaitOptions {
  signal?: AbortSignal;
  /** The longest wait; 2 minutes by default. */
  timeoutMs?: number;
  /** The first pause; it doubles each time. */
  firstPauseMs?: number;
  maxPauseMs?: number;
}

/**
 * Reads repeatedly, with growing pauses, until the result is accepted, and returns it.
 *
 * Throws `WaitTimeoutError` when the time is over, and the signal's reason when it is aborted. A read that throws ends
 * the wait.
 */
export async function waitUntil<T, G extends T>(
  what: string,
  read: () => Promise<T>,
  isGood: (value: T) => value is G,
  options?: WaitOptions,
): Promise<G>;
export async function waitUntil<T>(
  what: string,
  read: () => Promise<T>,
  isGood: (value: T) => boolean,
  options?: WaitOptions,
): Promise<T>;
export async function waitUntil<T>(
  what: string,
  read: () => Promise<T>,
  isGood: (value: T) => boolean,
  options: WaitOptions = {},
): Promise<T> {
  const { signal, timeoutMs = 120_000, firstPauseMs = 250, maxPauseMs = 5_000 } = options;
  const end = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    signal?.throwIfAborted();
    const value = await read();
    if (isGood(value)) return value;
    const leftMs = end - performance.now();
    if (leftMs <= 0) throw new WaitTimeoutError(what, value);
    await pause(Math.min(pauseMs, leftMs), signal);
  }
}

/** Waits; throws the signal's own reason when it is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
  signal?.throwIfAborted();
}
