import { requestText, type SignedEndpoint } from "../../domain/messages/requestText";
import { payloadHash } from "../../domain/messages/signedRequest";
import type { Static } from "../../schema/build";
import type { ToSign } from "../../schema/sign";
import type { Services } from "../services";
import { requireAddress } from "../tasks/requestedTask";
import type { ContractSignature, Asked } from "./toSign";

type View = Static<typeof ToSign>;

/** The contract's data to sign before the request, which `path` then prepares again with the signature. */
export function dataToSign(path: string, { body, typedData, field }: ContractSignature): View {
  const reason = `Sign typedData, put the signature into request as ${field}, and prepare request as the body once more.`;
  return { request: body, typedData, typedDataField: field, _nextAction: signThen(path, reason) };
}

/** The text that completes the request to `path`. */
export function textToSign(path: string, { messageToSign, request }: ReturnType<typeof prepared>): View {
  const reason = "Sign messageToSign unchanged (EIP-191), add the signature to request, and send that.";
  return { messageToSign, request, _nextAction: signThen(path, reason) };
}

function signThen(endpoint: string, reason: string): View["_nextAction"] {
  return { actor: "client", action: "sign", endpoint, method: "POST", reason };
}

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
