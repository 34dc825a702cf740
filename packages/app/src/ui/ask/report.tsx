import type { Report } from "../../lib/ask";
import { funnelOf, rate, type FunnelStep } from "../../lib/funnel";
import { count, countryName, shortAddress, usdc, words } from "../../lib/text";
import { walletPath } from "../../paths";
import { Fact, Facts } from "../ratings";
import { Untrusted } from "../untrusted";

type Stats = Report["stats"];

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** The conversion report: the funnel of all its tasks, and a row for each group. */
export function ReportView({ report: { stats } }: { report: Report }) {
  const { totals, rows, period, filters, suppressedRows, aggregate } = stats;
  const narrowed = Object.entries(filters).filter(([, value]) => value !== undefined);
  return (
    <>
      <Facts>
        {period.from && period.to && (
          <Fact name="Period">
            {day.format(new Date(period.from))} to {day.format(new Date(Date.parse(period.to) - 1))}
          </Fact>
        )}
        {narrowed.map(([name, value]) => (
          <Fact key={name} name={words(name)}>
            <Untrusted text={name === "country" ? countryName(value) : words(value)} />
          </Fact>
        ))}
        <Fact name="Rewards offered">{usdc(totals.rewardUsdc)} USDC</Fact>
      </Facts>
      <div class="funnel-beside">
        <Funnel steps={funnelOf(totals)} />
        <FunnelTable steps={funnelOf(totals)} />
      </div>
      <h3>By {aggregate}</h3>
      {rows.length === 0 ? (
        <p class="quiet">No group has enough wallets to be shown on its own.</p>
      ) : (
        <Rows rows={rows} aggregate={aggregate} />
      )}
      {suppressedRows > 0 && (
        <p class="note">{count(suppressedRows, "monthly row")} left out, because too few wallets are behind each.</p>
      )}
    </>
  );
}

const WIDTH = 320;
const STEP = 52;
const BAR = 24;
const LABEL = 16;

/** The funnel drawn: a bar for each step, and what is lost between two. The table beside it says the same. */
function Funnel({ steps }: { steps: readonly FunnelStep[] }) {
  const widthOf = ({ ofAll }: FunnelStep) => Math.max(2, Math.round(ofAll * WIDTH));
  const topOf = (at: number) => at * STEP + LABEL;
  return (
    <figure>
      <svg
        class="funnel"
        viewBox={`0 0 ${WIDTH} ${steps.length * STEP - (STEP - LABEL - BAR)}`}
        role="img"
        aria-labelledby="funnel-title"
      >
        <title id="funnel-title">
          {steps.map(({ name, count: tasks }) => `${tasks.toLocaleString("en")} ${name}`).join(", ")}
        </title>
        {steps.map((step, at) => (
          <g key={step.name}>
            <text x="0" y={topOf(at) - 4}>
              {words(step.name)}: {step.count.toLocaleString("en")}
            </text>
            <rect class="bar-share" x="0" y={topOf(at)} width={widthOf(step)} height={BAR} rx="3" />
          </g>
        ))}
      </svg>
    </figure>
  );
}

function FunnelTable({ steps }: { steps: readonly FunnelStep[] }) {
  return (
    <table class="steps">
      <caption class="unseen">Tasks that reached each step</caption>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col" class="number">
            Tasks
          </th>
          <th scope="col" class="number">
            Of all
          </th>
          <th scope="col" class="number">
            Of those before
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ name, count: tasks, ofAll, ofBefore }) => (
          <tr key={name}>
            <th scope="row">{words(name)}</th>
            <td class="number">{tasks.toLocaleString("en")}</td>
            <td class="number">{rate(ofAll)}</td>
            <td class="number">{rate(ofBefore)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const COUNTS = ["posted", "started", "submitted", "approved", "rejected", "cancelled"] as const;

function Rows({ rows, aggregate }: Pick<Stats, "rows" | "aggregate">) {
  return (
    <div class="wide" role="region" aria-label={`By ${aggregate}`} tabIndex={0}>
      <table class="groups">
        <thead>
          <tr>
            <th scope="col">{words(aggregate)}</th>
            {COUNTS.map((name) => (
              <th scope="col" class="number" key={name}>
                {words(name)}
              </th>
            ))}
            <th scope="col" class="number">
              Approved of posted
            </th>
            <th scope="col" class="number">
              Rewards, USDC
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                {aggregate === "agent" ? (
                  <a class="address" href={walletPath(row.key)} title={row.key}>
                    {shortAddress(row.key)}
                  </a>
                ) : (
                  <Untrusted text={aggregate === "country" ? countryName(row.key) : words(row.key)} />
                )}
              </th>
              {COUNTS.map((name) => (
                <td class="number" key={name}>
                  {row[name].toLocaleString("en")}
                </td>
              ))}
              <td class="number">{rate(row.conversion.postToApprove)}</td>
              <td class="number">{usdc(row.rewardUsdc)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
