/** Long enough for a part that is well; nothing waits longer for one that is not. */
const PATIENCE_MS = 1_500;

/** What a check finds, or undefined where it fails or takes too long. */
export async function inTime<T>(check: () => Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined);
  });
  try {
    return await Promise.race([check().catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
