import { OUTSIDER, contractSignature } from "../../../../functions/src/application/tasks/step/acceptSignature";
import type { Services } from "../../../../functions/src/application/services";
import { permitTypedData } from "../../../../functions/src/domain/messages/typedData";
import { NodesDisagree } from "../../../../functions/src/ports/chain";
import type { Simulation } from "../../../../functions/src/ports/escrow";
import { CHAIN_ID } from "../../../setup/chain/chain";

const SIGNATURE = `0x${"11".repeat(65)}` as const;

/** What becomes of a valid signature whose call comes to this. */
function accept(simulation: Simulation): Promise<string> {
  const services = {
    signatures: {
      forContract: () => Promise.resolve(SIGNATURE),
      verifyDigest: () => Promise.resolve("valid"),
    },
    escrow: { simulate: () => Promise.resolve(simulation) },
  } as unknown as Services;
  const terms = { owner: OUTSIDER, valueUsdcUnits: 1n, nonce: 0n, deadline: 0 };
  const typedData = permitTypedData({ chainId: CHAIN_ID, escrow: OUTSIDER }, terms);
  const toAccept = { signer: OUTSIDER, typedData, signature: SIGNATURE, pointer: "/signature", from: OUTSIDER };
  const more = { call: () => null, record: null, whatToSign: "" };
  return contractSignature({ ...toAccept, ...more } as never, services, 0);
}

describe("D6: a signature whose call fails only because of the token", () => {
  const lacks = { ok: false, reason: "InsufficientAllowance", detail: "" } as const;

  it("D6: is accepted where the nodes that must agree tell so", async () => {
    expect(await accept({ ...lacks, isAgreed: true })).toBe(SIGNATURE);
  });

  it("D6: waits where only one of them tells so, which must grant nothing", async () => {
    await expect(accept({ ...lacks, isAgreed: false })).rejects.toThrow(NodesDisagree);
  });
});
