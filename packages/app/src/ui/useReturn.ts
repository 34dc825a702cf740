import { useEffect, useRef } from "preact/hooks";

/** A return to the window does not count if it comes sooner than this after the last one. */
const PAUSE_MS = 2_000;

/** Does something when the visitor comes back to this window. */
export function useReturn(work: () => void): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    let last = Date.now();
    const back = () => {
      if (document.visibilityState !== "visible" || Date.now() - last < PAUSE_MS) return;
      last = Date.now();
      latest.current();
    };
    addEventListener("focus", back);
    document.addEventListener("visibilitychange", back);
    return () => {
      removeEventListener("focus", back);
      document.removeEventListener("visibilitychange", back);
    };
  }, []);
}
