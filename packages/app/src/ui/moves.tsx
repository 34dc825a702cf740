import { useState } from "preact/hooks";
import { api, dataOf, type ParticipantTask, type Task } from "../api";
import { actionsFor } from "../lib/actions";
import { duration } from "../lib/time";
import { NeedsWallet } from "../wallet/button";
import type { Connected } from "../wallet/connect";
import { useWallet } from "../wallet/context";
import { ActionForm } from "./actionForm";
import { StrangersLink } from "./link";
import { Markdown } from "./markdown";
import { Average } from "./ratings";
import { Failure } from "./states";
import { Untrusted } from "./untrusted";
import { errorOf } from "./useData";
import { WalletLink } from "./wallet";

interface MovesProps {
  task: Task;
  done: () => void;
}

/** What the visitor can do with a task now, and what only its parties may read. */
export default function Moves({ task, done }: MovesProps) {
  const { connected } = useWallet();
  const [view, setView] = useState<ParticipantTask | null>(null);
  if (!connected) return task._nextAction ? <NeedsWallet why="To take part in this task you need a wallet." /> : null;
  const actions = actionsFor(task, connected.address);
  const [first, ...others] = actions;
  const shared = { task, connected, readWorkHash: view?.submissions.at(-1)?.hash ?? null, done };
  return (
    <section aria-labelledby="moves" class="panel moves">
      <h2 id="moves">{first ? "Your move" : "Nothing to do for you now"}</h2>
      {first && <ActionForm key={first.id} action={first} {...shared} />}
      {others.map((action) => (
        <details key={action.id}>
          <summary>{action.label}</summary>
          <ActionForm action={action} {...shared} />
        </details>
      ))}
      {isParty(task, connected.address) && (
        <Private task={task} connected={connected} view={view} setView={setView} done={done} />
      )}
    </section>
  );
}

function isParty({ poster, worker, terms }: Task, wallet: string): boolean {
  return [poster, worker, terms.arbiter].some((address) => address?.toLowerCase() === wallet.toLowerCase());
}

async function readPrivate({ contract, taskId }: Task, { readToken, address }: Connected): Promise<ParticipantTask> {
  const headers = { authorization: `Bearer ${await readToken()}` };
  return dataOf(await api.POST("/mkt/task", { body: { contract, taskId, wallet: address }, headers }));
}

interface PrivateProps extends MovesProps {
  connected: Connected;
  view: ParticipantTask | null;
  setView: (view: ParticipantTask) => void;
}

/** Details, work and interests: read with a session, which takes one signature a day. */
function Private({ task, connected, view, setView, done }: PrivateProps) {
  const [error, setError] = useState<Error | null>(null);
  const read = async () => {
    setError(null);
    await readPrivate(task, connected).then(setView, (problem: unknown) => setError(errorOf(problem)));
  };
  return (
    <div class="private">
      <h3>Between the parties</h3>
      {!view && (
        <p>
          Work, reasons and private details are shown after you sign in with your wallet. That signature only reads.
        </p>
      )}
      <button type="button" class="plain" onClick={() => void read()}>
        {view ? "Read again" : "Sign in and read"}
      </button>
      {error && <Failure error={error} />}
      {view && <Texts view={view} />}
      {view?.interests && task.state === "FUNDED" && (
        <Interests view={view} task={task} connected={connected} done={done} />
      )}
    </div>
  );
}

function Texts({ view }: { view: ParticipantTask }) {
  const { privateDetails, submissions, reasons, evidence, answer } = view;
  const texts = [
    ...(privateDetails ? [{ name: "Private details", content: privateDetails.content }] : []),
    ...submissions.map(({ content }, round) => ({
      name: round === 0 ? "Work" : `Work after change request ${round}`,
      content,
    })),
    ...reasons.map(({ content }, index) => ({ name: `Change request ${index + 1}`, content })),
    ...(evidence ? [{ name: "The worker's evidence", content: evidence.content }] : []),
    ...(answer ? [{ name: "The poster's answer", content: answer.content }] : []),
  ];
  if (texts.length === 0) return <p class="quiet">There is nothing to read yet.</p>;
  return (
    <>
      {texts.map(({ name, content }) => (
        <section key={name} class="text">
          <h4>{name}</h4>
          {content ? (
            <Markdown text={content.text} />
          ) : (
            <p class="quiet">Its text is not stored here; only its hash is on the chain.</p>
          )}
          {content && content.links.length > 0 && (
            <ul>
              {content.links.map((link) => (
                <li key={link}>
                  <StrangersLink href={link}>
                    <Untrusted text={link} />
                  </StrangersLink>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </>
  );
}

/** The workers who are interested; the poster selects one by a signature that costs nothing. */
function Interests({ view, task, connected, done }: MovesProps & { view: ParticipantTask; connected: Connected }) {
  const [error, setError] = useState<Error | null>(null);
  const pending = view.interests?.items.filter(({ status }) => status === "pending") ?? [];
  const select = (worker: string) => {
    setError(null);
    connected.mkt.poster.select(task, worker).then(done, (problem: unknown) => setError(errorOf(problem)));
  };
  if (task.mode !== "selection") return null;
  return (
    <>
      <h4>Interested workers</h4>
      {pending.length === 0 && <p class="quiet">No worker waits for your decision.</p>}
      <ul class="cards">
        {pending.map(({ worker, message, etaSeconds, record }) => (
          <li key={worker} class="card">
            <p>
              <WalletLink address={worker} />{" "}
              {record && <Average average={record.average} of={record.ratings} by="worker" />}
            </p>
            {message && (
              <p>
                <Untrusted text={message} />
              </p>
            )}
            {etaSeconds !== null && <p class="quiet">Expects to need {duration(etaSeconds)}</p>}
            <p>
              <button type="button" onClick={() => select(worker)}>
                Select this worker
              </button>{" "}
              <span class="note">You sign that this wallet may stake and start. It costs nothing.</span>
            </p>
          </li>
        ))}
      </ul>
      {error && <Failure error={error} />}
    </>
  );
}
