import { useEffect, useRef, useState } from "preact/hooks";
import { Failure } from "./states";
import { errorOf } from "./useData";

/** Something that the wallet signs: whether it is under way, and why it failed. */
export interface Signing {
  isBusy: boolean;
  error: Error | null;
  /** Whether the last one was done. */
  isDone: boolean;
  /** Whether it was done. */
  run: (work: () => Promise<unknown>) => Promise<boolean>;
}

export function useSigning(): Signing {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [isDone, setIsDone] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    setError(null);
    setIsDone(false);
    try {
      await work();
      setIsDone(true);
      return true;
    } catch (problem) {
      setError(errorOf(problem));
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, isDone, error, run };
}

interface SignedButtonProps {
  label: string;
  /** What is signed and what follows, in words: shown before the wallet is asked. */
  means: string;
  run: () => Promise<unknown>;
  /** What it is about, where the label alone does not say. */
  of?: string;
}

/** A step in two presses: the first says what will be signed, the second has the wallet sign it. */
export function SignedButton({ label, means, run, of }: SignedButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { isBusy, error, run: sign } = useSigning();
  const opener = useRef<HTMLButtonElement>(null);
  const signer = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) signer.current?.focus();
  }, [isOpen]);
  const close = () => {
    setIsOpen(false);
    setTimeout(() => opener.current?.focus());
  };
  if (!isOpen) {
    return (
      <button ref={opener} type="button" class="plain" onClick={() => setIsOpen(true)}>
        {label}
        {of && <span class="unseen"> {of}</span>}
      </button>
    );
  }
  return (
    <div class="confirm" role="group" aria-label={of ? `${label} ${of}` : label}>
      <p>{means}</p>
      <p class="actions">
        <button
          ref={signer}
          type="button"

          disabled={isBusy}
          onClick={() => void sign(run).then((isDone) => isDone && close())}
        >
          Sign: {label.toLowerCase()}
        </button>
        <button type="button" class="plain" disabled={isBusy} onClick={close}>
          Leave it
        </button>
      </p>
      {error && <Failure error={error} />}
    </div>
  );
}
