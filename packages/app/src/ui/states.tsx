import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { ApiError } from "../api";
import type { Data } from "../lib/shown";
import { isUnreached, notReached } from "../lib/cutOff";
import { PATHS, PROTECTION } from "../paths";
import { usePageTitle } from "./title";
import { useOnline } from "./useOnline";

interface LoadedProps<T> {
  data: Data<T>;
  /** What is being loaded, after "Loading": "the task". */
  what: string;
  /** The heading while there is nothing to show, of a page that has none of its own yet. */
  title?: string;
  children: (value: T, reload: () => void) => ComponentChildren;
}

/** Shows what was loaded; until then that it is loading, or why it could not be. */
export function Loaded<T>({ data, what, title, children }: LoadedProps<T>) {
  if (data.state === "ready") return <>{children(data.value, data.reload)}</>;
  if (title && data.state === "failed" && NOWHERE.includes(refusalIn(data.error).status ?? 0))
    return <Missing what={title.toLowerCase()} />;
  return (
    <>
      {title && <h1>{title}</h1>}
      {data.state === "failed" ? (
        <>
          <NotLoaded error={data.error} retry={data.retry} />
          {title && (
            <Empty>
              <WaysOn />
            </Empty>
          )}
        </>
      ) : (
        <Waiting what={what} isSlow={data.isSlow} />
      )}
    </>
  );
}

/** Says what is being waited for, and keeps the room that it will take. */
export function Waiting({ what, isSlow }: { what: string; isSlow: boolean }) {
  return (
    <div class="waiting">
      <p role="status" class={isSlow ? "quiet" : "unseen"}>
        {isSlow ? `Still loading ${what}. The first request after a pause takes a few seconds.` : `Loading ${what} …`}
      </p>
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}

function Skeleton() {
  return (
    <div class="skeleton" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}

/** Statuses of an address that leads to nothing. */
const NOWHERE = [400, 404];

/** Statuses that asking again does not change. */
const FINAL = [400, 401, 403, 404];

/** Why something is not shown; without a network, the page says that once, above, and loads it when it is back. */
export function NotLoaded({ error, retry }: { error: Error; retry: () => void }) {
  const isOnline = useOnline();
  if (isOnline || !isUnreached(error)) return <Failure error={error} retry={retry} />;
  return <p class="panel quiet">Not loaded yet. It comes by itself when you are back online.</p>;
}

/** On a phone it may come below the window. */
const bringIntoView = (place: HTMLElement | null) => place?.scrollIntoView({ block: "nearest" });

/** What went wrong, in the service's own words, and what to do. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const isOnline = useOnline();
  const wasOnline = useRef(isOnline);
  const { problem, status } = refusalIn(error);
  if ((error as { code?: unknown }).code === "rejected")
    return (
      <p role="alert" class="panel" ref={bringIntoView}>
        You cancelled. Nothing was paid.
      </p>
    );
  const isLost = problem === null && isUnreached(error);
  // That there was no network is over once it is back: whoever tried can try it again.
  if (isLost && isOnline && !wasOnline.current && !retry) return null;
  const canRetry = status === null || !FINAL.includes(status);
  return (
    <div role="alert" class="panel failure">
      <p>{isLost ? notReached() : plainly(problem?.detail ?? error.message)}</p>
      {problem?.errors && (
        <ul>
          {problem.errors.map(({ pointer, message }) => (
            <li key={pointer}>
              <code>{pointer}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {retry && canRetry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
      {problem && (
        <details class="note">
          <summary>For support</summary>
          <a href={`/errors#${problem.code}`}>About this error</a>, request <code>{problem.requestId}</code>
        </details>
      )}
    </div>
  );
}

/** What the token calls a wallet with too little, in words. */
function plainly(text: string): string {
  return /InsufficientBalance|exceeds balance/i.test(text)
    ? "Your wallet has too little USDC for this. Send USDC to it, then try again."
    : text;
}

/** What the service said, whether this page or the wallet's client asked it. */
function refusalIn(error: Error): Pick<ApiError, "problem" | "status"> {
  const { problem = null, status = null } = error as Partial<ApiError>;
  return { problem, status };
}

/** An address that leads to nothing, and where to go from there. */
export function Missing({ what }: { what: string }) {
  usePageTitle("Not found");
  return (
    <>
      <h1>There is no such {what}</h1>
      <Empty>
        <p>The link may be mistyped or out of date.</p>
        <WaysOn />
      </Empty>
    </>
  );
}

/** Where to go from a page that has nothing. */
function WaysOn() {
  return (
    <p class="go">
      <a class="button" href={PATHS.board}>
        See the open tasks
      </a>
      <a class="button plain" href={PATHS.desk}>
        My work
      </a>
      <a class="button plain" href={PROTECTION.path}>
        How your money is protected
      </a>
    </p>
  );
}

/** Nothing to show, and what to do about it. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="panel empty">{children}</div>;
}
