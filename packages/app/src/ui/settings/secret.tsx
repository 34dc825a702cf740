import { useState } from "preact/hooks";

/** A webhook's secret, which is shown this once. */
export function Secret({ secret, close }: { secret: string; close: () => void }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    await navigator.clipboard.writeText(secret).then(
      () => setSaid("Copied."),
      () => setSaid("Select the text and copy it yourself."),
    );
  };
  return (
    <div class="secret" role="group" aria-label="The webhook's secret">
      <p>
        <strong>Copy this secret now: it is not shown again.</strong> Your server uses it to check that a message is
        from this service. Then send a test.
      </p>
      <p>
        <code>{secret}</code>
      </p>
      <p class="actions">
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" class="plain" onClick={close}>
          I have saved it
        </button>
        <span role="status">{said}</span>
      </p>
    </div>
  );
}
