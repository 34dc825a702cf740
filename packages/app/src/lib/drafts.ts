import { ownName } from "./own";

/** Texts that a visitor types, in this browser until they are sent. The oldest of more are forgotten. */
const MAX_DRAFTS = 60;
const KIND = "draft";

interface Kept {
  text: string;
  /** When it was typed. */
  at: number;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The name of a draft of an account; without one, of the account that is connected next. */
export function draftName(account: string | null, what: string): string {
  return ownName(account, `${KIND} ${what}`);
}

/** What was typed under a name; empty for nothing. */
export function draftIn(store: Store, name: string): string {
  return keptIn(store.getItem(name))?.text ?? "";
}

/** Keeps what was typed; false where the browser has no room for it. */
export function keepDraft(store: Store, name: string, text: string, nowMs: number): boolean {
  try {
    if (text === "") store.removeItem(name);
    else store.setItem(name, JSON.stringify({ text, at: nowMs } satisfies Kept));
    trim(store);
    return true;
  } catch {
    return false;
  }
}

function trim(store: Store): void {
  const drafts = Array.from({ length: store.length }, (_, at) => store.key(at) ?? "").flatMap((name) => {
    const kept = name.startsWith("mkt-own ") && name.includes(` ${KIND} `) ? keptIn(store.getItem(name)) : null;
    return kept ? [{ name, at: kept.at }] : [];
  });
  const oldest = drafts.sort((a, b) => a.at - b.at).slice(0, Math.max(0, drafts.length - MAX_DRAFTS));
  for (const { name } of oldest) store.removeItem(name);
}

function keptIn(text: string | null): Kept | null {
  try {
    const { text: typed, at } = JSON.parse(text ?? "null") as Kept;
    return typeof typed === "string" && typeof at === "number" ? { text: typed, at } : null;
  } catch {
    return null;
  }
}
