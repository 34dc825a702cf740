import { useEffect, useRef } from "preact/hooks";
import type { Message } from "../../../client/src/browser";
import { words } from "../lib/text";
import { StrangersLinks } from "./strangersLinks";
import { Ago } from "./time";
import { WalletAvatar, WalletName } from "./wallet";

/** The messages of a thread, the oldest first, as texts by strangers. */
export function MessageList({
  items,
  wallet,
  readBefore,
}: {
  items: readonly Message[];
  wallet: string;
  readBefore: number;
}) {
  const box = useRef<HTMLDivElement>(null);
  const newest = items.at(-1)?.number;
  // Shows the newest message whenever one arrives.
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [newest]);
  return (
    <>
      <p class="note">This service does not check what the other party writes.</p>
      <div class="messages" role="log" aria-label="Messages" tabIndex={0} ref={box}>
        <ol>
          {items.map(({ number, author, role, text, links, createdAt }) => {
            const isOwn = author.toLowerCase() === wallet.toLowerCase();
            return (
              <li key={number} class={isOwn ? "own" : undefined}>
                <p class="by quiet">
                  {isOwn ? <WalletAvatar address={author} /> : <WalletName address={author} />}
                  <span>
                    {isOwn ? "You" : words(role)}, <Ago time={createdAt} />
                  </span>
                  {!isOwn && number > readBefore && <span class="label strong">New</span>}
                </p>
                <p class="text untrusted" dir="auto">
                  {text}
                </p>
                <StrangersLinks links={links} />
              </li>
            );
          })}
        </ol>
      </div>
    </>
  );
}
