import type { components } from "../../../../client/src/generated/openapi";
import { latestMonths, netBars, type StatementMonth } from "../../lib/statement";
import { usdc } from "../../lib/text";
import { monthName } from "../../lib/time";
import { Fold } from "../fold";
import { Signed } from "./signed";

/** Months in the drawing; the table has all. */
const MAX_DRAWN = 12;
const HEIGHT = 120;
const STEP = 28;
const GAP = 6;

interface MonthChartProps {
  months: readonly components["schemas"]["AccountingMonth"][];
}

/** What was earned less what was spent, month by month: drawn, and as a table beside it. */
export function MonthChart({ months: moved }: MonthChartProps) {
  const months = moved.map(({ month, settled }): StatementMonth => ({ month, ...settled }));
  const drawn = latestMonths(months, MAX_DRAWN);
  const { zero, bars } = netBars(drawn);
  const width = MAX_DRAWN * STEP;
  const letter = (month: string) => monthName(month).charAt(0);
  return (
    <Fold id="months" title="Earned and spent by month">
      <div class="months">
        {drawn.length > 1 && (
          <figure>
            <svg class="month-bars" viewBox={`0 0 ${width} ${HEIGHT + 22}`} role="img" aria-labelledby="months-caption">
              {bars.map(({ month, top, height, isLoss }, at) => (
                <g key={month}>
                  <title>{`${monthName(month)}: ${drawn[at]?.netUsdc ?? ""} USDC`}</title>
                  <rect class="hit" x={at * STEP} y={0} width={STEP} height={HEIGHT} />
                  <rect
                    class={isLoss ? "loss" : "gain"}
                    x={at * STEP + GAP / 2}
                    y={4 + top * (HEIGHT - 8)}
                    width={STEP - GAP}
                    height={height * (HEIGHT - 8)}
                    rx={2}
                  />
                  <text x={at * STEP + STEP / 2} y={HEIGHT + 16}>
                    {letter(month)}
                  </text>
                </g>
              ))}
              <line class="axis" x1={0} x2={width} y1={4 + zero * (HEIGHT - 8)} y2={4 + zero * (HEIGHT - 8)} />
            </svg>
            <figcaption id="months-caption">{captionOf(drawn, months.length)}</figcaption>
          </figure>
        )}
        <div class="wide" role="region" aria-label="Table of months" tabIndex={0}>
          <table class="stacks">
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col" class="number">
                  Net, USDC
                </th>
                <th scope="col" class="number">
                  Earned, USDC
                </th>
                <th scope="col" class="number">
                  Spent, USDC
                </th>
              </tr>
            </thead>
            <tbody>
              {[...months].reverse().map(({ month, inUsdc, outUsdc, netUsdc }) => (
                <tr key={month}>
                  <th scope="row">{monthName(month)}</th>
                  <td class="number" data-of="Net, USDC">
                    <Signed amount={netUsdc} />
                  </td>
                  <td class="number" data-of="Earned, USDC">
                    {usdc(inUsdc)}
                  </td>
                  <td class="number" data-of="Spent, USDC">
                    {usdc(outUsdc)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Fold>
  );
}

function captionOf(drawn: readonly StatementMonth[], known: number): string {
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (!first || !last) return "";
  const span = first === last ? monthName(first.month) : `${monthName(first.month)} to ${monthName(last.month)}`;
  return `Earned less spent, ${span}. Stakes that come back are neither.${known > drawn.length ? " The table has all months." : ""}`;
}
