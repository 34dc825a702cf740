import { useState } from "preact/hooks";
import type { PastPurchase } from "../../../../client/src/browser";
import { productOf, titleOfPurchase } from "../../lib/ask";
import { usdc } from "../../lib/text";
import { answerPath } from "../../paths";
import { At } from "../time";
import { Untrusted } from "../untrusted";

/** How many are shown at first. */
const FIRST = 4;

/** What this wallet bought in this browser, the newest first; what is paid and not answered comes before. */
export function Purchases({ purchases, read }: { purchases: readonly PastPurchase[]; read: string | undefined }) {
  const [shown, setShown] = useState(FIRST);
  const newest = purchases.toReversed();
  const inOrder = [...newest.filter((one) => !one.isAnswered), ...newest.filter((one) => one.isAnswered)];
  if (inOrder.length === 0) return <p class="quiet">You have bought no answers in this browser yet.</p>;
  return (
    <>
      <ul class="cards" aria-label="Your answers">
        {inOrder.slice(0, shown).map((purchase) => (
          <li key={purchase.id}>
            <article class="card">
              <h3>
                <a
                  href={answerPath(productOf(purchase.path).name, purchase.id)}
                  aria-current={purchase.id === read ? "page" : undefined}
                >
                  <Untrusted text={titleOfPurchase(purchase)} />
                </a>
              </h3>
              <p class="money">{usdc(purchase.paidUsdc)} USDC</p>
              <p class="quiet">
                {productOf(purchase.path).label}, signed <At time={purchase.boughtAt} />
                {!purchase.isAnswered && (
                  <strong class="label strong">Signed, answer not here yet: open to collect it</strong>
                )}
              </p>
            </article>
          </li>
        ))}
      </ul>
      {inOrder.length > shown && (
        <button type="button" class="plain" onClick={() => setShown(inOrder.length)}>
          Show all {inOrder.length}
        </button>
      )}
    </>
  );
}
