import { anyObject, integer, object, optional, string } from "./build";
import { TypedData } from "./call";
import { Bytes32 } from "./common";
import { NextAction } from "./task";

/** The text to sign, and the request that the signature completes. */
export const PreparedFields = {
  messageToSign: string({ description: "Sign it unchanged (EIP-191) and add the signature to request." }),
  payloadHash: Bytes32,
  timestamp: integer({ description: "Unix seconds; the signature is valid for ten minutes." }),
  nonce: string({ description: "Valid for this request only." }),
  request: anyObject({ description: "The body to send; only its signature is missing." }),
};

const { messageToSign, request } = PreparedFields;

/** What is signed next: the data of a contract signature, or else the text. Either says all that it was made of. */
export const ToSign = object({
  messageToSign: optional(messageToSign),
  request: {
    ...request,
    description: "The body to send, without its signature; with typedData, the body to prepare again.",
  },
  typedData: optional({
    ...TypedData,
    description: "EIP-712 data for the contract, to be signed first; missing where there is none.",
  }),
  typedDataField: optional(string({ description: "The field of request that takes the signature over typedData." })),
  _nextAction: NextAction,
});
