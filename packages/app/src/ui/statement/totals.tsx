import type { components } from "../../../../client/src/generated/openapi";
import { balanceText, settledSums, sumText, totalName } from "../../lib/statement";
import { usdc } from "../../lib/text";
import { Fold } from "../fold";
import { Signed } from "./signed";

type Sums = Pick<components["schemas"]["Accounting"], "totals" | "held" | "netUsdc" | "settledNetUsdc" | "months">;

interface TotalsProps extends Omit<Sums, "totals"> {
  /** The net of all movements before the period; null where it has no beginning. */
  beforeUsdc: string | null;
}

/** What was earned and what was spent, apart from what the escrow holds; and what had moved before and after it. */
export function Totals({ held, netUsdc, settledNetUsdc, months, beforeUsdc }: TotalsProps) {
  const sum = sumText(settledNetUsdc, held);
  const { inUsdc, outUsdc } = settledSums(months);
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" class="unseen">
        Totals
      </h2>
      <div class="sums">
        <Sum name="Earned" amount={inUsdc} />
        <Sum name="Spent" amount={outUsdc} />
        <Sum name="Your rewards in escrow" amount={held.rewardUsdc} />
        <Sum name="Your stakes in escrow" amount={held.stakeUsdc} />
      </div>
      {beforeUsdc !== null && <p>{balanceText(beforeUsdc, netUsdc)}</p>}
      <p class="note">{sum} A payment counts once it is final.</p>
    </section>
  );
}

function Sum({ name, amount }: { name: string; amount: string }) {
  return (
    <div class="card">
      <p class="quiet">{name}</p>
      <p>
        <span class="amount">{usdc(amount)}</span> <span class="quiet">USDC</span>
      </p>
    </div>
  );
}

/** The sums of all rows that match, on all pages, by type. */
export function Types({ totals }: Pick<Sums, "totals">) {
  return (
    <Fold id="types" title="By type">
      <div class="wide" role="region" aria-label="Totals by type" tabIndex={0}>
        <table class="stacks">
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col" class="number">
                Net, USDC
              </th>
              <th scope="col" class="number">
                Of it in escrow
              </th>
              <th scope="col" class="number">
                Gross, USDC
              </th>
              <th scope="col" class="number">
                Fee, USDC
              </th>
              <th scope="col" class="number">
                Movements
              </th>
            </tr>
          </thead>
          <tbody>
            {totals.map((total) => (
              <tr key={`${total.type} ${total.direction}`}>
                <th scope="row">{totalName(total)}</th>
                <td class="number" data-of="Net, USDC">
                  <Signed amount={total.netUsdc} />
                </td>
                <td class="number" data-of="Of it in escrow">
                  {Number(total.heldUsdc) === 0 ? "–" : usdc(total.heldUsdc)}
                </td>
                <td class="number" data-of="Gross, USDC">
                  {usdc(total.grossUsdc)}
                </td>
                <td class="number" data-of="Fee, USDC">
                  {usdc(total.feeUsdc)}
                </td>
                <td class="number" data-of="Movements">
                  {total.rows.toLocaleString("en")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Fold>
  );
}
