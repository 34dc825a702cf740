import { useLocation } from "preact-iso";
import { api, dataOf } from "../api";
import {
  askedBy,
  filterQuery,
  filtersOf,
  rowsIn,
  type StatementFilters,
  type StatementQuery,
  filtersBefore,
} from "../lib/statement";
import { PATHS } from "../paths";
import { names } from "../ui/names";
import { useWide } from "../ui/fold";
import { SignedIn, type Me } from "../ui/signedIn";
import { Empty, Loaded } from "../ui/states";
import { Downloads } from "../ui/statement/downloads";
import { StatementForm } from "../ui/statement/form";
import { MonthChart } from "../ui/statement/months";
import { StatementRows } from "../ui/statement/rows";
import { Balance, Totals, Types } from "../ui/statement/totals";
import { usePageTitle } from "../ui/title";
import { AsOf, serviceNow } from "../ui/time";
import { useData } from "../ui/useData";
import { useEvery } from "../ui/useEvery";
import { useMoved } from "../ui/usePages";
import { useReturn } from "../ui/useReturn";

/** The wallet's own accounting: totals, net by month, rows, and files of them. */
export default function Statements() {
  usePageTitle("Statements");
  const { query, route } = useLocation();
  const filters = filtersOf(query);
  return (
    <div class="statement">
      <h1>Statements</h1>
      <p class="lead">Every payment to and from you through this service, for your books. It is not a tax invoice.</p>
      <SignedIn why="Only you can see your statements.">
        {(me) => (
          <>
            <p class="print-only">
              Wallet <code>{me.wallet}</code>
            </p>
            <StatementForm
              wallet={me.wallet}
              filters={filters}
              change={(next) => route(PATHS.statements + filterQuery(next))}
            />
            <Statement key={filterQuery(filters)} me={me} filters={filters} />
          </>
        )}
      </SignedIn>
    </div>
  );
}

const LOOK_MS = 20_000;

function Statement({ me, filters }: { me: Me; filters: StatementFilters }) {
  // A row is a list of its own on a phone.
  const isWide = useWide();
  const key = `${me.wallet} ${filterQuery(filters)}`;
  const asked = askedBy(filters);
  const before = filtersBefore(filters);
  const page = (more: StatementQuery, of = asked) =>
    me.read(async (headers) => dataOf(await api.POST("/mkt/accounting", { body: { ...of, ...more }, headers })));
  const sums = useData(`sums ${key}`, async () => ({ ...(await page({ limit: 1 })), asOf: serviceNow() }));
  // What moved before the period hardly changes, so that it is read once.
  const former = useData(`before ${key}`, async () => before && (await page({ limit: 1 }, askedBy(before))).netUsdc);
  const beforeUsdc = former.state === "ready" ? former.value : null;
  const reload = () => sums.state === "ready" && sums.reload();
  useReturn(() => void reload());
  useMoved(() => void reload());
  // Money counts once its block is final, some time after it has moved.
  useEvery(LOOK_MS, async () => void reload());
  return (
    <Loaded data={sums} what="your totals">
      {({ totals, held, netUsdc, settledNetUsdc, months, legalName, asOf }) => {
        if (totals.length === 0) return <NothingMoved isFiltered={filterQuery(filters) !== ""} />;
        const hasFees = totals.some(({ feeUsdc }) => Number(feeUsdc) > 0);
        return (
          <>
            <AsOf ms={asOf} />
            <Totals {...{ held, months }} />
            <div class="pair">
              <Downloads
                rows={rowsIn(totals)}
                wallet={me.wallet}
                legalName={legalName}
                fetchPart={(format, cursor, recipient, send) =>
                  me.read(async (headers) => {
                    const body = { ...asked, format, ...(cursor && { cursor }), ...(recipient && { recipient }) };
                    const answer = await api.POST("/mkt/accounting/export", {
                      body,
                      headers,
                      parseAs: "stream",
                      fetch: send,
                    });
                    dataOf(answer);
                    return answer.response;
                  })
                }
              />
              <Balance {...{ held, netUsdc, months, beforeUsdc }} />
            </div>
            <MonthChart months={months} />
            <Types {...{ totals, netUsdc, hasFees }} />
            <StatementRows
              name={key}
              moved={`${settledNetUsdc} ${JSON.stringify(totals)}`}
              hasFees={hasFees}
              connected={me.connected}
              load={async (cursor) => {
                const rows = await page({ limit: isWide ? 50 : 10, ...(cursor && { cursor }) });
                await names.need(rows.items.flatMap(({ counterparty }) => counterparty ?? []));
                return rows;
              }}
            />
          </>
        );
      }}
    </Loaded>
  );
}

function NothingMoved({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty>
      {isFiltered ? (
        <p>
          Nothing matches. Choose a longer period or fewer filters, or <a href={PATHS.statements}>see all</a>.
        </p>
      ) : (
        <p>
          No money has moved yet. <a href={PATHS.post}>Post a task</a> or <a href={PATHS.board}>find one to do</a>: each
          payment is listed here once it is final.
        </p>
      )}
    </Empty>
  );
}
