import { DraftNote } from "../draftNote";
import { fieldsOf } from "../form";
import type { Saved } from "../useDraft";
import { Reply } from "./reply";

/** The longest question that the service takes. */
const MAX_QUESTION = 4_000;

interface QuestionProps {
  label: string;
  /** Questions to begin with; null while they are on their way, so that they take no room later. */
  examples: readonly string[] | null;
  typed: string;
  type: (text: string) => void;
  saved: Saved;
  /** The answer, where what is typed was asked and is one of the free samples. */
  free: string | null;
  ask: (question: string) => void;
}

/** A question as it is typed; asking shows its price. */
export function QuestionForm({ label, examples, typed, type, saved, free, ask }: QuestionProps) {
  const send = (event: SubmitEvent) => {
    const question = fieldsOf(event)["question"];
    if (question) ask(question);
  };
  return (
    <form class="action" onSubmit={send}>
      <label for="question">
        <span>{label}</span>
        <textarea
          id="question"
          name="question"
          rows={2}
          maxLength={MAX_QUESTION}
          required
          value={typed}
          onInput={(event) => type(event.currentTarget.value)}
        />
      </label>
      {examples?.length !== 0 && (
        <p class="actions suggested">
          {examples?.map((example) => (
            <button key={example} type="button" class="plain" onClick={() => type(example)}>
              {example}
            </button>
          ))}
        </p>
      )}
      <button type="submit">See the price</button>
      <div role="status" class={free === null ? "unseen" : "free-answer"}>
        {free !== null && (
          <>
            <p class="note">This one is free. Its whole answer:</p>
            <Reply answer={{ reply: free }} />
          </>
        )}
      </div>
      <DraftNote saved={saved} />
      <p class="note">Seeing the price, and how your question is understood, is free and needs no wallet.</p>
    </form>
  );
}
