import { useLocation } from "preact-iso";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, dataOf, type Service } from "../api";
import { isCutOff } from "../lib/cutOff";
import {
  blanksIn,
  draftFor,
  draftIn,
  EMPTY_DRAFT,
  faultsOf,
  summaryOf,
  taskOf,
  TEMPLATES,
  type Draft,
} from "../lib/draft";
import { draftName } from "../lib/drafts";
import { faultsOf as faultsFrom } from "../lib/faults";
import { keepOwn } from "../lib/own";
import { postedResult, resultName } from "../lib/results";
import { count, networkFee, usdc } from "../lib/text";
import { duration } from "../lib/time";
import { amountOf } from "../lib/units";
import { takenShown, walletShows } from "../lib/walletShows";
import { WalletWindow } from "../ui/walletWindow";
import { servicePath, taskPath } from "../paths";
import { CutOff } from "../ui/cutOff";
import { DraftNote } from "../ui/draftNote";
import Explained from "../ui/explained";
import { Field } from "../ui/field";
import { LinksField } from "../ui/linksField";
import { MoreOptions, RewardFields, type Opened } from "../ui/post/conditions";
import { Cost } from "../ui/post/cost";
import { bound, type Faults } from "../ui/post/form";
import { Preview } from "../ui/post/preview";
import { Average } from "../ui/ratings";
import { Failure } from "../ui/states";
import { StepButton } from "../ui/stepButton";
import { useDraft } from "../ui/useDraft";
import { useLack } from "../ui/useLack";
import { usePageTitle } from "../ui/title";
import { Untrusted } from "../ui/untrusted";
import { errorOf } from "../ui/useData";
import { forgetLists } from "../ui/usePages";
import { WalletLink } from "../ui/wallet";
import { NeedsWallet } from "../wallet/button";
import type { Connected } from "../wallet/connect";
import { useWallet } from "../wallet/context";

type PostedTask = Parameters<typeof postedResult>[0];

/** A task in one form, with what it costs and how the worker will see it; from a service, it hires its worker. */
export default function Post() {
  usePageTitle("Post a task");
  const { account } = useWallet();
  const { service } = useLocation().query;
  const [isOpen, toggle] = useState(false);
  // A draft that hires from a service leaves the others as they are.
  const kept = draftName(account, service ? `post ${service}` : "post");
  return <Form key={kept} kept={kept} service={service} options={{ isOpen, toggle }} />;
}

interface FormProps {
  kept: string;
  service: string | undefined;
  options: Opened;
}

