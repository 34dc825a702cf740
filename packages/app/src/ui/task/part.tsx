import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, clock, dataOf, type ParticipantTask, type Task } from "../../api";
import { ACTIONS, startLabel, type Action } from "../../lib/actions";
import { offersFor } from "../../lib/offers";
import { keepOwn, ownName } from "../../lib/own";
import { presentOf, resultIn, resultName, resultOf, type Result } from "../../lib/results";
import { isJudging, isSame, roleOf } from "../../lib/role";
import { counterpartsOf } from "../../lib/thread";
import type { Connected } from "../../wallet/connect";
import type { SessionHeaders } from "../../wallet/session";
import { Failure } from "../states";
import { Thread } from "../thread";
import { errorOf } from "../useData";
import { forgetLists } from "../usePages";
import { formOf } from "./actionForm";
import { AddComment } from "./addComment";
import type { StepTo } from "./head";
import { Interests } from "./interests";
import { Moves } from "./moves";
import { isEmpty, Texts, type CaseTexts } from "./texts";

interface PartProps {
  task: Task;
  connected: Connected;
  /** The parties' names, by address. */
  nameOf: (address: string) => string;
  /** Called when a step is done. */
  done: () => void;
  /** Takes the parts to their places on the page. */
  children: (parts: Parts) => ComponentChildren;
}

/** What a visitor sees of their own part in a task: private texts, what can be done now, and what that is called. */
export interface Parts {
  texts: ComponentChildren;
  /** The messages, below what is to be done. */
  thread: ComponentChildren;
  moves: ComponentChildren;
  step: StepTo | null;
}

/** The visitor's part in a task: what only its parties may read, and what the visitor can do now. */
export default function Part({ task, nameOf, done: reload, connected, children }: PartProps) {
  const { address, session } = connected;
  const [, setSignedIn] = useState(false);
  const isOwnStep = useRef(false);
  /** Whether the other party's news was loaded under the visitor's eyes, and not confirmed as read. */
  const [isNews, setIsNews] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const [read, setRead] = useState<{ view: View; at: string } | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const moment = momentOf(task);
  const [result, setResult] = useState<Said | null>(() => {
    const said = takeResult(address, task);
    return said && { said, moments: [moment, moment] };
  });
  const view = read?.view ?? null;
  // What came after the reading is unread.
  const isStale = read !== null && read.at !== momentOf(task);
  const readWorkHash = (isStale || isNews ? null : view?.submissions.at(-1)?.hash) ?? keptReading(connected, task);
  const isParty = mayRead(task, address);
  const other =
    isSame(task.poster, address) || isJudging(task, address) ? (task.worker ?? task.reservedFor) : task.poster;
  const who = other ? nameOf(other) : "the worker";
  const readNow = async () => {
    setError(null);
    try {
      await session.open();
      setSignedIn(true);
      if (!isParty) return;
      const { view: next, of } = await readPrivate(task, connected);
      const isTheirs = view !== null && !isOwnStep.current && momentOf(of) !== read?.at;
      isOwnStep.current = false;
      if (isTheirs) setIsNews(true);
      else keepReading(connected, of, next.submissions.at(-1)?.hash);
      setRead({ view: next, at: momentOf(of) });
      // The page may be older than what was read.
      if (momentOf(of) !== momentOf(task)) reload();
    } catch (problem) {
      setError(errorOf(problem));
    }
  };
  // Before a worker has delivered anything, only the poster has written.
  const isBegun = task.state === "STARTED" && isSame(task.worker, address);
  const isDue = isParty && session.current !== null && (!view || isStale);
  useEffect(() => {
    if (isDue) void readNow();
  }, [isDue, moment]);
  useEffect(() => {
    // What the last step has done is said until the task goes on.
    setResult((last) => last && goneOn(last, moment));
  }, [moment]);
  // What waits, and what this wallet has, changes with the next step, whoever took the last one.
  const next = `${moment} ${task._nextAction?.action}`;
  const firstNext = useRef(next);
  useEffect(() => {
    if (firstNext.current !== next) forgetLists();
    firstNext.current = next;
  }, [next]);
  const done = (action?: Action, after?: Task | null) => {
    isOwnStep.current = true;
    if (action) {
      const said = resultOf(action.id as never, task, after ?? null, who);
      setResult({ said, moments: after ? [moment, momentOf(after)] : [moment] });
    }
    forgetLists();
    reload();
  };
  const isWriter = counterpartsOf(task, address) !== null;
  const hasWords = isParty || isWriter;
  const offers = offersFor(task, address, clock.at(Date.now()));
  const isReview = hasWords && offers.due?.needsWork === true;
  // Before a start there is nothing to read but messages: what was posted comes first.
  const isQuiet = isParty && task.state === "FUNDED" && task.interestCount === 0;
  const signIn = (
    <button
      type="button"
      class={isQuiet ? "plain" : undefined}
      onClick={() => void readNow().then(() => heading.current?.focus())}
    >
      Sign in and read
    </button>
  );
  const signInCard = (
    <section aria-labelledby="private" class="card">
      <h2 id="private">Work and messages</h2>
      <p>
        Work, private details and messages are for the parties. Sign in once to read them: it costs nothing and cannot
        move money.
      </p>
      {signIn}
    </section>
  );
  const texts = hasWords && (
    <>
      {session.current
        ? isParty &&
          // Who begins, and has got no private details, has nothing to read.
          !(isBegun && view && isEmpty(view)) && (
            <section aria-labelledby="private" class="card">
              <div class="heading-row">
                <h2 id="private" tabIndex={-1} ref={heading}>
                  {isDispute(task) ? "The case" : isBegun ? "From the poster" : "Delivered work"}
                </h2>
                {view && !isEmpty(view) && (
                  <button type="button" class="plain" onClick={() => void readNow()}>
                    Refresh
                  </button>
                )}
              </div>
              {isNews && (
                <p role="status" class="note">
                  This is new: it came while the page was open.
                </p>
              )}
              {view && <Texts view={view} task={task} wallet={address} />}
              {view && <AddComment task={task} connected={connected} view={view} done={() => void readNow()} />}
            </section>
          )
        : !isReview && !isQuiet && signInCard}
      {error && <Failure error={error} />}
      {view?.interests && task.state === "FUNDED" && (
        <Interests interests={view.interests.items} task={task} connected={connected} done={() => done()} />
      )}
    </>
  );
  const reading = !isReview ? null : session.current === null ? (
    <section aria-label="Read the work">
      <p id="private" tabIndex={-1}>
        Read the work first. Sign in once: it costs nothing and cannot move money.
      </p>
      {signIn}
    </section>
  ) : (
    isNews &&
    view !== null && (
      <p class="go">
        <button
          type="button"
          class="plain"
          onClick={() => {
            keepReading(connected, task, view.submissions.at(-1)?.hash);
            setIsNews(false);
          }}
        >
          I have read what is new
        </button>
      </p>
    )
  );
  const present = result ? null : presentOf(task, address, nameOf);
  const moves = (
    <Moves {...{ task, connected, who, offers, readWorkHash, reading, result: result?.said ?? null, present, done }} />
  );
  const thread = hasWords && (session.current ? <Thread task={task} connected={connected} /> : isQuiet && signInCard);
  const needsSignIn = isReview && session.current === null;
  const step = needsSignIn
    ? { label: "Sign in to read the work", act: () => void readNow().then(() => heading.current?.focus()) }
    : task._nextAction && stepTo(offers.due, task, readWorkHash !== null);
  // Work is written where there is room for it; every other step stands beside what is read.
  const isWriting = offers.due?.fields.includes("text") === true;
  const own = isWriting ? { texts: [texts, moves], moves: null } : { texts, moves };
  return <>{children({ ...own, thread, step })}</>;
}

