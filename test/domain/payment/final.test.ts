import {
  inTurns,
  finalTransferOf,
  authorizationKey,
  type Payment,
} from "../../../functions/src/domain/payment/purchase";
import {
  account,
  authorizationLog,
  evidence,
  hash,
  PAYER,
  PRICE,
  RECIPIENT,
  TOKEN,
  transferLog,
} from "../../setup/paying/evidence";

const payment = (key: string): Payment => ({
  key,
  intentKey: "intent",
  binding: "plain",
  payer: PAYER,
  recipient: RECIPIENT,
  token: TOKEN,
  amountUsdcUnits: PRICE,
  txHash: hash(1),
  blockNumber: 100n,
  blockHash: hash(2),
  claimedAt: 1_700_000_000_500,
  finality: "pending",
});
const NONCE = hash(9);

describe("what is due", () => {
  it("T7: is chosen in turns by payer, each payer's longest due first", () => {
    const due = (payer: "a" | "b" | "c", count: number) =>
      Array.from({ length: count }, (_, at) => ({ payer: account("abc".indexOf(payer)), at: `${payer}${at}` }));
    const chosen = inTurns([...due("a", 130), ...due("b", 2), ...due("c", 1)], 6).map(({ at }) => at);
    expect(chosen).toEqual(["a0", "b0", "c0", "a1", "b1", "a2"]);
    expect(inTurns(due("a", 130), 200)).toHaveLength(130);
  });
});

describe("happy", () => {
  it("D9: finds a transfer by its ordinal, wherever its log is now, and reports what the chain says about it", () => {
    const logs = [
      transferLog({ to: account(7) }),
      transferLog({ units: 1n }),
      transferLog({ from: account(8), units: 2n * PRICE }),
      transferLog(),
    ];
    const ordinal = (at: number) => finalTransferOf(payment(`8453:${hash(1)}:${RECIPIENT}:${at}`), evidence({ logs }));
    expect(ordinal(0)).toEqual({
      recipient: RECIPIENT,
      payer: account(8),
      amountUsdcUnits: 2n * PRICE,
      logIndex: 7,
      minedAt: 1_000_000,
    });
    expect(ordinal(1)).toMatchObject({ payer: PAYER, amountUsdcUnits: PRICE, logIndex: 8 });
    expect(ordinal(3)).toBeNull();
  });

  it("finds what an authorization moved, whichever transaction carried it", () => {
    const logs = [authorizationLog(hash(8)), transferLog({ to: account(7) }), authorizationLog(NONCE), transferLog()];
    const found = finalTransferOf(
      payment(authorizationKey(8453, TOKEN, PAYER, NONCE)),
      evidence({ logs, txHash: hash(5) }),
    );
    expect(found).toMatchObject({ recipient: RECIPIENT, logIndex: 8 });
  });

  it("uses the redemption's time if no node knows the block's", () => {
    expect(finalTransferOf(payment(`8453:${hash(1)}:${RECIPIENT}:0`), evidence({ minedAt: null }))?.minedAt).toBe(
      1_700_000_000,
    );
  });
});

describe("faults", () => {
  it("finds nothing if the transaction was mined again without that transfer", () => {
    expect(finalTransferOf(payment(`8453:${hash(1)}:${RECIPIENT}:3`), evidence())).toBeNull();
  });
});
