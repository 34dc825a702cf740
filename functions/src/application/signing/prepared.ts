import { payloadHash } from "../../domain/messages/signedRequest";
import { requestText, type SignedEndpoint } from "../../domain/messages/requestText";
import type { Services } from "../services";
import { requireAddress } from "../tasks/requestedTask";
import type { Asked } from "./contractSignatures";

const NONCE_BYTES = 16;

/** The text to sign for the wallet's request, valid from now on. Nothing is stored. */
export function prepared(
  subject: SignedEndpoint,
  { wallet: named, body, nowMs, randomBytes }: Omit<Asked, "client">,
  { settings }: Pick<Services, "settings">,
) {
  const wallet = requireAddress(named);
  const timestamp = Math.floor(nowMs / 1000);
  const nonce = randomBytes(NONCE_BYTES).toString("base64url");
  return {
    messageToSign: requestText(subject, body, { wallet, timestamp, nonce }, settings),
    payloadHash: payloadHash(body),
    timestamp,
    nonce,
    request: { ...body, wallet, timestamp, nonce },
  };
}
