import { useState } from "preact/hooks";
import type { ParticipantTask } from "../../api";
import { duration } from "../../lib/time";
import type { Connected } from "../../wallet/connect";
import { Average } from "../ratings";
import { Failure } from "../states";
import { Untrusted } from "../untrusted";
import { errorOf } from "../useData";
import { WalletLink } from "../wallet";
import type { PartProps } from "./part";

/** The workers who are interested; the poster selects one by a signature that costs nothing. */
export function Interests({ view, task, connected, done }: PartProps & { view: ParticipantTask; connected: Connected }) {
  const [error, setError] = useState<Error | null>(null);
  const pending = view.interests?.items.filter(({ status }) => status === "pending") ?? [];
  const select = (worker: string) => {
    setError(null);
    connected.mkt.poster.select(task, worker).then(done, (problem: unknown) => setError(errorOf(problem)));
  };
  if (task.mode !== "selection") return null;
  return (
    <>
      <h3>Interested workers</h3>
      {pending.length === 0 && <p class="quiet">No worker waits for your decision.</p>}
      <ul class="cards">
        {pending.map(({ worker, message, etaSeconds, record }) => (
          <li key={worker} class="card">
            <p>
              <WalletLink address={worker} />{" "}
              {record && <Average average={record.average} of={record.ratings} by="worker" />}
            </p>
            {message && (
              <p>
                <Untrusted text={message} />
              </p>
            )}
            {etaSeconds !== null && <p class="quiet">Expects to need {duration(etaSeconds)}</p>}
            <p>
              <button type="button" onClick={() => select(worker)}>
                Select this worker
              </button>{" "}
              <span class="note">You sign that this wallet may stake and start. It costs nothing.</span>
            </p>
          </li>
        ))}
      </ul>
      {error && <Failure error={error} />}
    </>
  );
}
