import { useEffect, useRef } from "preact/hooks";
import type { Bought, PaidPath, PastPurchase } from "../../../../client/src/browser";
import { titleOfPurchase, type ChatAnswer, type Report } from "../../lib/ask";
import { isCutOff } from "../../lib/cutOff";
import { usdc } from "../../lib/text";
import type { Connected } from "../../wallet/connect";
import { CutOff } from "../cutOff";
import { TxLink } from "../onChain";
import { Fact, Facts } from "../ratings";
import { Loaded } from "../states";
import { At } from "../time";
import { Untrusted } from "../untrusted";
import { useAbout } from "../useAbout";
import { useData } from "../useData";
import { useOnline } from "../useOnline";
import { Receipt } from "./receipt";
import { ComputedFrom, Reply } from "./reply";
import { ReportView } from "./report";

interface TurnProps {
  purchase: PastPurchase;
  connected: Connected;
  /** Whether this is the answer that the page was opened for. */
  isLast: boolean;
  /** Called when an answer was collected that was paid before. */
  collected: () => void;
}

/** A question and its bought answer, read from the service by its payment. */
export function Turn({ purchase, connected, isLast, collected }: TurnProps) {
  const { id, isAnswered, paidUsdc, boughtAt } = purchase;
  const read = async () => {
    const bought = await (await connected.mkt()).readBought<PaidPath>(id);
    if (!isAnswered) collected();
    return bought;
  };
  const data = useData(id, read);
  const heading = useRef<HTMLHeadingElement>(null);
  const isReady = data.state === "ready";
  // What is signed and not on the page yet is fetched until it is, and never offered for another payment.
  const isOnline = useOnline();
  const isCut = data.state === "failed" ? isCutOff(data.error) : data.state === "loading" && !isOnline;
  const retry = data.state === "failed" ? data.retry : () => {};
  const wasCut = useRef(false);
  if (isCut) wasCut.current = true;
  const seller = useAbout()?.operator.name;
  useEffect(() => {
    if (!isLast) return;
    const { top = 0 } = heading.current?.getBoundingClientRect() ?? {};
    if (top < 0 || top > innerHeight / 2) heading.current?.scrollIntoView();
    if (isReady) heading.current?.focus({ preventScroll: true });
  }, [isLast, isReady]);
  const again = async () => {
    await read();
    retry();
  };
  return (
    <article class="card turn">
      <h2 tabIndex={-1} ref={heading}>
        <Untrusted text={titleOfPurchase(purchase)} />
      </h2>
      {isCut ? (
        <CutOff label="Get my answer" until={isAnswered ? null : purchase.payableUntil} again={again} failed={retry} />
      ) : (
        <Loaded data={data} what={isAnswered ? "the answer" : "the answer that you have signed for"}>
          {({ answer, txHash }: Bought<ChatAnswer | Report>) => (
            <>
              {wasCut.current && <p class="note">Paid once, {usdc(paidUsdc)} USDC.</p>}
              {answer.resultType === "chat" ? <Reply answer={answer} /> : <ReportView report={answer} />}
              <details class="receipt">
                <summary>Receipt: {usdc(paidUsdc)} USDC</summary>
                <Facts>
                  <Fact name="Amount">{usdc(paidUsdc)} USDC</Fact>
                  <Fact name="Question">
                    <Untrusted text={titleOfPurchase(purchase)} />
                  </Fact>
                  <Fact name="Paid by">
                    <span class="address">{connected.address}</span>
                  </Fact>
                  <Fact name="Date">
                    <At time={boughtAt} />
                  </Fact>
                  {seller && <Fact name="Seller">{seller}</Fact>}
                  {answer.resultType === "chat" && <ComputedFrom answer={answer} />}
                  {txHash && (
                    <Fact name="Transaction">
                      <TxLink hash={txHash}>
                        <span class="address">{txHash}</span>
                      </TxLink>
                    </Fact>
                  )}
                </Facts>
                <Receipt purchase={purchase} connected={connected} />
              </details>
            </>
          )}
        </Loaded>
      )}
    </article>
  );
}
