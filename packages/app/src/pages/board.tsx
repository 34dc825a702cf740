import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { api, dataOf, profilesOf, type Profile, type Task } from "../api";
import { apiQuery, queryOf, searchOf, type Search } from "../lib/search";
import { ENOUGH, keptText } from "../lib/records";
import { count } from "../lib/text";
import { PATHS } from "../paths";
import { Filters } from "../ui/filters";
import { Pager } from "../ui/pager";
import Explained from "../ui/explained";
import { Empty } from "../ui/states";
import { TaskCard } from "../ui/taskCard";
import { usePageTitle } from "../ui/title";
import { useData } from "../ui/useData";
import { useEvery } from "../ui/useEvery";
import { usePages, type Page } from "../ui/usePages";

interface Row {
  task: Task;
  poster: Profile | undefined;
}

const keyOf = ({ task }: Row) => `${task.contract} ${task.taskId}`;
const CHECK_MS = 20_000;
const PAGE_SIZE = 20;

/** The tasks that a search finds, each with its poster's record. */
async function rowsOf(search: Search, cursor?: string): Promise<Page<Row>> {
  const query = { ...apiQuery(search, cursor), limit: PAGE_SIZE, view: "full" as const };
  const { items: found, nextCursor, total } = dataOf(await api.GET("/mkt/tasks", { params: { query } }));
  const items = found as Task[];
  // A list without its posters' records is better than none.
  const profiles = await profilesOf(items.map(({ poster }) => poster)).catch(() => new Map<string, Profile>());
  return {
    items: items.map((task) => ({ task, poster: profiles.get(task.poster) })),
    nextCursor,
    ...(total !== undefined && { total }),
  };
}

/** The board: open tasks, with search, filters and order in the address. */
export default function Board() {
  const { query, route } = useLocation();
  const search = searchOf(query);
  const address = queryOf(search);
  usePageTitle(search.q ? `“${search.q}” in tasks` : "Tasks");
  const pages = usePages(`board${address}`, (cursor) => rowsOf(search, cursor));
  const change = (next: Search) => route(PATHS.board + queryOf(next));
  return (
    <>
      <h1>{search.status === "settled" ? "Settled tasks" : search.status === "all" ? "All tasks" : "Open tasks"}</h1>
      <p class="lead">
        Every reward is already in escrow: you are paid when your work is approved, or if the poster does not answer in
        time.
      </p>
      <Filters search={search} change={change} listedAt={pages.asOf} />
      <Newer search={search} pages={pages} key={`newer${address}`} />
      <Pager
        pages={pages}
        what="tasks"
        label="Tasks"
        itemOf={(row) => ({ key: keyOf(row), element: <TaskCard task={row.task} poster={row.poster} /> })}
        empty={<NothingFound isSearch={address !== ""} />}
      />
      <Kept />
      <Explained terms={["USDC", "Escrow", "Stake", "Arbiter"]} />
    </>
  );
}

/** How the market kept its promise so far; nothing while there are too few tasks to tell. */
function Kept() {
  const market = useData("market", async () => dataOf(await api.GET("/mkt/market")));
  const totals = market.state === "ready" ? market.value.totals : null;
  if (!totals || keptText(totals) === null) return null;
  return (
    <p class="note">
      {keptText(totals)} {totals.approved >= ENOUGH && <a href={PATHS.market}>The numbers</a>}
    </p>
  );
}

function NothingFound({ isSearch }: { isSearch: boolean }) {
  return (
    <Empty>
      {isSearch ? (
        <p>
          No task matches. Use fewer words or filters, or <a href={PATHS.board}>see all open tasks</a>.
        </p>
      ) : (
        <p>
          No task is open at the moment. See <a href={`${PATHS.board}?status=settled`}>what was done before</a>, or{" "}
          <a href={PATHS.services}>offer a service</a>.
        </p>
      )}
    </Empty>
  );
}

/** Says when tasks have come since the list was read, and shows them when asked: the list never moves otherwise. */
function Newer({ search, pages }: { search: Search; pages: ReturnType<typeof usePages<Row>> }) {
  const [page, setPage] = useState<Page<Row> | null>(null);
  useEvery(CHECK_MS, async () => setPage(await rowsOf(search)));
  const known = new Set(pages.items.map(keyOf));
  const fresh = pages.state === "ready" && page ? page.items.filter((row) => !known.has(keyOf(row))).length : 0;
  return (
    <div role="status" class="newer">
      {fresh > 0 && page && (
        <button
          type="button"
          onClick={() => {
            pages.replace(page);
            setPage(null);
          }}
        >
          Show {count(fresh, "new task")}
        </button>
      )}
    </div>
  );
}
