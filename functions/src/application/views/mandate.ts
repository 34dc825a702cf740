import { isBinding, leftOf, nextDayOf, type Mandate, type MandateDay } from "../../domain/mandate";
import { formatUsdc } from "../../domain/money";

/** A mandate as its two wallets see it; `day` is null where it was not read. */
export function mandateView(
  { agent, owner, status, terms, signature }: Mandate,
  day: MandateDay | null,
  nowMs: number,
) {
  const now = Math.floor(nowMs / 1_000);
  const isOver = status === "active" && terms !== null && now >= terms.expiresAt;
  return {
    agent,
    owner,
    status: isOver ? ("expired" as const) : status,
    isBinding: isBinding({ agent, owner, status, terms, signature, issuedAfter: 0 }),
    terms: terms && {
      steps: [...terms.steps],
      maxPerTaskUsdc: formatUsdc(terms.maxPerTaskUsdcUnits),
      maxPerDayUsdc: formatUsdc(terms.maxPerDayUsdcUnits),
      issuedAt: terms.issuedAt,
      expiresAt: terms.expiresAt,
    },
    signature,
    leftTodayUsdc: terms && day ? formatUsdc(status === "active" && !isOver ? leftOf(terms, day) : 0n) : null,
    dayEndsAt: new Date(nextDayOf(now) * 1_000).toISOString(),
  };
}
