import type { Services } from "../services";
import type { Asked, ContractSignature } from "./contractSignature";
import { resubmissionToSign } from "./resubmissionToSign";
import { selectionToSign } from "./selectionToSign";

/** What the contract needs signed beside the request itself, by path. */
export const CONTRACT_SIGNATURES: Readonly<
  Record<string, (asked: Asked, services: Services) => Promise<ContractSignature | null>>
> = {
  "/mkt/interest/resolve": selectionToSign,
  "/mkt/resubmit": resubmissionToSign,
};
