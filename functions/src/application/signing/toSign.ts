import type { Static } from "../../schema/build";
import type { ToSign } from "../../schema/sign";
import type { ContractSignature } from "./contractSignatures";
import type { prepared } from "./prepared";

type View = Static<typeof ToSign>;

/** The contract's data to sign before the request, which `path` then prepares again with the signature. */
export function dataToSign(path: string, { body, typedData, field }: ContractSignature): View {
  const reason = `Sign typedData, put the signature into request as ${field}, and prepare request as the body once more.`;
  return {
    messageToSign: null,
    payloadHash: null,
    timestamp: null,
    nonce: null,
    request: body,
    typedData,
    typedDataField: field,
    _nextAction: signThen(path, reason),
  };
}

/** The text that completes the request to `path`. */
export function textToSign(path: string, text: ReturnType<typeof prepared>): View {
  const reason = "Sign messageToSign unchanged (EIP-191), add the signature to request, and send that.";
  return { ...text, typedData: null, typedDataField: null, _nextAction: signThen(path, reason) };
}

function signThen(endpoint: string, reason: string): View["_nextAction"] {
  return { actor: "client", action: "sign", endpoint, method: "POST", reason };
}
