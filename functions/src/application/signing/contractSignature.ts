import type { TypedData } from "../../domain/messages/typedData";

/** The request to prepare and its wallet. */
export interface Asked {
  readonly body: Readonly<Record<string, unknown>>;
  readonly wallet: string;
  readonly nowMs: number;
  readonly randomBytes: (size: number) => Buffer;
  /** Who sends it, as limits count. */
  readonly client: () => string;
}

/** What the wallet must sign for the contract before the request itself is complete. */
export interface ContractSignature {
  /** The request, completed with the signed values. */
  readonly body: Record<string, unknown>;
  readonly typedData: TypedData;
  /** The field of the body that takes the signature. */
  readonly field: string;
}
