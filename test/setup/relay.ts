import { devWallets } from "../../dev/local/wallets";

/** The settings of a service that relays; anvil's gas costs a thousand times Base's. */
export const RELAY = { RELAY_KEY: devWallets().relay.privateKey, RELAY_BUDGET_GWEI: "900000000" };
