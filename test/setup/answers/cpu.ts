/** CPU milliseconds that this process spends until `run` ends: unlike the clock, they hold on a machine that is busy with other things. */
export async function cpuMs<T>(run: () => T | Promise<T>): Promise<{ ms: number; result: T }> {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000, result };
}
