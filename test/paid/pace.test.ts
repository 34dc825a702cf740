import { blocksOf } from "../../functions/src/domain/payment/evidence";
import { Buyer } from "../setup/paying/buyer";
import { type OwnChain, ownChain } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { testService } from "../setup/service";
import type { TestServer } from "../setup/http/server";

/** `finalized` is 40 blocks behind: what the pace is measured over. */
const SAFE_DEPTH = 20;

const { db } = testFirestore();
let chain: OwnChain;
let service: TestServer;

beforeEach(async () => {
  chain = await ownChain({ safeDepth: SAFE_DEPTH });
  service = await testService({ db, settings: { RPC_URLS: chain.rpcUrl, PAYMENT_CONFIRM_SECONDS: "2" } });
});
afterEach(async () => {
  await service.close();
  await chain.close();
});

describe.each([
  [0.2, 10],
  [2, 1],
])("D22: two seconds on a chain with a block every %s s", (blockSeconds, blocks) => {
  it(`are ${blocks} block(s), measured`, async () => {
    expect(blocksOf({ seconds: 2 }, blockSeconds)).toBe(blocks);
    await chain.pass(60 * blockSeconds + 20, blockSeconds);
    const buyer = new Buyer(`${service.baseUrl}/demand-insights`, chain);
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    const early = await buyer.redeem(quote, txHash);
    if (blocks > 1) {
      expect(early.json.code).toBe("tx_not_confirmed");
      await chain.pass(1, blockSeconds);
      expect((await buyer.redeem(quote, txHash)).json.code).toBe("tx_not_confirmed");
      // Block times are whole seconds: the pace that is measured over 40 blocks may be off by one.
      await chain.pass(2, blockSeconds);
      expect((await buyer.redeem(quote, txHash)).status).toBe(200);
    } else expect(early.status).toBe(200);
  });
});
