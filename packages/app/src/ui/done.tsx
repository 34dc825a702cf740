import { useEffect, useRef } from "preact/hooks";
import type { Result } from "../lib/results";
import { Sign } from "./mark";
import { TxLink } from "./onChain";

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
