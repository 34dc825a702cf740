import { useLocation } from "preact-iso";
import { filterFrom } from "../lib/webhooks";
import { MandateSettings } from "../ui/settings/mandates";
import { ProfileSettings } from "../ui/settings/profile";
import { SessionSettings } from "../ui/settings/sessions";
import { WebhookSettings } from "../ui/settings/webhooks";
import { SignedIn } from "../ui/signedIn";
import { usePageTitle } from "../ui/title";
import { NeedsWallet } from "../wallet/button";
import { useWallet } from "../wallet/context";

const PARTS = [
  ["profile", "Name and avatar"],
  ["webhooks", "Webhooks"],
  ["sessions", "Sessions"],
  ["mandates", "Mandates"],
] as const;

/** How this wallet is shown, who is told of its events, who is signed in as it, and what its agents may do. */
export default function Settings() {
  usePageTitle("Settings");
  const { connected, isConnecting } = useWallet();
  const { query } = useLocation();
  const watched = query["watch"] === "search" ? filterFrom(query) : null;
  if (!connected) {
    return (
      <>
        <h1>Settings</h1>
        {!isConnecting && <NeedsWallet why="Settings belong to a wallet." />}
      </>
    );
  }
  return (
    <div class="settings" key={connected.address}>
      <h1>Settings</h1>
      <ul class="jump" aria-label="Parts of this page">
        {PARTS.map(([id, name]) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
      <ProfileSettings connected={connected} />
      <SignedIn why="Webhooks, sessions and mandates are shown to this wallet only.">
        {(me) => (
          <>
            <WebhookSettings me={me} watched={watched} />
            <SessionSettings me={me} />
            <MandateSettings me={me} />
          </>
        )}
      </SignedIn>
    </div>
  );
}
