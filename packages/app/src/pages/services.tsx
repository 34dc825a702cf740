import { useLocation } from "preact-iso";
import { api, dataOf, type Service, type ServiceSearch } from "../api";
import { draftName } from "../lib/drafts";
import { usdc, words } from "../lib/text";
import { duration } from "../lib/time";
import { servicePath } from "../paths";
import { fieldsOf } from "../ui/form";
import { names } from "../ui/names";
import { Pager } from "../ui/pager";
import { Average } from "../ui/ratings";
import { OfferService } from "../ui/services/offer";
import { Empty } from "../ui/states";
import { usePageTitle } from "../ui/title";
import { StrangersLink } from "../ui/link";
import { Untrusted } from "../ui/untrusted";
import { useDraft } from "../ui/useDraft";
import { usePages } from "../ui/usePages";
import { WalletLink } from "../ui/wallet";
import { NeedsWallet } from "../wallet/button";
import { useWallet } from "../wallet/context";

/** Who offers what, at which price, with what record. */
export default function Services() {
  usePageTitle("Services");
  const { connected, account } = useWallet();
  const { query, route } = useLocation();
  const q = query["q"]?.trim() ?? "";
  const pages = usePages(`services ${q}`, async (cursor) => {
    const search: ServiceSearch = { ...(q && { q }), ...(cursor && { cursor }) };
    const found = dataOf(await api.GET("/mkt/services", { params: { query: search } }));
    await names.need(found.items.map(({ wallet }) => wallet));
    return found;
  });
  const typed = useDraft(draftName(account, `services ${q}`));
  const onSubmit = (event: SubmitEvent) => {
    const { q: words } = fieldsOf(event);
    typed.clear();
    route(words ? `/app/services?${new URLSearchParams({ q: words }).toString()}` : "/app/services");
  };
  return (
    <>
      <h1>Services</h1>
      <p class="lead">What workers offer, and for how much. Your payment waits in escrow until you approve the work.</p>
      <form class="filters" role="search" aria-label="Services" onSubmit={onSubmit}>
        <div class="search-row">
          <label class="grow">
            <span>Search</span>
            <input
              type="search"
              name="q"
              value={typed.text || (typed.saved === null ? q : "")}
              maxLength={200}
              placeholder="translate, summary …"
              onInput={({ currentTarget }) => typed.type(currentTarget.value)}
            />
          </label>
          <button type="submit">Search</button>
        </div>
      </form>
      {connected && <OfferService key={connected.address} connected={connected} changed={pages.refresh} />}
      <Pager
        pages={pages}
        what="services"
        label="Services"
        itemOf={(service) => ({ key: service.id, element: <ServiceCard service={service} /> })}
        empty={
          <Empty>
            <p>
              {q ? "No service matches. Use fewer words, or " : "No one offers a service yet. "}
              <a href={q ? "/app/services" : "/app"}>{q ? "see all services" : "See the open tasks"}</a>.
            </p>
          </Empty>
        }
      />
      {/* Below what is looked for, and after it: neither pushes the other. */}
      {!connected && (pages.items.length > 0 || pages.state !== "loading") && (
        <NeedsWallet why="To offer a service, connect a wallet." />
      )}
    </>
  );
}

function ServiceCard({ service }: { service: Service }) {
  const { title, description, priceUsdc, turnaroundSeconds, wallet, record, category, tags, samples } = service;
  return (
    <article class="card">
      <h2>
        <a href={servicePath(service.id)}>
          <Untrusted text={title} />
        </a>
      </h2>
      <p class="money">
        <strong>{usdc(priceUsdc)} USDC</strong>{" "}
        {turnaroundSeconds !== null && <span class="quiet">within {duration(turnaroundSeconds)}</span>}
      </p>
      <p class="clamped">
        <Untrusted text={description} />
      </p>
      <p class="labels">
        <span class="label">{words(category)}</span>
        {tags.slice(0, 4).map((tag) => (
          <span class="label quiet" key={tag}>
            <Untrusted text={tag} />
          </span>
        ))}
      </p>
      {samples.length > 0 && (
        <p>
          Example work:{" "}
          {samples.map((href, index) => (
            <span key={href}>
              {index > 0 && ", "}
              <StrangersLink href={href}>sample {index + 1}</StrangersLink>
            </span>
          ))}
        </p>
      )}
      <p class="by">
        <WalletLink address={wallet} /> <Average average={record.average} raters={record.raters} by="worker" />{" "}
        <span class="quiet">{record.completed} tasks approved</span>
      </p>
    </article>
  );
}
