/** Long enough for a healthy dependency. */
const PATIENCE_MS = 1_500;

/** The result of a check, or undefined if it fails or takes too long. */
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
