import type { Limits } from "./journal/budget";
import type { GaslessMode } from "./tasks/gasless";
import type { Journal } from "./journal/journal";
import type { WalletSigner } from "./signing/signer";
import type { ReaderOptions } from "./service/reader";
import type { Trust } from "./signing/trust";
import type { BeforeSigning } from "./signing/wallet";

export interface MktOptions extends ReaderOptions {
  /** The service's own URL, if it is not `baseUrl`'s origin: sign-in texts must name it. */
  origin?: string;
  /** An ethers signer, or another; with a provider on the service's chain where it is to send transactions. Reading takes none. */
  signer?: WalletSigner;
  /** What may be spent; nothing by default. */
  budget?: Limits;
  /** Addresses that are fixed from the start. */
  trust?: Partial<Trust>;
  /** Keeps what was signed; in memory by default. */
  journal?: Journal;
  /** Asked before each signature, with all of what is signed; throws to prevent it. */
  beforeSigning?: BeforeSigning;
  /** The most wei that the gas of one transaction may cost; 0.002 ETH by default. */
  maxGasWei?: bigint;
  /** Whether an EIP-2612 permit takes the place of an approval where the service offers one; true by default. */
  permits?: boolean;
  /**
   * Whether the wallet only signs, and the service pays for the gas of answers' payments and of tasks' steps: `auto`,
   * the default, if the wallet cannot pay itself; `prefer`, where the service offers it; `always`; `never`.
   */
  gasless?: GaslessMode;
  nowMs?: () => number;
}
