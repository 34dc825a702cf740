import { useEffect, useRef, useState } from "preact/hooks";
import { isCutOff } from "../lib/cutOff";
import { errorOf } from "./useData";
import { useEvery } from "./useEvery";
import { useOnline } from "./useOnline";
import { TimeOfDay } from "./time";

interface CutOffProps {
  /** What the button says: "Get my answer". */
  label: string;
  /** What does not happen twice, as a sentence. */
  promise?: string;
  /** Until when the signature can pay, ISO 8601, where that is known. */
  until?: string | null;
  /** Goes on with what was signed; throws while the service is not reached. */
  again: () => Promise<unknown>;
  /** Called with what ended it for another reason. */
  failed: (error: Error) => void;
}

/** How often it is tried again; also as soon as the browser is online again. */
const TRY_MS = 5_000;

/** Something is signed and the service is not reached: nothing happens twice, and the page continues when it can. */
export function CutOff({
  label,
  promise = "You will not be charged twice.",
  until = null,
  again,
  failed,
}: CutOffProps) {
  const [isTrying, setIsTrying] = useState(false);
  const heading = useRef<HTMLParagraphElement>(null);
  const running = useRef(false);
  const go = async () => {
    if (running.current) return;
    running.current = true;
    setIsTrying(true);
    try {
      await again();
    } catch (problem) {
      if (!isCutOff(problem)) failed(errorOf(problem));
    } finally {
      running.current = false;
      setIsTrying(false);
    }
  };
  const latest = useRef(go);
  latest.current = go;
  const isOnline = useOnline(() => void latest.current());
  useEffect(() => heading.current?.focus(), []);
  useEvery(TRY_MS, go);
  return (
    <div class="panel cut-off" role="status">
      <p tabIndex={-1} ref={heading}>
        <strong>You have signed. {promise}</strong> Trying to reach the service…
        {!isOnline && " You are offline; this page goes on by itself when you are back."}
      </p>
      {until && (
        <p class="note">
          If it is not paid by <TimeOfDay time={until} />, you are not charged.
        </p>
      )}
      <p class="go">
        <button type="button" disabled={isTrying || !isOnline} onClick={() => void go()}>
          {label}
        </button>
      </p>
    </div>
  );
}
