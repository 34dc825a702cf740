import type { Profile, Task } from "../../api";
import { count } from "../../lib/text";
import { pastText, posterText, usualTime, workerText } from "../../lib/records";
import { isSame } from "../../lib/role";
import { arbiterPath } from "../../paths";
import { useWallet } from "../../wallet/context";
import { Fold } from "../fold";
import { Average, Fact, Facts, StarsGiven } from "../ratings";
import { WalletLink, WalletName } from "../wallet";

/** Who has a part in a task, and the other party's record; the poster's decision changes both, and they are older. */
export function Parties({ task, profiles }: { task: Task; profiles: ReadonlyMap<string, Profile> }) {
  const wallet = useWallet().account;
  const isOwn = (address: string) => wallet !== null && isSame(address, wallet);
  const isDecided = task.ratings.ofWorker !== null;
  const hasRecord = (address: string) => !isDecided && !isOwn(address);
  const poster = profiles.get(task.poster);
  const worker = task.worker ? profiles.get(task.worker) : undefined;
  return (
    <Fold id="parties" title="Who">
      <Facts>
        <Fact name={isOwn(task.poster) ? "Poster (you)" : "Poster"}>
          <WalletLink address={task.poster} profile={poster} />
          <Rated value={task.ratings.ofPoster} by={task.worker && isOwn(task.worker) ? "you" : "the worker"} />
          {poster && hasRecord(task.poster) && <PosterRecord poster={poster} isTold={Boolean(task.posterRecord)} />}
          {task.posterRecord && hasRecord(task.poster) && (
            <>
              <br />
              <span>{posterText(task.posterRecord)}</span>
            </>
          )}
        </Fact>
        {task.worker && (
          <Fact name={isOwn(task.worker) ? "Worker (you)" : "Worker"}>
            <WalletLink address={task.worker} profile={worker} />
            <Rated value={task.ratings.ofWorker} by={isOwn(task.poster) ? "you" : "the poster"} />
            {worker && hasRecord(task.worker) && (
              <>
                <br />
                <Average
                  average={worker.ratings.asWorker.average}
                  raters={worker.ratings.asWorker.raters}
                  by="worker"
                />
                <br />
                <span class="quiet">{workerText(worker.workerRecord)}</span>
              </>
            )}
          </Fact>
        )}
        {task.reservedFor && !task.worker && (
          <Fact name="Reserved for">
            <WalletLink address={task.reservedFor} />
          </Fact>
        )}
        <Fact name="Arbiter">
          <a class="wallet" href={arbiterPath(task.terms.arbiter)} title={task.terms.arbiter}>
            <WalletName address={task.terms.arbiter} />
          </a>
          <br />
          <span class="quiet">decides on the money, only if the worker contests a rejection; see its rulings</span>
        </Fact>
      </Facts>
    </Fold>
  );
}

/** How the other party rated this task. */
function Rated({ value, by }: { value: number | null; by: string }) {
  if (value === null) return null;
  return (
    <>
      <br />
      <StarsGiven value={value} /> <span class="quiet">by {by} for this task</span>
    </>
  );
}

/** `isTold`: how long decisions take stands below. */
function PosterRecord({ poster, isTold }: { poster: Profile; isTold: boolean }) {
  const { medianReviewHours } = poster.asPoster;
  return (
    <>
      <br />
      <Average average={poster.ratings.asPoster.average} raters={poster.ratings.asPoster.raters} by="poster" />
      <br />
      <span class="quiet">
        {pastText(poster.asPoster)}, as of a few minutes ago
        {medianReviewHours !== null && !isTold && `; so far decides ${usualTime(medianReviewHours * 3600)}`}
        {poster.silentDeadlines.reviewBy > 0 && `; missed ${count(poster.silentDeadlines.reviewBy, "review")}`}
      </span>
    </>
  );
}
