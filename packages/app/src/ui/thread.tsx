import { useEffect, useState } from "preact/hooks";
import type { Message } from "../../../client/src/browser";
import { api, dataOf, type Task } from "../api";
import { draftName } from "../lib/drafts";
import { faultsOf } from "../lib/faults";
import { linksOf } from "../lib/links";
import { counterpartsOf, joined, threadName, withRead } from "../lib/thread";
import type { Connected } from "../wallet/connect";
import { Field } from "./field";
import { LinksField } from "./linksField";
import { useWallet } from "../wallet/context";
import { DraftNote } from "./draftNote";
import { changeMarks, readMarks } from "./marks";
import { MessageList } from "./messages";
import { Failure, Loaded } from "./states";
import { StepButton } from "./stepButton";
import { Ago } from "./time";
import { useSigning } from "./signing";
import { useDraftFields } from "./useDraft";
import { errorOf, useData } from "./useData";
import { useEvery } from "./useEvery";
import { WalletName } from "./wallet";

interface ThreadProps {
  task: Task;
  connected: Connected;
}

/** How often new messages are looked for, and how many are on one page. */
const LOOK_MS = 5_000;
const PAGE = 50;
const MAX_MESSAGE = 4_000;

/** The private messages of a task, for those who have a part in them and are signed in. */
export function Thread({ task, connected }: ThreadProps) {
  const counterparts = counterpartsOf(task, connected.address);
  if (!counterparts) return null;
  return (
    <section aria-labelledby="messages" class="card thread">
      <h2 id="messages">Messages</h2>
      {counterparts === "interested" ? (
        <Interested task={task} connected={connected} />
      ) : (
        <Messages key={counterparts.worker} task={task} connected={connected} worker={counterparts.worker} />
      )}
    </section>
  );
}

/** The workers to whom the poster may write before one has started. */
function Interested({ task, connected }: ThreadProps) {
  const { contract, taskId } = task;
  const [worker, setWorker] = useState<string | null>(null);
  const data = useData(`interests ${contract} ${taskId} ${task.interestCount}`, () =>
    connected.session.readingIfOpen(async (headers) => {
      const body = { contract, taskId, wallet: connected.address };
      return dataOf(await api.POST("/mkt/task", { body, headers })).interests?.items ?? [];
    }),
  );
  return (
    <Loaded data={data} what="who is interested">
      {(interests) => (
        <>
          <p class="quiet">
            {interests.length === 0
              ? "Once a worker shows interest, you can write to each other here."
              : "Choose an interested worker to write to."}
          </p>
          <p class="tabs">
            {interests.map((one) => (
              <button
                key={one.worker}
                type="button"
                class="plain"
                aria-pressed={one.worker === worker}
                onClick={() => setWorker(one.worker)}
              >
                <WalletName address={one.worker} />
              </button>
            ))}
          </p>
          {worker && <Messages key={worker} task={task} connected={connected} worker={worker} />}
        </>
      )}
    </Loaded>
  );
}

interface MessagesProps extends ThreadProps {
  worker: string;
}

/** A page of a thread: the newest, the one before `cursor`, or what is new since `after`. */
async function pageOf({ task, connected, worker }: MessagesProps, more: { cursor?: string; after?: number }) {
  const { contract, taskId } = task;
  const body = { contract, taskId, worker, wallet: connected.address, limit: PAGE, ...more };
  return connected.session.readingIfOpen(async (headers) =>
    dataOf(await api.POST("/mkt/messages/list", { body, headers })),
  );
}

function Messages(props: MessagesProps) {
  const { task, connected, worker } = props;
  const name = threadName(task, worker);
  const [items, setItems] = useState<readonly Message[]>([]);
  const [earlier, setEarlier] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [readBefore] = useState(() => readMarks(connected.address).threads[name]?.read ?? 0);
  const data = useData(`${connected.address} ${name}`, async () => {
    const page = await pageOf(props, {});
    setItems((known) => joined(known, page.items));
    setEarlier((known) => known ?? page.nextCursor);
    return page;
  });
  const newest = items.at(-1)?.number ?? 0;
  const look = async () => {
    if (data.state !== "ready") return;
    const { items: added } = await pageOf(props, { after: newest });
    setItems((known) => joined(known, added));
    if (added.length > 0) data.reload();
  };
  useEvery(LOOK_MS, look);
  useEffect(() => {
    if (newest > 0) changeMarks(connected.address, (marks) => withRead(marks, name, newest));
  }, [newest]);
  const showEarlier = (cursor: string) => {
    setError(null);
    pageOf(props, { cursor }).then(
      (page) => {
        setItems((known) => joined(known, page.items));
        setEarlier(page.nextCursor);
      },
      (problem: unknown) => setError(errorOf(problem)),
    );
  };
  return (
    <Loaded data={data} what="the messages">
      {({ closed, closesAt }) => (
        <>
          {earlier !== null && (
            <button type="button" class="plain" onClick={() => showEarlier(earlier)}>
              Show earlier messages
            </button>
          )}
          {items.length === 0 ? (
            <p class="quiet">No messages yet. Ask about the work here.</p>
          ) : (
            <MessageList items={items} wallet={connected.address} readBefore={readBefore} />
          )}
          {error && <Failure error={error} />}
          {closed === null ? (
            <Write {...props} written={() => void look().catch(() => {})} />
          ) : (
            <p class="note">You cannot write here: {closed}</p>
          )}
          {closesAt && closed === null && (
            <p class="note">
              This thread closes <Ago time={closesAt} />.
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}

const NOTHING = { text: "", links: "", files: "" };

function Write({ task, connected, worker, written }: MessagesProps & { written: () => void }) {
  const draft = useDraftFields(draftName(connected.address, `message ${threadName(task, worker)}`), NOTHING);
  const { fields, change } = draft;
  const { say } = useWallet();
  const { isBusy, isDone, error, run } = useSigning();
  const faults = faultsOf(error);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const message = { text: fields.text.trim(), links: linksOf(fields) };
    if (message.text === "") return;
    say(
      `Send your message about ${task.title === null ? `task ${task.taskId}` : `“${task.title}”`}. It costs nothing.`,
    );
    const isOwn = worker.toLowerCase() === connected.address.toLowerCase();
    const isSent = await run(async () => (await connected.mkt()).messages.send(task, message, isOwn ? {} : { worker }));
    say(null);
    if (!isSent) return;
    draft.clear();
    written();
  };
  return (
    <form class="action" onSubmit={(event) => void send(event)}>
      <Field
        id="message"
        name="text"
        label="Your message"
        rows={2}
        maxLength={MAX_MESSAGE}
        required
        value={fields.text}
        fault={faults["text"]}
        onInput={(text) => change({ text })}
      />
      <details class="optional" open={fields.links !== "" || undefined}>
        <summary>Add links</summary>
        <LinksField id="message-links" given={fields} fault={faults["links"]} change={change} />
      </details>
      <StepButton label="Sign and send" isBusy={isBusy} isDone={isDone && fields.text === ""} isPlain />
      <DraftNote saved={draft.saved} />
      <p class="note">
        Signing costs nothing. A message cannot be changed or deleted; only the other party reads it, and the arbiter in
        a dispute.
      </p>
      {error && <Failure error={error} />}
    </form>
  );
}
