import { takePayment } from "../../../../functions/src/application/tasks/deposits/payCreation";
import type { PaidCreation, PaidRequest } from "../../../../functions/src/application/tasks/deposits/payRefusals";
import type { Address } from "../../../../functions/src/domain/address";
import { chainOf } from "../../../../functions/src/domain/chains";
import { Refusal } from "../../../../functions/src/domain/errors";
import type { Authorization } from "../../../../functions/src/domain/payment/authorization";
import type { RelayCheck, RelaySent, RelayUnsent } from "../../../../functions/src/ports/ownWallet";

const NOW = 1_800_000_000;
const USDC = chainOf(8453).usdc.address;
const [WALLET, DEPOSIT] = [`0x${"11".repeat(20)}`, `0x${"22".repeat(20)}`] as Address[];
const AUTHORIZATION = {
  ...{ token: USDC, from: WALLET, to: DEPOSIT, valueUsdcUnits: 5n, nonce: `0x${"33".repeat(32)}` },
  ...{ validAfter: 0n, validBefore: BigInt(NOW + 600), signature: "0x12" },
} as Authorization;
const CREATION = {
  call: { function: "createTask", contract: "human", terms: { rewardUsdcUnits: 5n, metadataHash: "0x" } },
  ...{ salt: "0x", deposit: { address: DEPOSIT, refund: {} }, key: "one" },
} as unknown as PaidCreation;

interface Told {
  refused?: RelayUnsent;
  isUsed?: boolean;
  isKnown?: boolean;
  check?: RelayCheck;
  sent?: RelaySent;
}

/** A service whose relay says this, and what was asked of it. */
async function refusalOf({ refused, isUsed = false, isKnown = false, check, sent }: Told) {
  const asked: string[] = [];
  const say = <T>(name: string, value: T) => {
    asked.push(name);
    return Promise.resolve(value);
  };
  const services = {
    settings: { chainId: 8453, relay: { minRewardUsdcUnits: 1n, walletSteps: 9 } },
    signatures: { isByOwnKey: async () => true, forContract: async () => "0x12" },
    mandates: { find: async () => null },
    deposits: { stateOf: () => say("stateOf", { isUsed, usdcUnits: 0n }) },
    relay: {
      find: () => say("find", isKnown ? { txHash: "0x", state: null } : null),
      refusalOf: () => say("refusalOf", refused ?? null),
      check: () => say("check", check ?? { ok: true, prepared: {} }),
      send: () => say("send", sent),
    },
  };
  const request = {
    path: "/create",
    wallet: WALLET,
    input: {},
    nowMs: NOW * 1_000,
    services,
  } as unknown as PaidRequest;
  const error = await takePayment(AUTHORIZATION, [CREATION], request, async () => {}).catch((one: unknown) => one);
  if (!(error instanceof Refusal)) throw error;
  return { error, asked };
}

describe("GX8: who has seen a payment can send it", () => {
  const DETAIL = "The relay's gas budget for today is used up.";

  it.each<[string, RelayUnsent]>([
    ["the budget", { outcome: "unable", detail: DETAIL }],
    ["a crowd", { outcome: "crowded" }],
    ["a bar", { outcome: "refused", detail: "Barred." }],
  ])("GX8: %s is looked at before a node gets the signature", async (_, refused) => {
    const { error, asked } = await refusalOf({ refused });
    expect(asked).toEqual(["stateOf", "refusalOf"]);
    expect(error.detail).toContain("Nothing was charged.");
    expect(error.options.nextAction).toMatchObject({ action: "prepare" });
  });

  it.each<[string, Told]>([
    ["the budget is used up meanwhile", { sent: { outcome: "unable", detail: DETAIL } }],
    ["others are faster", { sent: { outcome: "crowded" } }],
    ["it takes too much gas", { check: { ok: false, reason: "gas" } }],
  ])("GX8: the refusal names the time until which the task may be created, if %s", async (_, told) => {
    const { error } = await refusalOf(told);
    expect(error.detail).toContain(`Until validBefore (${NOW + 600}) this signature can still create the task`);
    expect(error.detail).not.toContain("Nothing was charged");
    expect(error.options.nextAction).toMatchObject({ endpoint: "/mkt/dashboard" });
  });

  it("GX9: a used deposit is seen before a node gets the signature, and one of our own is waited for", async () => {
    const foreign = await refusalOf({ isUsed: true });
    expect([foreign.error.code, foreign.asked]).toEqual(["state_conflict", ["stateOf", "find"]]);
    const own = await refusalOf({ isUsed: true, isKnown: true });
    expect([own.error.code, own.asked]).toEqual(["tx_not_confirmed", ["stateOf", "find"]]);
  });
});
