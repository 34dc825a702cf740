import { lazy, useRoute } from "preact-iso";
import { api, dataOf, profilesOf, type ContractName, type Profile, type Task } from "../api";
import { Boundary } from "../ui/boundary";
import { Loaded } from "../ui/states";
import { titleOf } from "../ui/taskCard";
import { Life } from "../ui/task/life";
import { Now } from "../ui/task/now";
import { Parties } from "../ui/task/parties";
import { Ruling } from "../ui/task/ruling";
import { OnSilence } from "../ui/task/silence";
import { Terms } from "../ui/task/terms";
import { What } from "../ui/task/what";
import { usePageTitle } from "../ui/title";
import { Untrusted } from "../ui/untrusted";
import { useData } from "../ui/useData";
import { useEvery } from "../ui/useEvery";
import { useWallet } from "../wallet/context";

const Part = lazy(() => import("../ui/task/part"));
const CHECK_MS = 10_000;

interface Shown {
  task: Task;
  profiles: ReadonlyMap<string, Profile>;
}

async function load(contract: string, id: string, wallet: string | undefined): Promise<Shown> {
  const query = { contract: contract as ContractName, id, ...(wallet && { wallet }) };
  // Shown with the task: what came later would push the rest of the page down.
  const part = Part.preload();
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
        <a href="/app">Tasks</a>
      </p>
      <Loaded data={data} what="the task" title="Task">
        {(shown, reload) => <Details {...shown} reload={reload} />}
      </Loaded>
    </>
  );
}

/** What is to be read stands before what is to be decided. */
function Details({ task, profiles, reload }: Shown & { reload: () => void }) {
  usePageTitle(titleOf(task));
  return (
    <>
      <h1>
        <Untrusted text={titleOf(task)} />
      </h1>
      <div class="task">
        <div>
          <Now task={task} />
          {task.ruling && <Ruling ruling={task.ruling} />}
          <What task={task} />
          <Boundary>
            <Part task={task} done={reload} />
          </Boundary>
        </div>
        <Life task={task} />
        <div>
          <Terms task={task} />
          <Parties task={task} profiles={profiles} />
          <OnSilence task={task} />
        </div>
      </div>
    </>
  );
}
