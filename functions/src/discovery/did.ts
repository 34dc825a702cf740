import { chainOf } from "../domain/chains";
import type { Settings } from "../settings";

/** The DID of a site by its host (did:web). */
export function didOf({ baseUrl }: Pick<Settings, "baseUrl">): string {
  return `did:web:${encodeURIComponent(new URL(baseUrl).host)}`;
}

/**
 * The DID document (did:web) that names the signer of offers and receipts: a valid signature alone does not show that its
 * key is the service's. Null where nothing is signed.
 */
export function didDocument(settings: Settings): object | null {
  const { receipts, chainId } = settings;
  if (!receipts) return null;
  const id = didOf(settings);
  const key = `${id}#receipts`;
  return {
    "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/secp256k1recovery-2020/v2"],
    id,
    verificationMethod: [
      {
        id: key,
        type: "EcdsaSecp256k1RecoveryMethod2020",
        controller: id,
        blockchainAccountId: `${chainOf(chainId).caip2}:${receipts.signer}`,
      },
    ],
    assertionMethod: [key],
  };
}
