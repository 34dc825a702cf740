import type { Signer } from "ethers";
import type { Limits } from "./budget";
import type { GaslessMode } from "./gasless";
import type { Journal } from "./journal";
import type { RetryPolicy } from "./transport";
import type { Trust } from "./trust";
import type { BeforeSigning } from "./wallet";

export interface MktOptions {
  /** Where the service answers, such as `https://mkt.example`. */
  baseUrl: string;
  /** What the service calls itself, where that is not `baseUrl`'s origin: sign-in texts must name it. */
  origin?: string;
  /** An ethers signer; with a provider on the service's chain where it is to send transactions. Reading takes none. */
  signer?: Signer;
  /** What may be spent; nothing, where it is not given. */
  budget?: Limits;
  /** Addresses that are fixed from the start. */
  trust?: Partial<Trust>;
  /** Keeps what was signed; in memory, where it is not given. */
  journal?: Journal;
  /** Asked before each signature, with all of what is signed; throws to prevent it. */
  beforeSigning?: BeforeSigning;
  /** The most wei that the gas of one transaction may cost; 0.002 ETH where it is not given. */
  maxGasWei?: bigint;
  /** Whether an EIP-2612 permit takes the place of an approval where the service offers one; true where it is not given. */
  permits?: boolean;
  /**
   * Whether steps of tasks are signed for the service's relay, which pays for their gas: `auto`, where it is not given, if
   * the wallet cannot pay itself; `always`; `never`.
   */
  gasless?: GaslessMode;
  retry?: RetryPolicy;
  fetch?: typeof fetch;
  nowMs?: () => number;
}
