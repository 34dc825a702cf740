import { refuse } from "../domain/errors";
import { siweNonce } from "../domain/messages/siwe";
import { checkChallenge, isOf, openSession, siteOf, TOKEN_RANDOM_BYTES } from "../domain/session";
import { requireSignatureFormat, requireValidSignature } from "../domain/messages/signedRequest";
import type { Services } from "./services";

/** One sentence for all reasons, so that callers cannot learn which challenges exist. */
const WHAT_TO_SIGN = "Request a new challenge and sign its text exactly as given, with the wallet that it names.";

/** Opens the session that a signed challenge asks for, once; refuses what is not signed, expired or used. */
export async function redeemChallenge(
  signed: { readonly message: string; readonly signature: string },
  { nowMs, randomBytes }: { nowMs: number; randomBytes: (size: number) => Buffer },
  { sessions, signatures, settings }: Services,
) {
  requireSignatureFormat(signed.signature, "/signature");
  const nonce = siweNonce(signed.message);
  const site = siteOf(settings);
  const found = nonce === null ? null : await sessions.findChallenge(nonce);
  const challenge = found && isOf(found, site) ? found : null;
  const verdict = checkChallenge(challenge, signed.message, nowMs);
  if (verdict === "expired")
    refuse(
      "signature_expired",
      "The challenge is older than five minutes, or the session that it asks for is over. Request a new one.",
    );
  if (verdict === "invalid" || challenge === null) refuse("signature_invalid", WHAT_TO_SIGN);
  requireValidSignature(
    await signatures.verifyMessage(challenge.wallet, challenge.message, signed.signature),
    WHAT_TO_SIGN,
  );
  const opened = openSession(challenge, site, randomBytes(TOKEN_RANDOM_BYTES), nowMs);
  if (!(await sessions.redeemChallenge(challenge, opened.session))) refuse("signature_invalid", WHAT_TO_SIGN);
  return opened;
}
