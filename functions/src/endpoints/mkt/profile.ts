import { refuse } from "../../domain/errors";
import { requireDisplayName } from "../../domain/names/displayName";
import { endpoint, refusals, signed } from "../../http/endpoint";
import { literal, object } from "../../schema/build";
import { AvatarSeed, DisplayName, ProfileView } from "../../schema/profile";

/** A wallet says how it wants to be shown. */
export default endpoint({
  method: "POST",
  path: "/mkt/profile",
  summary: "Set a wallet's display name and avatar seed",
  description:
    "Replaces what was there. No wallet can take a name that passes for another wallet's: names are compared by how they look (UTS #39), without case, accents, spaces " +
    "and signs. Whoever comes first has a name, until that wallet takes another.",
  auth: signed,
  input: object({ displayName: DisplayName, avatarSeed: AvatarSeed }),
  check: ({ displayName }) => void requireDisplayName(displayName),
  output: object({ ok: literal(true), profile: ProfileView }),
  errors: ["display_name_taken"],
  rateLimit: refusals(120),
  example: { displayName: "Ana Lima", avatarSeed: "ana-7" },

  handle: async ({ input, caller, unit }, { profiles }) => {
    const profile = {
      address: caller.wallet,
      displayName: requireDisplayName(input.displayName),
      avatarSeed: input.avatarSeed,
    };
    if (!(await profiles.put(profile, unit))) {
      const message = "passes for the name of another wallet";
      refuse("display_name_taken", `displayName ${message}. Choose one that nobody could take for it: add a word.`, {
        errors: [{ pointer: "/displayName", message }],
      });
    }
    return { ok: true as const, profile };
  },
});
