/** What a page waits for. `isSlow` once a visitor would wonder. */
export type Data<T> =
  | { state: "loading"; isSlow: boolean }
  | { state: "failed"; error: Error; retry: () => void }
  | { state: "ready"; value: T; reload: () => void };

export interface Shown<T> {
  key: string;
  data: Data<T>;
}

/** What is shown after a reply. A quiet reload that fails changes nothing: it would take away what is typed below. */
export function nextShown<T>(before: Shown<T> | null, next: Shown<T>, isQuiet: boolean): Shown<T> {
  const keeps = isQuiet && next.data.state === "failed" && before?.key === next.key && before.data.state === "ready";
  return keeps ? before : next;
}
