import { job } from "./job";

/**
 * What the settling wallet sent is mined, or sent again, or sent at higher fees, whatever became of the instance that
 * sent it first; a nonce that the chain waits for is filled. Throws `ChainUnavailable`, `StoreUnavailable`.
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
