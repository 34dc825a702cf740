import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isCutOff } from "../lib/cutOff";
import { useAgain } from "./useAgain";
import { errorOf } from "./useData";
import { serviceNow } from "./time";
import { useReturn } from "./useReturn";

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  total?: number;
}

/** A list that grows page by page. */
export interface Pages<T> {
  items: readonly T[];
  total: number | null;
  state: "loading" | "ready" | "failed";
  isSlow: boolean;
  error: Error | null;
  hasMore: boolean;
  /** When it was read, by the service's time; 0 before. */
  asOf: number;
  /** Where the last page that was added begins; 0 for the first. */
  addedAt: number;
  more: () => void;
  retry: () => void;
  /** Reads what is shown again, in its place. */
  refresh: () => void;
  /** Puts a first page in the place of all. */
  replace: (page: Page<T>) => void;
}

interface Shown<T> {
  key: string;
  items: readonly T[];
  cursor: string | null;
  total: number | null;
  state: Pages<T>["state"];
  isSlow: boolean;
  error: Error | null;
  asOf: number;
  addedAt: number;
}

const SLOW_MS = 1_000;
/** The lists that were shown last, so that going back shows them as they were, at once. */
const KEPT = new Map<string, Shown<unknown>>();
const MAX_KEPT = 8;

/** Tells the window that money of the visitor has moved. */
const MOVED = "mkt-moved";

/** Does something when money of the visitor has moved. */
export function useMoved(work: () => void): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    const moved = () => latest.current();
    addEventListener(MOVED, moved);
    return () => removeEventListener(MOVED, moved);
  }, []);
}

/** After a step of the visitor no list is as it was, and no balance. */
export function forgetLists(): void {
  KEPT.clear();
  dispatchEvent(new Event(MOVED));
}

function keep<T>(shown: Shown<T>): void {
  KEPT.delete(shown.key);
  KEPT.set(shown.key, shown);
  for (const key of KEPT.keys()) if (KEPT.size > MAX_KEPT) KEPT.delete(key);
}

/** Loads a list by pages; another `key` is another list. */
export function usePages<T>(key: string, load: (cursor?: string) => Promise<Page<T>>): Pages<T> {
  const empty = (): Shown<T> => ({
    key,
    items: [],
    cursor: null,
    total: null,
    state: "loading",
    isSlow: false,
    error: null,
    asOf: 0,
    addedAt: 0,
  });
  const [shown, setShown] = useState<Shown<T>>(() => (KEPT.get(key) as Shown<T> | undefined) ?? empty());
  const latest = useRef(0);
  const loader = useRef(load);
  loader.current = load;

  const fetchPage = useCallback((before: Shown<T>, isQuiet = false) => {
    const run = ++latest.current;
    const show = (next: Shown<T>) => run === latest.current && setShown(next);
    const wait = (isSlow: boolean) => !isQuiet && show({ ...before, state: "loading", isSlow, error: null });
    wait(false);
    const timer = setTimeout(() => wait(true), SLOW_MS);
    loader
      .current(before.cursor ?? undefined)
      .then(
        ({ items, nextCursor, total }) => {
          const next: Shown<T> = {
            ...before,
            items: [...before.items, ...items],
            cursor: nextCursor,
            total: total ?? before.total,
            state: "ready",
            isSlow: false,
            error: null,
            asOf: before.asOf || serviceNow(),
            addedAt: before.items.length,
          };
          keep(next);
          show(next);
        },
        (error: unknown) => show({ ...before, state: "failed", isSlow: false, error: errorOf(error) }),
      )
      .finally(() => clearTimeout(timer));
  }, []);

  /** Reads as much as is shown again and puts it in its place at once; a failure leaves what is shown. */
  const refresh = useCallback(async (before: Shown<T>) => {
    const run = ++latest.current;
    const items: T[] = [];
    let page: Page<T> | null = null;
    do {
      page = await loader.current(page?.nextCursor ?? undefined);
      items.push(...page.items);
    } while (page.nextCursor !== null && items.length < before.items.length && run === latest.current);
    if (run !== latest.current) return;
    const next: Shown<T> = {
      ...before,
      items,
      cursor: page.nextCursor,
      total: page.total ?? before.total,
      state: "ready",
      asOf: serviceNow(),
      addedAt: 0,
    };
    keep(next);
    setShown(next);
  }, []);

  useEffect(() => {
    const kept = KEPT.get(key) as Shown<T> | undefined;
    if (kept) {
      setShown({ ...kept, addedAt: 0 });
      refresh(kept).catch(() => {});
    } else fetchPage(empty());
    return () => void latest.current++;
  }, [key]);

  const current = shown.key === key ? shown : empty();
  useReturn(() => {
    if (current.state === "ready") refresh(current).catch(() => {});
  });
  useAgain(current.state === "failed" && isCutOff(current.error), () => fetchPage(current, true));
  return {
    ...current,
    hasMore: current.state === "ready" && current.cursor !== null,
    more: () => fetchPage(current),
    retry: () => fetchPage(current),
    refresh: () => void refresh(current).catch(() => {}),
    replace: ({ items, nextCursor, total }) => {
      latest.current++;
      const next: Shown<T> = {
        ...empty(),
        items,
        cursor: nextCursor,
        total: total ?? null,
        state: "ready",
        asOf: serviceNow(),
      };
      keep(next);
      setShown(next);
    },
  };
}
