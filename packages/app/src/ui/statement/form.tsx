import { draftName } from "../../lib/drafts";
import {
  ROLE_NAMES,
  ROW_NAMES,
  filterQuery,
  periodsAt,
  type StatementField,
  type StatementFilters,
} from "../../lib/statement";
import { Choice } from "../choice";
import { fieldsOf } from "../form";
import { useDraftFields } from "../useDraft";

interface StatementFormProps {
  wallet: string;
  filters: StatementFilters;
  change: (next: StatementFilters) => void;
}

const CONTRACTS = [
  ["human", "Days, for people"],
  ["agent-fast", "Minutes, for machines"],
] as const;

/** Which movements: a period by one button, or days, role, type and contract. */
export function StatementForm({ wallet, filters, change }: StatementFormProps) {
  const { from, to, ...others } = filters;
  const isOwnPeriod = (from || to) && !periodsAt(Date.now()).some((one) => one.from === from && one.to === to);
  const inUse = Object.keys(others).length + (isOwnPeriod ? 1 : 0);
  const draft = useDraftFields<StatementFilters>(draftName(wallet, `statements ${filterQuery(filters)}`), filters);
  const isTyped = draft.fields.from !== from || draft.fields.to !== to;
  const send = (next: StatementFilters) => {
    draft.clear();
    change(next);
  };
  return (
    <form class="filters" role="search" aria-label="Statements" onSubmit={(event) => send(fieldsOf(event))}>
      <div class="tabs" role="group" aria-label="Period">
        {[{ name: "All time", from: undefined, to: undefined }, ...periodsAt(Date.now())].map(({ name, ...days }) => (
          <button
            key={name}
            type="button"
            class="plain"
            aria-pressed={days.from === from && days.to === to}
            onClick={() => send({ ...others, ...(days.from && days) })}
          >
            {name}
          </button>
        ))}
      </div>
      <details open={inUse > 0 || isTyped || undefined}>
        <summary>Other dates, and filters{inUse > 0 && ` (${inUse} in use)`}</summary>
        <div class="fields">
          <label>
            <span>From (UTC)</span>
            <input
              type="date"
              name="from"
              value={draft.fields.from ?? ""}
              onInput={({ currentTarget }) => draft.change({ from: currentTarget.value })}
            />
          </label>
          <label>
            <span>To, inclusive</span>
            <input
              type="date"
              name="to"
              value={draft.fields.to ?? ""}
              onInput={({ currentTarget }) => draft.change({ to: currentTarget.value })}
            />
          </label>
          <Choice<StatementField>
            name="role"
            label="Your role"
            value={filters.role}
            any="All"
            of={Object.entries(ROLE_NAMES)}
          />
          <Choice<StatementField>
            name="type"
            label="Type"
            value={filters.type}
            any="All"
            of={Object.entries(ROW_NAMES)}
          />
          <Choice<StatementField> name="contract" label="Pace" value={filters.contract} any="All" of={CONTRACTS} />
        </div>
        <p class="actions">
          <button type="submit" class="plain">
            Apply
          </button>
          {Object.keys(filters).length > 0 && (
            <button type="button" class="plain" onClick={() => send({})}>
              Clear all
            </button>
          )}
        </p>
      </details>
    </form>
  );
}
