import { useRoute } from "preact-iso";
import { api, dataOf, type Task } from "../api";
import { isSame } from "../lib/role";
import { percent, shortAddress, usdc } from "../lib/text";
import { taskPath, walletPath } from "../paths";
import { AddressLink, TxLink } from "../ui/onChain";
import { Pager } from "../ui/pager";
import { Fact, Facts } from "../ui/ratings";
import { Empty } from "../ui/states";
import { titleOf } from "../ui/taskCard";
import { At } from "../ui/time";
import { usePageTitle } from "../ui/title";
import { Untrusted } from "../ui/untrusted";
import { useAbout } from "../ui/useAbout";
import { usePages } from "../ui/usePages";
import { WalletAvatar, WalletLink } from "../ui/wallet";

/** An arbiter: who operates it, what it ruled, and how each dispute ended. */
export default function ArbiterPage() {
  const { address = "" } = useRoute().params;
  usePageTitle(`Arbiter ${shortAddress(address)}`);
  const about = useAbout();
  const listOf = (tab: "ruled" | "disputes") => async (cursor?: string) => {
    const query = { wallet: address, tab, view: "full" as const, ...(cursor && { cursor }) };
    const { items, nextCursor } = dataOf(await api.GET("/mkt/dashboard", { params: { query } }));
    return { items: (items as Task[]).filter(({ terms }) => isSame(terms.arbiter, address)), nextCursor };
  };
  const ruled = usePages<Task>(`ruled ${address}`, listOf("ruled"));
  const open = usePages<Task>(`open ${address}`, listOf("disputes"));
  return (
    <>
      <h1 class="who">
        <WalletAvatar address={address} size={44} /> Arbiter {shortAddress(address)}
      </h1>
      <p class="lead">
        An arbiter decides only if a worker contests a rejection. The terms name the arbiter before anyone starts, and
        no one can replace it.
      </p>
      <section class="card" aria-labelledby="who">
        <h2 id="who">Who it is</h2>
        <Facts>
          <Fact name="Operated by">
            {about?.operator.arbiter ?? about?.operator.name ?? "The operator has not said who."}
          </Fact>
          <Fact name="Address">
            <AddressLink address={address}>
              <span class="address">{address}</span>
            </AddressLink>
          </Fact>
          <Fact name="Other tasks">
            <a href={walletPath(address)}>See it as poster and worker</a>
          </Fact>
        </Facts>
      </section>
      <section aria-labelledby="rulings">
        <h2 id="rulings">Rulings and their outcomes</h2>
        <Pager
          pages={ruled}
          what="rulings"
          label="Rulings"
          itemOf={(task) => ({ key: `${task.contract} ${task.taskId}`, element: <Outcome task={task} /> })}
          empty={
            <Empty>
              <p>No dispute has ended before this arbiter yet.</p>
            </Empty>
          }
        />
      </section>
      <section aria-labelledby="open">
        <h2 id="open">Open disputes</h2>
        <Pager
          pages={open}
          what="disputes"
          label="Open disputes"
          itemOf={(task) => ({ key: `${task.contract} ${task.taskId}`, element: <Outcome task={task} /> })}
          empty={<p class="quiet">None at the moment.</p>}
        />
      </section>
    </>
  );
}

function Outcome({ task }: { task: Task }) {
  const { ruling, rewardUsdc, txHashes } = task;
  const ruled = (txHashes as Partial<Record<string, string>>)[ruling?.byDefault ? "ruleByDefault" : "rule"];
  return (
    <article class="card">
      <h3>
        <a href={taskPath(task)}>
          <Untrusted text={titleOf(task)} />
        </a>
      </h3>
      <p class="money">
        <strong>{usdc(rewardUsdc)} USDC</strong>
      </p>
      {ruling === null ? (
        <p>Not ruled on yet.</p>
      ) : (
        <>
          <p>
            {ruling.byDefault ? (
              "The arbiter did not rule in time, so the contract halved the reward"
            ) : (
              <>
                <strong>{percent(ruling.workerShareBps)}</strong> of the reward to the worker
                {ruling.forfeitStake && ", and the stake to the poster"}
              </>
            )}
            : worker {usdc(ruling.workerGotUsdc)}, poster {usdc(ruling.posterGotUsdc)} USDC.
          </p>
          {ruling.reason && (
            <blockquote>
              <Untrusted text={ruling.reason} />
            </blockquote>
          )}
        </>
      )}
      <p class="by quiet">
        <At time={task.updatedAt} />
        {ruled && <TxLink hash={ruled}>View transaction</TxLink>}
        <span>
          between <WalletLink address={task.poster} /> {task.worker && <WalletLink address={task.worker} />}
        </span>
      </p>
    </article>
  );
}