/** What a step has done, and the task's moments that it is said at: before the step, and after it. */
interface Said {
  said: Result;
  moments: readonly string[];
}

/** The same at another moment of the task; null once somebody has gone on. */
function goneOn({ said, moments }: Said, moment: string): Said | null {
  if (moments.includes(moment)) return { said, moments };
  return moments.length === 1 ? { said, moments: [...moments, moment] } : null;
}

/** Who decides on work reads it first. */
function stepTo(due: Action | null, task: Task, isRead: boolean): StepTo | null {
  if (due === null) return null;
  if (due === ACTIONS.approve)
    return isRead ? { label: "Approve or reject", href: "#next-step" } : { label: "Review the work", href: "#private" };
  const label = due === ACTIONS.stake ? startLabel(task) : (due.button?.(task) ?? due.label);
  // With nothing to fill in, and nothing to read first, the button is the step.
  return due.fields.length === 0 && !due.needsWork
    ? { label, form: formOf(due) }
    : { label: due.label, href: "#next-step" };
}

/** What was done on the page before this one, once. */
function takeResult(wallet: string, task: Task): Result | null {
  const name = resultName(wallet, task);
  const result = resultIn(sessionStorage.getItem(name));
  sessionStorage.removeItem(name);
  return result;
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

/** The judge reads work that waits for its verdict, the arbiter a task once it is disputed. */
function mayRead(task: Task, wallet: string): boolean {
  const role = roleOf(task, wallet);
  if (isJudging(task, wallet)) return true;
  return role === "arbiter" ? isDispute(task) : role !== "stranger";
}

function isDispute({ state }: Task): boolean {
  return state === "DISPUTED" || state === "RESOLVED";
}

type View = CaseTexts & Partial<Pick<ParticipantTask, "interests">>;

/** What a judge reads. */
async function readWork({ contract, taskId }: Task, headers: SessionHeaders): Promise<View> {
  const body = { contract, taskId };
  const found = dataOf(await api.POST("/agentGetSubmissionDetails", { body, headers }));
  return {
    privateDetails: null,
    submissions: found.submissions.map(({ submissionHash: hash, submission: content, verdict, status }) => ({
      hash,
      content,
      verdict,
      onChain: status === "on_chain",
    })),
    reasons: found.changeRequests.flatMap(({ reasonHash, reason }) =>
      reasonHash === null ? [] : [{ hash: reasonHash, content: reason }],
    ),
    evidence: null,
    answer: null,
    comments: [],
  };
}

/** What the parties wrote, and the task as it was then. A dispute is read as its arbiter reads it. */
async function readPrivate(task: Task, { session, address }: Connected): Promise<{ view: View; of: Task }> {
  const { contract, taskId } = task;
  const body = { contract, taskId, wallet: address };
  return session.reading(async (headers) => {
    if (isJudging(task, address)) return { view: await readWork(task, headers), of: task };
    if (isDispute(task)) {
      const view = dataOf(await api.POST("/mkt/dispute", { body, headers }));
      return { view, of: view.task };
    }
    const view = dataOf(await api.POST("/mkt/task", { body, headers }));
    return { view, of: view };
  });
}
