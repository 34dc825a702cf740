import { useState } from "preact/hooks";
import { fieldsOf } from "../form";

/** The longest question that the service takes. */
const MAX_QUESTION = 4_000;

interface QuestionProps {
  label: string;
  /** Where what is typed is kept in this window, so that a reload does not lose it. */
  kept: string;
  examples: readonly string[];
  ask: (question: string) => void;
}

/** A question as it is typed; asking shows its price. */
export function QuestionForm({ label, kept, examples, ask }: QuestionProps) {
  const [text, setText] = useState(() => sessionStorage.getItem(kept) ?? "");
  const change = (next: string) => {
    setText(next);
    sessionStorage.setItem(kept, next);
  };
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
          value={text}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </label>
      {examples.length > 0 && (
        <p class="actions">
          Such as:{" "}
          {examples.map((example) => (
            <button key={example} type="button" class="plain small" onClick={() => change(example)}>
              {example}
            </button>
          ))}
        </p>
      )}
      <button type="submit">See the price</button>
      <p class="note">The price, and how your question is understood, are free to see, without a wallet.</p>
    </form>
  );
}
