import { useRoute } from "preact-iso";
import { api, dataOf, profilesOf, type ContractName, type Profile, type Task } from "../api";
import { shortAddress } from "../lib/text";
import { PATHS } from "../paths";
import { lazyPart } from "../ui/lazyPart";
import { Boundary } from "../ui/boundary";
import { Loaded } from "../ui/states";
import { titleOf } from "../ui/taskCard";
import { Head } from "../ui/task/head";
import { History } from "../ui/task/history";
import type { Parts } from "../ui/task/part";
import { Parties } from "../ui/task/parties";
import { Ruling } from "../ui/task/ruling";
import { OnSilence } from "../ui/task/silence";
import { Terms } from "../ui/task/terms";
import { What } from "../ui/task/what";
import { usePageTitle } from "../ui/title";
import { Untrusted } from "../ui/untrusted";
import { useData } from "../ui/useData";
import { useEvery } from "../ui/useEvery";
import { NeedsWallet } from "../wallet/button";
import { useWallet } from "../wallet/context";

const Part = lazyPart(() => import("../ui/task/part"));
const CHECK_MS = 10_000;

interface Shown {
  task: Task;
  profiles: ReadonlyMap<string, Profile>;
}

async function load(contract: string, id: string, wallet: string | undefined): Promise<Shown> {
  const query = { contract: contract as ContractName, id, ...(wallet && { wallet }) };
  // Shown with the task: what came later would push the rest of the page down.
  const part = wallet && Part.preload();
  const task = dataOf(await api.GET("/mkt/task", { params: { query } }));
  const parties = task.worker ? [task.poster, task.worker] : [task.poster];
  const profiles = await profilesOf(parties).catch(() => new Map<string, Profile>());
  await part;
  return { task, profiles };
}

/** One task: what is to be done, for how much, who must act by when, and who loses what if they don't. */
export default function TaskPage() {
  const { contract = "", id = "" } = useRoute().params;
  // Known before the wallet has answered, so that a reload shows the page once.
  const wallet = useWallet().account ?? undefined;
  const data = useData(`${contract} ${id} ${wallet}`, () => load(contract, id, wallet));
  useEvery(CHECK_MS, async () => {
    if (data.state === "ready") data.reload();
  });
  return (
    <>
      <p class="crumb">
        <a href={PATHS.board}>Tasks</a>
      </p>
      <Loaded data={data} what="the task" title="Task">
        {(shown, reload) => <Details {...shown} reload={reload} />}
      </Loaded>
    </>
  );
}

/** At a glance first, then what is to be read, beside it what is to be decided. */
function Details({ task, profiles, reload }: Shown & { reload: () => void }) {
  usePageTitle(titleOf(task));
  const nameOf = (address: string) => {
    const name = profiles.get(address)?.displayName;
    return name ? `${name} (${shortAddress(address)})` : shortAddress(address);
  };
  const { connected, account, found, connect } = useWallet();
  const [only, ...others] = found;
  const shown = ({ texts, thread, moves, step }: Parts) => (
    <>
      <Head task={task} step={step} />
      <div class="task">
        <div class="task-body">
          {task.ruling && <Ruling ruling={task.ruling} />}
          <What task={task} />
          {texts}
        </div>
        <div class="task-step">
          {moves}
          <OnSilence task={task} />
          <Parties task={task} profiles={profiles} />
        </div>
        <div class="task-more">
          {thread}
          <Terms task={task} />
          <History task={task} />
        </div>
      </div>
    </>
  );
  const isOpen = task.state === "FUNDED";
  const visitor: Parts = {
    texts: null,
    thread: null,
    moves: task._nextAction !== null && account === null && (
      <div id="next-step">
        <NeedsWallet
          why={
            isOpen
              ? "To take part in this task, connect your wallet."
              : "Someone has taken this task. If you take part in it, connect your wallet."
          }
        />
      </div>
    ),
    step:
      !isOpen || account !== null
        ? null
        : only && others.length === 0
          ? { label: "Connect and take part", act: () => connect(only) }
          : { label: "Take part", href: "#next-step" },
  };
  return (
    <>
      <h1>
        <Untrusted text={titleOf(task)} />
      </h1>
      {connected ? (
        <Boundary>
          <Part key={connected.address} {...{ task, connected, nameOf, done: reload }}>
            {shown}
          </Part>
        </Boundary>
      ) : (
        shown(visitor)
      )}
    </>
  );
}
