import { useState } from "preact/hooks";
import type { Mkt } from "../../../../client/src/browser";
import type { ParticipantTask, Task } from "../../api";
import { workerText } from "../../lib/records";
import { shortAddress } from "../../lib/text";
import { duration } from "../../lib/time";
import type { Connected } from "../../wallet/connect";
import { StrangersLink } from "../link";
import { Average } from "../ratings";
import { Failure } from "../states";
import { Untrusted } from "../untrusted";
import { errorOf } from "../useData";
import { WalletLink } from "../wallet";
import { useWallet } from "../../wallet/context";
import { names } from "../names";

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
  const { say } = useWallet();
  const waiting = interests.filter(({ status }) => status === "pending" || status === "approved");
  const decide = async (words: string, decision: (poster: Poster) => Promise<unknown>) => {
    setError(null);
    setIsBusy(true);
    say(words);
    try {
      await decision((await connected.mkt()).poster);
      done();
    } catch (problem) {
      setError(errorOf(problem));
    } finally {
      say(null);
      setIsBusy(false);
    }
  };
  const whoIs = (worker: string) => {
    const name = names.of(worker)?.displayName;
    return name ? `${name} (${shortAddress(worker)})` : shortAddress(worker);
  };
  const title = task.title === null ? `task ${task.taskId}` : `“${task.title}”`;
  if (task.mode !== "selection") return null;
  return (
    <section class="card" aria-labelledby="interested">
      <h2 id="interested">Interested workers</h2>
      {waiting.length === 0 && <p class="quiet">No one is waiting for your decision.</p>}
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
                onClick={() =>
                  void decide(
                    `Let ${whoIs(worker)} start ${title}. It takes two signatures and costs nothing.`,
                    (poster) => poster.select(task, worker),
                  )
                }
              >
                {status === "approved" ? "Select this worker again" : "Select this worker"}
              </button>
              <button
                type="button"
                class="plain"
                disabled={isBusy}
                onClick={() =>
                  void decide(`Decline the interest of ${whoIs(worker)} in ${title}. It costs nothing.`, (poster) =>
                    poster.decline(task, worker),
                  )
                }
              >
                Decline
              </button>
            </p>
            <p class="note">
              {status === "approved" ? "You have selected this worker; sign again if the signature has expired." : ""}{" "}
              To select takes two signatures, which cost nothing: one lets this worker start, the other tells the
              worker. Your wallet shows them as a “Selection” and as a text that begins “mkt signed request”.
            </p>
          </li>
        ))}
      </ul>
      {error && <Failure error={error} />}
    </section>
  );
}
