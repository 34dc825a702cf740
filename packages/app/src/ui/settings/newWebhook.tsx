import { useEffect, useRef, useState } from "preact/hooks";
import type { EventTopic } from "../../../../../functions/src/domain/events/event";
import { draftName } from "../../lib/drafts";
import {
  filterText,
  SCOPE_NAMES,
  TOPIC_GROUPS,
  topicName,
  urlFault,
  USUAL_TOPICS,
  type Scope,
  type Webhook,
} from "../../lib/webhooks";
import { count } from "../../lib/text";
import { PATHS } from "../../paths";
import type { Connected } from "../../wallet/connect";
import { DraftNote } from "../draftNote";
import { Failure } from "../states";
import { useSigning } from "../signing";
import { Untrusted } from "../untrusted";
import { useDraftFields } from "../useDraft";
import { FieldFault } from "./fault";

interface NewWebhookProps {
  connected: Connected;
  watched: Webhook["filter"] | null;
  done: (created: { webhook: Webhook; secret: string }) => void;
}

interface WebhookDraft {
  url: string;
  description: string;
  scope: Scope;
  topics: readonly EventTopic[];
  contract: "human" | "agent-fast";
  taskId: string;
}

/** A new webhook: where to, about what. A search of the board comes along as its filter. */
export function NewWebhook({ connected, watched, done }: NewWebhookProps) {
  const first: Scope = watched ? "market" : "mine";
  const draft = useDraftFields<WebhookDraft>(draftName(connected.address, `webhook ${first}`), {
    url: "",
    description: "",
    scope: first,
    topics: USUAL_TOPICS[first],
    contract: "human",
    taskId: "",
  });
  const { url, description, scope, topics, contract, taskId } = draft.fields;
  const [fault, setFault] = useState<string | null>(null);
  const { isBusy, error, run } = useSigning();
  const heading = useRef<HTMLHeadingElement>(null);
  const filter = watched ?? {};
  // Who comes from the board is brought to what he came for.
  useEffect(() => {
    if (watched) heading.current?.scrollIntoView();
  }, []);

  const choose = (next: Scope) => draft.change({ scope: next, topics: USUAL_TOPICS[next] });
  const about = scope === "market" ? filterText(filter) : scope === "task" ? `Task ${taskId || "…"}` : SCOPE_NAMES.mine;
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = urlFault(url) ?? (topics.length === 0 ? "Choose at least one event." : null);
    setFault(wrong);
    if (wrong !== null) return;
    await run(async () => {
      const chosen = { market: { filter }, task: { task: { contract, taskId } }, mine: {} }[scope];
      const made = await (
        await connected.mkt()
      ).webhooks.create({
        url,
        scope,
        types: [...topics],
        ...chosen,
        ...(description && { description }),
      });
      draft.clear();
      done(made);
    });
  };
  return (
    <form class="settings-form" noValidate aria-labelledby="new-webhook" onSubmit={(event) => void create(event)}>
      <h3 id="new-webhook" ref={heading}>
        New webhook
      </h3>
      <label for="webhook-url">
        <span>Your server's address</span>
        <input
          id="webhook-url"
          type="url"
          value={url}
          maxLength={2_000}
          placeholder="https://agent.example/hook"
          aria-invalid={fault !== null && topics.length > 0 ? true : undefined}
          onInput={({ currentTarget }) => draft.change({ url: currentTarget.value.trim() })}
        />
      </label>
      <FieldFault error={error} pointer="/url" />
      <label for="webhook-description">
        <span>Name (optional, only you see it)</span>
        <input
          id="webhook-description"
          value={description}
          maxLength={200}
          onInput={({ currentTarget }) => draft.change({ description: currentTarget.value })}
        />
      </label>
      <label for="webhook-scope">
        <span>Events about</span>
        <select id="webhook-scope" value={scope} onChange={({ currentTarget }) => choose(currentTarget.value as Scope)}>
          {Object.entries(SCOPE_NAMES).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {scope === "market" && (
        <p class="note">
          <Untrusted text={filterText(filter)} />. <a href={PATHS.board}>Choose another search on the board</a>, then
          “Save this search”.
        </p>
      )}
      {scope === "task" && (
        <div class="fields">
          <label for="webhook-contract">
            <span>Pace</span>
            <select
              id="webhook-contract"
              value={contract}
              onChange={({ currentTarget }) =>
                draft.change({ contract: currentTarget.value as "human" | "agent-fast" })
              }
            >
              <option value="human">Days, for people</option>
              <option value="agent-fast">Minutes, for machines</option>
            </select>
          </label>
          <label for="webhook-task">
            <span>Task number</span>
            <input
              id="webhook-task"
              inputMode="numeric"
              value={taskId}
              onInput={({ currentTarget }) => draft.change({ taskId: currentTarget.value.trim() })}
            />
          </label>
        </div>
      )}
      <details class="topics">
        <summary>
          {count(topics.length, "event")}: {topics.slice(0, 3).map(topicName).join(", ")}
          {topics.length > 3 && " …"}
        </summary>
        {TOPIC_GROUPS.map(({ name, topics: group }) => (
          <fieldset key={name}>
            <legend>{name}</legend>
            {group.map(([topic, text]) => (
              <label class="check" key={topic}>
                <input
                  type="checkbox"
                  checked={topics.includes(topic)}
                  onChange={({ currentTarget: { checked } }) =>
                    draft.change({ topics: checked ? [...topics, topic] : topics.filter((one) => one !== topic) })
                  }
                />
                <span>{text}</span>
              </label>
            ))}
          </fieldset>
        ))}
      </details>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <p id="webhook-means" class="note">
        Your signature has events sent to {url ? <Untrusted text={url} /> : "this address"}: <Untrusted text={about} />,{" "}
        {topics.map(topicName).join(", ")}. It is free.
      </p>
      <button type="submit" disabled={isBusy} aria-describedby="webhook-means">
        Sign and create
      </button>
      <DraftNote saved={draft.saved} />
      {error && <Failure error={error} />}
    </form>
  );
}
