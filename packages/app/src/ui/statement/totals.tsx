import type { components } from "../../../../client/src/generated/openapi";
import { ROW_NAMES, netOf } from "../../lib/statement";
import { usdc } from "../../lib/text";
import { Signed } from "./signed";

type Total = components["schemas"]["AccountingTotal"];

/** The sums of all rows that match, on all pages. */
export function Totals({ totals, netUsdc }: { totals: readonly Total[]; netUsdc: string }) {
  return (
    <section aria-labelledby="totals">
      <h2 id="totals">Totals</h2>
      <p class="net">
        Net <Signed amount={netUsdc} /> <span class="quiet">USDC, what came in less what went out</span>
      </p>
      <div class="wide" role="region" aria-label="Totals by type" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col" class="number">
                Net, USDC
              </th>
              <th scope="col" class="number">
                Gross, USDC
              </th>
              <th scope="col" class="number">
                Fee, USDC
              </th>
              <th scope="col" class="number">
                Rows
              </th>
            </tr>
          </thead>
          <tbody>
            {totals.map((total) => (
              <tr key={`${total.type} ${total.direction}`}>
                <th scope="row">{ROW_NAMES[total.type]}</th>
                <td class="number">
                  <Signed amount={netOf(total)} />
                </td>
                <td class="number">{usdc(total.grossUsdc)}</td>
                <td class="number">{usdc(total.feeUsdc)}</td>
                <td class="number">{total.rows.toLocaleString("en")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
