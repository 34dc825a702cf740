import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

/** More than a phone's width. */
const WIDE = "(min-width: 40.01rem)";

/** Whether a page has room, also after a phone is turned. */
export function useWide(): boolean {
  const [isWide, setIsWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const changed = () => setIsWide(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, []);
  return isWide;
}

interface FoldProps {
  id: string;
  title: string;
  /** Open on a phone, too. */
  isOpen?: boolean;
  children: ComponentChildren;
}

/** A card that stands open where there is room; on a phone its name is enough until it is asked for. */
export function Fold({ id, title, isOpen = false, children }: FoldProps) {
  if (useWide())
    return (
      <section class="card" aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        {children}
      </section>
    );
  return (
    <details class="card fold" open={isOpen} aria-labelledby={id}>
      <summary>
        <h2 id={id}>{title}</h2>
      </summary>
      {children}
    </details>
  );
}
