import { useEffect, useRef } from "preact/hooks";

/** Does something again and again while the page is looked at; a failure waits for the next time. */
export function useEvery(pauseMs: number, work: () => Promise<void>): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    let isOver = false;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && !isOver) latest.current().catch(() => {});
    }, pauseMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [pauseMs]);
}
