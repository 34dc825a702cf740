import type { components } from "../../../../client/src/generated/openapi";
import { movementName } from "../../../../../functions/src/domain/accounting/row";
import { reconciled, rowsIn, settledSums, sumOf } from "../../lib/statement";
import { usdc } from "../../lib/text";
import { Fold } from "../fold";
import { FeeHeads, Signed } from "./signed";

type Sums = components["schemas"]["Accounting"];

/** What was earned and what was spent, apart from what the escrow holds. */
export function Totals({ held, months }: Pick<Sums, "held" | "months">) {
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
    </section>
  );
}

interface BalanceProps extends Pick<Sums, "held" | "netUsdc" | "months"> {
  /** The net of all movements before the period; null where it has no beginning. */
  beforeUsdc: string | null;
}

/** What this service moved in and out of the wallet, to compare with the wallet itself. */
export function Balance({ held, netUsdc, months, beforeUsdc }: BalanceProps) {
  const lines = reconciled({ ...settledSums(months), rewardUsdc: held.rewardUsdc, netUsdc }, beforeUsdc);
  return (
    <Fold id="balance" title="In and out of your wallet" isOpen>
      <table class="sum-lines">
        <tbody>
          {lines.map(({ name, usdc: amount, isNet }) => (
            <tr key={name} class={isNet ? "strong" : undefined}>
              <th scope="row">{name}</th>
              <td class="number">
                <Signed amount={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">In USDC, by this service only. A new payment is listed some minutes later, once it is final.</p>
    </Fold>
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

interface TypesProps extends Pick<Sums, "totals" | "netUsdc"> {
  /** Whether any fee was taken: without one, gross and net are the same. */
  hasFees: boolean;
}

/** The sums of all rows that match, on all pages, by type. */
export function Types({ totals, netUsdc, hasFees }: TypesProps) {
  const sum = (field: "heldUsdc" | "feeUsdc") => sumOf(totals.map((total) => total[field]));
  const isHeld = Number(sum("heldUsdc")) > 0;
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
              {isHeld && (
                <th scope="col" class="number">
                  Of it in escrow
                </th>
              )}
              {hasFees && <FeeHeads />}
              <th scope="col" class="number">
                Movements
              </th>
            </tr>
          </thead>
          <tbody>
            {totals.map((total) => (
              <tr key={`${total.type} ${total.direction}`}>
                <th scope="row">{movementName(total)}</th>
                <td class="number" data-of="Net, USDC">
                  <Signed amount={total.netUsdc} />
                </td>
                {isHeld && (
                  <td class="number" data-of="Of it in escrow">
                    {Number(total.heldUsdc) === 0 ? "–" : usdc(total.heldUsdc)}
                  </td>
                )}
                {hasFees && (
                  <>
                    <td class="number" data-of="Gross, USDC">
                      {usdc(total.grossUsdc)}
                    </td>
                    <td class="number" data-of="Fee, USDC">
                      {usdc(total.feeUsdc)}
                    </td>
                  </>
                )}
                <td class="number" data-of="Movements">
                  {total.rows.toLocaleString("en")}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr class="strong">
              <th scope="row">Total</th>
              <td class="number" data-of="Net, USDC">
                <Signed amount={netUsdc} />
              </td>
              {isHeld && (
                <td class="number" data-of="Of it in escrow">
                  {usdc(sum("heldUsdc"))}
                </td>
              )}
              {hasFees && (
                <>
                  <td class="narrow-off" />
                  <td class="number" data-of="Fee, USDC">
                    {usdc(sum("feeUsdc"))}
                  </td>
                </>
              )}
              <td class="number" data-of="Movements">
                {rowsIn(totals).toLocaleString("en")}
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Fold>
  );
}
