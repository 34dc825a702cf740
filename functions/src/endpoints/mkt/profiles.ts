import { requireAddress } from "../../application/tasks/requestedTask";
import { profileSummaryView } from "../../application/views/profile";
import { refuse, refuseField } from "../../domain/errors";
import { requireDisplayName } from "../../domain/names/displayName";
import { endpoint, open, refusals, requests, signed } from "../../http/endpoint";
import { array, literal, nullable, object, optional, string } from "../../schema/build";
import { AvatarSeed, DisplayName, LegalName, ProfileSummaryView, ProfileView } from "../../schema/profile";

/** A wallet sets its public profile. */
export const mktProfile = endpoint({
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

const MAX_ADDRESSES = 50;
const ONE = "0x[0-9a-fA-F]{40}";

/** Profiles and reputations of several accounts. */
export const mktProfiles = endpoint({
  method: "GET",
  path: "/mkt/profiles",
  summary: "Profiles and reputation of up to 50 wallets",
  description:
    "Names are current. Ratings and counts are from final blocks, a few minutes behind the latest. Ratings are those on the chain, whether or not their comments are published; " +
    "the comments are at /mkt/ratings. A wallet without history has zeros, and null for undefined values.",
  auth: open,
  input: object({
    addresses: string({
      maxLength: 4_000,
      pattern: `^${ONE}(,${ONE})*$`,
      description: `Addresses, separated by commas, at most ${MAX_ADDRESSES}.`,
      examples: ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8"],
    }),
  }),
  check: ({ addresses }) => {
    if (addresses.split(",").length <= MAX_ADDRESSES) return;
    const message = `must contain at most ${MAX_ADDRESSES} addresses`;
    refuseField("/addresses", message);
  },
  output: object({
    items: array(ProfileSummaryView, { description: "In the order of the addresses, without duplicates." }),
  }),
  errors: [],
  rateLimit: requests(300),
  shared: 2,
  example: { addresses: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },

  handle: async ({ input }, { profiles }) => {
    const addresses = [...new Set(input.addresses.split(",").map(requireAddress))];
    return { items: (await profiles.getAll(addresses)).map(profileSummaryView) };
  },
});
