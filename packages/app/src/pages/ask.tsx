import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useEffect, useState } from "preact/hooks";
import type { PastPurchase } from "../../../client/src/browser";
import {
  askedIn,
  boughtBefore,
  conversationOf,
  PRODUCTS,
  productOf,
  purchaseOf,
  questionOf,
  sampleOf,
  suggestedFor,
  titleOfPurchase,
  type Asked,
  type Product,
} from "../lib/ask";
import { turnsOf } from "../../../../functions/src/domain/payment/question";
import { draftIn, draftName, keepDraft } from "../lib/drafts";
import { keepOwn, ownName } from "../lib/own";
import { answerPath, PATHS } from "../paths";
import { AboutData, MadeOf, Samples, useDataset } from "../ui/ask/dataset";
import { FiltersForm } from "../ui/ask/filters";
import { Offer } from "../ui/ask/offer";
import { priceOf } from "../ui/ask/price";
import { Purchases } from "../ui/ask/purchases";
import { QuestionForm } from "../ui/ask/question";
import { Turn } from "../ui/ask/turn";
import { SampleNote } from "../ui/sample";
import { Failure, Loaded } from "../ui/states";
import { usePageTitle } from "../ui/title";
import { Untrusted } from "../ui/untrusted";
import { useDraft } from "../ui/useDraft";
import { useData } from "../ui/useData";
import { NeedsWallet } from "../wallet/button";
import type { Connected } from "../wallet/connect";
import { useWallet } from "../wallet/context";

/** What is being asked, kept in the window until its answer is here. */
const askedName = (account: string | null) => ownName(account, "asked");

