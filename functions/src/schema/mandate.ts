import { STEP_KINDS } from "../domain/mandate";
import { array, boolean, integer, nullable, object, oneOf } from "./build";
import { Address, Signature, Time, Usdc } from "./common";

const Seconds = { minimum: 1, maximum: 1e11 };

/** What an owner grants. */
export const MandateFields = {
  steps: array(oneOf(...STEP_KINDS), {
    uniqueItems: true,
    maxItems: STEP_KINDS.length,
    description:
      "buy: answers, paid by x402 payments that the service settles; post: create tasks and raise rewards; work: stake, submit, answer; decide: approve, reject, request changes, cancel, select a worker; rule: as arbiter; withdraw: pay out credits, to the agent or its owner.",
  }),
  maxPerTaskUsdc: { ...Usdc, description: "The most for one task or answer." },
  maxPerDayUsdc: { ...Usdc, description: "The most in one day (UTC)." },
  issuedAt: integer({ ...Seconds, description: "Unix seconds; later than the mandate before it." }),
  expiresAt: integer({ ...Seconds, description: "Unix seconds; at most 366 days after issuedAt." }),
};

export const MandateView = object(
  {
    agent: Address,
    owner: Address,
    status: {
      ...oneOf("accepted", "active", "expired", "ended", "released"),
      description:
        "accepted: the agent named its owner, nothing is restricted yet; expired, ended: nothing is allowed; released: nothing is restricted.",
    },
    isBinding: boolean(),
    terms: nullable(object(MandateFields)),
    signature: { ...nullable(Signature), description: "The owner's EIP-712 signature over the terms." },
    leftTodayUsdc: { ...nullable(Usdc), description: "Left of maxPerDayUsdc; null in lists." },
    dayEndsAt: Time,
  },
  { title: "Mandate" },
);
