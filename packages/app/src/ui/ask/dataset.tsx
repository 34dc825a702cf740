import { api, dataOf } from "../../api";
import type { components } from "../../../../client/src/generated/openapi";
import { count } from "../../lib/text";
import { Fact, Facts } from "../ratings";
import { Loaded } from "../states";
import { At } from "../time";
import { Untrusted } from "../untrusted";
import { useData } from "../useData";
import { Reply } from "./reply";

type Dataset = components["schemas"]["Dataset"];

interface DatasetProps {
  kind: Dataset["kind"];
  /** Puts a question into the form. */
  type: (question: string) => void;
}

/** What answers are computed from, with questions and their real replies, free. */
export function DatasetView({ kind, type }: DatasetProps) {
  const data = useData("datasets", async () => dataOf(await api.GET("/datasets")).items);
  return (
    <section aria-labelledby="data" class="dataset">
      <h2 id="data">The data</h2>
      <Loaded data={data} what="the datasets">
        {(items) => {
          const dataset = items.find((one) => one.kind === kind);
          return dataset ? (
            <>
              <About dataset={dataset} />
              <Samples dataset={dataset} type={type} />
            </>
          ) : (
            <p class="quiet">This dataset is not published at the moment. Come back later.</p>
          );
        }}
      </Loaded>
    </section>
  );
}

function About({ dataset }: { dataset: Dataset }) {
  const { datasetCount, minGroupSize, period, importedAt, languages, licence, source, columns } = dataset;
  return (
    <Facts>
      <Fact name="Size">{count(datasetCount, "record")}</Fact>
      <Fact name="Period">{period ?? "Not stated"}</Fact>
      <Fact name="Imported">
        <At time={importedAt} />
      </Fact>
      {languages && <Fact name="Languages">{languages.join(", ")}</Fact>}
      {source && <Fact name="Source">{source}</Fact>}
      {licence && <Fact name="Licence">{licence}</Fact>}
      <Fact name="Privacy">No figure is about fewer than {minGroupSize} people; personal data is taken out.</Fact>
      {columns && columns.length > 0 && (
        <Fact name="Compare by">
          <Columns columns={columns} />
        </Fact>
      )}
    </Facts>
  );
}

function Columns({ columns }: { columns: NonNullable<Dataset["columns"]> }) {
  return (
    <>
      {columns.map(({ name, values, notListed }) => (
        <details key={name}>
          <summary>
            <Untrusted text={name} /> <span class="quiet">({count(values.length + notListed, "value")})</span>
          </summary>
          <p class="labels">
            {values.map((one) => (
              <span class="label quiet" key={one.value}>
                <Untrusted text={one.value} /> {one.count.toLocaleString("en")}
              </span>
            ))}
            {notListed > 0 && <span class="quiet">and {notListed.toLocaleString("en")} more</span>}
          </p>
        </details>
      ))}
    </>
  );
}

/** The first answer stands open, so that a visitor sees what is for sale. */
function Samples({ dataset: { examples }, type }: { dataset: Dataset; type: DatasetProps["type"] }) {
  if (examples.length === 0) return null;
  const begin = (question: string) => {
    type(question);
    document.getElementById("question")?.focus();
  };
  return (
    <>
      <h3>Free samples</h3>
      <p>Real answers of this dataset, to questions about it.</p>
      {examples.map(({ question, reply }, at) => (
        <details key={question} class="sample" open={at === 0}>
          <summary>
            <Untrusted text={question} />
          </summary>
          <Reply answer={{ reply }} />
          <p>
            <button type="button" class="plain" onClick={() => begin(question)}>
              Ask something like this
            </button>
          </p>
        </details>
      ))}
    </>
  );
}
