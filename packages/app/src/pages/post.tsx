import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { api, ApiError, dataOf } from "../api";
import { EMPTY_DRAFT, faultsOf, suggestedStake, summaryOf, taskOf, TEMPLATES, type Draft } from "../lib/draft";
import { usdc, words } from "../lib/text";
import { taskPath } from "../paths";
import { Markdown } from "../ui/markdown";
import { Fact, Facts } from "../ui/ratings";
import { Failure } from "../ui/states";
import { usePageTitle } from "../ui/title";
import { Untrusted } from "../ui/untrusted";
import { errorOf, useData } from "../ui/useData";
import { NeedsWallet } from "../wallet/button";
import { useWallet } from "../wallet/context";

type Faults = Partial<Record<keyof Draft, string>>;

/** A draft survives a reload in this window. */
const KEPT = "mkt-draft";

function keptDraft(): Draft {
  try {
    return { ...EMPTY_DRAFT, ...(JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") as Partial<Draft>) };
  } catch {
    return EMPTY_DRAFT;
  }
}

/** A task in one form, with what it costs and how the worker will see it. */
export default function Post() {
  usePageTitle("Post a task");
  const { connected } = useWallet();
  const { route } = useLocation();
  const [draft, setDraft] = useState(keptDraft);
  const [faults, setFaults] = useState<Faults>({});
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const categories = useData("categories", async () => dataOf(await api.GET("/mkt/categories")));
  const change = (more: Partial<Draft>) => {
    const next = { ...draft, ...more };
    setDraft(next);
    sessionStorage.setItem(KEPT, JSON.stringify(next));
  };
  const post = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = faultsOf(draft);
    setFaults(found);
    setError(null);
    const [field] = Object.keys(found);
    if (field) return document.getElementById(`draft-${field}`)?.focus();
    if (!connected) return;
    setIsBusy(true);
    try {
      const { task } = await connected.mkt.poster.create(taskOf(draft));
      sessionStorage.removeItem(KEPT);
      route(taskPath(task));
    } catch (problem) {
      setFaults(faultsFrom(problem));
      setError(errorOf(problem));
    } finally {
      setIsBusy(false);
    }
  };
  const field = { draft, faults, change };
  return (
    <>
      <h1>Post a task</h1>
      <p class="lead">The reward goes into escrow now, and to the worker when you approve the work.</p>
      <p class="actions">
        Begin with:{" "}
        {TEMPLATES.map(({ name, draft: template }) => (
          <button key={name} type="button" class="plain small" onClick={() => change(template)}>
            {name}
          </button>
        ))}
      </p>
      <form class="post" onSubmit={(event) => void post(event)} noValidate>
        <div>
          <TextField {...field} name="title" label="What is to be done" maxLength={120} />
          <TextField
            {...field}
            name="description"
            label="What the worker needs to know: public, Markdown"
            maxLength={10_000}
            rows={8}
          />
          <TextField
            {...field}
            name="privateDetails"
            label="Private details, only for the worker who starts (optional)"
            maxLength={20_000}
            rows={3}
          />
          <div class="fields">
            <label>
              <span>Category</span>
              <select value={draft.category} onChange={(event) => change({ category: event.currentTarget.value })}>
                {(categories.state === "ready" ? categories.value.items.map(({ name }) => name) : [draft.category]).map(
                  (name) => (
                    <option key={name} value={name}>
                      {words(name)}
                    </option>
                  ),
                )}
              </select>
            </label>
            <TextField {...field} name="tags" label="Tags" hint="none" />
            <label>
              <span>Pace</span>
              <select
                value={draft.contract}
                onChange={(event) => change({ contract: event.currentTarget.value as Draft["contract"] })}
              >
                <option value="human">Days, for people</option>
                <option value="agent-fast">Minutes, for machines</option>
              </select>
            </label>
            <label>
              <span>Who may start</span>
              <select
                value={draft.mode}
                onChange={(event) => change({ mode: event.currentTarget.value as Draft["mode"] })}
              >
                <option value="instant">The first worker</option>
                <option value="selection">Whom I select</option>
              </select>
            </label>
            <TextField {...field} name="rewardUsdc" label="Reward, USDC" hint="20" />
            <TextField
              {...field}
              name="stakeUsdc"
              label="Worker's stake, USDC"
              hint={draft.rewardUsdc ? suggestedStake(draft) : ""}
            />
            <TextField {...field} name="workHours" label="Time for the work, hours" hint="168" />
          </div>
        </div>
        <aside aria-label="Preview and cost">
          <Cost draft={draft} />
          {connected ? (
            <p>
              <button type="submit" disabled={isBusy}>
                Sign and post
              </button>
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

/** The service's faults beside their fields, by the pointers that it names. */
function faultsFrom(problem: unknown): Faults {
  const errors = problem instanceof ApiError ? problem.problem?.errors : undefined;
  const known = (problem as { problem?: { errors?: { pointer: string; message: string }[] } } | null)?.problem?.errors;
  const faults: Faults = {};
  for (const { pointer, message } of errors ?? known ?? []) {
    const name = pointer.split("/")[1];
    if (name && name in EMPTY_DRAFT) faults[name as keyof Draft] = message;
  }
  return faults;
}

interface TextFieldProps {
  draft: Draft;
  faults: Faults;
  change: (more: Partial<Draft>) => void;
  name: keyof Draft;
  label: string;
  hint?: string;
  rows?: number;
  maxLength?: number;
}

function TextField({ draft, faults, change, name, label, hint, rows, maxLength }: TextFieldProps) {
  const id = `draft-${name}`;
  const fault = faults[name];
  const shared = {
    id,
    name,
    value: draft[name],
    "aria-invalid": fault !== undefined,
    "aria-describedby": fault ? `${id}-fault` : undefined,
    ...(maxLength !== undefined && { maxLength }),
  };
  const onInput = (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value });
  return (
    <label for={id}>
      <span>{label}</span>
      {rows ? (
        <textarea rows={rows} {...shared} onInput={onInput} />
      ) : (
        <input type="text" placeholder={hint} {...shared} onInput={onInput} />
      )}
      {fault && (
        <span id={`${id}-fault`} class="fault">
          {fault}
        </span>
      )}
    </label>
  );
}

function Cost({ draft }: { draft: Draft }) {
  const summary = summaryOf(draft);
  return (
    <section aria-labelledby="cost">
      <h2 id="cost">What you sign</h2>
      {summary ? (
        <Facts>
          <Fact name="Into escrow now">
            <strong>{usdc(summary.rewardUsdc)} USDC</strong>
          </Fact>
          <Fact name="The worker stakes">{usdc(summary.stakeUsdc)} USDC</Fact>
          <Fact name="If you cancel before a start">you get it back, less {usdc(summary.cancelFeeUsdc)} USDC</Fact>
          <Fact name="If no worker starts">it comes back in full after {summary.openFor}</Fact>
          <Fact name="The worker has">
            {summary.workFor}; if nothing is submitted, you get the reward and the stake
          </Fact>
          <Fact name="You then have">{summary.reviewFor} to decide; if you stay silent, the worker is paid</Fact>
        </Facts>
      ) : (
        <p class="quiet">Write a reward, and its cost and deadlines are shown here.</p>
      )}
    </section>
  );
}

function Preview({ draft }: { draft: Draft }) {
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">As the worker sees it</h2>
      <p>
        <strong>
          <Untrusted text={draft.title || "…"} />
        </strong>
      </p>
      {draft.description && <Markdown text={draft.description} />}
    </section>
  );
}
