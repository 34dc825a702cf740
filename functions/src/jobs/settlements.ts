import { job } from "./job";

/**
 * Follows up on the settling wallet's transactions: resends them or raises their fees until they are mined, even if the
 * instance that sent them is gone, and fills nonce gaps. Throws `ChainUnavailable`, `StoreUnavailable`.
 */
export default job({
  schedule: "every 1 minutes",
  run: async ({ settler }) => {
    const own = settler();
    if (!own) return { off: true };
    await own.advance();
    return {};
  },
});
