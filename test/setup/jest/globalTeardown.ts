/** Stops what the setup started. */
export default async function globalTeardown(): Promise<void> {
  await Promise.all(globalThis.stopTestParts.map((stop) => stop()));
}
