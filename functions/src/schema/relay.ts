import { array, literal, nullable, object, optional } from "./build";
import { GaslessKind, GaslessRequest, SignatureRequest } from "./call";
import { Address, ContractName, Signature, TxHash, Usdc } from "./common";
import { NextAction, TaskView } from "./task";

export const RelayInput = object({
  contract: optional(ContractName),
  kind: GaslessKind,
  request: GaslessRequest,
  signature: { ...Signature, description: "Of gasless.typedData, by request.from." },
});

export const RelayAnswer = object(
  {
    ok: literal(true),
    txHash: { ...TxHash, description: "The relay's transaction." },
    task: optional({ ...TaskView, description: "The task as it is on the chain now; missing after a withdrawal." }),
    signatures: optional(
      array(SignatureRequest, { description: "Of a creation that hires a worker: see _nextAction." }),
    ),
    to: optional({ ...Address, description: "Of a withdrawal: the recipient." }),
    amountUsdc: optional({ ...Usdc, description: "Of a withdrawal: what was paid out." }),
    _nextAction: nullable(NextAction),
  },
  { title: "RelayAnswer" },
);
