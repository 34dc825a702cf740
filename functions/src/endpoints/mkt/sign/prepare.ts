import { refuse } from "../../../domain/errors";
import { endpoint, open, requests, requireShape } from "../../../http/endpoint";
import { anyObject, nullable, object, oneOf, string } from "../../../schema/build";
import { Address } from "../../../schema/common";
import { TypedData } from "../../../schema/call";
import { NextAction } from "../../../schema/task";
import { prepared, PreparedFields } from "./prepared";
import { SIGNABLE } from "./signable";

const PATH = "/mkt/sign/prepare";
const { messageToSign, payloadHash, timestamp, nonce, request } = PreparedFields;

/** Returns the exact text to sign for a signed request. */
export default endpoint({
  method: "POST",
  path: PATH,
  summary: "Get the exact text to sign for a signed request",
  description:
    "Nothing is stored and no key is sent. The body is checked as its endpoint would check it. If the contract needs a separate signature, " +
    "typedData comes first: sign it, put the signature into the named field of request, and prepare that as the body once more.",
  auth: open,
  reads: true,
  input: object({
    endpoint: { ...oneOf(...SIGNABLE.keys()), description: "The endpoint that the request is for." },
    wallet: Address,
    body: anyObject({ description: "The endpoint's own fields, without wallet, timestamp, nonce and signature." }),
  }),
  output: object({
    messageToSign: nullable(messageToSign),
    payloadHash: nullable(payloadHash),
    timestamp: nullable(timestamp),
    nonce: nullable(nonce),
    request: {
      ...request,
      description: "The body to send, without its signature; with typedData, the body to prepare again.",
    },
    typedData: {
      ...nullable(TypedData),
      description: "EIP-712 data for the contract, to be signed first; null where there is none.",
    },
    typedDataField: {
      ...nullable(string()),
      description: "The field of request that takes the signature over typedData.",
    },
    _nextAction: NextAction,
  }),
  errors: ["task_not_found", "forbidden_role", "state_conflict"],
  rateLimit: requests(300),
  example: {
    endpoint: "/mkt/interest",
    wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    body: { contract: "agent-fast", taskId: "12", message: "I translate from Portuguese every day." },
  },

  handle: async (call, services) => {
    const { nowMs, randomBytes } = call;
    const { endpoint: path, wallet, body } = call.input;
    const signable = SIGNABLE.get(path) ?? refuse("invalid_request", `${path} does not accept signed requests.`);
    requireShape(signable.endpoint, body);
    const first = await signable.contractSignature?.({ body, wallet, nowMs, randomBytes }, services);
    if (first) {
      const reason = `Sign typedData, put the signature into request as ${first.field}, and prepare request as the body once more.`;
      return {
        messageToSign: null,
        payloadHash: null,
        timestamp: null,
        nonce: null,
        request: first.body,
        typedData: first.typedData,
        typedDataField: first.field,
        _nextAction: { actor: "client" as const, action: "sign", endpoint: PATH, method: "POST" as const, reason },
      };
    }
    signable.endpoint.check?.(body);
    const reason = "Sign messageToSign unchanged (EIP-191), add the signature to request, and send that.";
    return {
      ...prepared(signable.endpoint, { wallet, body }, call, services),
      typedData: null,
      typedDataField: null,
      _nextAction: { actor: "client" as const, action: "sign", endpoint: path, method: "POST" as const, reason },
    };
  },
});
