import { useState } from "preact/hooks";
import type { Draft } from "../../lib/draft";
import type { Tried } from "../../lib/schemaCheck";
import { Field } from "../field";
import { Failures } from "../failures";
import { errorOf } from "../useData";
import { Choice } from "./choice";
import { bound, type DraftProps } from "./form";

/** For programs: the pace, a schema of the work, with a sample to try it on, and who may approve by it. */
export function SchemaFields(props: DraftProps) {
  const { schema, judge, contract } = props.draft;
  const isUsed = contract !== "human" || schema !== "" || judge !== "" || props.faults.judge !== undefined;
  return (
    <details open={isUsed}>
      <summary>For programs: pace, work as data, and a judge</summary>
      <Choice label="Pace" value={contract} onChoice={(pace) => props.change({ contract: pace as Draft["contract"] })}>
        <option value="human">Days, for people</option>
        <option value="agent-fast">Minutes, for machines</option>
      </Choice>
      <Field {...bound(props)("judge")} label="Judge besides you (optional)" hint="schema, or 0x…" />
      <p class="note">
        A judge may approve the work, too, which pays at once: a wallet, or “schema”, so that this service approves what
        satisfies the JSON Schema.
      </p>
      <Field {...bound(props)("schema")} label="JSON Schema 2020-12 of the work" rows={6} maxLength={16_384} />
      <TryOut {...props} />
    </details>
  );
}

/** A sample, and whether the schema would take it. */
function TryOut(props: DraftProps) {
  const { schema, sample } = props.draft;
  const [isBusy, setIsBusy] = useState(false);
  const [tried, setTried] = useState<(Tried & { of: string }) | Error | null>(null);
  const of = `${schema}\n${sample}`;
  const check = async () => {
    setIsBusy(true);
    try {
      const { tryOut } = await import("../../lib/schemaCheck");
      setTried({ ...(await tryOut(schema, sample)), of });
    } catch (problem) {
      setTried(errorOf(problem));
    } finally {
      setIsBusy(false);
    }
  };
  const isCurrent = tried !== null && !(tried instanceof Error) && tried.of === of;
  return (
    <div class="try-out">
      <Field {...bound(props)("sample")} label="A sample to try it on; it is not sent" rows={4} />
      <button type="button" class="plain" disabled={isBusy || schema === ""} onClick={() => void check()}>
        Check the sample
      </button>
      <div role="status">
        {isCurrent && <Verdict tried={tried} />}
        {tried instanceof Error && <p class="verdict bad">{tried.message}</p>}
      </div>
    </div>
  );
}

function Verdict({ tried: { about, failures } }: { tried: Tried }) {
  if (failures.length === 0) return <p class="verdict good">The service would take this sample.</p>;
  return (
    <>
      <p class="verdict bad">
        {about === "schema" ? "The schema cannot be used:" : "The service would refuse this sample:"}
      </p>
      <Failures failures={failures} />
    </>
  );
}
