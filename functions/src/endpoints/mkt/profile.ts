import { requireDisplayName } from "../../domain/profile";
import { endpoint, signed } from "../../http/endpoint";
import { literal, object } from "../../schema/build";
import { AvatarSeed, DisplayName, ProfileView } from "../../schema/profile";

/** A wallet says how it wants to be shown. */
export default endpoint({
  method: "POST",
  path: "/mkt/profile",
  summary: "Set a wallet's display name and avatar seed",
  description: "Replaces what was there. A name keeps to one script, so that it cannot pass for another by letters that look alike (UTS #39).",
  auth: signed,
  input: object({ displayName: DisplayName, avatarSeed: AvatarSeed }),
  check: ({ displayName }) => void requireDisplayName(displayName),
  output: object({ ok: literal(true), profile: ProfileView }),
  errors: [],
  perMinute: null,
  example: { displayName: "Ana Lima", avatarSeed: "ana-7" },

  handle: async ({ input, caller, unit }, { profiles }) => {
    const profile = { address: caller.wallet, displayName: requireDisplayName(input.displayName), avatarSeed: input.avatarSeed };
    await profiles.put(profile, unit);
    return { ok: true as const, profile };
  },
});
