import { refuse } from "../../domain/errors";
import { endpoint, open } from "../../http/endpoint";
import { array, object, string } from "../../schema/build";
import { ProfileView } from "../../schema/profile";
import { requireAddress } from "../requestedTask";

const MOST = 50;
const ONE = "0x[0-9a-fA-F]{40}";

/** How accounts show themselves, many at once. */
export default endpoint({
  method: "GET",
  path: "/mkt/profiles",
  summary: "Profiles of up to 50 wallets",
  auth: open,
  input: object({
    addresses: string({
      pattern: `^${ONE}(,${ONE})*$`,
      description: `Addresses, separated by commas, at most ${MOST}.`,
      examples: ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8"],
    }),
  }),
  check: ({ addresses }) => {
    if (addresses.split(",").length <= MOST) return;
    const message = `must hold at most ${MOST} addresses`;
    refuse("invalid_request", `addresses ${message}.`, { errors: [{ pointer: "/addresses", message }] });
  },
  output: object({ items: array(ProfileView, { description: "In the order of the addresses, each once." }) }),
  errors: [],
  perMinute: null,
  example: { addresses: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },

  handle: async ({ input }, { profiles }) => {
    const addresses = [...new Set(input.addresses.split(",").map(requireAddress))];
    return { items: [...(await profiles.getAll(addresses))] };
  },
});
