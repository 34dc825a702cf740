import { UntrustedError } from "../errors";
import { NETWORKS } from "../generated/networks";
import { getAddress, isAddress } from "../hashing";

export { NETWORKS };

export type ContractName = "human" | "agent-fast";

/** What a client trusts; everything that the service asks it to sign or pay is compared with it. */
export interface Trust {
  /** The chain that everything happens on: Base, unless another is chosen. The service has no say in it. */
  chainId: number;
  /** The token used for payments: the chain's USDC. */
  token: string;
  /** The recipient of payments for answers. */
  recipient: string;
  /** The escrows that hold the tasks. */
  escrows: Record<ContractName, string>;
  /** The forwarder of signed steps that both escrows trust. */
  forwarder: string;
  /** The service's own judge, which `judge: "schema"` lets approve a task's work. */
  judge: string;
}

export type NetworkName = keyof typeof NETWORKS;

/** Base, and its USDC. */
export const { chainId: CHAIN_ID, usdc: USDC } = NETWORKS.base;

/**
 * The addresses that money may go to. Those that the caller pins are fixed from the start; the others are taken from the
 * service's first reply, and no later one may differ. Pin them if more than the budget depends on them.
 */
export class Addresses {
  readonly chainId: number;
  readonly token: string;
  /** Of the token's EIP-712 domain. */
  readonly tokenName: string;
  /** ERC-8004's; null on a chain that this client does not know. */
  readonly reputationRegistry: string | null;
  private recipient: string | null;
  private escrows: Record<ContractName, string> | null;
  private forwarder: string | null;
  private judge: string | null;

  constructor({ chainId = CHAIN_ID, token, recipient, escrows, forwarder, judge }: Partial<Trust> = {}) {
    this.chainId = chainId;
    const usdc = Object.values(NETWORKS).find((network) => network.chainId === chainId);
    const address = token ?? usdc?.usdc;
    if (address === undefined) throw new TypeError(`trust.chainId ${chainId} is not known: give trust.token too.`);
    this.token = getAddress(address);
    this.tokenName = this.token === usdc?.usdc ? usdc.usdcName : "USD Coin";
    this.reputationRegistry = usdc?.reputationRegistry ?? null;
    this.recipient = recipient === undefined ? null : getAddress(recipient);
    this.forwarder = forwarder === undefined ? null : getAddress(forwarder);
    this.judge = judge === undefined ? null : getAddress(judge);
    this.escrows =
      escrows === undefined
        ? null
        : { human: getAddress(escrows.human), "agent-fast": getAddress(escrows["agent-fast"]) };
  }

  /** Throws unless what the service offers is for this client's chain. */
  requireChain(offered: unknown, what: string): void {
    if (offered !== this.chainId) throw wrongChain(offered, this.chainId, what);
  }

  /** Throws if a quote's recipient differs from that of earlier quotes. */
  requireRecipient(named: string): string {
    const address = addressIn(named, "The quote's recipient");
    this.recipient ??= address;
    if (address !== this.recipient)
      throw new UntrustedError(`The quote pays ${address}; this client pays ${this.recipient} only.`);
    return address;
  }

  /** Throws unless the forwarder is the one that earlier steps used. */
  requireForwarder(named: unknown): string {
    const address = addressIn(named, "The forwarder");
    this.forwarder ??= address;
    if (address !== this.forwarder)
      throw new UntrustedError(`The step would go through ${address}; this client uses ${this.forwarder} only.`);
    return address;
  }

  /** The escrows; asks the service if they are neither pinned nor known yet. */
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

  /** The service's judge; asks the service if it is neither pinned nor known yet. Null if it has none. */
  async judgeFrom(ask: () => Promise<string | null>): Promise<string | null> {
    if (this.judge === null) {
      const named = await ask();
      if (named === null) return null;
      this.judge ??= addressIn(named, "The service's judge");
    }
    return this.judge;
  }
}

/** How to choose the service's chain, if it is a known one; only the caller can. */
export function wrongChain(offered: unknown, chainId: number, what: string): UntrustedError {
  const name = networkNameOf(offered);
  const hint =
    name === null ? "" : ` Choose ${name} with trust.chainId ${NETWORKS[name].chainId}, or --network ${name}.`;
  return new UntrustedError(`${what} is for chain ${String(offered)}; this client works on ${chainId}.${hint}`);
}

export function networkNameOf(chainId: unknown): NetworkName | null {
  const names = Object.keys(NETWORKS) as NetworkName[];
  return names.find((name) => NETWORKS[name].chainId === chainId) ?? null;
}

/** An address in any encoding, as EIP-55; throws `UntrustedError` for anything else. */
function addressIn(text: unknown, what: string): string {
  if (typeof text !== "string" || !isAddress(text))
    throw new UntrustedError(`${what} is not an address: ${String(text)}`);
  return getAddress(text);
}
