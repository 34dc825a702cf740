import { ErrorBoundary, lazy, useRoute } from "preact-iso";
import { api, dataOf, profilesOf, type ContractName, type Profile, type Task } from "../api";
import { count, percent, usdc, words } from "../lib/text";
import { duration } from "../lib/time";
import { walletPath } from "../paths";
import { Life } from "../ui/life";
import { Average, Fact, Facts } from "../ui/ratings";
import { Loaded } from "../ui/states";
import { titleOf } from "../ui/taskCard";
import { Ago, At, Countdown } from "../ui/time";
import { usePageTitle } from "../ui/title";
import { Untrusted } from "../ui/untrusted";
import { useData } from "../ui/useData";
import { useEvery } from "../ui/useEvery";
import { WalletLink } from "../ui/wallet";
import { useWallet } from "../wallet/context";

const Markdown = lazy(() => import("../ui/markdown").then(({ Markdown }) => Markdown));
const Moves = lazy(() => import("../ui/moves"));
const CHECK_MS = 10_000;

interface Shown {
  task: Task;
  profiles: ReadonlyMap<string, Profile>;
}

async function load(contract: string, id: string, wallet: string | undefined): Promise<Shown> {
  const query = { contract: contract as ContractName, id, ...(wallet && { wallet }) };
  const task = dataOf(await api.GET("/mkt/task", { params: { query } }));
  const parties = task.worker ? [task.poster, task.worker] : [task.poster];
  return { task, profiles: await profilesOf(parties).catch(() => new Map<string, Profile>()) };
}

/** One task: what is to be done, for how much, who must act by when, and who loses what if they don't. */
export default function TaskPage() {
  const { contract = "", id = "" } = useRoute().params;
  const wallet = useWallet().connected?.address;
  const data = useData(`${contract} ${id} ${wallet}`, () => load(contract, id, wallet));
  useEvery(CHECK_MS, async () => {
    if (data.state === "ready") data.reload();
  });
  return (
    <Loaded data={data} what="the task" title="Task">
      {({ task, profiles }, reload) => <Details task={task} profiles={profiles} reload={reload} />}
    </Loaded>
  );
}

function Details({ task, profiles, reload }: Shown & { reload: () => void }) {
  usePageTitle(titleOf(task));
  const poster = profiles.get(task.poster);
  return (
    <>
      <p class="crumb">
        <a href="/app">Tasks</a>
      </p>
      <h1>
        <Untrusted text={titleOf(task)} />
      </h1>
      <Now task={task} />
      <ErrorBoundary>
        <Moves task={task} done={reload} />
      </ErrorBoundary>
      <div class="beside task">
        <div>
          <section aria-labelledby="what">
            <h2 id="what">What is to be done</h2>
            {task.description ? (
              <ErrorBoundary>
                <Markdown text={task.description} />
              </ErrorBoundary>
            ) : (
              <p class="quiet">This task was created without a description.</p>
            )}
            {task.acceptance && <Acceptance acceptance={task.acceptance} />}
          </section>
          <Terms task={task} />
          <section aria-labelledby="parties">
            <h2 id="parties">Who</h2>
            <Facts>
              <Fact name="Poster">
                <WalletLink address={task.poster} profile={poster} />
                {poster && <PosterRecord poster={poster} />}
              </Fact>
              {task.worker && (
                <Fact name="Worker">
                  <WalletLink address={task.worker} profile={profiles.get(task.worker)} />
                </Fact>
              )}
              {task.reservedFor && !task.worker && (
                <Fact name="Reserved for">
                  <WalletLink address={task.reservedFor} />
                </Fact>
              )}
              <Fact name="Arbiter">
                <a href={walletPath(task.terms.arbiter)} class="address">
                  {task.terms.arbiter}
                </a>
              </Fact>
            </Facts>
          </section>
          <OnSilence task={task} />
        </div>
        <Life task={task} />
      </div>
    </>
  );
}

/** Where the task is, in one line that is read out when it changes, with what is left of the time. */
function Now({ task }: { task: Task }) {
  const next = task._nextAction;
  return (
    <div class="panel now-panel">
      <p role="status">
        <strong class="label strong">{words(task.state)}</strong>{" "}
        {next ? next.reason : "This task is over; the escrow holds nothing for it."}
      </p>
      {next?.deadline && (
        <p>
          <Countdown until={next.deadline} />{" "}
          <span class="quiet">
            until <At time={next.deadline} />
          </span>
        </p>
      )}
      {next?.onSilence && <p class="quiet">After that: {next.onSilence}</p>}
    </div>
  );
}

