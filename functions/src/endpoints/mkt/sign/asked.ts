import type { TypedData } from "../../../domain/messages/typedData";
import type { Call } from "../../../http/endpoint";

/** The request to prepare and its wallet. */
export interface Asked extends Pick<Call<unknown>, "nowMs" | "randomBytes"> {
  readonly body: Readonly<Record<string, unknown>>;
  readonly wallet: string;
}

/** What the wallet must sign for the contract before the request itself is complete. */
export interface ContractSignature {
  /** The request, completed with the signed values. */
  readonly body: Record<string, unknown>;
  readonly typedData: TypedData;
  /** The field of the body that takes the signature. */
  readonly field: string;
}
