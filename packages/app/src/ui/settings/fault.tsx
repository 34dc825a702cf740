import type { Problem } from "../../api";

/** What the service found wrong with one field, beside it. */
export function FieldFault({ error, pointer }: { error: Error | null; pointer: string }) {
  const { problem } = (error ?? {}) as { problem?: Problem | null };
  const found = problem?.errors?.find((one) => one.pointer === pointer);
  return found ? <p class="fault">It {found.message}.</p> : null;
}
