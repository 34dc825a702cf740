import { PRICE_UNITS } from "../setup/paying/buyer";
import { signPayment } from "../setup/paying/signedPayment";
import { exhaustible, statuses } from "./exhaustible";

const { nowMs, stage, send, settled, exhaust, forged } = exhaustible();

describe("D16: a signed payment from an address whose budget others used up", () => {
  it("is taken the first time that it comes, because its payer's key shows without any look-up", async () => {
    await exhaust("203.0.113.41");
    const before = await stage.chain.usdcUnitsOf(stage.chain.wallet("recipient").address);
    expect((await settled(await signPayment(stage.chain), "203.0.113.41")).status).toBe(200);
    expect((await stage.chain.usdcUnitsOf(stage.chain.wallet("recipient").address)) - before).toBe(PRICE_UNITS);
  });

  it("is refused where its key shows nothing, or it would not be taken: no node is asked", async () => {
    await exhaust("203.0.113.42");
    stage.node.reset();
    const none = [
      await forged(),
      await signPayment(stage.chain, { terms: { value: 1n } }),
      await signPayment(stage.chain, { terms: { validBefore: BigInt(Math.floor(nowMs / 1000) - 5) } }),
      { x402Version: 2 },
    ];
    const replies = await Promise.all(none.map((payment) => send(payment, "203.0.113.42")));
    expect([statuses(replies), stage.node.roundTrips]).toEqual([[429], 0]);
  });

  it("is answered again where it was charged before, also once its time is over", async () => {
    const payment = await signPayment(stage.chain);
    const first = await settled(payment, "203.0.113.43");
    expect(first.status).toBe(200);
    const later = await stage.another({}, { nowMs: () => nowMs + 3_600_000 });
    await exhaust("203.0.113.44", later);
    const again = await send(payment, "203.0.113.44", later);
    expect([again.status, again.text]).toEqual([200, first.text]);
  });
});
