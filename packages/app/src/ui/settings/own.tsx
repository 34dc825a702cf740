import { useEffect, useRef } from "preact/hooks";
import type { Webhook } from "../../lib/webhooks";
import type { Me } from "../signedIn";
import { DEVELOPERS } from "./developers";
import { MandateSettings } from "./mandates";
import { SessionSettings } from "./sessions";
import { WebhookSettings } from "./webhooks";

/** The settings that only the wallet itself may read; loaded once it is signed in. */
export default function OwnSettings({ me, watched }: { me: Me; watched: Webhook["filter"] | null }) {
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // A link to something that is folded away opens it.
    const unfold = () => {
      const { hash } = location;
      if (fold.current && [DEVELOPERS, "webhooks", "mandates"].includes(hash.slice(1))) fold.current.open = true;
    };
    unfold();
    addEventListener("hashchange", unfold);
    return () => removeEventListener("hashchange", unfold);
  }, []);
  return (
    <>
      <SessionSettings me={me} />
      <details class="developers" ref={fold} open={watched !== null || undefined}>
        <summary>
          <h2 id={DEVELOPERS}>For developers</h2>
        </summary>
        <p class="note">
          If you run a program of your own: have events sent to your server (webhooks), and set limits for your agent
          (mandates).
        </p>
        <WebhookSettings me={me} watched={watched} />
        <MandateSettings me={me} />
      </details>
    </>
  );
}
