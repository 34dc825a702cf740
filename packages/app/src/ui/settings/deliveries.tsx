import { useState } from "preact/hooks";
import { api, dataOf } from "../../api";
import { topicName, type Delivery } from "../../lib/webhooks";
import type { Me } from "../signedIn";
import { SignedButton } from "../signing";
import { NotLoaded, Waiting } from "../states";
import { Ago } from "../time";
import { Untrusted } from "../untrusted";
import { usePages } from "../usePages";

/** What was sent to a webhook in the last 30 days, read when it is opened. */
export function Deliveries({ me, id }: { me: Me; id: string }) {
  const [opened, setOpened] = useState(0);
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && opened === 0 && setOpened(1)}>
      <summary>Deliveries</summary>
      {opened > 0 && <Log key={opened} me={me} id={id} name={`${id} ${opened}`} again={() => setOpened(opened + 1)} />}
    </details>
  );
}

const STATUS = { pending: "Under way", delivered: "Delivered", failed: "Failed" } as const;

function Log({ me, id, name, again }: { me: Me; id: string; name: string; again: () => void }) {
  const pages = usePages<Delivery>(`deliveries ${me.wallet} ${name}`, (cursor) =>
    me.read(async (headers) => {
      const body = { id, limit: 10, ...(cursor && { cursor }) };
      const { deliveries } = dataOf(await api.POST("/mkt/webhooks/status", { body, headers }));
      return deliveries ?? { items: [], nextCursor: null };
    }),
  );
  const { items, state, isSlow, error, hasMore, more, retry } = pages;
  return (
    <>
      {items.length > 0 && (
        <ul class="deliveries">
          {items.map((delivery) => (
            <li key={delivery.id}>
              <p>
                <span class={delivery.status === "failed" ? "label trouble" : "label"}>{STATUS[delivery.status]}</span>{" "}
                {topicName(delivery.type)} <span class="quiet">{<Ago time={delivery.createdAt} />}</span>
              </p>
              <p class="quiet">
                {delivery.attempts === 1 ? "1 attempt" : `${delivery.attempts} attempts`}
                {delivery.result !== null && (
                  <>
                    , the last: <Untrusted text={delivery.result} />
                  </>
                )}
              </p>
              <SignedButton
                label="Send again"
                of={`${topicName(delivery.type)} of ${delivery.createdAt}`}
                means="Your signature has this delivery sent again, with the same id, so that your server knows it."
                run={async () => {
                  await (await me.connected.mkt()).webhooks.replay(delivery.id);
                  again();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {state === "loading" && <Waiting what="deliveries" isSlow={isSlow} />}
      {state === "ready" && items.length === 0 && (
        <p class="quiet">Nothing was sent in the last 30 days. Only an active webhook gets events.</p>
      )}
      {error && <NotLoaded error={error} retry={retry} />}
      {state === "ready" && (
        <p class="actions">
          {hasMore && (
            <button type="button" class="plain" onClick={more}>
              Show more deliveries
            </button>
          )}
          <button type="button" class="plain" onClick={again}>
            Refresh
          </button>
        </p>
      )}
    </>
  );
}
