import { refuse } from "../../domain/errors";
import { requireDisplayName } from "../../domain/names/displayName";
import { endpoint, refusals, signed } from "../../http/endpoint";
import { literal, nullable, object, optional } from "../../schema/build";
import { AvatarSeed, DisplayName, LegalName, ProfileView } from "../../schema/profile";

/** A wallet sets its public profile. */
export default endpoint({
  method: "POST",
  path: "/mkt/profile",
  summary: "Set a wallet's display name and avatar seed",
  description:
    "Replaces the profile. No wallet can take a name that looks like another wallet's: names are compared by appearance (UTS #39), ignoring case, accents, spaces " +
    "and punctuation. The first wallet keeps a name until it takes another.",
  auth: signed,
  input: object({
    displayName: DisplayName,
    avatarSeed: AvatarSeed,
    legalName: optional({
      ...nullable(LegalName),
      description: "The name on the wallet's own PDFs; private. Absent: unchanged; null: removed.",
    }),
  }),
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
    if (
      !(await profiles.put(
        { ...profile, ...(input.legalName !== undefined && { legalName: input.legalName?.trim() ?? null }) },
        unit,
      ))
    ) {
      const message = "looks like the name of another wallet";
      refuse(
        "display_name_taken",
        `displayName ${message}. Choose a more distinctive name, for example by adding a word.`,
        {
          errors: [{ pointer: "/displayName", message }],
        },
      );
    }
    return { ok: true as const, profile };
  },
});