function Terms({ task }: { task: Task }) {
  const { terms, deadlines } = task;
  return (
    <section aria-labelledby="terms">
      <h2 id="terms">Terms</h2>
      <Facts>
        <Fact name="Reward">
          <strong>{usdc(task.rewardUsdc)} USDC</strong>
          {terms.platformFeeBps > 0 && `, less a fee of ${percent(terms.platformFeeBps)}`}
        </Fact>
        <Fact name="Worker's stake">{usdc(task.stakeUsdc)} USDC, returned unless a deadline is missed</Fact>
        <Fact name="Who may start">
          {task.mode === "instant"
            ? "The first worker who stakes"
            : `Whom the poster selects; ${task.interestCount} interested`}
        </Fact>
        <Fact name="Time for the work">{duration(terms.windows.work)}</Fact>
        <Fact name="Time for the review">{duration(terms.windows.review)}</Fact>
        <Fact name="Change requests">
          {task.changeRounds} of at most {terms.maxChangeRounds} made
        </Fact>
        {task.state === "FUNDED" && deadlines.openUntil && (
          <Fact name="Open until">
            <At time={deadlines.openUntil} />
          </Fact>
        )}
        <Fact name="Posted">
          <Ago time={task.createdAt} />
        </Fact>
        {task.category && (
          <Fact name="Category">
            <Untrusted text={words(task.category)} />
          </Fact>
        )}
        {task.tags.length > 0 && (
          <Fact name="Tags">
            {task.tags.map((tag) => (
              <a class="label" key={tag} href={`/app?${new URLSearchParams({ tag }).toString()}`}>
                <Untrusted text={tag} />
              </a>
            ))}
          </Fact>
        )}
        <Fact name="Contract">
          {task.contract}, task {task.taskId}
        </Fact>
      </Facts>
    </section>
  );
}

function Acceptance({ acceptance }: { acceptance: NonNullable<Task["acceptance"]> }) {
  const { criteria, outputSchema } = acceptance;
  return (
    <>
      <h3>What finished work must be</h3>
      <ul>
        {criteria.map((text) => (
          <li key={text}>
            <Untrusted text={text} />
          </li>
        ))}
      </ul>
      {outputSchema && (
        <details>
          <summary>Schema that the work is checked against</summary>
          <pre tabIndex={0}>
            <code>{JSON.stringify(outputSchema, null, 2)}</code>
          </pre>
        </details>
      )}
    </>
  );
}

type DeadlineName = Task["terms"]["onSilence"][number]["deadline"];

const WINDOW_OF: Readonly<Record<DeadlineName, keyof Task["terms"]["windows"]>> = {
  openUntil: "open",
  workBy: "work",
  reviewBy: "review",
  resubmitBy: "resubmit",
  contestBy: "contest",
  ruleBy: "rule",
  rateBy: "rate",
};

/** What the party has not done. */
const SILENCE: Readonly<Record<DeadlineName, string>> = {
  openUntil: "does not start",
  workBy: "does not submit",
  reviewBy: "does not decide",
  resubmitBy: "does not answer the change request",
  contestBy: "does not contest a rejection",
  ruleBy: "does not rule",
  rateBy: "does not rate",
};

/** Each window, and who gets what if its party lets it pass. */
function OnSilence({ task }: { task: Task }) {
  const current = deadlineNow(task);
  return (
    <section aria-labelledby="silence">
      <h2 id="silence">If someone does not act in time</h2>
      <p>Every step has a deadline. Once it has passed, anyone can end the step, and the contract pays:</p>
      <dl class="facts">
        {task.terms.onSilence.map(({ deadline, silent, posterGetsUsdc, workerGetsUsdc, outcome }) => (
          <div key={deadline} class={deadline === current ? "current" : undefined}>
            <dt>
              {words(silent)} {SILENCE[deadline]} within {duration(task.terms.windows[WINDOW_OF[deadline]])}
              {deadline === current && <strong> (running now)</strong>}
            </dt>
            <dd>
              {outcome} <br />
              <span class="quiet">
                Poster gets <strong>{usdc(posterGetsUsdc)}</strong>, worker <strong>{usdc(workerGetsUsdc)}</strong>{" "}
                USDC.
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The name of the deadline that runs now. */
function deadlineNow({ deadlines, _nextAction }: Task): string | undefined {
  return Object.entries(deadlines).find(([, time]) => time !== null && time === _nextAction?.deadline)?.[0];
}

function PosterRecord({ poster }: { poster: Profile }) {
  const { posted, completed, rejected, medianReviewHours } = poster.asPoster;
  return (
    <>
      <br />
      <Average average={poster.ratings.asPoster.average} of={poster.ratings.asPoster.count} by="poster" />
      <br />
      <span class="quiet">
        {posted} posted, {completed} approved, {rejected} rejected
        {medianReviewHours !== null && `; reviews in ${duration(medianReviewHours * 3600)} (median)`}
        {poster.silentDeadlines.reviewBy > 0 && `; missed ${count(poster.silentDeadlines.reviewBy, "review")}`}
      </span>
    </>
  );
}
