import { getAddress, isAddress } from "ethers";
import { UntrustedError } from "./errors";

export type ContractName = "human" | "agent-fast";

/** What a client takes for given; everything that the service asks it to sign or pay is compared with it. */
export interface Trust {
  /** The chain that everything happens on: Base. */
  chainId: number;
  /** The token that is paid with: USDC. */
  token: string;
  /** Who is paid for answers. */
  recipient: string;
  /** The escrows that tasks live in. */
  escrows: Record<ContractName, string>;
}

/** Base, and its USDC. */
export const CHAIN_ID = 8453;
export const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

/**
 * The addresses that money may go to. Those that the caller pins are fixed from the start; the others are taken from the
 * service's first word, and no later word may differ. Pin them wherever more than the budget depends on it.
 */
export class Addresses {
  readonly chainId: number;
  readonly token: string;
  private recipient: string | null;
  private escrows: Record<ContractName, string> | null;

  constructor({ chainId = CHAIN_ID, token = USDC, recipient, escrows }: Partial<Trust> = {}) {
    this.chainId = chainId;
    this.token = getAddress(token);
    this.recipient = recipient === undefined ? null : getAddress(recipient);
    this.escrows =
      escrows === undefined
        ? null
        : { human: getAddress(escrows.human), "agent-fast": getAddress(escrows["agent-fast"]) };
  }

  /** Throws unless a quote pays whom every quote before it paid. */
  requireRecipient(named: string): string {
    const address = addressIn(named, "The quote's recipient");
    this.recipient ??= address;
    if (address !== this.recipient)
      throw new UntrustedError(`The quote pays ${address}; this client pays ${this.recipient} only.`);
    return address;
  }

  /** The escrows; asks for them where they are neither pinned nor known yet. */
  async escrowsFrom(ask: () => Promise<Record<ContractName, string>>): Promise<Record<ContractName, string>> {
    if (this.escrows === null) {
      const named = await ask();
      this.escrows ??= {
        human: addressIn(named.human, "The human escrow"),
        "agent-fast": addressIn(named["agent-fast"], "The agent-fast escrow"),
      };
    }
    return this.escrows;
  }
}

/** An address in any spelling, EIP-55; throws `UntrustedError` for anything else. */
function addressIn(text: unknown, what: string): string {
  if (typeof text !== "string" || !isAddress(text)) throw new UntrustedError(`${what} is no address: ${String(text)}`);
  return getAddress(text);
}
