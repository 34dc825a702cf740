import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isCutOff } from "../lib/cutOff";
import { nextShown, type Data, type Shown } from "../lib/shown";
import { useAgain } from "./useAgain";

const SLOW_MS = 1_000;

/** Loads what a page shows, again when `key` changes, and by itself where the service was not reached; a reply to an earlier key is dropped. */
export function useData<T>(key: string, load: () => Promise<T>): Data<T> {
  const [shown, setShown] = useState<Shown<T> | null>(null);
  const latest = useRef(0);
  const loader = useRef(load);
  loader.current = load;

  const start = useCallback((own: string, isQuiet: boolean) => {
    const run = ++latest.current;
    const show = (data: Data<T>) => {
      if (run === latest.current) setShown((before) => nextShown(before, { key: own, data }, isQuiet));
    };
    if (!isQuiet) show({ state: "loading", isSlow: false });
    const timer = setTimeout(() => !isQuiet && show({ state: "loading", isSlow: true }), SLOW_MS);
    loader
      .current()
      .then(
        (value) => show({ state: "ready", value, reload: () => start(own, true) }),
        (error: unknown) => show({ state: "failed", error: errorOf(error), retry: () => start(own, false) }),
      )
      .finally(() => clearTimeout(timer));
  }, []);

  useEffect(() => {
    start(key, false);
    return () => void latest.current++;
  }, [key, start]);
  const data: Data<T> = shown?.key === key ? shown.data : { state: "loading", isSlow: false };
  useAgain(data.state === "failed" && isCutOff(data.error), () => start(key, true));
  return data;
}

export function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
