import type { Address } from "../address";

/** The token that both escrows hold: USDC on Base. */
export const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" as Address;
