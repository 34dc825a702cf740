import { useState } from "preact/hooks";
import { api, dataOf, type ParticipantTask, type Task } from "../../api";
import { actionsFor } from "../../lib/actions";
import { NeedsWallet } from "../../wallet/button";
import type { Connected } from "../../wallet/connect";
import { useWallet } from "../../wallet/context";
import { Failure } from "../states";
import { errorOf } from "../useData";
import { Interests } from "./interests";
import { Moves } from "./moves";
import { Texts } from "./texts";

export interface PartProps {
  task: Task;
  /** Called when a step is done. */
  done: () => void;
}

/** The visitor's part in a task: what only its parties may read, and below it what the visitor can do now. */
export default function Part({ task, done }: PartProps) {
  const { connected } = useWallet();
  const [read, setRead] = useState<{ view: ParticipantTask; at: string } | null>(null);
  if (!connected) return task._nextAction ? <NeedsWallet why="To take part in this task you need a wallet." /> : null;
  const view = read?.view ?? null;
  // What came after the reading is unread.
  const isStale = read !== null && read.at !== momentOf(task);
  const readWorkHash = isStale ? null : (view?.submissions.at(-1)?.hash ?? null);
  const shared = { task, connected, done };
  return (
    <>
      {isParty(task, connected.address) && (
        <Private
          {...shared}
          view={view}
          isStale={isStale}
          setView={(next) => setRead({ view: next, at: momentOf(task) })}
        />
      )}
      <Moves {...shared} actions={actionsFor(task, connected.address)} readWorkHash={readWorkHash} />
    </>
  );
}

/** Changes with all that the parties write. */
function momentOf({ state, workflowStatus, changeRounds }: Task): string {
  return `${state} ${workflowStatus} ${changeRounds}`;
}

function isParty({ poster, worker, terms }: Task, wallet: string): boolean {
  return [poster, worker, terms.arbiter].some((address) => address?.toLowerCase() === wallet.toLowerCase());
}

async function readPrivate({ contract, taskId }: Task, { readToken, address }: Connected): Promise<ParticipantTask> {
  const headers = { authorization: `Bearer ${await readToken()}` };
  return dataOf(await api.POST("/mkt/task", { body: { contract, taskId, wallet: address }, headers }));
}

interface PrivateProps extends PartProps {
  connected: Connected;
  view: ParticipantTask | null;
  isStale: boolean;
  setView: (view: ParticipantTask) => void;
}

/** Details, work and interests: read with a session, which takes one signature a day. */
function Private({ task, connected, view, isStale, setView, done }: PrivateProps) {
  const [error, setError] = useState<Error | null>(null);
  const read = async () => {
    setError(null);
    await readPrivate(task, connected).then(setView, (problem: unknown) => setError(errorOf(problem)));
  };
  return (
    <section aria-labelledby="private">
      <h2 id="private">Between the parties</h2>
      {!view && (
        <p>
          Work, reasons and private details are shown after you sign in with your wallet. That signature only reads.
        </p>
      )}
      {view && <Texts view={view} />}
      {view?.interests && task.state === "FUNDED" && (
        <Interests view={view} task={task} connected={connected} done={done} />
      )}
      {isStale && (
        <p role="status" class="note">
          The task has changed since you read this.
        </p>
      )}
      <button type="button" class="plain" onClick={() => void read()}>
        {view ? "Read again" : "Sign in and read"}
      </button>
      {error && <Failure error={error} />}
    </section>
  );
}
