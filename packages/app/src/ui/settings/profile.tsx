import { useState } from "preact/hooks";
import { draftName } from "../../lib/drafts";
import { profilesOf } from "../../api";
import { walletPath } from "../../paths";
import type { Connected } from "../../wallet/connect";
import { names } from "../names";
import { Failure, Loaded } from "../states";
import { useSigning } from "../signing";
import { useData } from "../useData";
import { useDraft } from "../useDraft";
import { DraftNote } from "../draftNote";
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
      <h2 id="profile">Your name</h2>
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
  // What is typed stays over a reload, until it is saved.
  const draft = useDraft(draftName(connected.address, "display name"));
  const legal = useDraft(draftName(connected.address, "own legal name"));
  const [seed, setSeed] = useState(profile.avatarSeed);
  const [saved, setSaved] = useState(profile);
  const { isBusy, error, run } = useSigning();
  const name = draft.saved !== null || draft.text !== "" ? draft.text : saved.displayName;
  const isSaved = legal.text === "" && name === saved.displayName && seed === saved.avatarSeed;
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    await run(async () => {
      const { displayName, avatarSeed } = await (
        await connected.mkt()
      ).setProfile({ displayName: name, avatarSeed: seed, ...(legal.text.trim() !== "" && { legalName: legal.text }) });
      const now = { displayName: displayName ?? "", avatarSeed: avatarSeed ?? "" };
      setSaved(now);
      names.learn([{ address: connected.address, displayName, avatarSeed }]);
      draft.clear();
      legal.clear();
    });
  };
  return (
    <form class="settings-form" onSubmit={(event) => void save(event)}>
      <div class="avatar-row">
        <Avatar seed={seed} size={72} />
        <button type="button" class="plain" onClick={() => setSeed(newSeed())}>
          Another picture
        </button>
        {seed !== saved.avatarSeed && (
          <button type="button" class="plain" onClick={() => setSeed(saved.avatarSeed)}>
            Keep the old one
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
          onInput={({ currentTarget }) => draft.type(currentTarget.value)}
        />
      </label>
      <FieldFault error={error} pointer="/displayName" />
      <p id="profile-means" class="note">
        Everyone sees your name and picture. Saving them takes a free signature; you can change them at any time.
      </p>
      <label for="legal-name">
        <span>Legal name for your statements (optional, only you see it)</span>
        <input
          id="legal-name"
          value={legal.text}
          maxLength={200}
          placeholder="Unchanged"
          autocomplete="organization"
          onInput={({ currentTarget }) => legal.type(currentTarget.value)}
        />
      </label>
      <FieldFault error={error} pointer="/legalName" />
      <DraftNote saved={draft.saved ?? legal.saved} />
      <button type="submit" disabled={isBusy || isSaved}>
        Sign and save
      </button>
      <p role="status">
        {isSaved && saved !== profile && (
          <>
            Saved. <a href={walletPath(connected.address)}>See your profile as others see it</a>
          </>
        )}
      </p>
      {error && <Failure error={error} />}
    </form>
  );
}
