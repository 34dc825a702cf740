import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { counted } from "../lib/text";
import { NotLoaded, Waiting } from "./states";
import type { Pages } from "./usePages";

interface PagerProps<T> {
  pages: Pages<T>;
  /** In the plural: "tasks". */
  what: string;
  label: string;
  itemOf: (item: T) => { key: string; element: JSX.Element };
  empty: ComponentChildren;
}

/** A list with a button for more. What was added is appended, and the focus goes to its first item. */
export function Pager<T>({ pages, what, label, itemOf, empty }: PagerProps<T>) {
  const { items, state, isSlow, error, hasMore, addedAt } = pages;
  const isGrowing = state === "loading" && items.length > 0;
  const added = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (addedAt > 0) added.current?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
  }, [addedAt]);
  return (
    <>
      {items.length > 0 && (
        <ul class="cards in-two" aria-label={label}>
          {items.map((item, index) => {
            const { key, element } = itemOf(item);
            return (
              <li key={key} ref={index === addedAt && addedAt > 0 ? added : null}>
                {element}
              </li>
            );
          })}
        </ul>
      )}
      {state === "loading" && !isGrowing ? (
        <Waiting what={what} isSlow={isSlow} />
      ) : (
        <p role="status" class="unseen">
          {isGrowing && `Loading ${what} …`}
          {state === "ready" && `${counted(items.length, what)} shown${hasMore ? "; there are more" : ""}.`}
        </p>
      )}
      {error && <NotLoaded error={error} retry={pages.retry} />}
      {state === "ready" && items.length === 0 && empty}
      {/* It stays while more is loaded: a page that gets shorter jumps. */}
      {(hasMore || isGrowing) && (
        <button type="button" class="more" aria-disabled={isGrowing} onClick={() => hasMore && pages.more()}>
          {isGrowing ? `Loading more ${what}${isSlow ? ", still" : ""} …` : `Show more ${what}`}
        </button>
      )}
    </>
  );
}
