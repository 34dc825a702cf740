import { useState } from "preact/hooks";
import { api, dataOf, type ContractName } from "../api";
import { count } from "../lib/text";
import { threadName, unreadOf, withPosted, type Posted } from "../lib/thread";
import { taskPath } from "../paths";
import type { Connected } from "../wallet/connect";
import type { SessionHeaders } from "../wallet/session";
import { changeMarks, readMarks } from "./marks";
import { Failure, NotLoaded } from "./states";
import { titleOf } from "./taskCard";
import { Untrusted } from "./untrusted";
import { errorOf, useData } from "./useData";
import { useEvery } from "./useEvery";

/** How often the events are looked at, and how many pages of them at once. */
const LOOK_MS = 20_000;
const PAGES = 5;
const PAGE = 100;

/** Messages that this browser has not shown yet, by their tasks; they are found in the wallet's events, with its session. */
export function News({ connected }: { connected: Connected }) {
  const [, setSignedInAt] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  if (connected.session.current) return <Unread connected={connected} />;
  const open = () => {
    setError(null);
    connected.session.open().then(
      () => setSignedInAt(Date.now()),
      (problem: unknown) => setError(errorOf(problem)),
    );
  };
  return (
    <div>
      <p>
        <button type="button" class="plain" onClick={open}>
          Sign in to see new messages
        </button>{" "}
        <span class="note">It costs nothing and cannot move money.</span>
      </p>
      {error && <Failure error={error} />}
    </div>
  );
}

function Unread({ connected }: { connected: Connected }) {
  const data = useData(`news ${connected.address}`, () =>
    connected.session.readingIfOpen((headers) => look(connected.address, headers)),
  );
  useEvery(LOOK_MS, async () => {
    if (data.state === "ready") data.reload();
  });
  if (data.state === "failed") return <NotLoaded error={data.error} retry={data.retry} />;
  const unread = data.state === "ready" ? data.value : unreadOf(readMarks(connected.address));
  return (
    <div role="status" class={unread.length > 0 ? "panel" : undefined}>
      {unread.length === 0 ? (
        <p class="unseen">No new messages.</p>
      ) : (
        <ul>
          {unread.map(({ contract, taskId, worker, count: number }) => (
            <li key={`${contract} ${taskId} ${worker}`}>
              <a href={taskPath({ contract, taskId })}>
                {count(number, "new message")} on <TaskName contract={contract} taskId={taskId} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A task by its title, once that is known. */
function TaskName({ contract, taskId }: { contract: string; taskId: string }) {
  const query = { contract: contract as ContractName, id: taskId };
  const task = useData(`title ${contract} ${taskId}`, async () =>
    dataOf(await api.GET("/mkt/task", { params: { query } })),
  );
  return <Untrusted text={task.state === "ready" ? titleOf(task.value) : `task ${taskId}`} />;
}

/** Reads the wallet's events since the last look. */
async function look(address: string, headers: SessionHeaders) {
  let marks = readMarks(address);
  for (let page = 0; page < PAGES; page++) {
    const query = {
      wallet: address,
      types: "message.posted",
      limit: PAGE,
      ...(marks.cursor !== null && { cursor: marks.cursor }),
    };
    const reply = await api.GET("/mkt/events", { params: { query }, headers });
    // The browser was not used for long: its marks stay, and counting starts again.
    if (reply.error && "code" in reply.error && reply.error.code === "cursor_expired" && marks.cursor !== null) {
      marks = changeMarks(address, ({ threads }) => ({ cursor: null, threads }));
      continue;
    }
    const { items, nextCursor, hasMore } = dataOf(reply);
    const posted = items.flatMap(({ contract, taskId, data: { thread, number } }): Posted[] =>
      contract && taskId && typeof thread === "string" && typeof number === "number"
        ? [{ thread: threadName({ contract, taskId }, thread), number }]
        : [],
    );
    marks = changeMarks(address, (known) => withPosted(known, posted, nextCursor));
    if (!hasMore) break;
  }
  return unreadOf(marks);
}
