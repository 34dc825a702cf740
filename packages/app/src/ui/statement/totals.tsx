import type { components } from "../../../../client/src/generated/openapi";
import { sumText, totalName } from "../../lib/statement";
import { usdc } from "../../lib/text";
import { Signed } from "./signed";

type Sums = Pick<components["schemas"]["Accounting"], "totals" | "held" | "settledNetUsdc">;

/** What is settled, apart from what the escrow holds. */
export function Totals({ held, settledNetUsdc }: Omit<Sums, "totals">) {
  const sum = sumText(settledNetUsdc, held);
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" class="unseen">
        Totals
      </h2>
      <div class="sums">
        <div class="card net">
          <p class="quiet">Earned less spent</p>
          <p>
            <Signed amount={settledNetUsdc} /> <span class="quiet">USDC</span>
          </p>
        </div>
        <div class="card">
          <p class="quiet">Rewards you posted, still in escrow</p>
          <p>
            <span class="amount">{usdc(held.rewardUsdc)}</span> <span class="quiet">USDC</span>
          </p>
        </div>
        <div class="card">
          <p class="quiet">Stakes of yours, still in escrow</p>
          <p>
            <span class="amount">{usdc(held.stakeUsdc)}</span> <span class="quiet">USDC</span>
          </p>
        </div>
      </div>
      {sum && <p class="note">{sum}</p>}
    </section>
  );
}

/** The sums of all rows that match, on all pages, by type. */
export function Types({ totals }: Pick<Sums, "totals">) {
  return (
    <section aria-labelledby="types">
      <h2 id="types">By type</h2>
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
    </section>
  );
}
