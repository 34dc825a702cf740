import { useEffect, useRef } from "preact/hooks";
import type { Present, Result } from "../lib/results";
import { Sign } from "./mark";
import { TxLink } from "./onChain";

/** Where a task is for the visitor, in the place of the next step. */
export function Now({ tone, text, next }: Present) {
  return (
    <div class={`done ${tone}`} role="status">
      <p>
        <Sign tone={tone} />
        <span>
          <strong>{text}</strong>
          {next && <span class="quiet next">{next}</span>}
        </span>
      </p>
    </div>
  );
}

/** What a step has done, where its button was, with the focus. */
export function Done({ result: { done, next, txHash } }: { result: Result }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [done, txHash]);
  return (
    <div class="done" role="status" tabIndex={-1} ref={place}>
      <p>
        <Sign tone="good" />
        <span>
          <strong>{done}</strong>
          {txHash && (
            <>
              {" "}
              <TxLink hash={txHash}>View transaction</TxLink>
            </>
          )}
          {next && <span class="quiet next">{next}</span>}
        </span>
      </p>
    </div>
  );
}
