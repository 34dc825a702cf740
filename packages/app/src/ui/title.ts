import { useEffect } from "preact/hooks";

/** Names the page in the window's title, which screen readers say when a page has opened. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · mkt`;
  }, [title]);
}
