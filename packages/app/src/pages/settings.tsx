import { lazy, useLocation } from "preact-iso";
import { watchedIn } from "../lib/search";
import { ProfileSettings } from "../ui/settings/profile";
import { SignedIn } from "../ui/signedIn";
import { usePageTitle } from "../ui/title";
import { NeedsWallet } from "../wallet/button";
import { useWallet } from "../wallet/context";

const OwnSettings = lazy(() => import("../ui/settings/own"));

const PARTS = [
  ["profile", "Name and avatar"],
  ["webhooks", "Webhooks"],
  ["sessions", "Sessions"],
  ["mandates", "Mandates"],
] as const;

/** This wallet's profile, webhooks, sessions and mandates. */
export default function Settings() {
  usePageTitle("Settings");
  const { connected, isConnecting } = useWallet();
  const { query } = useLocation();
  const watched = watchedIn(query);
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
        {(me) => <OwnSettings me={me} watched={watched} />}
      </SignedIn>
    </div>
  );
}
