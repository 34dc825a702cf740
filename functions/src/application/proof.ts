/** What a request can show for itself, although others behind its address used up the address's budget. */
export interface Proof {
  /** Whether it shows by itself that it is worth a look; asks neither database nor chain. */
  isAuthentic: () => Promise<boolean>;
  /** Whether what it says is stored here; asked only where it does not show by itself. May cost a read. */
  isKnown: () => Promise<boolean>;
}

const yes = () => Promise.resolve(true);
/** Of a request that has shown it already. */
export const PROVEN: Proof = { isAuthentic: yes, isKnown: yes };
