import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** Whether a page has more than a phone's width. */
export const isWide = () => matchMedia("(min-width: 40.01rem)").matches;

interface FoldProps {
  id: string;
  title: string;
  /** Open on a phone, too. */
  isOpen?: boolean;
  children: ComponentChildren;
}

/** A card that stands open where there is room; on a phone its name is enough until it is asked for. */
export function Fold({ id, title, isOpen = false, children }: FoldProps) {
  const [open] = useState(() => isOpen || isWide());
  return (
    <details class="card fold" open={open} aria-labelledby={id}>
      <summary>
        <h2 id={id}>{title}</h2>
      </summary>
      {children}
    </details>
  );
}
