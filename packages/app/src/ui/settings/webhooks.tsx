import { useState } from "preact/hooks";
import { api, dataOf } from "../../api";
import { selectionText, topicName, troubleOf, type Webhook } from "../../lib/webhooks";
import type { Me } from "../signedIn";
import { SignedButton } from "../signing";
import { Empty, Loaded } from "../states";
import { Untrusted } from "../untrusted";
import { useData } from "../useData";
import { Deliveries } from "./deliveries";
import { NewWebhook } from "./newWebhook";
import { Secret } from "./secret";

interface WebhookSettingsProps {
  me: Me;
  /** The search of the board that is to be saved; null for none. */
  watched: Webhook["filter"] | null;
}

/** Where the service sends events of this wallet, or of tasks that a search finds. */
export function WebhookSettings({ me, watched }: WebhookSettingsProps) {
  const { connected, wallet, read } = me;
  const [secrets, setSecrets] = useState<Readonly<Record<string, string | null>>>({});
  const setSecret = (id: string, text: string | null) => setSecrets((before) => ({ ...before, [id]: text }));
  const data = useData(`webhooks ${wallet}`, () =>
    read(async (headers) => dataOf(await api.POST("/mkt/webhooks/status", { body: {}, headers })).webhooks),
  );
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <p>
        This service sends each event to your server as it happens, signed with the webhook's secret.{" "}
        <a href="/guide#webhooks">How to receive them</a>
      </p>
      <Loaded data={data} what="your webhooks">
        {(webhooks, reload) => (
          <>
            {webhooks.length === 0 && (
              <Empty>
                <p>You have no webhook yet.</p>
              </Empty>
            )}
            <ul class="cards">
              {webhooks.map((webhook) => (
                <li key={webhook.id}>
                  <WebhookCard
                    me={me}
                    webhook={webhook}
                    secret={secrets[webhook.id] ?? null}
                    setSecret={(text) => setSecret(webhook.id, text)}
                    reload={reload}
                  />
                </li>
              ))}
            </ul>
            <NewWebhook
              connected={connected}
              watched={watched}
              done={({ webhook, secret: text }) => {
                setSecret(webhook.id, text);
                reload();
              }}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

const STATUS = { active: "Active", unverified: "Not tested yet", disabled: "Switched off" } as const;

interface WebhookCardProps {
  me: Me;
  webhook: Webhook;
  secret: string | null;
  setSecret: (secret: string | null) => void;
  reload: () => void;
}

function WebhookCard({ me, webhook, secret, setSecret, reload }: WebhookCardProps) {
  const [result, setResult] = useState<string | null>(null);
  const webhooks = async () => (await me.connected.mkt()).webhooks;
  const { id, url, types, status, description } = webhook;
  const trouble = troubleOf(webhook);
  const test = async () => {
    const { passed, result: said } = await (await webhooks()).test(id);
    setResult(passed ? "Passed. Events are sent from now on." : `Failed: ${said}.`);
    reload();
  };
  const rotate = async () => {
    setSecret((await (await webhooks()).rotate(id)).secret);
    reload();
  };
  return (
    <article class="card row-card" aria-label={`Webhook ${description || url}`}>
      <p>
        <strong>
          <Untrusted text={description || url} />
        </strong>{" "}
        <span class={status === "active" ? "label strong" : "label"}>{STATUS[status]}</span>
      </p>
      {description && (
        <p>
          <code>
            <Untrusted text={url} />
          </code>
        </p>
      )}
      <p>
        <Untrusted text={selectionText(webhook)} />: {types.map(topicName).join(", ")}.
      </p>
      {trouble && <p class="trouble">{trouble}</p>}
      {secret !== null && <Secret secret={secret} close={() => setSecret(null)} />}
      <p role="status" class={result === null ? "unseen" : undefined}>
        {result !== null && <Untrusted text={result} />}
      </p>
      <div class="actions">
        <SignedButton
          label="Send a test"
          of={url}
          means="Your signature has a test message sent. Once your server answers with its challenge, the webhook is active."
          run={test}
        />
        <SignedButton
          label="Replace the secret"
          of={url}
          means="Your signature gives this webhook a new secret, shown once. The old one works for 24 more hours."
          run={rotate}
        />
        <SignedButton
          label="Delete"
          of={url}
          means="Your signature deletes this webhook and its deliveries. This cannot be undone."
          run={async () => {
            await (await webhooks()).delete(id);
            reload();
          }}
        />
      </div>
      <Deliveries me={me} id={id} />
    </article>
  );
}