function Form({ kept, service, options }: FormProps) {
  const { connected, say } = useWallet();
  const { route } = useLocation();
  const { text, saved, type, clear } = useDraft(kept);
  const draft = draftIn(text);
  const latest = useRef(draft);
  latest.current = draft;
  const [faults, setFaults] = useState<Faults>({});
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isSigned, setIsSigned] = useState(false);
  const [hired, setHired] = useState<Service | null>(null);
  const isHere = useRef(true);
  useEffect(() => () => void (isHere.current = false), []);
  const change = (more: Partial<Draft>) => {
    // What is typed again is not wrong any more, as far as this page knows.
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in more))));
    setError(null);
    latest.current = { ...latest.current, ...more };
    type(JSON.stringify(latest.current));
  };
  useEffect(() => {
    if (!service) return;
    api
      .GET("/mkt/service/read", { params: { query: { id: service } } })
      .then((reply) => {
        const offered = dataOf(reply);
        setHired(offered);
        if (latest.current.service !== service) change({ ...EMPTY_DRAFT, ...draftFor(offered) });
      })
      .catch((problem: unknown) => setError(errorOf(problem)));
  }, [service]);
  const posted = (task: PostedTask) => {
    clear();
    forgetLists();
    keepOwn(resultName(task.poster, task), JSON.stringify(postedResult(task)));
    // Who has gone elsewhere, or is another account by now, is not led away.
    if (isHere.current) route(taskPath(task));
  };
  // A task that was signed before a reload is posted; its draft is not posted again.
  useEffect(() => {
    let isGone = false;
    void connected?.resumed.then((all) => {
      const { title } = latest.current;
      const found = all.flatMap((one) => ("task" in one ? [one.task] : [])).find((task) => task.title === title);
      if (isGone || !found) return;
      connected.resumed = Promise.resolve([]);
      posted(found);
    });
    return () => void (isGone = true);
  }, [connected]);
  const summary = summaryOf(draft);
  const lack = useLack(connected, summary?.rewardUsdc ?? null);
  const post = async (event: SubmitEvent) => {
    event.preventDefault();
    // The hash of a file that was chosen goes with it.
    const unread = (event.currentTarget as HTMLFormElement).querySelector<HTMLInputElement>('[type="file"]:invalid');
    if (unread) return void unread.reportValidity();
    const found = faultsOf(draft);
    setFaults(found);
    setError(null);
    const [field] = Object.keys(found);
    if (field) {
      const place = document.getElementById(`draft-${field}`);
      place?.closest("details")?.setAttribute("open", "");
      return place?.focus();
    }
    if (!connected || lack) return;
    setIsBusy(true);
    say(asksOf(draft, connected));
    try {
      posted((await (await connected.mkt()).poster.create(taskOf(draft))).task);
    } catch (problem) {
      if (isCutOff(problem) && (await connected.hasOpenStep())) setIsSigned(true);
      else {
        setFaults(faultsFrom(problem));
        setError(errorOf(problem));
      }
      // What is posted is not offered again before its page is here.
      setIsBusy(false);
    } finally {
      say(null);
    }
  };
  const finish = async () => {
    const outcomes = (await (await connected?.mkt())?.resume()) ?? [];
    for (const one of outcomes) if ("error" in one) throw one.error;
    const task = outcomes.flatMap((one) => ("task" in one ? [one.task] : [])).at(-1);
    if (task) posted(task);
  };
  const form = { draft, faults, change };
  /** Fills the template in, and marks the first words that are to be replaced. */
  const begin = (template: Partial<Draft>) => {
    change(template);
    setTimeout(() => {
      for (const field of ["title", "description"] as const) {
        const place = document.querySelector<HTMLTextAreaElement>(`#draft-${field}`);
        const [blank] = blanksIn(place?.value ?? "");
        if (!place || blank === undefined) continue;
        place.focus();
        const at = place.value.indexOf(blank);
        return place.setSelectionRange(at, at + blank.length);
      }
    });
  };
  const of = bound(form);
  return (
    <>
      <h1>{draft.worker ? "Hire a worker" : "Post a task"}</h1>
      <p class="lead">
        Your reward goes into escrow now. The worker is paid when you approve, or when you don't decide in time.
      </p>
      {hired && draft.worker !== "" && <Hired service={hired} />}
      {draft.worker ? (
        <p class="who">
          Only <WalletLink address={draft.worker} isWhole /> can start this task.
          <button type="button" class="plain" onClick={() => change({ worker: "" })}>
            Open it to all
          </button>
        </p>
      ) : (
        <p class="actions">
          Begin with:{" "}
          {TEMPLATES.map(({ name, draft: template }) => (
            <button key={name} type="button" class="plain" onClick={() => begin(template)}>
              {name}
            </button>
          ))}
        </p>
      )}
      <form class="post" onSubmit={(event) => void post(event)} noValidate>
        <div class="card">
          <Field {...of("title")} label="Title" maxLength={120} />
          <Field {...of("description")} label="What the worker needs to know (public)" maxLength={10_000} rows={8} />
          <RewardFields {...form} lack={lack} />
          <Field {...of("criteria")} label="Must-haves, one a line (optional)" rows={5} />
          <Field
            {...of("privateDetails")}
            label="Private details, only for the worker who starts (optional)"
            maxLength={20_000}
            rows={3}
          />
          <details class="optional" open={draft.links !== "" || undefined}>
            <summary>Add links to the private details</summary>
            <LinksField id="draft-links" given={draft} fault={faults.links} change={change} />
          </details>
          <MoreOptions {...form} {...options} />
          <DraftNote saved={saved} />
        </div>
        <aside aria-label="Preview and cost">
          <div class="card sign-card">
            <Cost draft={draft} connected={connected} />
            {isSigned ? (
              <CutOff
                label="Try now"
                again={finish}
                failed={(problem) => {
                  setIsSigned(false);
                  setError(problem);
                }}
              />
            ) : connected ? (
              <>
                {!isBusy && summary && draft.title.trim() !== "" && (
                  <p id="post-asks">
                    You sign: <Untrusted text={asksOf(draft, connected)} />
                  </p>
                )}
                <StepButton label="Sign and post" isBusy={isBusy} describedBy="post-asks post-shows draft-lack" />
                <p id="post-shows" class="note">
                  {takenShown("authorization", {
                    ...shownOf(draft, connected),
                    takesUsdc: summary?.rewardUsdc ?? null,
                  })}
                </p>
                <WalletWindow
                  text={`${walletShows("authorization", shownOf(draft, connected))}${draft.worker === "" ? "" : " Then it shows a “Selection”, which can only let this worker start."}`}
                />
              </>
            ) : (
              <NeedsWallet why="To post, connect a wallet that holds the reward in USDC." />
            )}
            {error && <Failure error={error} />}
            {connected && <Explained terms={["USDC", "Escrow", "Stake", "Pace", "Arbiter", "Gas"]} />}
          </div>
          {(draft.title || draft.description) && <Preview draft={draft} />}
        </aside>
      </form>
    </>
  );
}

/** What the wallet is asked to confirm, with title and amount. */
function asksOf({ title, rewardUsdc, worker }: Draft, { hasRelay }: Connected): string {
  const first = `${usdc(amountOf(rewardUsdc))} USDC into escrow for “${title.trim()}”`;
  const fee = networkFee(hasRelay);
  return worker === ""
    ? `Put ${first}. ${fee}`
    : `Put ${first}, then, with a second signature, let its worker start. ${fee}`;
}

/** The service that is hired: its price, its promise and its worker's rating. */
function Hired({ service }: { service: Service }) {
  const { id, title, priceUsdc, turnaroundSeconds, record } = service;
  return (
    <section class="card hired" aria-label="The service">
      <p>
        <a href={servicePath(id)}>
          <strong>
            <Untrusted text={title} />
          </strong>
        </a>
      </p>
      <ul class="glance">
        <li>
          <strong>{usdc(priceUsdc)} USDC</strong> <span class="quiet">price</span>
        </li>
        {turnaroundSeconds !== null && (
          <li>
            <strong>within {duration(turnaroundSeconds)}</strong> <span class="quiet">usually</span>
          </li>
        )}
        <li>
          <Average average={record.average} raters={record.raters} by="worker" />
        </li>
        <li>
          <span class="quiet">{count(record.completed, "task")} approved</span>
        </li>
      </ul>
    </section>
  );
}

const shownOf = ({ contract }: Draft, { escrows, hasRelay }: Connected) => ({
  escrow: escrows[contract].contractAddress,
  hasRelay,
});
