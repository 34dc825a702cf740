import { devWallets } from "../local/wallets";

/** The body that every peer of a quote is sent. */
export const QUESTION = JSON.stringify({ query: "What do people ask about most?" });

/** The project whose database the functions open. */
export const PROJECT = "demo-bench";

/** The settings of a function that is measured. */
export function settings(parts: { rpcUrl: string; firestoreHost: string }): Record<string, string> {
  return {
    BASE_URL: "https://mkt.example",
    RPC_URLS: parts.rpcUrl,
    QUOTE_KEYS: `bench:${"5a".repeat(32)}`,
    PAYMENT_RECIPIENT: devWallets().recipient.address,
    FIRESTORE_EMULATOR_HOST: parts.firestoreHost,
    GCLOUD_PROJECT: PROJECT,
    // Nothing may look for a cloud's credentials from here.
    METADATA_SERVER_DETECTION: "none",
  };
}
