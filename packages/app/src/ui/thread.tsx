import { useEffect, useState } from "preact/hooks";
import type { Message } from "../../../client/src/browser";
import { api, dataOf, type Task } from "../api";
import { shortAddress } from "../lib/text";
import { keepOwn, ownName } from "../lib/own";
import { counterpartsOf, joined, threadName, withRead } from "../lib/thread";
import type { Connected } from "../wallet/connect";
import { fieldsOf } from "./form";
import { changeMarks, readMarks } from "./marks";
import { MessageList } from "./messages";
import { Failure, Loaded } from "./states";
import { Stay } from "./stay";
import { Ago } from "./time";
import { errorOf, useData } from "./useData";
import { useEvery } from "./useEvery";
import { Avatar } from "./wallet";

interface ThreadProps {
  task: Task;
  connected: Connected;
}

interface OwnThreadProps extends ThreadProps {
  /** Whether to stay signed in is chosen here, because nothing else of the page signs in. */
  hasChoice: boolean;
  /** Called once the visitor has signed in here. */
  opened: () => void;
}

/** How often new messages are looked for, and how many are on one page. */
const LOOK_MS = 5_000;
const PAGE = 50;
const MAX_MESSAGE = 4_000;

/** The private messages of a task, for those who have a part in them. They are read with the session of this window. */
export function Thread({ task, connected, hasChoice, opened }: OwnThreadProps) {
  const [, setSignedInAt] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  const counterparts = counterpartsOf(task, connected.address);
  if (!counterparts) return null;
  const open = () => {
    setError(null);
    connected.session.open().then(
      () => {
        setSignedInAt(Date.now());
        opened();
      },
      (problem: unknown) => setError(errorOf(problem)),
    );
  };
  return (
    <section aria-labelledby="messages" class="thread">
      <h2 id="messages">Messages</h2>
      {connected.session.current ? (
        counterparts === "interested" ? (
          <Interested task={task} connected={connected} />
        ) : (
          <Messages key={counterparts.worker} task={task} connected={connected} worker={counterparts.worker} />
        )
      ) : (
        <>
          <p>
            Poster and worker write to each other here. Only they can read it, and the arbiter in a dispute. Sign in
            with your wallet to read; that signature costs nothing and cannot move money.
          </p>
          {hasChoice && <Stay session={connected.session} />}
          <button type="button" class="plain" onClick={open}>
            Sign in to read messages
          </button>
        </>
      )}
      {error && <Failure error={error} />}
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
              ? "Once a worker has registered an interest, you can write to each other here."
              : "Choose an interested worker to write to."}
          </p>
          <p class="tabs">
            {interests.map((one) => (
              <button
                key={one.worker}
                type="button"
                class="plain small"
                aria-pressed={one.worker === worker}
                onClick={() => setWorker(one.worker)}
              >
                <Avatar seed={one.worker} /> {shortAddress(one.worker)}
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
            <button type="button" class="plain small" onClick={() => showEarlier(earlier)}>
              Show earlier messages
            </button>
          )}
          {items.length === 0 ? (
            <p class="quiet">Nothing was written yet. Questions about the work can be asked here.</p>
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

function Write({ task, connected, worker, written }: MessagesProps & { written: () => void }) {
  const kept = ownName(connected.address, `message ${threadName(task, worker)}`);
  const [text, setText] = useState(() => sessionStorage.getItem(kept) ?? "");
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const change = (next: string) => {
    setText(next);
    keepOwn(kept, next);
  };
  const send = async (event: SubmitEvent) => {
    const { message = "" } = fieldsOf(event);
    if (message === "") return;
    setIsBusy(true);
    setError(null);
    try {
      const isOwn = worker.toLowerCase() === connected.address.toLowerCase();
      await (await connected.mkt()).messages.send(task, { text: message }, isOwn ? {} : { worker });
      change("");
      written();
    } catch (problem) {
      setError(errorOf(problem));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form class="action" onSubmit={(event) => void send(event)}>
      <label for="message">
        <span>Your message</span>
        <textarea
          id="message"
          name="message"
          rows={2}
          maxLength={MAX_MESSAGE}
          required
          value={text}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={isBusy}>
        Sign and send
      </button>
      <p class="note">
        Your wallet signs the text, which costs nothing. It cannot be changed or deleted. Only the other party reads it,
        and the arbiter in a dispute.
      </p>
      <p role="status" class={isBusy ? "waiting" : "unseen"}>
        {isBusy && "Your wallet is asked to sign the message; then it is sent."}
      </p>
      {error && <Failure error={error} />}
    </form>
  );
}
