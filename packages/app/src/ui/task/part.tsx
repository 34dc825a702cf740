import { useEffect, useRef, useState } from "preact/hooks";
import { api, dataOf, type ParticipantTask, type Task } from "../../api";
import { offersFor } from "../../lib/offers";
import { isSame, roleOf } from "../../lib/role";
import { NeedsWallet } from "../../wallet/button";
import type { Connected } from "../../wallet/connect";
import { useWallet } from "../../wallet/context";
import { keepOwn, ownName } from "../../lib/own";
import { Failure } from "../states";
import { Stay } from "../stay";
import { Thread } from "../thread";
import { errorOf } from "../useData";
import { forgetLists } from "../usePages";
import { Interests } from "./interests";
import { Moves } from "./moves";
import type { PartProps } from "./partProps";
import { Publish } from "./publish";
import { Texts, type CaseTexts } from "./texts";

/** The visitor's part in a task: what only its parties may read, and below it what the visitor can do now. */
export default function Part({ task, done: reload }: PartProps) {
  const { connected } = useWallet();
  const [, setSignedIn] = useState(false);
  const isOwnStep = useRef(false);
  const [read, setRead] = useState<{ view: View; at: string } | null>(null);
  if (!connected) return task._nextAction ? <NeedsWallet why="To take part in this task you need a wallet." /> : null;
  const view = read?.view ?? null;
  // What came after the reading is unread.
  const isStale = read !== null && read.at !== momentOf(task);
  const readWorkHash = (isStale ? null : view?.submissions.at(-1)?.hash) ?? keptReading(connected, task);
  const done = () => {
    isOwnStep.current = true;
    forgetLists();
    reload();
  };
  const shared = { task, connected, done };
  return (
    <>
      {mayRead(task, connected.address) && (
        <Private
          {...shared}
          view={view}
          isStale={isStale}
          isOwnStep={isOwnStep.current}
          setView={(next) => {
            isOwnStep.current = false;
            keepReading(connected, task, next.submissions.at(-1)?.hash);
            setRead({ view: next, at: momentOf(task) });
          }}
        />
      )}
      <Moves {...shared} offers={offersFor(task, connected.address)} readWorkHash={readWorkHash} />
      <Thread
        task={task}
        connected={connected}
        hasChoice={!mayRead(task, connected.address)}
        opened={() => setSignedIn(true)}
      />
    </>
  );
}

/** Changes with all that the parties write. */
function momentOf({ state, workflowStatus, changeRounds }: Task): string {
  return `${state} ${workflowStatus} ${changeRounds}`;
}

const readingName = ({ address }: Connected, { contract, taskId }: Task) =>
  ownName(address, `read ${contract} ${taskId}`);

/** Notes the newest work that was read, so that a reload does not ask for it to be read again before a decision. */
function keepReading(connected: Connected, task: Task, hash: string | undefined): void {
  if (hash) keepOwn(readingName(connected, task), `${momentOf(task)} ${hash}`);
}

/** The hash of the newest work, if this window has shown it since the task last changed. */
function keptReading(connected: Connected, task: Task): string | null {
  const before = `${momentOf(task)} `;
  const kept = sessionStorage.getItem(readingName(connected, task));
  return kept?.startsWith(before) ? kept.slice(before.length) : null;
}

/** The arbiter reads a task once it is disputed. */
function mayRead(task: Task, wallet: string): boolean {
  const role = roleOf(task, wallet);
  return role === "arbiter" ? isDispute(task) : role !== "stranger";
}

function isDispute({ state }: Task): boolean {
  return state === "DISPUTED" || state === "RESOLVED";
}

type View = CaseTexts & Partial<Pick<ParticipantTask, "interests">>;

/** A dispute is read as its arbiter reads it. */
async function readPrivate(task: Task, { session, address }: Connected): Promise<View> {
  const { contract, taskId } = task;
  const body = { contract, taskId, wallet: address };
  return session.reading(async (headers) =>
    isDispute(task)
      ? dataOf(await api.POST("/mkt/dispute", { body, headers }))
      : dataOf(await api.POST("/mkt/task", { body, headers })),
  );
}

interface PrivateProps extends PartProps {
  connected: Connected;
  view: View | null;
  isStale: boolean;
  /** Whether the visitor's own step made it so. */
  isOwnStep: boolean;
  setView: (view: View) => void;
}

/** Details, work and interests: read with a session, which takes one signature a day. */
function Private({ task, connected, view, isStale, isOwnStep, setView, done }: PrivateProps) {
  const [error, setError] = useState<Error | null>(null);
  const read = async () => {
    setError(null);
    await readPrivate(task, connected).then(setView, (problem: unknown) => setError(errorOf(problem)));
  };
  // What the other party changed is shown when asked for, so that it is not decided on unread.
  const isDue = connected.session.current !== null && (!view || (isStale && isOwnStep));
  const moment = momentOf(task);
  useEffect(() => {
    if (isDue) void read();
  }, [isDue, moment]);
  const own = view?.comments.find(({ author }) => isSame(author, connected.address));
  return (
    <section aria-labelledby="private">
      <h2 id="private">Between the parties</h2>
      {!view && !connected.session.current && (
        <>
          <p>
            Work, reasons and private details are shown after you sign in with your wallet. That signature costs nothing
            and cannot move money.
          </p>
          <Stay session={connected.session} />
        </>
      )}
      {view && <Texts view={view} task={task} />}
      {own?.content && <Publish task={task} connected={connected} comment={own.content} />}
      {view?.interests && task.state === "FUNDED" && (
        <Interests interests={view.interests.items} task={task} connected={connected} done={done} />
      )}
      {isStale && !isDue && (
        <p role="status" class="note">
          The task has changed since you read this.
        </p>
      )}
      <button type="button" class="plain" onClick={() => void read()}>
        {connected.session.current ? "Refresh" : "Sign in and read"}
      </button>
      {error && <Failure error={error} />}
    </section>
  );
}
