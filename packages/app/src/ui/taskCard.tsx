import type { Profile, Task } from "../api";
import { countryName, stateName, toneOf, usdc, words } from "../lib/text";
import { pastText, usualText } from "../lib/records";
import { standingFor, watchedBy } from "../lib/standing";
import { duration } from "../lib/time";
import { taskPath } from "../paths";
import { Pill } from "./mark";
import { Average } from "./ratings";
import { Ago, Countdown } from "./time";
import { Untrusted } from "./untrusted";
import { WalletLink } from "./wallet";

/** What a task is called; some were created on the contract without a title. */
export function titleOf({ title, taskId }: Task): string {
  return title ?? `Task ${taskId}, without a description`;
}

interface TaskCardProps {
  task: Task;
  poster?: Profile | undefined;
  /** Whose own tasks these are. */
  viewer?: string;
}

/** One task in a list: what, for how much, until when, and from whom. */
export function TaskCard({ task, poster, viewer }: TaskCardProps) {
  const { category, country, tags, mode, terms, interestCount, state, deadlines } = task;
  // Until when it is open stands above.
  const watched = viewer === undefined || state === "FUNDED" ? null : watchedBy(task, viewer);
  const usual = usualText(task.posterUsually);
  return (
    <article class="card">
      <h2>
        <a href={taskPath(task)}>
          <Untrusted text={titleOf(task)} />
        </a>
      </h2>
      <p class="money">
        <strong>{usdc(task.rewardUsdc)} USDC</strong> <span class="quiet">stake {usdc(task.stakeUsdc)}</span>
      </p>
      <p class="labels">
        {state !== "FUNDED" && <Pill tone={toneOf(state)}>{stateName(state)}</Pill>}
        {category && (
          <span class="label">
            <Untrusted text={words(category)} />
          </span>
        )}
        {country && <span class="label">{countryName(country)}</span>}
        {tags.slice(0, 4).map((tag) => (
          <span class="label quiet" key={tag}>
            <Untrusted text={tag} />
          </span>
        ))}
      </p>
      <p class="quiet">
        {state === "FUNDED" && deadlines.openUntil ? (
          <>
            {duration(terms.windows.work)} to do it · closes <Ago time={deadlines.openUntil} />
          </>
        ) : (
          <>
            Posted <Ago time={task.createdAt} />
          </>
        )}
        {mode === "selection" &&
          state === "FUNDED" &&
          ` · ${task.poster === viewer ? "you select" : "the poster selects"}, ${interestCount} interested`}
      </p>
      {viewer && (
        <p>
          {standingFor(task, viewer)} {watched && <Countdown {...watched} />}
        </p>
      )}
      {task.poster !== viewer && (
        <p class="by">
          <WalletLink address={task.poster} profile={poster} />{" "}
          {poster && (
            <Average average={poster.ratings.asPoster.average} raters={poster.ratings.asPoster.raters} by="poster" />
          )}
          {poster && <span class="quiet">{pastText(poster.asPoster)}</span>}
          {usual && state === "FUNDED" && <span class="quiet">{usual}</span>}
        </p>
      )}
    </article>
  );
}
