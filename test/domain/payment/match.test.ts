import fc from "fast-check";
import type { Evidence } from "../../../functions/src/domain/payment/evidence";
import { intentMark, type Intent } from "../../../functions/src/domain/payment/intent";
import { qualifyingTransfers } from "../../../functions/src/domain/payment/match";
import type { Transfer } from "../../../functions/src/domain/payment/transfer";
import {
  account,
  authorizationLog,
  evidence,
  hash,
  PRICE,
  RECIPIENT,
  TOKEN,
  transferLog,
} from "../../setup/paying/evidence";
import { forAll } from "../../setup/runs";
import { codeOf } from "../../setup/tasks/refusals";

const INTENT: Intent = {
  endpointTag: "00000000",
  bodyTag: null,
  priceUsdcUnits: PRICE,
  recipient: RECIPIENT,
  chainId: 8453,
  issuedAt: 999_100,
  expiresAt: 1_000_000,
  nonce: "n",
};
const mark = intentMark("intent");
const ESCROW = account(0x99);
const FORMER = account(0x97);
const DAY = 86_400;

function attempt(
  found: Evidence | null,
  {
    confirmations = 1,
    priceOfTheDay = PRICE,
    nowSeconds = 1_000_000,
    signed = false,
    tokens = [TOKEN],
    recipients = [RECIPIENT, FORMER],
  } = {},
) {
  return qualifyingTransfers(
    { intent: INTENT, mark, signed, evidence: found, nowSeconds },
    {
      tokens,
      recipients,
      nonPayers: [ESCROW],
      depth: { seconds: confirmations * 2 },
      priceOfTheDayUsdcUnits: priceOfTheDay,
    },
  );
}

function match(...given: Parameters<typeof attempt>): Transfer[] {
  const transfers = attempt(...given);
  if (transfers === "timeNeeded") throw new Error(transfers);
  return transfers;
}

const of = (...units: bigint[]) => evidence({ logs: units.map((amount) => transferLog({ units: amount })) });

describe("happy", () => {
  it("returns every transfer that meets the price, smallest first, with those that name this intent in front", () => {
    const logs = [transferLog({ units: 2n * PRICE }), transferLog({ units: 1n }), transferLog({ from: account(1) })];
    expect(match(evidence({ logs })).map(({ index }) => index)).toEqual([2, 0]);
    const named = [...logs, authorizationLog(`0x${mark}`), transferLog({ units: 3n * PRICE })];
    expect(match(evidence({ logs: named, from: account(7), to: account(8) })).map(({ index }) => index)).toEqual([
      4, 2, 0,
    ]);
  });

  it("P14: accepts the exact price and nothing less", () => {
    expect(match(of(490_000n))).toHaveLength(1);
    expect(codeOf(() => match(of(489_999n)))).toBe("insufficient_amount");
    forAll([fc.bigInt(1n, 2n ** 256n - 1n)], (units) => {
      expect(codeOf(() => match(of(units)))).toBe(units >= PRICE ? "none" : "insufficient_amount");
    });
  });

  it("P13: holds a payment mined in time to the quoted price, whenever it is redeemed", () => {
    const inTime = evidence({ minedAt: INTENT.expiresAt, input: `0xa9059cbb${mark}` });
    expect(match(inTime, { priceOfTheDay: 2n * PRICE, nowSeconds: 9_000_000 })).toHaveLength(1);
  });

  it("P13: accepts a late payment at today's price", () => {
    const late = evidence({ minedAt: INTENT.expiresAt + 1 });
    expect(match(late)).toHaveLength(1);
    expect(codeOf(() => match(late, { priceOfTheDay: PRICE + 1n }))).toBe("insufficient_amount");
    expect(match({ ...late, logs: of(1n).logs }, { priceOfTheDay: 1n })).toHaveLength(1);
  });

  it("D10: reads the block's time only where it matters", () => {
    const untold = evidence({ minedAt: null, input: `0xa9059cbb${mark}` });
    const late = { nowSeconds: INTENT.expiresAt + 1 };
    const dear = { priceOfTheDay: 2n * PRICE };
    expect(match(untold, { ...dear, nowSeconds: INTENT.expiresAt })).toHaveLength(1);
    expect(attempt(untold, { ...dear, ...late })).toBe("timeNeeded");
    expect(match(untold, late)).toHaveLength(1);
    expect(codeOf(() => match({ ...untold, logs: of(PRICE - 1n).logs }, { ...dear, ...late }))).toBe(
      "insufficient_amount",
    );
    expect(attempt(evidence({ minedAt: null }))).toBe("timeNeeded");
  });

  it("D10: asks at most today's price for a payment in time", () => {
    expect(match(of(PRICE - 1n), { priceOfTheDay: PRICE - 1n })).toHaveLength(1);
  });
});

