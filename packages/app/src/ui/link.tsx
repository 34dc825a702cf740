import type { ComponentChildren } from "preact";
import { hostOf, isAddress } from "../lib/text";

interface StrangersLinkProps {
  href: string;
  /** What is shown as the link, where that is plain text. */
  text?: string;
  children: ComponentChildren;
}

/** A link that a stranger wrote: it says where it leads, unless its text is the address; what is no web address is no link. */
export function StrangersLink({ href, text, children }: StrangersLinkProps) {
  const host = hostOf(href);
  if (host === null) return <>{children}</>;
  return (
    <a href={href} rel="noopener ugc nofollow" target="_blank">
      {children}
      {!isAddress(text, href) && <span class="host"> ({host})</span>}
    </a>
  );
}
