import { toAddress } from "../../domain/address";
import { refuse } from "../../domain/errors";
import { CHALLENGE_RANDOM_BYTES, endOf, makeChallenge, siteOf, termsOf } from "../../domain/session";
import { endpoint, open, requests } from "../../http/endpoint";
import { integer, object, optional, string } from "../../schema/build";
import { Address, Time } from "../../schema/common";
import { NETWORK } from "../../schema/network";
import { ExpiresIn, Scope } from "../../schema/session";

/** Returns the text with which a wallet signs in. */
export default endpoint({
  method: "POST",
  path: "/mktAgentSessionChallenge",
  summary: "Get the text that a wallet signs to start a session",
  description:
    "Open to anyone. The text is an EIP-4361 message, valid for one session and five minutes, or until that session ends. Sign it unchanged (EIP-191). " +
    "If you ask for a scope or an expiry, the text names both, so that its signature opens no other session.",
  auth: open,
  input: object({
    wallet: Address,
    chainId: optional(
      integer({ description: "The chain of this deployment; any other is refused.", examples: [NETWORK.id] }),
    ),
    scope: optional(Scope),
    expiresIn: optional(ExpiresIn),
  }),
  output: object({
    message: string({ description: "The text to sign, byte for byte." }),
    nonce: string({ description: "Identifies this challenge; part of the text." }),
    expiresAt: Time,
  }),
  errors: [],
  rateLimit: requests(60),
  example: { wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", chainId: NETWORK.id },

  handle: async ({ input, nowMs, randomBytes }, { sessions, settings }) => {
    const { chainId } = settings;
    if (input.chainId !== undefined && input.chainId !== chainId) {
      refuse("invalid_request", `Sessions are for chain ${chainId} only. Send that chainId, or none.`, {
        errors: [{ pointer: "/chainId", message: `must be ${chainId}` }],
      });
    }
    const wallet = toAddress(input.wallet);
    if (!wallet) throw new TypeError("the pattern of an address accepts something else");
    const challenge = makeChallenge(
      wallet,
      siteOf(settings),
      randomBytes(CHALLENGE_RANDOM_BYTES),
      nowMs,
      termsOf(input, nowMs),
    );
    await sessions.putChallenge(challenge);
    return {
      message: challenge.message,
      nonce: challenge.nonce,
      expiresAt: new Date(endOf(challenge)).toISOString(),
    };
  },
});
