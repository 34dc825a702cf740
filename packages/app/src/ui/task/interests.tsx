import { useState } from "preact/hooks";
import type { Mkt } from "../../../../client/src/browser";
import type { ParticipantTask, Task } from "../../api";
import { workerText } from "../../lib/records";
import { duration } from "../../lib/time";
import type { Connected } from "../../wallet/connect";
import { StrangersLink } from "../link";
import { Average } from "../ratings";
import { Failure } from "../states";
import { Untrusted } from "../untrusted";
import { errorOf } from "../useData";
import { WalletLink } from "../wallet";

interface InterestsProps {
  task: Task;
  done: () => void;
  interests: NonNullable<ParticipantTask["interests"]>["items"];
  connected: Connected;
}

type Poster = Mkt["poster"];

/** The workers who are interested; the poster selects one by a signature that costs nothing. */
export function Interests({ interests, task, connected, done }: InterestsProps) {
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const waiting = interests.filter(({ status }) => status === "pending" || status === "approved");
  const decide = async (decision: (poster: Poster) => Promise<unknown>) => {
    setError(null);
    setIsBusy(true);
    try {
      await decision((await connected.mkt()).poster);
      done();
    } catch (problem) {
      setError(errorOf(problem));
    } finally {
      setIsBusy(false);
    }
  };
  if (task.mode !== "selection") return null;
  return (
    <section class="card" aria-labelledby="interested">
      <h2 id="interested">Interested workers</h2>
      {waiting.length === 0 && <p class="quiet">No worker waits for your decision.</p>}
      <ul class="cards">
        {waiting.map(({ worker, message, etaSeconds, record, workerRecord, status, samples }) => (
          <li key={worker} class="card">
            <p>
              <WalletLink address={worker} isWhole />{" "}
              {record && <Average average={record.average} raters={record.raters} by="worker" />}
            </p>
            {workerRecord && <p class="quiet">{workerText(workerRecord)}</p>}
            {message && (
              <p>
                <Untrusted text={message} />
              </p>
            )}
            {etaSeconds !== null && <p class="quiet">Expects to need {duration(etaSeconds)}</p>}
            {samples.length > 0 && (
              <p>
                Example work:{" "}
                {samples.map((href, index) => (
                  <span key={href}>
                    {index > 0 && ", "}
                    <StrangersLink href={href}>sample {index + 1}</StrangersLink>
                  </span>
                ))}
              </p>
            )}
            <p class="actions">
              <button
                type="button"
                disabled={isBusy}
                onClick={() => void decide((poster) => poster.select(task, worker))}
              >
                {status === "approved" ? "Select this worker again" : "Select this worker"}
              </button>
              <button
                type="button"
                class="plain"
                disabled={isBusy}
                onClick={() => void decide((poster) => poster.decline(task, worker))}
              >
                Decline
              </button>
            </p>
            <p class="note">
              {status === "approved" ? "You have selected this worker; sign again if the signature has expired." : ""}{" "}
              To select takes two signatures: that this wallet may stake and start, and the request that tells the
              worker. They cost nothing.
            </p>
          </li>
        ))}
      </ul>
      {error && <Failure error={error} />}
    </section>
  );
}
