import { api, dataOf, type Task } from "../../api";
import { draftName } from "../../lib/drafts";
import { ownWords } from "../../lib/given";
import { isSame } from "../../lib/role";
import type { Connected } from "../../wallet/connect";
import { DraftNote } from "../draftNote";
import { Field } from "../field";
import { fieldsOf } from "../form";
import { useSigning } from "../signing";
import { Failure } from "../states";
import { StepButton } from "../stepButton";
import { useData } from "../useData";
import { useDraftForm } from "../useDraft";
import type { CaseTexts } from "./texts";

interface AddCommentProps {
  task: Task;
  connected: Connected;
  view: CaseTexts;
  done: () => void;
}

/** The newest comments of a wallet; an older one is offered again, and publishing it twice changes nothing. */
const NEWEST = 50;

/** Words beside a rating that was given, also after the money has moved: public, on the other party's page. */
export function AddComment({ task, connected, view, done }: AddCommentProps) {
  const { contract, taskId, ratings } = task;
  const { address } = connected;
  const { isBusy, error, run } = useSigning();
  const draft = useDraftForm(draftName(address, `${contract} ${taskId} comment`));
  const rating = isSame(task.poster, address)
    ? ratings.ofWorker
    : isSame(task.worker, address)
      ? ratings.ofPoster
      : null;
  const query = { address, limit: NEWEST };
  const known = useData(`published ${contract} ${taskId} ${address} ${rating}`, async () =>
    rating === null
      ? null
      : (dataOf(await api.GET("/mkt/ratings", { params: { query } })).given.items.find(
          (one) => one.contract === contract && one.taskId === taskId,
        ) ?? null),
  );
  if (rating === null || known.state === "loading") return null;
  if (known.state === "ready" && known.value)
    return <p class="quiet">Your comment is public, on the other party's page.</p>;
  const said = ownWords(view.comments.find(({ author }) => isSame(author, address))?.content ?? "");
  const publish = async (event: SubmitEvent) => {
    const comment = said === "" ? (fieldsOf(event)["comment"] ?? "") : said;
    event.preventDefault();
    if (!(await run(() => connected.mkt().then((mkt) => mkt.publishRating(task, { rating, comment }))))) return;
    draft.clear();
    if (known.state === "ready") known.reload();
    done();
  };
  return (
    <details class="explained">
      <summary>{said === "" ? "Add a comment to your rating" : "Make your comment public"}</summary>
      <form class="action" ref={draft.form} onInput={draft.keep} onSubmit={(event) => void publish(event)}>
        {said === "" && (
          <Field id="add-comment" name="comment" label="Your comment" rows={3} maxLength={1_000} required />
        )}
        <DraftNote saved={draft.saved} />
        <p class="note">
          One signature shows it on the other party's page with your {rating} stars and your address. It costs nothing
          and is final.
        </p>
        <StepButton label="Sign and publish" isBusy={isBusy} isPlain />
        {error && <Failure error={error} />}
      </form>
    </details>
  );
}
