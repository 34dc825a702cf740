/** What the service says is wrong with each field, by the name that begins its pointer. */
export function faultsOf(error: unknown): Readonly<Record<string, string>> {
  const { problem } = (error ?? {}) as { problem?: { errors?: { pointer: string; message: string }[] } | null };
  const faults: Record<string, string> = {};
  for (const { pointer, message } of problem?.errors ?? []) {
    const [, name = "", ...rest] = pointer.split("/");
    faults[name] ??= rest.length > 0 ? `${rest.join("/")}: ${message}` : message;
  }
  return faults;
}
