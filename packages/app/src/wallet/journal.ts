import { StorageJournal, type Journal } from "../../../client/src/browser";

/**
 * A wallet's journal in this browser. Purchases outlive the window, with their receipts, and all tabs share them; steps of
 * tasks, which hold private texts, end with the window.
 */
export function browserJournal(address: string): Journal {
  const name = `mkt-journal-${address}`;
  const lasting = new StorageJournal(localStorage, name);
  const passing = new StorageJournal(sessionStorage, name);
  return {
    entries: async () => [...(await lasting.entries()), ...(await passing.entries())],
    put: (entry) => (entry.kind === "purchase" ? lasting : passing).put(entry),
    alone: (key, work) => lasting.alone(key, work),
  };
}
