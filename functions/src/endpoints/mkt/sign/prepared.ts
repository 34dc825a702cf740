import { payloadHash } from "../../../domain/messages/signedRequest";
import { requestText } from "../../../domain/messages/requestText";
import type { Services } from "../../../application/services";
import { signedSubject, type Call, type Endpoint } from "../../../http/endpoint";
import { anyObject, integer, string } from "../../../schema/build";
import { Bytes32 } from "../../../schema/common";
import { requireAddress } from "../../../application/tasks/requestedTask";

const NONCE_BYTES = 16;

/** The text to sign, and the request that the signature completes. */
export const PreparedFields = {
  messageToSign: string({ description: "Sign it unchanged (EIP-191) and add the signature to request." }),
  payloadHash: Bytes32,
  timestamp: integer({ description: "Unix seconds; the signature is valid for ten minutes." }),
  nonce: string({ description: "Valid for this request only." }),
  request: anyObject({ description: "The body to send; only its signature is missing." }),
};

type Body = Readonly<Record<string, unknown>>;

/** The text to sign for the wallet's request, valid from now on. Nothing is stored. */
export function prepared(
  endpoint: Pick<Endpoint, "path" | "input">,
  { wallet: named, body }: { wallet: string; body: Body },
  { nowMs, randomBytes }: Pick<Call<unknown>, "nowMs" | "randomBytes">,
  { settings }: Pick<Services, "settings">,
) {
  const wallet = requireAddress(named);
  const timestamp = Math.floor(nowMs / 1000);
  const nonce = randomBytes(NONCE_BYTES).toString("base64url");
  return {
    messageToSign: requestText(signedSubject(endpoint), body, { wallet, timestamp, nonce }, settings),
    payloadHash: payloadHash(body),
    timestamp,
    nonce,
    request: { ...body, wallet, timestamp, nonce },
  };
}
