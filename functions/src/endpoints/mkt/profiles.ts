import { refuse } from "../../domain/errors";
import { profileSummaryView } from "../../application/views/profile";
import { endpoint, open, requests } from "../../http/endpoint";
import { array, object, string } from "../../schema/build";
import { ProfileSummaryView } from "../../schema/profile";
import { requireAddress } from "../../application/tasks/requestedTask";

const MAX_ADDRESSES = 50;
const ONE = "0x[0-9a-fA-F]{40}";

/** Profiles and reputations of several accounts. */
export default endpoint({
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
    refuse("invalid_request", `addresses ${message}.`, { errors: [{ pointer: "/addresses", message }] });
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
