import { useState } from "preact/hooks";
import { api, dataOf } from "../../api";
import type { components } from "../../../../client/src/generated/openapi";
import type { Data } from "../../lib/shown";
import { count, sentence, valueName } from "../../lib/text";
import { dayOf } from "../../lib/time";
import { Fact, Facts } from "../ratings";
import { Loaded, Waiting } from "../states";
import { Untrusted } from "../untrusted";
import { useData } from "../useData";
import { Reply } from "./reply";

type Dataset = components["schemas"]["Dataset"];

/** What answers are computed from: the dataset of a kind, null where none is published. */
export function useDataset(kind: Dataset["kind"] | null): Data<Dataset | null> {
  return useData(`dataset ${kind}`, async () =>
    kind === null ? null : (dataOf(await api.GET("/datasets")).items.find((one) => one.kind === kind) ?? null),
  );
}

/** What the data is; it is waited for where the samples will stand. */
export function AboutData({ data }: { data: Data<Dataset | null> }) {
  if (data.state === "loading") return null;
  return (
    <section aria-labelledby="data" class="card">
      <h2 id="data">The data</h2>
      <Loaded data={data} what="the dataset">
        {(dataset) =>
          dataset ? (
            <About dataset={dataset} />
          ) : (
            <p class="quiet">This dataset is not published at the moment. Come back later.</p>
          )
        }
      </Loaded>
    </section>
  );
}

/** A period, ISO 8601, in words. */
const periodText = (period: string) => period.replace("/", " to ");

/** What a dataset is in its own words: an endpoint's name promises more than some hold. */
export function MadeOf({ dataset: { source, period, datasetCount, importedAt } }: { dataset: Dataset }) {
  return (
    <>
      {count(datasetCount, "text")}
      {period && <> of {periodText(period)}</>}
      {source && (
        <>
          : <Untrusted text={source} />
        </>
      )}
      . Imported on {dayOf(importedAt)}.
    </>
  );
}

function About({ dataset }: { dataset: Dataset }) {
  const { minGroupSize, languages, licence, columns } = dataset;
  return (
    <Facts>
      {languages && <Fact name="Languages">{languages.join(", ")}</Fact>}
      {licence && <Fact name="Licence">{licence}</Fact>}
      <Fact name="Privacy">No figure covers fewer than {minGroupSize} people; personal data is taken out.</Fact>
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
            <Untrusted text={sentence(name)} />{" "}
            <span class="quiet">({(values.length + notListed).toLocaleString("en")})</span>
          </summary>
          <p class="labels">
            {values.map((one) => (
              <span class="label quiet" key={one.value}>
                <Untrusted text={valueName(name, one.value)} /> {one.count.toLocaleString("en")}
              </span>
            ))}
            {notListed > 0 && <span class="quiet">and {notListed.toLocaleString("en")} more</span>}
          </p>
        </details>
      ))}
    </>
  );
}

interface SamplesProps {
  data: Data<Dataset | null>;
  /** Puts a question into the form. */
  type: (question: string) => void;
}

/** Questions with their whole replies, free. The first stands open, so that a visitor sees what is for sale. */
export function Samples({ data, type }: SamplesProps) {
  if (data.state === "loading") return <Waiting what="the data" isSlow={data.isSlow} />;
  const examples = data.state === "ready" ? (data.value?.examples ?? []) : [];
  if (examples.length === 0) return null;
  const begin = (question: string) => {
    type(question);
    document.getElementById("question")?.focus();
  };
  return (
    <section aria-labelledby="samples" class="samples">
      <h2 id="samples">Free samples</h2>
      <p>Whole answers from this data. A text can count in several themes, so shares may add up to more than 100 %.</p>
      {examples.map((example, at) => (
        <Sample key={example.question} {...example} isOpen={at === 0} begin={() => begin(example.question)} />
      ))}
    </section>
  );
}

interface SampleProps {
  question: string;
  reply: string;
  isOpen: boolean;
  begin: () => void;
}

/** A reply is drawn once it is opened: ten at once keep a slow telephone busy. */
function Sample({ question, reply, isOpen, begin }: SampleProps) {
  const [isDrawn, setIsDrawn] = useState(isOpen);
  return (
    <details class="sample" open={isOpen} onToggle={({ currentTarget }) => currentTarget.open && setIsDrawn(true)}>
      <summary>
        <Untrusted text={question} />
      </summary>
      {isDrawn && (
        <>
          <Reply answer={{ reply }} />
          <p>
            <button type="button" class="plain" onClick={begin}>
              Ask something like this
            </button>
          </p>
        </>
      )}
    </details>
  );
}
