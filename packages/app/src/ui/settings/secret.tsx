import { useState } from "preact/hooks";

/** A webhook's secret, which is shown this once. */
export function Secret({ secret, close }: { secret: string; close: () => void }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    await navigator.clipboard.writeText(secret).then(
      () => setSaid("Copied."),
      () => setSaid("It could not be copied. Select the text instead."),
    );
  };
  return (
    <div class="secret" role="group" aria-label="The webhook's secret">
      <p>
        <strong>Keep this secret: it is shown only now.</strong> Give it to your server, which checks with it that a
        message is from this service. Then send a test.
      </p>
      <p>
        <code>{secret}</code>
      </p>
      <p class="actions">
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" class="plain" onClick={close}>
          I have kept it
        </button>
        <span role="status">{said}</span>
      </p>
    </div>
  );
}
