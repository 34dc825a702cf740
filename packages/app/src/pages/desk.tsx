import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { api, balancesOf, dataOf, type Task } from "../api";
import { productOf, titleOfPurchase } from "../lib/ask";
import { networkFee, usdc } from "../lib/text";
import { answerPath, PATHS } from "../paths";
import { names } from "../ui/names";
import { News } from "../ui/news";
import { Pager } from "../ui/pager";
import { Fact, Facts } from "../ui/ratings";
import { Empty, Failure } from "../ui/states";
import { TaskCard } from "../ui/taskCard";
import { AsOf } from "../ui/time";
import { usePageTitle } from "../ui/title";
import { Untrusted } from "../ui/untrusted";
import { errorOf, useData } from "../ui/useData";
import { useMoved, usePages, type Pages } from "../ui/usePages";
import { useReturn } from "../ui/useReturn";
import { NeedsWallet } from "../wallet/button";
import type { Connected } from "../wallet/connect";
import { useWallet } from "../wallet/context";
import { MOST } from "../wallet/waits";

const NAMES = {
  waiting: "Needs you",
  posted: "Posted",
  started: "Started",
  interested: "Interest shown",
  completed: "Completed",
  disputes: "Disputes",
} as const;
type Tab = keyof typeof NAMES;
const TABS = Object.keys(NAMES) as Tab[];

const NONE: Record<Tab, string> = {
  waiting: "Nothing needs you now.",
  posted: "You have not posted a task yet.",
  started: "You have not started a task yet.",
  interested: "You have not shown interest in a task.",
  completed: "None of your tasks has ended yet.",
  disputes: "You have no disputes.",
};

/** What waits for the visitor, and all tasks that the wallet has a part in. */
export default function Desk() {
  usePageTitle("My work");
  const { connected } = useWallet();
  const [tab, setTab] = useState<Tab>("waiting");
  return (
    <>
      <h1>My work</h1>
      {connected ? (
        <>
          <p>
            <a href={PATHS.statements}>Statements</a>{" "}
            <span class="quiet">of what you earned and spent, as a PDF too</span>
          </p>
          <Credit connected={connected} />
          <ToCollect key={`collect ${connected.address}`} connected={connected} />
          <News key={connected.address} connected={connected} />
          <Tabs key={`tabs ${connected.address}`} wallet={connected.address} tab={tab} choose={setTab} />
          <Tasks key={`${tab} ${connected.address}`} tab={tab} wallet={connected.address} />
        </>
      ) : (
        <NeedsWallet why="Connect your wallet to see your tasks and what needs you." />
      )}
    </>
  );
}

/** Answers that are signed for and not here yet. */
function ToCollect({ connected }: { connected: Connected }) {
  const data = useData(`collect ${connected.address}`, connected.bought);
  useMoved(() => data.state === "ready" && data.reload());
  const waiting = data.state === "ready" ? data.value.filter(({ isAnswered }) => !isAnswered) : [];
  return (
    <>
      {waiting.map((purchase) => (
        <p key={purchase.id} class="panel">
          You have signed for an answer that is not here yet:{" "}
          <a href={answerPath(productOf(purchase.path).name, purchase.id)}>
            get “
            <Untrusted text={titleOfPurchase(purchase)} />”
          </a>
          . You will not be charged twice.
        </p>
      ))}
    </>
  );
}

interface TabsProps {
  wallet: string;
  tab: Tab;
  choose: (tab: Tab) => void;
}

/** The lists, with how many tasks are in each as far as the service counts them. */
function Tabs({ wallet, tab, choose }: TabsProps) {
  const data = useData(`counts ${wallet}`, async () => {
    const query = { wallet, tab: "waiting" as const, limit: MOST };
    const { items, nextCursor, counts } = dataOf(await api.GET("/mkt/dashboard", { params: { query } }));
    return { ...counts, waiting: nextCursor === null ? items.length : `${MOST}+` };
  });
  useMoved(() => data.state === "ready" && data.reload());
  const counts: Partial<Record<Tab, number | string>> = data.state === "ready" ? data.value : {};
  return (
    <div class="tabs" role="group" aria-label="Which tasks">
      {TABS.map((name) => (
        <button key={name} type="button" class="plain" aria-pressed={name === tab} onClick={() => choose(name)}>
          {NAMES[name]} {counts[name] || null}
        </button>
      ))}
    </div>
  );
}

