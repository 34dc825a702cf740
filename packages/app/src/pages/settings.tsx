import { useLocation } from "preact-iso";
import { watchedIn } from "../lib/search";
import { PATHS } from "../paths";
import { lazyPart } from "../ui/lazyPart";
import { ProfileSettings } from "../ui/settings/profile";
import { SignedIn } from "../ui/signedIn";
import { DEVELOPERS } from "../ui/settings/developers";
import { usePageTitle } from "../ui/title";
import { NeedsWallet } from "../wallet/button";
import { useWallet } from "../wallet/context";

const OwnSettings = lazyPart(() => import("../ui/settings/own"));

const PARTS = [
  ["profile", "Your name"],
  ["notifications", "Notifications"],
  ["sessions", "Where you are signed in"],
  [DEVELOPERS, "For developers"],
] as const;

/** Who this wallet is to others, where its news is, where it is signed in; what programs use is folded away. */
export default function Settings() {
  usePageTitle("Settings");
  const { connected, isConnecting } = useWallet();
  const { query } = useLocation();
  const watched = watchedIn(query);
  if (!connected) {
    return (
      <>
        <h1>Settings</h1>
        {!isConnecting && <NeedsWallet why="Connect your wallet to see its settings." />}
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
      <section aria-labelledby="notifications">
        <h2 id="notifications">Notifications</h2>
        <p>
          We don't send e-mail. <a href={PATHS.desk}>My work</a> shows new messages and what needs you.
        </p>
      </section>
      <SignedIn why="Only you can see the rest of your settings.">
        {(me) => <OwnSettings me={me} watched={watched} />}
      </SignedIn>
    </div>
  );
}
