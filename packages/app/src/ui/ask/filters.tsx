import type { components } from "../../../../client/src/generated/openapi";
import { api, dataOf } from "../../api";
import { draftName } from "../../lib/drafts";
import { countryName, words } from "../../lib/text";
import { fieldsOf } from "../form";
import { Empty, Loaded } from "../states";
import { Ago } from "../time";
import { useData } from "../useData";
import { useDraftForm } from "../useDraft";
import { useWallet } from "../../wallet/context";

const NAMES = ["category", "industry", "country"] as const;

type Values = components["schemas"]["AnalyticsFilterValues"];

interface FiltersProps {
  ask: (question: Record<string, unknown>) => void;
}

/** The report's rows and its filter, from the values that it has. */
export function FiltersForm({ ask }: FiltersProps) {
  const data = useData("report filters", async () => dataOf(await api.GET("/analytics/filters")));
  return (
    <Loaded data={data} what="the report's filters">
      {(values) =>
        values.updatedAt === null ? (
          <Empty>
            <p>
              No monthly report is published yet. <a href="/app/market">See the market’s totals</a> meanwhile.
            </p>
          </Empty>
        ) : (
          <Form values={values} ask={ask} />
        )
      }
    </Loaded>
  );
}

function Form({ values, ask }: FiltersProps & { values: Values }) {
  const draft = useDraftForm(draftName(useWallet().account, "report"));
  const send = (event: SubmitEvent) => {
    const { aggregate = "", only = "" } = fieldsOf(event);
    const [name = "", ...value] = only.split(" ");
    ask({ filters: { aggregate, ...(only !== "" && { [name]: value.join(" ") }) } });
  };
  return (
    <form class="action" ref={draft.form} onInput={draft.keep} onSubmit={send}>
      <div class="fields">
        <label>
          <span>A row for each</span>
          <select name="aggregate">
            {values.aggregates.map((name) => (
              <option key={name} value={name} selected={name === "category"}>
                {words(name)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>Only tasks of</span>
          <select name="only">
            <option value="">All tasks</option>
            {NAMES.filter((name) => values[name].length > 0).map((name) => (
              <optgroup key={name} label={words(name)}>
                {values[name].map((value) => (
                  <option key={value} value={`${name} ${value}`}>
                    {name === "country" ? countryName(value) : words(value)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
      </div>
      <button type="submit">See the price</button>
      <p class="note">
        Seeing the price is free and needs no wallet. The newest report appeared{" "}
        {values.updatedAt && <Ago time={values.updatedAt} />}.
      </p>
    </form>
  );
}
