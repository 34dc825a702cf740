import { useEffect, useRef, useState } from "preact/hooks";
import { isCutOff } from "../lib/cutOff";
import { errorOf } from "./useData";
import { useEvery } from "./useEvery";

interface CutOffProps {
  /** What the button says: "Get my answer". */
  label: string;
  /** Goes on with what was signed; throws while the service is not reached. */
  again: () => Promise<unknown>;
  /** Called with what ended it for another reason. */
  failed: (error: Error) => void;
}

/** How often it is tried again; also as soon as the browser is online again. */
const TRY_MS = 5_000;

/** Something is signed and the service is not reached: nothing is charged twice, and the page continues when it can. */
export function CutOff({ label, again, failed }: CutOffProps) {
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
  useEffect(() => {
    heading.current?.focus();
    const online = () => void latest.current();
    addEventListener("online", online);
    return () => removeEventListener("online", online);
  }, []);
  useEvery(TRY_MS, go);
  return (
    <div class="panel cut-off" role="status">
      <p tabIndex={-1} ref={heading}>
        <strong>You have signed; you will not be charged twice.</strong> Trying to reach the service…
      </p>
      <p class="go">
        <button type="button" disabled={isTrying} onClick={() => void go()}>
          {label}
        </button>
      </p>
    </div>
  );
}
