import type { TypedData } from "../../../domain/messages/typedData";
import type { Call } from "../../../http/endpoint";

/** Whose request is to be prepared. */
export interface Asked extends Pick<Call<unknown>, "nowMs" | "randomBytes"> {
  readonly body: Readonly<Record<string, unknown>>;
  readonly wallet: string;
}

/** What the wallet must sign for the contract before the request itself is whole. */
export interface ContractSignature {
  /** The request, with whatever the signature is about filled in. */
  readonly body: Record<string, unknown>;
  readonly typedData: TypedData;
  /** The field of the body that takes the signature. */
  readonly field: string;
}
