import { api, dataOf, type TaskSearch } from "../../api";
import { suggestedStake, type Draft } from "../../lib/draft";
import { usualReward } from "../../lib/rewards";
import { usdc, words } from "../../lib/text";
import { Field } from "../field";
import { useData } from "../useData";
import { SchemaFields } from "./acceptance";
import { Choice } from "./choice";
import { bound, type DraftProps } from "./form";

/** The reward, with what the wallet lacks for it, and the category. */
export function RewardFields({ lack, ...props }: DraftProps & { lack: string | null }) {
  const { draft, change } = props;
  const of = bound(props);
  const categories = useData("categories", async () => dataOf(await api.GET("/mkt/categories")));
  const names = categories.state === "ready" ? categories.value.items.map(({ name }) => name) : [draft.category];
  return (
    <>
      <div class="fields">
        <div>
          <Field {...of("rewardUsdc")} label="Reward, USDC" />
          <span class="note">For example 20 or 2.50.</span>
          <span id="draft-lack" role="status" class={lack ? "fault" : "unseen"}>
            {lack}
          </span>
        </div>
        <Choice label="Category" value={draft.category} onChoice={(category) => change({ category })}>
          {names.map((name) => (
            <option key={name} value={name}>
              {words(name)}
            </option>
          ))}
        </Choice>
      </div>
      <UsualReward category={draft.category} />
    </>
  );
}

/** How many of a category's latest tasks are compared. */
const COMPARED = 50;

/** What similar tasks pay, open and settled ones. */
function UsualReward({ category }: { category: string }) {
  const alike = useData(`rewards ${category}`, async () => {
    const query = {
      category: category as NonNullable<TaskSearch["category"]>,
      status: "all" as const,
      limit: COMPARED,
    };
    const { items } = dataOf(await api.GET("/mkt/tasks", { params: { query } }));
    return usualReward(items.map(({ rewardUsdc }) => rewardUsdc));
  });
  const known = alike.state === "ready" ? alike.value : null;
  return (
    <p class="note">{known ?? "A higher reward attracts more workers. You can raise it later, but not lower it."}</p>
  );
}

/** What is usual for most tasks: who may start, stake, time and tags. */
export function MoreOptions({ isOpen, toggle, ...props }: DraftProps & Opened) {
  const { draft, change, faults } = props;
  const of = bound(props);
  const isWrong =
    faults.stakeUsdc !== undefined ||
    faults.workHours !== undefined ||
    faults.tags !== undefined ||
    faults.judge !== undefined ||
    faults.schema !== undefined;
  return (
    <details
      class="more-options"
      open={isWrong || isOpen}
      onToggle={(event) => event.target === event.currentTarget && toggle(event.currentTarget.open)}
    >
      <summary>More options</summary>
      <div class="fields">
        {draft.worker === "" && (
          <Choice label="Who may start" value={draft.mode} onChoice={(mode) => change({ mode: mode as Draft["mode"] })}>
            <option value="instant">The first worker to take it</option>
            <option value="selection">A worker I select</option>
          </Choice>
        )}
        <Field
          {...of("stakeUsdc")}
          label="Worker's stake, USDC"
          hint={draft.rewardUsdc ? usdc(suggestedStake(draft)) : "a tenth"}
        />
        <Field
          {...of("workHours")}
          label="Time for the work, hours"
          hint={draft.contract === "human" ? "168 (7 days)" : "as usual"}
        />
        <Field {...of("tags")} label="Tags, with commas (optional)" hint="energy, summary" />
      </div>
      <SchemaFields {...props} />
    </details>
  );
}

/** Whether the options are open; kept by the page, as connecting draws the form anew. */
export interface Opened {
  isOpen: boolean;
  toggle: (isOpen: boolean) => void;
}
