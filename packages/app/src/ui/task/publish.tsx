import { useState } from "preact/hooks";
import { api, dataOf, type Task } from "../../api";
import type { Connected } from "../../wallet/connect";
import { fieldsOf } from "../form";
import { useSigning } from "../signing";
import { Failure } from "../states";
import { useData } from "../useData";
import { ActionInput } from "./actionInput";

interface PublishProps {
  task: Task;
  connected: Connected;
  /** The visitor's own comment on the other party. */
  comment: string;
}

/** The newest comments of a wallet; an older one is offered again, and publishing it twice changes nothing. */
const NEWEST = 50;

/** Makes the visitor's comment public, beside the rating that is on the chain. */
export function Publish({ task, connected, comment }: PublishProps) {
  const { contract, taskId } = task;
  const { isBusy, error, run } = useSigning();
  const [isDone, setIsDone] = useState(false);
  const query = { address: connected.address, limit: NEWEST };
  const known = useData(`published ${contract} ${taskId} ${connected.address}`, async () =>
    dataOf(await api.GET("/mkt/ratings", { params: { query } })).given.items.some(
      (one) => one.contract === contract && one.taskId === taskId,
    ),
  );
  if (known.state === "loading") return null;
  if (isDone || (known.state === "ready" && known.value))
    return <p class="quiet">Your comment is public, on the other party's page.</p>;
  const publish = async (event: SubmitEvent) => {
    const rating = Number(fieldsOf(event)["rating"]);
    const client = () => connected.mkt().then((mkt) => mkt.publishRating(task, { rating, comment }));
    if (await run(client)) setIsDone(true);
  };
  return (
    <details class="explained">
      <summary>Make your comment public</summary>
      <form class="action" onSubmit={(event) => void publish(event)}>
        <p>
          One signature shows your comment on the other party's page, with your address. It costs nothing and is final.
          Choose the rating that you have given.
        </p>
        <ActionInput field="rating" id="publish-rating" task={task} fault={undefined} />
        <button type="submit" class="plain" disabled={isBusy}>
          Sign and publish
        </button>
        {error && <Failure error={error} />}
      </form>
    </details>
  );
}
