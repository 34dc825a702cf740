import type { FrameName } from "./frameNames";
import { words } from "./words";

/** How texts say that something is to end, whatever it is. */
const ENDS = /\b(?:stop|stopping|quit|quitting|no more|give up|giving up|cut out|cutting out|done with)\b/;
/** "I can't stop", "never give up": there it goes on; "no more than ten" is a number. */
const GOES_ON =
  /\b(?:cant|cannot|dont|not|never|wont|nonstop|non|without) (?:ever |even )?(?:stop|stopping|quit|quitting|give up|giving up)\b|\b(?:say )?no more (?:than|often)\b|\bstop and\b/;
const LABEL = "stopping something";

/** The texts that say that something is to end: what is left of them, when themes by what it is have theirs. */
export function stopNameOf(texts: readonly string[], fewest: number): FrameName | null {
  const holders = texts.flatMap((text, i) => {
    const said = words(text).join(" ");
    return ENDS.test(said) && !GOES_ON.test(said) ? [i] : [];
  });
  return holders.length >= fewest ? { label: LABEL, holders: new Set(holders) } : null;
}
