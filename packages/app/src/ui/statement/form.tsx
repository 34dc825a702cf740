import { ROLE_NAMES, ROW_NAMES, periodsAt, type StatementField, type StatementFilters } from "../../lib/statement";
import { Choice } from "../choice";
import { fieldsOf } from "../form";

interface StatementFormProps {
  filters: StatementFilters;
  change: (next: StatementFilters) => void;
}

const CONTRACTS = [
  ["human", "Days, for people"],
  ["agent-fast", "Minutes, for machines"],
] as const;

/** Which movements: a period by one button, or days, role, type and contract. */
export function StatementForm({ filters, change }: StatementFormProps) {
  const { from, to, ...others } = filters;
  return (
    <form
      class="filters"
      role="search"
      aria-label="Statements"
      // Dates that come from elsewhere, such as a period's button, replace what is shown.
      key={`${from ?? ""} ${to ?? ""}`}
      onSubmit={(event) => change(fieldsOf(event))}
    >
      <div class="tabs" role="group" aria-label="Period">
        {[{ name: "All time", from: undefined, to: undefined }, ...periodsAt(Date.now())].map(({ name, ...days }) => (
          <button
            key={name}
            type="button"
            class="plain"
            aria-pressed={days.from === from && days.to === to}
            onClick={() => change({ ...others, ...(days.from && days) })}
          >
            {name}
          </button>
        ))}
      </div>
      <div class="fields">
        <label>
          <span>From (UTC)</span>
          <input type="date" name="from" defaultValue={from ?? ""} />
        </label>
        <label>
          <span>To, inclusive</span>
          <input type="date" name="to" defaultValue={to ?? ""} />
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
        <button type="submit">Apply</button>
        {Object.keys(filters).length > 0 && (
          <button type="button" class="plain" onClick={() => change({})}>
            Clear all
          </button>
        )}
      </p>
    </form>
  );
}
