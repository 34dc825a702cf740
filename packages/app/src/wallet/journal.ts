import { StorageJournal, type Journal } from "../../../client/src/journal/journal";

export interface BrowserJournal extends Journal {
  /** Removes answers that were bought and are here, with their receipts, from this browser. */
  forgetAnswers: () => Promise<void>;
}

/**
 * A wallet's journal in this browser. Purchases outlive the window, with their receipts, and all tabs share them; steps of
 * tasks, which hold private texts, end with the window. `onWaiting` hears whether another tab does the same at this moment,
 * `onOver` that something which was signed is over: money may have moved.
 */
export function browserJournal(
  address: string,
  onWaiting: (isWaiting: boolean) => void = () => {},
  onOver: () => void = () => {},
): BrowserJournal {
  const name = `mkt-journal-${address}`;
  const lasting = new StorageJournal(localStorage, name);
  const passing = new StorageJournal(sessionStorage, name);
  return {
    entries: async () => [...(await lasting.entries()), ...(await passing.entries())],
    put: async (entry) => {
      await (entry.kind === "purchase" ? lasting : passing).put(entry);
      if (entry.state !== "signed") onOver();
    },
    alone: async (key, work) => {
      onWaiting(await lasting.isHeld(key));
      return lasting.alone(key, () => {
        onWaiting(false);
        return work();
      });
    },
    forgetAnswers: () => lasting.remove(({ kind, state }) => kind === "purchase" && state === "done"),
  };
}
