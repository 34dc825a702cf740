import { HDNodeWallet, Mnemonic } from "ethers";

/** What each development wallet is for; its place in this list is its index under the mnemonic. */
export const ROLES = [
  "deployer",
  "treasury",
  "arbiter",
  "recipient",
  "settler",
  "keeper",
  "buyer",
  "worker",
  "worker2",
  "payer",
  "payer2",
  "payer3",
  "stranger",
  "relay",
  "judge",
] as const;

export type Role = (typeof ROLES)[number];

export interface Wallet {
  role: Role;
  address: string;
  privateKey: string;
}

/** Foundry's well-known development phrase: its keys are public, so never send money to them. */
export const MNEMONIC = "test test test test test test test test test test test junk";

let derived: Record<Role, Wallet> | undefined;

/** The development wallets by role, the same on every machine. */
export function devWallets(): Record<Role, Wallet> {
  derived ??= deriveWallets();
  return derived;
}

function deriveWallets(): Record<Role, Wallet> {
  const account = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(MNEMONIC), "m/44'/60'/0'/0");
  const entries = ROLES.map((role, index) => {
    const { address, privateKey } = account.deriveChild(index);
    return [role, { role, address, privateKey }] as const;
  });
  return Object.fromEntries(entries) as Record<Role, Wallet>;
}
