import { api, dataOf, type Health, type Market } from "../api";
import { ENOUGH, percentOf } from "../lib/records";
import { count, sentence, usdc, words } from "../lib/text";
import { monthsText, roughly } from "../lib/time";
import { PATHS } from "../paths";
import { Bar, Fact, Facts } from "../ui/ratings";
import { SampleNote } from "../ui/sample";
import { Empty, Loaded } from "../ui/states";
import { Ago } from "../ui/time";
import { usePageTitle } from "../ui/title";
import { useData } from "../ui/useData";

type Totals = NonNullable<Market["totals"]>;

/** The public numbers: what the market did, by category, and whether the escrows hold what they owe. */
export default function MarketPage() {
  usePageTitle("Market");
  const market = useData("market", async () => dataOf(await api.GET("/mkt/market")));
  const health = useData("health", healthNow);
  return (
    <>
      <h1>The market in numbers</h1>
      <Loaded data={market} what="the market's numbers">
        {(numbers) => <Numbers market={numbers} />}
      </Loaded>
      {/* After the numbers above, which would push it down. */}
      {market.state !== "loading" && (
        <section aria-labelledby="escrows">
          <h2 id="escrows">The escrows</h2>
          <p>
            Two programs on the blockchain hold all rewards and stakes. This is what each holds, and what it owes to
            posters and workers.
          </p>
          <Loaded data={health} what="the escrows' balances">
            {(now) => <Escrows health={now} />}
          </Loaded>
        </section>
      )}
    </>
  );
}

/** A service that is not well answers with status 503, and still says how it is. */
async function healthNow(): Promise<Health> {
  const { data, error, response } = await api.GET("/mkt/health");
  const body = data ?? (error as Health | undefined);
  return body && "checks" in body ? body : dataOf<Health>({ error, response });
}

function Numbers({ market }: { market: Market }) {
  const { totals, categories, months, updatedAt } = market;
  if (!totals || totals.approved < ENOUGH) {
    return (
      <Empty>
        <p>
          Not enough yet: numbers come once {ENOUGH} tasks are done. <a href={PATHS.board}>See the open tasks.</a>
        </p>
      </Empty>
    );
  }
  return (
    <>
      <TotalFacts totals={totals} />
      <section aria-labelledby="conversion">
        <h2 id="conversion">From posted to approved, by month</h2>
        <SampleNote />
        <Conversion months={months} />
      </section>
      <section aria-labelledby="categories">
        <h2 id="categories">By category</h2>
        <CategoryTable categories={categories} />
        {updatedAt && (
          <p class="note">
            Counted <Ago time={updatedAt} />. Categories with few tasks are counted together.
          </p>
        )}
      </section>
    </>
  );
}

function TotalFacts({ totals }: { totals: Totals }) {
  const time = (seconds: number | null) => (seconds === null ? "–" : sentence(roughly(seconds)));
  return (
    <Facts>
      <Fact name="Open now">{totals.open}</Fact>
      <Fact name="Posted">{totals.posted}</Fact>
      <Fact name="Approved">{totals.approved}</Fact>
      <Fact name="Paid to workers">{usdc(totals.paidUsdc)} USDC</Fact>
      {totals.decidedByDeadlineShare !== null && (
        <Fact name="Settled as agreed">
          {percentOf(totals.decidedByDeadlineShare)} of {count(totals.decided, "delivered work")}
        </Fact>
      )}
      <Fact name="Went to those who missed a deadline">{usdc(totals.bySilenceUsdc)} USDC</Fact>
      <Fact name="Typical reward">
        {totals.medianRewardUsdc === null ? "–" : `${usdc(totals.medianRewardUsdc)} USDC`}
      </Fact>
      <Fact name="Usual time to start">{time(totals.medianToStartSeconds)}</Fact>
      <Fact name="Usual time to approval">{time(totals.medianToApproveSeconds)}</Fact>
    </Facts>
  );
}

/** How many of the tasks that ended in a month were approved. */
function Conversion({ months }: { months: Market["months"] }) {
  if (months.length === 0)
    return (
      <p class="quiet">No report yet. One appears three days after each month in which enough wallets took part.</p>
    );
  return (
    <>
      <div class="wide" role="region" aria-label="Conversion by month" tabIndex={0}>
        <table class="conversion">
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col" class="number">
                Share
              </th>
              <th scope="col" class="drawn">
                <span class="unseen">Share approved, drawn</span>
              </th>
              <th scope="col" class="number">
                Ended
              </th>
              <th scope="col" class="number">
                Started
              </th>
              <th scope="col" class="number">
                Approved
              </th>
            </tr>
          </thead>
          <tbody>
            {[...months].reverse().map(({ from, to, posted, started, approved, postToApprove }) => (
              <tr key={from}>
                <th scope="row">{monthsText(from, to)}</th>
                <td class="number">{postToApprove === null ? "–" : `${Math.round(postToApprove * 100)} %`}</td>
                <td class="drawn">
                  <Bar share={postToApprove ?? 0} />
                </td>
                <td class="number">{posted}</td>
                <td class="number">{started}</td>
                <td class="number">{approved}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">
        Tasks that ended in the month. Months with few wallets are counted with the next.{" "}
        <a href="/guide#paid-answers">A paid report</a> has the same by category, country or agent.
      </p>
    </>
  );
}

function CategoryTable({ categories }: { categories: Market["categories"] }) {
  const most = Math.max(1, ...categories.map(({ posted }) => posted));
  if (categories.length === 0) return <p class="quiet">No category has enough tasks yet to be shown on its own.</p>;
  return (
    <div class="wide" role="region" aria-label="Categories" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Category</th>
            <th scope="col" class="number">
              Posted
            </th>
            <th scope="col">
              <span class="unseen">Share</span>
            </th>
            <th scope="col" class="number">
              Open
            </th>
            <th scope="col" class="number">
              Approved
            </th>
            <th scope="col" class="number">
              Paid, USDC
            </th>
          </tr>
        </thead>
        <tbody>
          {categories.map(({ category, posted, open, approved, paidUsdc }) => (
            <tr key={category}>
              <th scope="row">
                <a href={`/app?category=${category}`}>{words(category)}</a>
              </th>
              <td class="number">{posted}</td>
              <td>
                <Bar share={posted / most} />
              </td>
              <td class="number">{open}</td>
              <td class="number">{approved}</td>
              <td class="number">{usdc(paidUsdc)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Escrows({ health }: { health: Health }) {
  const { contracts } = health.checks;
  if (!contracts) return <p class="quiet">The blockchain cannot be read right now. Try again in a minute.</p>;
  const both = [
    { name: "For people, with deadlines of days", ...contracts.human },
    { name: "For programs, with deadlines of minutes", ...contracts.agentFast },
  ];
  return (
    <div class="pair">
      {both.map(({ name, address, escrowUsdc, liabilitiesUsdc, solvent }) => (
        <section key={address} aria-label={name}>
          <h3>{name}</h3>
          <Facts>
            <Fact name="Holds">{escrowUsdc === null ? "–" : `${usdc(escrowUsdc)} USDC`}</Fact>
            <Fact name="Owes">{liabilitiesUsdc === null ? "–" : `${usdc(liabilitiesUsdc)} USDC`}</Fact>
            <Fact name="Holds enough">{solvent === null ? "Unknown" : solvent ? "Yes" : "No"}</Fact>
            <Fact name="Address">
              <code>{address}</code>
            </Fact>
          </Facts>
        </section>
      ))}
    </div>
  );
}