/** Answers for sale: a question, its price, one signature, the answer; and what was bought before. */
export default function Ask() {
  usePageTitle("Buy an answer");
  const { connected, account } = useWallet();
  const { query } = useLocation();
  const product = productOf(query["about"]);
  return (
    <>
      <h1>Buy an answer</h1>
      <p class="lead">
        Every figure is counted from what people wrote. Before you pay, you see how your question is understood and what
        the answer costs.
      </p>
      <nav class="tabs" aria-label="What to ask about">
        {PRODUCTS.map(({ name, label }) => (
          <a
            key={name}
            class="tab"
            href={`${PATHS.ask}?about=${name}`}
            aria-current={name === product.name ? "page" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {connected ? (
        <WithWallet key={connected.address} product={product} read={query["read"]} connected={connected} />
      ) : (
        <>
          {query["read"] && <NeedsWallet why="Connect the wallet that bought this answer." />}
          <Asking
            key={`${account} ${product.name}`}
            product={product}
            purchases={[]}
            conversation={[]}
            done={() => {}}
          />
        </>
      )}
    </>
  );
}

interface WithWalletProps {
  product: Product;
  /** The purchase that is read. */
  read: string | undefined;
  connected: Connected;
}

function WithWallet({ product, read, connected }: WithWalletProps) {
  const bought = useData("bought", connected.bought);
  const refresh = bought.state === "ready" ? bought.reload : null;
  // Another tab of this browser bought something.
  useEffect(() => {
    if (!refresh) return;
    window.addEventListener("storage", refresh);
    return () => window.removeEventListener("storage", refresh);
  }, [refresh]);
  return (
    <Loaded data={bought} what="your answers">
      {(purchases, reload) => <Bought {...{ product, read, connected, purchases, reload }} />}
    </Loaded>
  );
}

function Bought(props: WithWalletProps & { purchases: readonly PastPurchase[]; reload: () => void }) {
  const { product, read, connected, purchases, reload } = props;
  const { route } = useLocation();
  const open = purchases.find(({ id }) => id === read);
  const conversation = open ? conversationOf(open, purchases) : [];
  /** Goes to the answer of what is being asked, once it is paid for; also after a reload in between. */
  const found = (all: readonly PastPurchase[]) => {
    const asked = askedIn(sessionStorage.getItem(askedName(connected.address)));
    const own = asked && purchaseOf(asked, all);
    if (!own) return;
    sessionStorage.removeItem(askedName(connected.address));
    localStorage.removeItem(typedName(connected.address, asked.product, asked.after));
    route(answerPath(asked.product, own.id));
  };
  useEffect(() => found(purchases), [purchases]);
  return (
    <>
      {read && !open && (
        <Failure error={new Error("This answer is not in this browser. Your answers are listed below.")} />
      )}
      <Asking
        key={`${product.name} ${open?.id}`}
        {...{ product, purchases, conversation, done: reload }}
        turns={conversation.map((purchase) => (
          <Turn
            key={purchase.id}
            purchase={purchase}
            connected={connected}
            isLast={purchase === open}
            collected={reload}
          />
        ))}
      >
        <section aria-labelledby="answers">
          <h2 id="answers">Your answers</h2>
          <Purchases purchases={purchases} read={read} />
          <p class="note">Only this browser has the list. The service keeps the answers for the wallet that paid.</p>
          {purchases.some(({ isAnswered }) => isAnswered) && (
            <details>
              <summary>Remove the answers from this browser</summary>
              <p>
                This removes the list and the receipts, so save what you need first. Answers still to come stay. To read
                one again, ask the same question and sign with the wallet that paid: it is free.{" "}
                <button
                  type="button"
                  class="plain"
                  onClick={() =>
                    void connected.forgetAnswers().then(() => {
                      reload();
                      if (read) route(PATHS.ask);
                    })
                  }
                >
                  Remove them
                </button>
              </p>
            </details>
          )}
        </section>
      </Asking>
    </>
  );
}

interface AskingProps {
  product: Product;
  purchases: readonly PastPurchase[];
  /** What was asked and answered before, in the same conversation. */
  conversation: readonly PastPurchase[];
  done: () => void;
  /** Their answers, above the question. */
  turns?: ComponentChildren;
  /** Stands beside the question. */
  children?: ComponentChildren;
}

/** A question, then its price; beside it stands what the data is. */
function Asking({ product, purchases, conversation, done, turns, children }: AskingProps) {
  const { account } = useWallet();
  const { route } = useLocation();
  const [asked, setAsked] = useState(() => askedIn(sessionStorage.getItem(askedName(account))));
  const last = conversation.at(-1);
  const after = last?.id ?? null;
  const kept = typedName(account, product.name, after);
  const { text: typed, saved, type } = useDraft(kept);
  const before = last ? turnsOf(last.question) : [];
  const ask = (question: Record<string, unknown>) => {
    const next: Asked = { product: product.name, question, key: crypto.randomUUID(), after };
    keepOwn(askedName(account), JSON.stringify(next));
    setAsked(next);
    // One that is paid and not answered yet is collected.
    if (purchaseOf(next, purchases)) done();
  };
  const change = () => {
    sessionStorage.removeItem(askedName(account));
    setAsked(null);
    focusQuestion();
  };
  const anew = () => {
    // What is typed is asked anew, unless a new question was begun before.
    const first = typedName(account, product.name, null);
    if (typed !== "" && draftIn(localStorage, first) === "") {
      keepDraft(localStorage, first, typed, Date.now());
      type("");
    }
    route(`${PATHS.ask}?about=${product.name}`);
    focusQuestion();
  };
  const isAsked = asked?.product === product.name && asked.after === after;
  const isFirst = !isAsked && !last;
  const data = useDataset(isFirst ? product.kind : null);
  const dataset = data.state === "ready" ? data.value : null;
  const samples = dataset?.examples ?? [];
  const [isBegun, setIsBegun] = useState(false);
  /** The sample that was asked for as a question. */
  const [free, setFree] = useState<(typeof samples)[number] | null>(null);
  return (
    <div class="ask-beside">
      <div>
        {turns}
        {isAsked ? (
          <Offer
            key={asked.key}
            {...{ asked, done, change }}
            owned={boughtBefore({ path: product.path, question: asked.question }, purchases)}
            instead={(question) => ask(questionOf([...before, question]))}
          />
        ) : (
          // What is paid for comes first.
          (!last || last.isAnswered) && (
            <section aria-labelledby="ask" class="card" onFocusIn={() => setIsBegun(true)}>
              <div class={last ? "heading-row" : undefined}>
                <h2 id="ask" class={last ? undefined : "unseen"}>
                  {last ? (product.kind ? "Ask further" : "Another report") : product.label}
                </h2>
                {last && product.kind && (
                  <button type="button" class="plain" onClick={anew}>
                    Ask a new question
                  </button>
                )}
              </div>
              {last ? (
                product.kind && <Keeps product={product} last={last} isBegun={isBegun} />
              ) : (
                <p>{product.about}</p>
              )}
              {isFirst && product.kind && <p class="note made-of">{dataset && <MadeOf dataset={dataset} />}</p>}
              {product.kind === null ? (
                <>
                  <SampleNote />
                  <FiltersForm ask={ask} />
                </>
              ) : (
                <QuestionForm
                  label={last ? "Your question, about the same" : "Your question"}
                  examples={isFirst && data.state === "loading" ? null : dataset ? suggestedFor(dataset) : []}
                  typed={typed}
                  type={type}
                  saved={saved}
                  free={free !== null && free === sampleOf(typed, samples) ? free.reply : null}
                  ask={(question) => {
                    const sample = sampleOf(question, samples);
                    if (sample) return setFree(sample);
                    ask(questionOf([...before, question]));
                  }}
                />
              )}
            </section>
          )
        )}
      </div>
      <div class="ask-right">
        {children && (
          <aside class="answers" aria-label="Your answers">
            {children}
          </aside>
        )}
        {isFirst && product.kind && (
          <aside class="about-data" aria-label="The data">
            <AboutData data={data} />
          </aside>
        )}
      </div>
      {isFirst && product.kind && <Samples data={data} type={type} />}
    </div>
  );
}

/** Once it is on the page. */
const focusQuestion = () => void setTimeout(() => document.getElementById("question")?.focus());

interface KeepsProps {
  product: Product;
  last: PastPurchase;
  /** Whether a next question is begun: only then is the service asked. */
  isBegun: boolean;
}

/** What a question that follows keeps of the one before, as the service understands that. */
function Keeps({ product, last, isBegun }: KeepsProps) {
  const quote = useData(`keeps ${isBegun ? last.id : ""}`, async () =>
    isBegun ? priceOf(product.path, last.question) : null,
  );
  const understood = quote.state === "ready" ? quote.value?.understood : undefined;
  return (
    <p>
      So far: <Untrusted text={understood ?? titleOfPurchase(last)} /> Your next question builds on it.
    </p>
  );
}

/** Where a question is kept while it is typed. */
function typedName(account: string | null, product: string, after: string | null): string {
  return draftName(account, `question ${product} ${after}`);
}
