import { api, dataOf } from "../../api";
import { titleOfPurchase, type Asked, type Product } from "../../lib/ask";
import { Sign } from "../mark";
import { Fact, Facts } from "../ratings";
import { Untrusted } from "../untrusted";
import { useData } from "../useData";
import { quoted, type Quote } from "./price";

interface NotSoldProps {
  asked: Asked;
  quote: Quote;
  product: Product;
  instead: (question: string) => void;
}

const MAX_SHOWN = 3;

/** A question that the data cannot answer is not sold: why, which words were not used, and questions that have answers. */
export function NotSold({ asked, quote, product, instead }: NotSoldProps) {
  const suggestions = suggestionsIn(quote);
  const samples = useData(`samples ${suggestions.length === 0 ? product.name : ""}`, async () =>
    suggestions.length > 0 ? [] : dataOf(await api.GET("/datasets")).items,
  );
  const examples =
    samples.state === "ready"
      ? (samples.value.find(({ kind }) => kind === product.kind)?.examples ?? []).map(({ question }) => question)
      : [];
  const near = [...suggestions, ...examples].slice(0, MAX_SHOWN);
  const { notUsed = [] } = quote;
  return (
    <>
      <Facts>
        <Fact name="You ask">
          <Untrusted text={titleOfPurchase(asked)} />
        </Fact>
        {quote.answerableReason && (
          <Fact name="Why not">
            <span class="verdict bad">
              <Sign tone="bad" />
            </span>{" "}
            <Untrusted text={quote.answerableReason} />
          </Fact>
        )}
        {notUsed.length > 0 && (
          <Fact name="Not used">
            <Untrusted text={quoted(notUsed)} />
          </Fact>
        )}
      </Facts>
      <p>Nothing was paid.</p>
      {near.length > 0 && (
        <>
          <h3>{suggestions.length > 0 ? "Similar questions that have an answer" : "Questions that have an answer"}</h3>
          <ul class="suggestions">
            {near.map((question) => (
              <li key={question}>
                <button type="button" class="plain" onClick={() => instead(question)}>
                  <Untrusted text={question} />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Questions near it that have answers, where the quote names any. */
function suggestionsIn(quote: Quote): string[] {
  const { suggestions } = quote as { suggestions?: unknown };
  return Array.isArray(suggestions) ? suggestions.filter((one) => typeof one === "string") : [];
}
