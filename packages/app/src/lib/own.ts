/** What a visitor types or reads is kept in the window under such names. */
const PREFIX = "mkt-own";
/** In the place of an account, as long as none is connected. */
const NONE = "-";

/** The name of what is kept for an account; without one, for the account that is connected next. */
export function ownName(account: string | null, what: string): string {
  return `${PREFIX} ${account ?? NONE} ${what}`;
}

/** Keeps a text as long as the window; a browser without room for it goes on. */
export function keepOwn(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // It is lost with a reload, and nothing else.
  }
}

/** Gives what was typed before connecting to the account that is connected now. */
export function adopt(storage: Storage, account: string): void {
  const before = ownName(null, "");
  for (const name of namesIn(storage).filter((one) => one.startsWith(before))) {
    storage.setItem(ownName(account, name.slice(before.length)), storage.getItem(name) ?? "");
    storage.removeItem(name);
  }
}

/** Forgets all of it: the visitor leaves. */
export function forgetOwn(storage: Storage): void {
  for (const name of namesIn(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name);
}

export function namesIn(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
}
