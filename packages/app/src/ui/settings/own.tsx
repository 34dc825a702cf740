import type { Webhook } from "../../lib/webhooks";
import type { Me } from "../signedIn";
import { MandateSettings } from "./mandates";
import { SessionSettings } from "./sessions";
import { WebhookSettings } from "./webhooks";

/** The settings that only the wallet itself may read; loaded once it is signed in. */
export default function OwnSettings({ me, watched }: { me: Me; watched: Webhook["filter"] | null }) {
  return (
    <>
      <WebhookSettings me={me} watched={watched} />
      <SessionSettings me={me} />
      <MandateSettings me={me} />
    </>
  );
}
