import type { Profile, Task } from "../../api";
import { count } from "../../lib/text";
import { pastText, posterText, usualTime } from "../../lib/records";
import { arbiterPath } from "../../paths";
import { Fold } from "../fold";
import { Average, Fact, Facts, StarsGiven } from "../ratings";
import { WalletLink, WalletName } from "../wallet";

/** Who has a part in a task, and how the poster has treated workers before. */
export function Parties({ task, profiles }: { task: Task; profiles: ReadonlyMap<string, Profile> }) {
  const poster = profiles.get(task.poster);
  return (
    <Fold id="parties" title="Who">
      <Facts>
        <Fact name="Poster">
          <WalletLink address={task.poster} profile={poster} />
          <Rated value={task.ratings.ofPoster} by="worker" />
          {poster && <PosterRecord poster={poster} isTold={Boolean(task.posterRecord)} />}
          {task.posterRecord && (
            <>
              <br />
              <span>{posterText(task.posterRecord)}</span>
            </>
          )}
        </Fact>
        {task.worker && (
          <Fact name="Worker">
            <WalletLink address={task.worker} profile={profiles.get(task.worker)} />
            <Rated value={task.ratings.ofWorker} by="poster" />
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
function Rated({ value, by }: { value: number | null; by: "poster" | "worker" }) {
  if (value === null) return null;
  return (
    <>
      <br />
      <StarsGiven value={value} /> <span class="quiet">by the {by} for this task</span>
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
