import { useEffect, useRef } from "preact/hooks";
import { useOnline } from "./useOnline";

const FIRST_MS = 3_000;
const LONGEST_MS = 60_000;

/** Tries again what fails: as soon as the browser is back online, and after pauses that grow while the page is looked at. */
export function useAgain(isFailing: boolean, again: () => void): void {
  const latest = useRef(again);
  latest.current = again;
  useOnline(() => isFailing && latest.current());
  useEffect(() => {
    if (!isFailing) return;
    let timer: ReturnType<typeof setTimeout>;
    const after = (pauseMs: number) => {
      timer = setTimeout(() => {
        if (document.visibilityState === "visible" && navigator.onLine) latest.current();
        after(Math.min(2 * pauseMs, LONGEST_MS));
      }, pauseMs);
    };
    after(FIRST_MS);
    return () => clearTimeout(timer);
  }, [isFailing]);
}