/** A page of the wallet's tasks in a list. */
async function tasksOf(wallet: string, tab: Tab, cursor?: string) {
  const query = { wallet, tab, view: "full" as const, ...(cursor && { cursor }) };
  const { items, nextCursor } = dataOf(await api.GET("/mkt/dashboard", { params: { query } }));
  const tasks = items as Task[];
  await names.need(tasks.map(({ poster }) => poster));
  return { items: tasks, nextCursor };
}

function Tasks({ tab, wallet }: { tab: Tab; wallet: string }) {
  const pages = usePages<Task>(`desk ${tab} ${wallet}`, (cursor) => tasksOf(wallet, tab, cursor));
  useMoved(pages.refresh);
  return (
    <>
      <List
        pages={pages}
        label={NAMES[tab]}
        wallet={wallet}
        empty={tab === "waiting" ? <Running wallet={wallet} /> : <Nothing said={NONE[tab]} />}
      />
      {pages.asOf > 0 && <AsOf ms={pages.asOf} />}
    </>
  );
}

/** The newest tasks that go on without the visitor, where nothing needs them. */
function Running({ wallet }: { wallet: string }) {
  const pages = usePages<Task>(`desk running ${wallet}`, async () => {
    const lists = await Promise.all([tasksOf(wallet, "posted"), tasksOf(wallet, "started")]);
    const items = lists.flatMap((list) => list.items);
    return { items: items.filter((task) => task._nextAction && task.state !== "APPROVED"), nextCursor: null };
  });
  useMoved(pages.refresh);
  return (
    <>
      {pages.items.length > 0 && <p>{NONE.waiting} These tasks are running:</p>}
      <List pages={pages} label="Running" wallet={wallet} empty={<Nothing said={NONE.waiting} />} />
    </>
  );
}

interface ListProps {
  pages: Pages<Task>;
  label: string;
  wallet: string;
  empty: ComponentChildren;
}

function List({ pages, label, wallet, empty }: ListProps) {
  return (
    <Pager
      pages={pages}
      what="tasks"
      label={label}
      itemOf={(task) => ({
        key: `${task.contract} ${task.taskId}`,
        element: <TaskCard task={task} viewer={wallet} />,
      })}
      empty={empty}
    />
  );
}

function Nothing({ said }: { said: string }) {
  return (
    <Empty>
      <p>
        {said} <a href="/app">Find a task</a> or <a href="/app/post">post one</a>.
      </p>
    </Empty>
  );
}

/** Credit that USDC could not deliver, with a button that pays it out. */
function Credit({ connected }: { connected: Connected }) {
  const info = useData(`balances ${connected.address}`, () => balancesOf(connected.address));
  const [error, setError] = useState<Error | null>(null);
  const { say } = useWallet();
  const reloadNow = () => info.state === "ready" && info.reload();
  useReturn(() => void reloadNow());
  useMoved(() => void reloadNow());
  // Nothing stands in for what most wallets do not have.
  if (info.state !== "ready") return null;
  const { escrows } = info.value;
  const kept = (["human", "agent-fast"] as const).filter((name) => Number(escrows[name].creditUsdc) > 0);
  if (kept.length === 0) return null;
  return (
    <>
      <Facts>
        {kept.map((name) => (
          <Fact
            key={name}
            name={`Kept for you in escrow, as USDC could not be paid out (${name === "human" ? "tasks of days" : "tasks of minutes"})`}
          >
            {usdc(escrows[name].creditUsdc)} USDC{" "}
            <button
              type="button"
              class="plain"
              onClick={() => {
                setError(null);
                say(
                  `Withdraw ${usdc(escrows[name].creditUsdc)} USDC from escrow to this wallet. ${networkFee(connected.hasRelay)}`,
                );
                connected
                  .mkt()
                  .then((mkt) => mkt.withdraw({ contract: name }))
                  .then(info.reload, (problem: unknown) => setError(errorOf(problem)))
                  .finally(() => say(null));
              }}
            >
              Withdraw
            </button>
          </Fact>
        ))}
      </Facts>
      {error && <Failure error={error} />}
    </>
  );
}
