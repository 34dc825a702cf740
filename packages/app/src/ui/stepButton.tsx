import { useEffect } from "preact/hooks";
import { useWallet } from "../wallet/context";
import { Signing } from "../wallet/signing";

interface StepButtonProps {
  label: string;
  isBusy: boolean;
  /** Whether what it does was just done. */
  isDone?: boolean;
  disabled?: boolean;
  isPlain?: boolean;
  describedBy?: string;
}

/** The button of a form that the wallet signs: it says where the step is. */
export function StepButton({ label, isBusy, isDone = false, disabled, isPlain, describedBy }: StepButtonProps) {
  const { signing, tellHere } = useWallet();
  useEffect(() => {
    if (!isBusy) return;
    tellHere(true);
    return () => tellHere(false);
  }, [isBusy]);
  const text = isBusy ? (signing === null ? "Sending…" : "Confirm in your wallet…") : isDone ? "Done" : label;
  return (
    <>
      <button
        type="submit"
        class={isPlain ? "plain" : undefined}
        disabled={isBusy || disabled}
        aria-describedby={describedBy}
      >
        {text}
      </button>
      {isBusy && signing !== null && <Signing words={signing} />}
      <span role="status" class="unseen">
        {isBusy || isDone ? text : ""}
      </span>
    </>
  );
}
