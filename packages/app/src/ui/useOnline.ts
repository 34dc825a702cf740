import { useEffect, useRef, useState } from "preact/hooks";

/** Whether the browser has a network; does something each time that it is back. */
export function useOnline(back: () => void = () => {}): boolean {
  const [isOnline, setIsOnline] = useState(navigator.onLine);
  const latest = useRef(back);
  latest.current = back;
  useEffect(() => {
    const changed = () => {
      setIsOnline(navigator.onLine);
      if (navigator.onLine) latest.current();
    };
    for (const name of ["online", "offline"]) addEventListener(name, changed);
    return () => {
      for (const name of ["online", "offline"]) removeEventListener(name, changed);
    };
  }, []);
  return isOnline;
}