describe("refusals", () => {
  it("P9 D20: refuses a reverted transaction, and says that waiting does not help", () => {
    expect(codeOf(() => match(evidence({ succeeded: false })))).toBe("tx_reverted");
  });

  it("P10: refuses a transaction that no node has sealed", () => {
    expect(codeOf(() => match(null))).toBe("tx_not_confirmed");
    expect(codeOf(() => match(evidence({ blockHash: hash(0) })))).toBe("tx_not_confirmed");
    expect(codeOf(() => match(evidence(), { confirmations: 2 }))).toBe("tx_not_confirmed");
  });

  it("P6: does not add up transfers", () => {
    expect(codeOf(() => match(of(245_000n, 245_000n)))).toBe("insufficient_amount");
    forAll([fc.array(fc.bigInt(1n, PRICE - 1n), { minLength: 1, maxLength: 20 })], (amounts) => {
      expect(codeOf(() => match(of(...amounts)))).toBe("insufficient_amount");
    });
  });

  it("P7: says that there is no transfer of an accepted token", () => {
    expect(codeOf(() => match(evidence({ logs: [] })))).toBe("transfer_not_found");
    expect(codeOf(() => match(evidence({ logs: [transferLog({ token: account(0x98) })] })))).toBe("transfer_not_found");
  });

  it("D11: refuses an unmarked transfer older than 30 days, signed or not, and accepts a marked one of any age", () => {
    const minedAt = 1_000_000;
    const [young, old] = [{ nowSeconds: minedAt + 30 * DAY }, { nowSeconds: minedAt + 30 * DAY + 1 }];
    expect(match(evidence(), young)).toHaveLength(1);
    for (const signed of [false, true])
      expect(codeOf(() => match(evidence(), { ...old, signed }))).toBe("transfer_too_old");
    expect(match(evidence({ input: `0xa9059cbb${mark}` }), old)).toHaveLength(1);
    const freed = evidence({ input: `0xa9059cbb${intentMark("another")}` });
    expect(match(freed, { ...old, signed: true })).toHaveLength(1);
  });

  it("D11: refuses an unmarked transfer mined more than 30 days after the quote expired, signed or not, and accepts a marked one at any time", () => {
    const [last, late] = [30, 31].map((days) => ({ minedAt: INTENT.expiresAt + days * DAY }));
    const now = { nowSeconds: INTENT.expiresAt + 32 * DAY };
    expect(match(evidence(last), now)).toHaveLength(1);
    for (const signed of [false, true])
      expect(codeOf(() => match(evidence(late), { ...now, signed }))).toBe("transfer_too_old");
    expect(match(evidence({ ...late, input: `0xa9059cbb${mark}` }), now)).toHaveLength(1);
  });

  it("D11: accepts an unmarked transfer only to the current or a listed former recipient", () => {
    expect(match(evidence(), { recipients: [FORMER, RECIPIENT] })).toHaveLength(1);
    expect(codeOf(() => match(evidence(), { recipients: [FORMER] }))).toBe("transfer_too_old");
    expect(match(evidence({ input: `0xa9059cbb${mark}` }), { recipients: [FORMER] })).toHaveLength(1);
  });

  it("D16: says which limit an unmarked transfer breaks", () => {
    const now = INTENT.expiresAt + 32 * DAY;
    expect(() => match(evidence({ minedAt: 1_000_000 }), { nowSeconds: now })).toThrow("mined more than 30 days ago");
    const late = evidence({ minedAt: INTENT.expiresAt + 31 * DAY });
    expect(() => match(late, { nowSeconds: now })).toThrow("mined more than 30 days after the quote expired");
    expect(() => match(evidence(), { recipients: [FORMER] })).toThrow("pays an address that no longer takes");
  });

  it("D11: refuses a transfer from one recipient to another", () => {
    expect(codeOf(() => match(evidence({ logs: [transferLog({ from: FORMER })] })))).toBe("transfer_not_found");
  });

  it("D11: refuses a payout of an escrow", () => {
    expect(codeOf(() => match(evidence({ logs: [transferLog({ from: ESCROW })] })))).toBe("transfer_not_found");
    expect(
      match(evidence({ logs: [transferLog({ from: ESCROW }), transferLog()] })).map(({ index, ordinal }) => [
        index,
        ordinal,
      ]),
    ).toEqual([[1, 1]]);
  });

  it("D9: counts ordinals in the chain's tokens, whichever of them are accepted", () => {
    expect(codeOf(() => match(evidence(), { tokens: [] }))).toBe("transfer_not_found");
    expect(match(of(PRICE, 3n * PRICE, 1n)).map(({ ordinal }) => ordinal)).toEqual([1, 0]);
  });

  it("P1: refuses a transfer marked for another intent, however large", () => {
    const marked = evidence({ input: `0xa9059cbb${intentMark("another")}` });
    expect(codeOf(() => match(marked))).toBe("intent_tx_mismatch");
    expect(match(evidence({ input: `0xa9059cbb${mark}` }))).toHaveLength(1);
  });

  it("tells the sender what was paid and what it costs", () => {
    expect(() => match(of(12_345n, 400_000n))).toThrow(/0\.4 USDC.*0\.49 USDC/);
  });
});
