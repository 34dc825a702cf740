import type { Address } from "../domain/address";

/**
 * Proof that admits a request after other clients behind its address used up the address's allowance.
 *
 * Each kind of proof has a separate allowance, so a flood of one kind refuses no request of another.
 */
export interface Proof {
  readonly kind: "quoted" | "signed" | "poll";
  /** The claimed signer, with a share of the kind's allowance; null if all requests share the whole allowance. */
  readonly payer: string | null;
  /** Whether the request alone proves it; reads neither database nor chain. */
  isAuthentic: () => Promise<boolean>;
  /** Whether the database knows it; called only if the request alone does not prove it. May cost a read. */
  isKnown: () => Promise<boolean>;
}

const yes = () => Promise.resolve(true);
const shown = (kind: Proof["kind"]): Proof => ({ kind, payer: null, isAuthentic: yes, isKnown: yes });
/** Of a request that names a quote that was given. */
export const QUOTED = shown("quoted");
/** Of a request that was carried out before, and waits for its transaction. */
export const POLL = shown("poll");

/**
 * Refuses unless the request proves its wallet: by its signature, or by a session with the scope `act`. Only asked for a
 * wallet under a mandate, so that strangers cannot use up its day.
 */
export type ProveWallet = (wallet: Address) => Promise<void>;

/** Of a request that was signed by its wallet. */
export const PROVEN: ProveWallet = () => Promise.resolve();
