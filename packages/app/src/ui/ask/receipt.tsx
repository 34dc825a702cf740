import { useState } from "preact/hooks";
import type { PastPurchase } from "../../../../client/src/browser";
import type { VerifiedReceipt } from "../../../../client/src/buying/receipts";
import type { Connected } from "../../wallet/connect";
import { Fact, Facts } from "../ratings";
import { Failure } from "../states";
import { At } from "../time";
import { errorOf } from "../useData";

interface ReceiptProps {
  purchase: PastPurchase;
  connected: Connected;
}

/** The service's signed receipt of a purchase: who signed it, and whether the chain has the payment. */
export function Receipt({ purchase, connected }: ReceiptProps) {
  const { receipt, paidTo } = purchase;
  const [verified, setVerified] = useState<VerifiedReceipt | null>(null);
  const [error, setError] = useState<Error | null>(null);
  if (receipt === null) return <p class="quiet">The service has signed no receipt for this answer.</p>;
  const verify = () => {
    setError(null);
    connected.verifyReceipt(receipt, paidTo).then(setVerified, (problem: unknown) => setError(errorOf(problem)));
  };
  return (
    <>
      {!verified && <p>Check that this service signed your receipt, and that your payment is on the blockchain.</p>}
      <div role="status">{verified && <Verified verified={verified} />}</div>
      <p class="actions">
        {!verified && (
          <button type="button" class="plain" onClick={verify}>
            Show and verify the receipt
          </button>
        )}
        <button type="button" class="plain" onClick={() => save(receipt)}>
          Save the receipt as a file
        </button>
      </p>
      {error && <Failure error={error} />}
    </>
  );
}

function Verified({ verified: { payload, signer, isOnChain, recipient } }: { verified: VerifiedReceipt }) {
  return (
    <>
      <p>
        <strong>{isOnChain === false ? "Not confirmed." : "Valid."}</strong>{" "}
        {isOnChain === false ? (
          "This service signed it, but the payment is not on the blockchain yet. Look again in a minute."
        ) : recipient ? (
          <>
            The blockchain has the payment, to <span class="address">{recipient}</span>.
          </>
        ) : (
          "The blockchain has this wallet's payment."
        )}
      </p>
      <Facts>
        <Fact name="For">{payload.resourceUrl}</Fact>
        <Fact name="Paid by">
          <span class="address">{payload.payer}</span>
        </Fact>
        <Fact name="Issued">
          <At time={new Date(payload.issuedAt * 1000).toISOString()} />
        </Fact>
        <Fact name="Signed by">
          <span class="address">{signer}</span>, a key of this service
        </Fact>
      </Facts>
    </>
  );
}

function save(receipt: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([receipt], { type: "text/plain" }));
  link.download = "receipt.txt";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
