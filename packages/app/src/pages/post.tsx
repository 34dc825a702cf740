import { useLocation } from "preact-iso";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, dataOf } from "../api";
import { draftFor, EMPTY_DRAFT, faultsOf, summaryOf, taskOf, TEMPLATES, type Draft } from "../lib/draft";
import { faultsOf as faultsFrom } from "../lib/faults";
import { keepOwn, ownName } from "../lib/own";
import { taskPath } from "../paths";
import Explained from "../ui/explained";
import { Field } from "../ui/field";
import { AcceptanceFields } from "../ui/post/acceptance";
import { Conditions } from "../ui/post/conditions";
import { Cost } from "../ui/post/cost";
import { bound, type Faults } from "../ui/post/form";
import { Preview } from "../ui/post/preview";
import { Failure } from "../ui/states";
import { useLack } from "../ui/useLack";
import { usePageTitle } from "../ui/title";
import { errorOf } from "../ui/useData";
import { forgetLists } from "../ui/usePages";
import { WalletLink } from "../ui/wallet";
import { NeedsWallet } from "../wallet/button";
import { useWallet } from "../wallet/context";

/** A draft survives a reload in this window; one that hires from a service leaves the others as they are. */
const draftName = (account: string | null, service: string | undefined) =>
  ownName(account, service ? `draft ${service}` : "draft");

function keptDraft(name: string): Draft {
  try {
    return { ...EMPTY_DRAFT, ...(JSON.parse(sessionStorage.getItem(name) ?? "{}") as Partial<Draft>) };
  } catch {
    return EMPTY_DRAFT;
  }
}

/** A task in one form, with what it costs and how the worker will see it; from a service, it hires its worker. */
export default function Post() {
  usePageTitle("Post a task");
  const { account } = useWallet();
  const { service } = useLocation().query;
  const kept = draftName(account, service);
  return <Form key={kept} kept={kept} service={service} />;
}

function Form({ kept, service }: { kept: string; service: string | undefined }) {
  const { connected } = useWallet();
  const { route } = useLocation();
  const [draft, setDraft] = useState(() => keptDraft(kept));
  const [faults, setFaults] = useState<Faults>({});
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isHere = useRef(true);
  useEffect(() => () => void (isHere.current = false), []);
  const change = (more: Partial<Draft>) => {
    // What is typed again is not wrong any more, as far as this page knows.
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in more))));
    setError(null);
    setDraft((before) => {
      const next = { ...before, ...more };
      keepOwn(kept, JSON.stringify(next));
      return next;
    });
  };
  useEffect(() => {
    if (!service || draft.service === service) return;
    api
      .GET("/mkt/service/read", { params: { query: { id: service } } })
      .then((reply) => change(draftFor(dataOf(reply))))
      .catch((problem: unknown) => setError(errorOf(problem)));
  }, [service]);
  // A task that was signed before a reload is posted; its draft is not posted again.
  useEffect(() => {
    let isGone = false;
    void connected?.resumed.then((all) => {
      const { title } = keptDraft(kept);
      const posted = all.flatMap((one) => ("task" in one ? [one.task] : [])).find((task) => task.title === title);
      if (isGone || !posted) return;
      connected.resumed = Promise.resolve([]);
      sessionStorage.removeItem(kept);
      route(taskPath(posted));
    });
    return () => void (isGone = true);
  }, [connected]);
  const lack = useLack(connected, summaryOf(draft)?.rewardUsdc ?? null);
  const post = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = faultsOf(draft);
    setFaults(found);
    setError(null);
    const [field] = Object.keys(found);
    if (field) return document.getElementById(`draft-${field}`)?.focus();
    if (!connected || lack) return;
    setIsBusy(true);
    try {
      const { task } = await (await connected.mkt()).poster.create(taskOf(draft));
      sessionStorage.removeItem(kept);
      forgetLists();
      // Who has gone elsewhere, or is another account by now, is not led away.
      if (isHere.current) route(taskPath(task));
    } catch (problem) {
      setFaults(faultsFrom(problem));
      setError(errorOf(problem));
    } finally {
      setIsBusy(false);
    }
  };
  const form = { draft, faults, change };
  const of = bound(form);
  return (
    <>
      <h1>{draft.worker ? "Hire a worker" : "Post a task"}</h1>
      <p class="lead">The reward goes into escrow now, and to the worker when you approve the work.</p>
      <Explained terms={["USDC", "Escrow", "Stake", "Pace", "Arbiter", "Gas"]} />
      {draft.worker ? (
        <p class="who">
          Only <WalletLink address={draft.worker} isWhole /> can start this task.
          <button type="button" class="plain small" onClick={() => change({ worker: "" })}>
            Open it to all
          </button>
        </p>
      ) : (
        <p class="actions">
          Begin with:{" "}
          {TEMPLATES.map(({ name, draft: template }) => (
            <button key={name} type="button" class="plain small" onClick={() => change(template)}>
              {name}
            </button>
          ))}
        </p>
      )}
      <form class="post" onSubmit={(event) => void post(event)} noValidate>
        <div>
          <Field {...of("title")} label="What is to be done" maxLength={120} />
          <Field
            {...of("description")}
            label="What the worker needs to know (public; you may use Markdown)"
            maxLength={10_000}
            rows={8}
          />
          <Field
            {...of("privateDetails")}
            label="Private details, only for the worker who starts (optional)"
            maxLength={20_000}
            rows={3}
          />
          <Conditions {...form} />
          <AcceptanceFields {...form} />
        </div>
        <aside aria-label="Preview and cost">
          <Cost draft={draft} connected={connected} />
          {connected ? (
            <p>
              <button type="submit" disabled={isBusy} aria-describedby="post-lack">
                Sign and post
              </button>{" "}
              <span id="post-lack" role="status" class={lack ? "fault" : "unseen"}>
                {lack}
              </span>
            </p>
          ) : (
            <NeedsWallet why="To post, you need a wallet with the reward in USDC." />
          )}
          <p role="status" class={isBusy ? "waiting" : "unseen"}>
            {isBusy && "In progress: first your wallet signs, then the chain confirms it. This takes a few seconds."}
          </p>
          {error && <Failure error={error} />}
          <Preview draft={draft} />
        </aside>
      </form>
    </>
  );
}
