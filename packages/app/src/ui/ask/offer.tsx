import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PastPurchase } from "../../../../client/src/browser";
import { productOf, titleOfPurchase, type Asked, type ChatAnswer, type Product } from "../../lib/ask";
import { isCutOff } from "../../lib/cutOff";
import { usdc } from "../../lib/text";
import { amountShown } from "../../lib/walletShows";
import { answerPath } from "../../paths";
import { NeedsWallet } from "../../wallet/button";
import type { Connected } from "../../wallet/connect";
import { useWallet } from "../../wallet/context";
import { Sign } from "../mark";
import { Fact, Facts } from "../ratings";
import { Failure, Loaded } from "../states";
import { StepButton } from "../stepButton";
import { At } from "../time";
import { Untrusted } from "../untrusted";
import { errorOf, useData } from "../useData";
import { WalletWindow } from "../walletWindow";
import { MadeOf, useDataset } from "./dataset";
import { isUnderstood, priceOf, quoted, type Quote } from "./price";
import { loadReply, Reply } from "./reply";
import { NotSold } from "./notSold";

interface OfferProps {
  asked: Asked;
  /** The same question's answer, if this wallet has it. */
  owned: PastPurchase | null;
  /** Called when the answer is paid for. */
  done: () => void;
  change: () => void;
  /** Asks another question in its place. */
  instead: (question: string) => void;
}

/** What an answer costs, how its question is understood, and what is signed for it, before anything is paid. */
export function Offer({ asked, owned, done, change, instead }: OfferProps) {
  const product = productOf(asked.product);
  const quote = useData(asked.key, () => priceOf(product.path, asked.question));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [asked.key]);
  const isSold = !(quote.state === "ready" && quote.value.answerable === "no");
  const differently = (isPlain: boolean, isBusy = false) => (
    <button type="button" class={isPlain ? "plain" : undefined} disabled={isBusy} onClick={change}>
      Ask it differently
    </button>
  );
  return (
    <section class="card offer" aria-labelledby="offer">
      <h2 id="offer" tabIndex={-1} ref={heading}>
        {isSold ? "Before you pay" : "The data cannot answer this"}
      </h2>
      <Loaded data={quote} what="the price">
        {(shown, reload) =>
          shown.answerable === "no" ? (
            <>
              <NotSold asked={asked} quote={shown} product={product} instead={instead} />
              <p>{differently(true)}</p>
            </>
          ) : (
            <>
              <Understood asked={asked} quote={shown} product={product} />
              {owned && (
                <p class="note">
                  You bought the answer to this question <At time={owned.boughtAt} />:{" "}
                  <a href={answerPath(product.name, owned.id)}>read it again, free</a>. The data may have changed since.
                </p>
              )}
              {isUnderstood(shown, product.path) ? (
                <Payment {...{ asked, product, done, reload, differently }} quote={shown} />
              ) : (
                <>
                  <NotUnderstoodYet again={reload} />
                  <p>{differently(true)}</p>
                </>
              )}
            </>
          )
        }
      </Loaded>
      {quote.state !== "ready" && <p>{differently(true)}</p>}
    </section>
  );
}

/** Nothing is bought unseen: the answer could be to another question. */
function NotUnderstoodYet({ again }: { again: () => void }) {
  return (
    <div role="alert" class="panel failure">
      <p>The service is busy and has not read your question yet. Nothing was paid.</p>
      <button type="button" onClick={again}>
        Try again
      </button>
    </div>
  );
}

function Understood({ asked, quote, product }: { asked: Asked; quote: Quote; product: Product }) {
  const data = useDataset(product.kind);
  const dataset = data.state === "ready" ? data.value : null;
  const { understood, answerable, answerableReason, amountUsdc, notice, notUsed = [] } = quote;
  const isWhole = answerable === "yes" && notUsed.length === 0;
  return (
    <Facts>
      <Fact name="You ask">
        <Untrusted text={titleOfPurchase(asked)} />
      </Fact>
      {understood !== undefined && (
        <Fact name="Understood as">
          <strong class="understood">
            <Untrusted text={understood} />
          </strong>
        </Fact>
      )}
      {notUsed.length > 0 && (
        <Fact name="Not used">
          <span class="verdict wait">
            <Sign tone="wait" /> <Untrusted text={quoted(notUsed)} />.
          </span>{" "}
          These words change nothing in the answer. If they matter, ask differently: it is free.
        </Fact>
      )}
      {answerable !== undefined && (
        <Fact name="Answerable">
          <span class={isWhole ? "verdict good" : "verdict wait"}>
            <Sign tone={isWhole ? "good" : "wait"} />{" "}
            {answerable === "partly"
              ? "The data can answer a part of this."
              : isWhole
                ? "The data can answer this."
                : "The data can answer what was understood."}
          </span>{" "}
          {answerableReason && <Untrusted text={answerableReason} />}
        </Fact>
      )}
      <Fact name="Price">
        <strong>{usdc(amountUsdc)} USDC</strong>
        {notice && <span class="quiet"> {notice}</span>}
      </Fact>
      {dataset && (
        <Fact name="Counted in">
          <MadeOf dataset={dataset} />
        </Fact>
      )}
    </Facts>
  );
}

