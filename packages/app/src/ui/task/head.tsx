import { useEffect, useState } from "preact/hooks";
import type { Task } from "../../api";
import { isSame } from "../../lib/role";
import { standingFor, watchedBy } from "../../lib/standing";
import { stateName, toneOf, usdc } from "../../lib/text";
import { stagesOf } from "../../lib/timeline";
import { useWallet } from "../../wallet/context";
import { useWide } from "../fold";
import { Pill, Sign } from "../mark";
import { At, Countdown } from "../time";

/** Where the visitor's step is, and what the button there says. */
export interface StepTo {
  label: string;
  /** Where it leads. */
  href?: "#next-step" | "#private";
  /** Instead: the form that it sends. */
  form?: string;
  /** Instead: what it does. */
  act?: () => void;
}

/** What a task is at a glance: amount, state, deadline and the one button; then its line from posted to paid. */
export function Head({ task, step }: { task: Task; step: StepTo | null }) {
  const wallet = useWallet().account;
  const isPoster = wallet !== null && isSame(task.poster, wallet);
  const watched = watchedBy(task, wallet);
  return (
    <section class="card task-head" aria-label="At a glance">
      <p class="task-amount">
        <strong>{usdc(task.rewardUsdc)} USDC</strong>
        <span class="quiet">reward, stake {usdc(task.stakeUsdc)}</span>
        {task.state === "FUNDED" && task.terms.platformFeeBps === 0 && !isPoster && (
          <span class="quiet">You receive {usdc(task.rewardUsdc)} USDC; there is no fee.</span>
        )}
      </p>
      <div class="task-now">
        <p>
          <Pill tone={toneOf(task.state)}>{stateName(task.state)}</Pill> {watched && <Countdown {...watched} />}
        </p>
        <p role="status" class="standing">
          {standingFor(task, wallet)}
        </p>
      </div>
      {step && <StepLink {...step} />}
      <Line task={task} />
    </section>
  );
}

/** Takes the step, or leads to it where there is something to fill in; what leads to the reading before it scrolls away. */
function StepLink({ label, href, form, act }: StepTo) {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    // Where it leads, and the step: with either in view the button would be one too many.
    const places = [href?.slice(1), "next-step"].flatMap((id) => {
      const place = document.getElementById(id ?? "");
      return place?.closest("section") ?? place ?? [];
    });
    const inView = new Map<Element, boolean>();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) inView.set(target, isIntersecting);
      setIsSeen([...inView.values()].includes(true));
    });
    for (const place of places) observer.observe(place);
    return () => observer.disconnect();
  });
  return (
    <p class={`step-link${isSeen ? " seen" : ""}${href === "#private" ? " leads" : ""}`}>
      {href ? (
        <a class="button" href={href}>
          {label}
        </a>
      ) : (
        <button type={form ? "submit" : "button"} form={form} onClick={act}>
          {label}
        </button>
      )}
    </p>
  );
}

/** Posted, taken, delivered, reviewed, paid, with when. */
function Line({ task }: { task: Task }) {
  const isWide = useWide();
  const stages = stagesOf(task);
  const now = stages.findIndex(({ isNow }) => isNow);
  const line = (
    <ol class="line" aria-label="How far it is">
      {stages.map(({ name, at, isNow, isBad }) => (
        <li
          key={name}
          class={at === null ? "ahead" : isBad ? "reached bad" : "reached"}
          aria-current={isNow ? "step" : undefined}
        >
          <Sign tone={at === null ? "open" : isBad ? "bad" : "good"} />
          <span>
            <strong>{name}</strong>
            {at === null ? (
              <span class="unseen"> ahead</span>
            ) : (
              <span class="quiet">
                <At time={at} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
  if (isWide) return line;
  return (
    <details class="line-fold">
      <summary>
        {stages[now]?.name}, {now + 1} of {stages.length}
      </summary>
      {line}
    </details>
  );
}
