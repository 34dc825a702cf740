import { criteriaOf, summaryOf, tagsOf, type Draft } from "../../lib/draft";
import { usdc, words } from "../../lib/text";
import { Markdown } from "../markdown";
import { MustHaves } from "../task/what";
import { Untrusted } from "../untrusted";

/** A draft as its task will look to a worker. */
export function Preview({ draft }: { draft: Draft }) {
  const summary = summaryOf(draft);
  const criteria = criteriaOf(draft);
  return (
    <section aria-labelledby="preview" class="card preview">
      <h2 id="preview">As the worker sees it</h2>
      <div>
        <p>
          <strong>
            <Untrusted text={draft.title || "…"} />
          </strong>
        </p>
        <p class="labels">
          {summary && <span class="label strong">{usdc(summary.rewardUsdc)} USDC</span>}
          {summary && <span class="label">stake {usdc(summary.stakeUsdc)}</span>}
          <span class="label">{words(draft.category)}</span>
          <span class="label">{startOf(draft)}</span>
          {tagsOf(draft).map((tag) => (
            <span class="label quiet" key={tag}>
              <Untrusted text={tag} />
            </span>
          ))}
        </p>
        {draft.description && <Markdown text={draft.description} />}
        <MustHaves criteria={criteria} />
        {draft.schema.trim() !== "" && <p class="quiet">The work is handed in as data too, checked by your schema.</p>}
        {draft.privateDetails.trim() !== "" && <p class="quiet">Private details are shown after the start.</p>}
      </div>
    </section>
  );
}

function startOf({ worker, mode }: Draft): string {
  if (worker !== "") return "For one worker";
  return mode === "instant" ? "Start at once" : "Poster selects";
}
