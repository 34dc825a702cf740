/**
 * What a request can show for itself, although others behind its address used up the address's allowance.
 *
 * Each kind of proof has an allowance of its own, so that a flood of one kind refuses none of another.
 */
export interface Proof {
  readonly kind: "quoted" | "signed" | "poll";
  /** Who is said to have signed, and has a share of the kind's allowance; null if all requests draw on the whole. */
  readonly payer: string | null;
  /** Whether it shows by itself that it is worth a look; asks neither database nor chain. */
  isAuthentic: () => Promise<boolean>;
  /** Whether what it says is stored here; asked only where it does not show by itself. May cost a read. */
  isKnown: () => Promise<boolean>;
}

const yes = () => Promise.resolve(true);
const shown = (kind: Proof["kind"]): Proof => ({ kind, payer: null, isAuthentic: yes, isKnown: yes });
/** Of a request that names a quote that was given. */
export const QUOTED = shown("quoted");
/** Of a request that was carried out before, and waits for its transaction. */
export const POLL = shown("poll");
