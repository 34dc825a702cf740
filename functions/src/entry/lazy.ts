/** Builds a part on its first use, and keeps it. */
export function lazy<T extends object>(build: () => T): () => T {
  let built: T | undefined;
  return () => (built ??= build());
}

/** Each part is built on its first use, and kept. */
export function lazyAll<T extends Record<string, () => object>>(builders: T): T {
  return Object.fromEntries(Object.entries(builders).map(([name, build]) => [name, lazy(build)])) as T;
}

/** The parts as properties, each built when it is first read. */
export function asProperties<T extends Record<string, () => unknown>>(parts: T) {
  const properties = {};
  for (const [name, get] of Object.entries(parts)) Object.defineProperty(properties, name, { get, enumerable: true });
  return properties as { readonly [name in keyof T]: ReturnType<T[name]> };
}