interface PaymentProps {
  asked: Asked;
  quote: Quote;
  product: Product;
  done: () => void;
  reload: () => void;
  /** The button that goes back to the question. */
  differently: (isPlain: boolean, isBusy?: boolean) => ComponentChildren;
}

function Payment({ asked, quote, product, done, reload, differently }: PaymentProps) {
  const { connected, say, signatures } = useWallet();
  const [signedBefore, setSignedBefore] = useState(signatures);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const isBySignature = quote.accepts.length > 0;
  // The answer is shown also if the connection breaks after the payment.
  useEffect(() => void loadReply().catch(() => {}), []);
  // What may be misread is not what the first button buys.
  const isDoubtful = quote.answerable === "partly" || (quote.notUsed ?? []).length > 0;
  if (!connected)
    return (
      <>
        <NeedsWallet why={`To buy the answer, you need a wallet with ${usdc(quote.amountUsdc)} USDC.`} />
        <p>{differently(!isDoubtful)}</p>
      </>
    );
  /** Whether something was signed for it that may still be paid. */
  const isSigned = async () =>
    (await connected.bought()).some(({ key, isAnswered }) => key === asked.key && !isAnswered);
  const pay = async (event: SubmitEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setError(null);
    setSignedBefore(signatures);
    say(
      `Pay ${usdc(quote.amountUsdc)} USDC for “${titleOfPurchase(asked)}”. ${isBySignature ? "No network fee." : "Your wallet adds the network fee."}`,
    );
    try {
      await (
        await connected.mkt()
      ).buy(product.path, asked.question, {
        key: asked.key,
        maxUsdc: quote.amountUsdc,
        gasless: isBySignature ? "always" : "never",
      });
      done();
    } catch (problem) {
      // What is signed is collected on the answer's own place, which offers no second payment.
      if (isCutOff(problem) && (await isSigned().catch(() => false))) return done();
      const isDearer = (problem as { code?: unknown } | null)?.code === "over_budget";
      if (isDearer) reload();
      setError(
        isDearer ? new Error("The price has changed. Nothing was paid. Check the new price.") : errorOf(problem),
      );
      setIsBusy(false);
    } finally {
      say(null);
    }
  };
  return (
    <>
      <form class="pay" onSubmit={(event) => void pay(event)}>
        {isDoubtful && differently(false, isBusy)}
        <StepButton
          label={`Pay ${usdc(quote.amountUsdc)} USDC and read the answer`}
          isBusy={isBusy}
          isPlain={isDoubtful}
        />
        {!isDoubtful && differently(true, isBusy)}
      </form>
      <div role="status" class="signed">
        {isBusy && signatures > signedBefore && (
          <p>
            <strong>You have signed. You will not be charged twice.</strong> The answer comes here.
          </p>
        )}
      </div>
      {error && <Failure error={error} />}
      <Signed quote={quote} isBySignature={isBySignature} />
      <Elsewhere product={product} asked={asked} connected={connected} />
    </>
  );
}

/** What is signed, who gets what, and what happens if it fails, in words. */
function Signed({ quote, isBySignature }: { quote: Quote; isBySignature: boolean }) {
  const price = `${usdc(quote.amountUsdc)} USDC`;
  return (
    <>
      <ul class="terms">
        <li>
          {isBySignature ? (
            <>
              You sign one payment of <strong>{price}</strong>, valid once, for ten minutes. You need no ETH.
            </>
          ) : (
            <>
              You send one payment of <strong>{price}</strong>. Your wallet adds the network fee, in ETH.
            </>
          )}{" "}
          If you refuse, nothing is paid.
        </li>
        <li>If anything fails after you sign, the same payment still gets you the answer.</li>
        <li>A delivered answer is not refunded. You can read it again for at least a year.</li>
      </ul>
      <WalletWindow
        text={
          isBySignature
            ? `“TransferWithAuthorization” to this service, ${quote.recipient}. ${amountShown(quote.amountUsdc)}`
            : `A transfer of ${price} to this service, ${quote.recipient}.`
        }
      />
    </>
  );
}

/** An answer of which this browser knows nothing, by a signature that moves no money. */
function Elsewhere({ asked, product, connected }: { asked: Asked; product: Product; connected: Connected }) {
  const [answer, setAnswer] = useState<ChatAnswer | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const { say } = useWallet();
  const { path } = product;
  if (path === "/analytics/agent-conversions") return null;
  const read = () => {
    setError(null);
    say(`Read the answer to “${titleOfPurchase(asked)}” again. It moves no money.`);
    connected
      .mkt()
      .then((mkt) => mkt.answerAgain(path, asked.question))
      .then(setAnswer, (problem: unknown) => setError(errorOf(problem)))
      .finally(() => say(null));
  };
  return (
    <details>
      <summary>Bought before, in another browser?</summary>
      <p>
        Sign with the wallet that paid to read this answer again. It moves no money.{" "}
        <button type="button" class="plain" onClick={read}>
          Sign and read it again
        </button>
      </p>
      {answer && <Reply answer={answer} />}
      {error && <Failure error={error} />}
    </details>
  );
}
