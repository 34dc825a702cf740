import { useState } from "preact/hooks";
import { profilesOf } from "../../api";
import { walletPath } from "../../paths";
import type { Connected } from "../../wallet/connect";
import { Failure, Loaded } from "../states";
import { useSigning } from "../signing";
import { useData } from "../useData";
import { Avatar } from "../wallet";
import { FieldFault } from "./fault";

interface Shown {
  displayName: string;
  avatarSeed: string;
}

/** The public name and avatar of the wallet. */
export function ProfileSettings({ connected }: { connected: Connected }) {
  const { address } = connected;
  const data = useData(`profile ${address}`, async (): Promise<Shown> => {
    const profile = (await profilesOf([address])).get(address);
    return { displayName: profile?.displayName ?? "", avatarSeed: profile?.avatarSeed ?? address };
  });
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">Name and avatar</h2>
      <Loaded data={data} what="your profile">
        {(profile) => <ProfileForm connected={connected} profile={profile} />}
      </Loaded>
    </section>
  );
}

/** A seed that no one has chosen. */
function newSeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36)).join("");
}

function ProfileForm({ connected, profile }: { connected: Connected; profile: Shown }) {
  const [name, setName] = useState(profile.displayName);
  const [seed, setSeed] = useState(profile.avatarSeed);
  const [saved, setSaved] = useState(profile);
  const { isBusy, error, run } = useSigning();
  const isSaved = name === saved.displayName && seed === saved.avatarSeed;
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    await run(async () => {
      const { displayName, avatarSeed } = await (
        await connected.mkt()
      ).setProfile({ displayName: name, avatarSeed: seed });
      const now = { displayName: displayName ?? "", avatarSeed: avatarSeed ?? "" };
      setSaved(now);
      setName(now.displayName);
    });
  };
  return (
    <form class="settings-form" onSubmit={(event) => void save(event)}>
      <div class="avatar-row">
        <Avatar seed={seed} size={72} />
        <button type="button" class="plain" onClick={() => setSeed(newSeed())}>
          Another avatar
        </button>
        {seed !== saved.avatarSeed && (
          <button type="button" class="plain" onClick={() => setSeed(saved.avatarSeed)}>
            Back to yours
          </button>
        )}
      </div>
      <label for="display-name">
        <span>Display name</span>
        <input
          id="display-name"
          value={name}
          maxLength={40}
          required
          autocomplete="nickname"
          aria-describedby="profile-means"
          aria-invalid={error ? true : undefined}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <FieldFault error={error} pointer="/displayName" />
      <p id="profile-means" class="note">
        You sign that this is your wallet's public name and avatar. It costs nothing, and you may change it at any time.
        Letters of one script, digits, spaces and ' . _ -; no name that looks like another wallet's.
      </p>
      <button type="submit" disabled={isBusy || isSaved}>
        Sign and save
      </button>
      <p role="status">
        {isSaved && saved !== profile && (
          <>
            Saved. <a href={walletPath(connected.address)}>See your profile as others do.</a>
          </>
        )}
      </p>
      {error && <Failure error={error} />}
    </form>
  );
}
