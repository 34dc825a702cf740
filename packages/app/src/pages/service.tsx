import { useRoute } from "preact-iso";
import { api, dataOf, type Service } from "../api";
import { countryName, count, usdc, words } from "../lib/text";
import { duration } from "../lib/time";
import { lazyPart } from "../ui/lazyPart";
import { Boundary } from "../ui/boundary";
import { StrangersLink } from "../ui/link";
import { names } from "../ui/names";
import { Average, Fact, Facts } from "../ui/ratings";
import { Loaded } from "../ui/states";
import { Ago } from "../ui/time";
import { usePageTitle } from "../ui/title";
import { Untrusted } from "../ui/untrusted";
import { useData } from "../ui/useData";
import { WalletLink } from "../ui/wallet";

const Markdown = lazyPart(() => import("../ui/markdown").then(({ Markdown }) => Markdown));

/** One service, and the way to hire its worker. */
export default function ServicePage() {
  const { id = "" } = useRoute().params;
  const data = useData(id, async () => {
    const service = dataOf(await api.GET("/mkt/service/read", { params: { query: { id } } }));
    await names.need([service.wallet]);
    return service;
  });
  return (
    <Loaded data={data} what="the service" title="Service">
      {(service) => <Details service={service} />}
    </Loaded>
  );
}

function Details({ service }: { service: Service }) {
  const { id, title, description, priceUsdc, turnaroundSeconds, wallet, record, category, tags, country, samples } =
    service;
  usePageTitle(title);
  return (
    <>
      <p class="crumb">
        <a href="/app/services">Services</a>
      </p>
      <h1>
        <Untrusted text={title} />
      </h1>
      <p>
        <a class="button" href={`/app/post?${new URLSearchParams({ service: id }).toString()}`}>
          Hire for {usdc(priceUsdc)} USDC
        </a>
      </p>
      <p class="note">
        Your payment waits in escrow for this worker only. If they don't start, you can cancel for a small fee, or get
        it all back when the task closes.
      </p>
      <section aria-labelledby="offer">
        <h2 id="offer">What is offered</h2>
        <Boundary>
          <Markdown text={description} />
        </Boundary>
        <Facts>
          <Fact name="Price">
            <strong>{usdc(priceUsdc)} USDC</strong>, or more by agreement
          </Fact>
          {turnaroundSeconds !== null && <Fact name="Usually within">{duration(turnaroundSeconds)}</Fact>}
          <Fact name="Worker">
            <WalletLink address={wallet} />
            <br />
            <Average average={record.average} raters={record.raters} by="worker" />, {count(record.completed, "task")}{" "}
            approved
          </Fact>
          <Fact name="Category">{words(category)}</Fact>
          {country && <Fact name="Country">{countryName(country)}</Fact>}
          {tags.length > 0 && (
            <Fact name="Tags">
              <span class="labels">
                {tags.map((tag) => (
                  <span class="label" key={tag}>
                    <Untrusted text={tag} />
                  </span>
                ))}
              </span>
            </Fact>
          )}
          {samples.map((href, index) => (
            <Fact key={href} name={`Example work ${index + 1}`}>
              <StrangersLink href={href} text={href}>
                <Untrusted text={href} />
              </StrangersLink>
            </Fact>
          ))}
          <Fact name="Changed">
            <Ago time={service.updatedAt} />
          </Fact>
        </Facts>
      </section>
    </>
  );
}
