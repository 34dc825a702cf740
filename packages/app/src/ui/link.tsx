import type { ComponentChildren } from "preact";
import { hostOf } from "../lib/text";

/** A link that a stranger wrote: it says where it leads, and what is no web address is no link. */
export function StrangersLink({ href, children }: { href: string; children: ComponentChildren }) {
  const host = hostOf(href);
  if (host === null) return <>{children}</>;
  return (
    <a href={href} rel="noopener ugc nofollow" target="_blank">
      {children} <span class="host">({host})</span>
    </a>
  );
}
