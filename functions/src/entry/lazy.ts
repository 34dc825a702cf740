/** Builds a part on its first use, and keeps it. */
export function lazy<T extends object>(build: () => T): () => T {
  let built: T | undefined;
  return () => (built ??= build());
}
