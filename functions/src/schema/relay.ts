import { array, literal, nullable, object, optional } from "./build";
import { GaslessKind, GaslessRequest, SignatureRequest } from "./call";
import { Address, ContractName, Signature, TxHash, Usdc } from "./common";
import { NextAction, ConfirmedFields, View } from "./task";

export const RelayInput = object({
  contract: optional(ContractName),
  view: View,
  kind: GaslessKind,
  request: GaslessRequest,
  signature: { ...Signature, description: "Of gasless.typedData, by request.from." },
});

export const RelayAnswer = object(
  {
    ok: literal(true),
    ...ConfirmedFields,
    txHash: { ...TxHash, description: "The relay's transaction." },
    signatures: optional(
      array(SignatureRequest, { description: "Of a creation that hires a worker: see _nextAction." }),
    ),
    to: optional({ ...Address, description: "Of a withdrawal: the recipient." }),
    amountUsdc: optional({ ...Usdc, description: "Of a withdrawal: what was paid out." }),
    _nextAction: nullable(NextAction),
  },
  { title: "RelayAnswer" },
);
