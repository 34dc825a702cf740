import { useEffect, useRef } from "preact/hooks";

/** Less than this after the last time, a return to the window is none. */
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
