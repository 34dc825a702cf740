import { OverBudgetError } from "../errors";
import { usdcText } from "../money";

/** What the owner's mandate allows a wallet now. */
export interface Allowance {
  /** Why nothing may be bought; null if something may. */
  noPurchases: string | null;
  perCallUnits: bigint;
  /** What the service counts as left of the day: all that it handed out is taken off. */
  leftTodayUnits: bigint;
  dayEndsAt: string;
}

/** Money that a call takes from a wallet. */
export interface Taking {
  kind: "purchase" | "step";
  wallet: string;
  units: bigint;
  /** A short description for messages. */
  what: string;
}

const DAY_MS = 86_400_000;

/** When the day of an allowance began, in milliseconds. */
export const dayStartMs = ({ dayEndsAt }: Allowance): number => Date.parse(dayEndsAt) - DAY_MS;

/**
 * Throws `OverBudgetError` if the mandate does not allow what a call takes. The service sees a purchase by the wallet's
 * own transaction only once it is on the chain and does not count it, so this client counts those of the day itself. The
 * rest of the mandate's rules for steps is checked by the service.
 */
export function requireAllowed(allowance: Allowance, { kind, units, what }: Taking, purchasedUnits: bigint): void {
  const { noPurchases, perCallUnits, leftTodayUnits, dayEndsAt } = allowance;
  if (kind === "step" && purchasedUnits === 0n) return;
  const costs = `${what} costs ${usdcText(units)} USDC`;
  if (kind === "purchase" && noPurchases !== null) throw refused(`${what}: ${noPurchases}`);
  if (kind === "purchase" && units > perCallUnits)
    throw refused(`${costs}; the wallet's mandate allows ${usdcText(perCallUnits)} for one answer.`);
  const leftUnits = leftTodayUnits > purchasedUnits ? leftTodayUnits - purchasedUnits : 0n;
  if (units > leftUnits)
    throw refused(`${costs}; the wallet's mandate leaves ${usdcText(leftUnits)} until ${dayEndsAt}.`);
}

const refused = (message: string) => new OverBudgetError(message, "mandate");
