import { marksIn, type Marks } from "../lib/thread";

const nameOf = (wallet: string) => `mkt-read-${wallet}`;

/** What a wallet has read of its threads, in this browser. */
export function readMarks(wallet: string): Marks {
  return marksIn(localStorage.getItem(nameOf(wallet)));
}

/** Changes it, from what any tab has written last. A browser with no room for it shows more as unread, and no less. */
export function changeMarks(wallet: string, change: (marks: Marks) => Marks): Marks {
  const marks = change(readMarks(wallet));
  try {
    localStorage.setItem(nameOf(wallet), JSON.stringify(marks));
  } catch {
    // The storage is full.
  }
  return marks;
}
