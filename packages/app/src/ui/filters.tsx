import { useEffect, useRef, useState } from "preact/hooks";
import { api, dataOf, type Categories } from "../api";
import { draftName } from "../lib/drafts";
import { impliedSort, narrowedBy, queryOf, watchQuery, type Search, type SearchField } from "../lib/search";
import { words } from "../lib/text";
import { PATHS } from "../paths";
import { useWallet } from "../wallet/context";
import { Choice } from "./choice";
import { fieldsOf } from "./form";
import { useDraftFields } from "./useDraft";

interface FiltersProps {
  search: Search;
  change: (next: Search) => void;
  /** When the list was read, 0 before: the counts are read again with it. */
  listedAt: number;
}

const SORTS = [
  ["newest", "Newest first"],
  ["reward", "Highest reward first"],
  ["closing", "Closing first"],
  ["decision", "Fastest to decide first"],
  ["approved", "Most approved first"],
] as const;

/** Why the order cannot be chosen. */
const IMPLIED: Readonly<Record<string, string>> = {
  newest: "A search for words is sorted by date.",
  reward: "Limits on the reward sort by reward.",
  closing: "A closing date sorts by what closes first.",
  decision: "A limit on the time to decide sorts by it.",
  approved: "A minimum of approved works sorts by it.",
};

/** The board's search: words at once, the rest folded away on small screens. It works as a form, with Enter. */
export function Filters({ search, change, listedAt }: FiltersProps) {
  const [categories, setCategories] = useState<Categories | null>(null);
  /** With which reading of the list the counts were read: the first is read beside them. */
  const countedAt = useRef<number | null>(null);
  useEffect(() => {
    const isFirstList = countedAt.current === 0;
    const isCounted = countedAt.current === listedAt;
    countedAt.current = listedAt;
    if (isCounted || isFirstList) return;
    // Without the lists, the other fields still work.
    void api
      .GET("/mkt/categories")
      .then(dataOf)
      .then(setCategories, () => {});
  }, [listedAt]);
  const implied = impliedSort(search);
  const narrowed = narrowedBy(search);
  // What is typed stays until the form is sent; another search brings its own text.
  const draft = useDraftFields<Search>(draftName(useWallet().account, `board ${queryOf(search)}`), search);
  const typed = { search: draft.fields, type: draft.change };
  const send = (next: Search) => {
    draft.clear();
    change(next);
  };
  return (
    <form class="filters" role="search" aria-label="Tasks" onSubmit={(event) => send(fieldsOf(event))}>
      <div class="search-row">
        <label class="grow">
          <span>Search</span>
          <Input name="q" {...typed} maxLength={200} placeholder="translate, summary …" />
        </label>
        <Choice<SearchField>
          name="category"
          label="Category"
          value={search.category}
          of={(categories?.items ?? []).map(({ name, open }) => [name, `${words(name)} (${open})`])}
        />
        <label>
          <span>Order</span>
          <select
            name="sort"
            value={implied ?? search.sort ?? "newest"}
            disabled={implied !== null}
            title={implied ? IMPLIED[implied] : undefined}
            onChange={submit}
          >
            {SORTS.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <button type="submit">Search</button>
      </div>
      <details open={narrowedBy(draft.fields) > narrowed || undefined}>
        <summary>More filters{narrowed > 0 && ` (${narrowed} in use)`}</summary>
        <div class="fields">
          <Choice<SearchField>
            name="contract"
            label="Pace"
            value={search.contract}
            of={[
              ["human", "Days, for people"],
              ["agent-fast", "Minutes, for machines"],
            ]}
          />
          <Choice<SearchField>
            name="mode"
            label="Who starts"
            value={search.mode}
            of={[
              ["instant", "The first worker to take it"],
              ["selection", "A worker the poster selects"],
            ]}
          />
          <Choice<SearchField>
            name="status"
            label="Which tasks"
            value={search.status}
            of={[
              ["settled", "Settled"],
              ["all", "All"],
            ]}
            any="Open"
          />
          <Choice<SearchField>
            name="industry"
            label="Industry"
            value={search.industry}
            of={(categories?.industries ?? []).map((name) => [name, words(name)])}
          />
          <Field name="country" label="Country, in two letters" {...typed} hint="PT" maxLength={2} />
          <Field name="tag" label="Tag" {...typed} maxLength={32} />
          <Field name="minRewardUsdc" label="Reward from, USDC" {...typed} hint="5" inputMode="decimal" />
          <Field name="maxRewardUsdc" label="Reward to, USDC" {...typed} hint="100" inputMode="decimal" />
          <Field name="closesBefore" label="Closes before" {...typed} isDate />
          <Field name="decidedWithinHours" label="Poster decides within, hours" {...typed} inputMode="decimal" />
          <Field name="minApprovedPercent" label="Poster approves at least, %" {...typed} inputMode="decimal" />
        </div>
        <p class="actions">
          <button type="submit">Apply</button>{" "}
          <button type="button" class="plain" onClick={() => send({})}>
            Clear all
          </button>
        </p>
        <p class="note">
          For programs: <a href={PATHS.settings + watchQuery(search)}>save this search</a> as a webhook and hear of each
          new task that matches.
        </p>
      </details>
      {implied && implied !== "newest" && <p class="note">{IMPLIED[implied]}</p>}
    </form>
  );
}

const submit = (event: { currentTarget: HTMLSelectElement }) => event.currentTarget.form?.requestSubmit();

interface FieldProps {
  name: SearchField;
  label: string;
  search: Search;
  type: (more: Search) => void;
  hint?: string;
  isDate?: boolean;
  inputMode?: "decimal";
  maxLength?: number;
}

function Field({ label, hint, ...rest }: FieldProps) {
  return (
    <label>
      <span>{label}</span>
      <Input placeholder={hint} {...rest} />
    </label>
  );
}

type InputProps = Omit<FieldProps, "label" | "hint"> & { placeholder?: string | undefined };

function Input({ name, search, type, isDate = false, ...rest }: InputProps) {
  const shared = {
    name,
    value: search[name] ?? "",
    onInput: (event: { currentTarget: HTMLInputElement }) => type({ [name]: event.currentTarget.value }),
    ...rest,
  };
  return isDate ? <input type="date" {...shared} /> : <input type="text" {...shared} />;
}
