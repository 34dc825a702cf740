import { api, dataOf, type Service } from "../../api";
import { draftName } from "../../lib/drafts";
import { faultsOf } from "../../lib/faults";
import { usdc, words } from "../../lib/text";
import { servicePath } from "../../paths";
import type { Connected } from "../../wallet/connect";
import { DraftNote } from "../draftNote";
import { Field } from "../field";
import { fieldsOf } from "../form";
import { SignedButton, useSigning } from "../signing";
import { Failure, Loaded } from "../states";
import { StepButton } from "../stepButton";
import { Untrusted } from "../untrusted";
import { useData } from "../useData";
import { useDraftForm } from "../useDraft";

interface OfferProps {
  connected: Connected;
  /** The visitor's services are no longer what the lists show. */
  changed: () => void;
}

const HOUR = 3_600;

/** What the visitor offers, with a form to offer more. */
export function OfferService({ connected, changed }: OfferProps) {
  const { address } = connected;
  const own = useData(`own services ${address}`, async () => {
    const [services, categories] = await Promise.all([
      api.GET("/mkt/services", { params: { query: { wallet: address } } }).then(dataOf),
      api.GET("/mkt/categories").then(dataOf),
    ]);
    return { services: services.items, categories: categories.items.map(({ name }) => name) };
  });
  return (
    <details class="panel fold">
      <summary>Offer a service</summary>
      <Loaded data={own} what="your services">
        {({ services, categories }, reload) => {
          const done = () => {
            reload();
            changed();
          };
          return (
            <>
              {services.length > 0 && <Own services={services} connected={connected} done={done} />}
              <OfferForm categories={categories} connected={connected} done={done} />
            </>
          );
        }}
      </Loaded>
    </details>
  );
}

interface OwnProps {
  services: readonly Service[];
  connected: Connected;
  done: () => void;
}

function Own({ services, connected, done }: OwnProps) {
  return (
    <ul aria-label="Your services">
      {services.map(({ id, title, priceUsdc }) => (
        <li key={id}>
          <a href={servicePath(id)}>
            <Untrusted text={title} />
          </a>
          , {usdc(priceUsdc)} USDC{" "}
          <SignedButton
            label="Remove"
            of={title}
            means="One signature removes the service: it is deleted at once, and no one can hire you from it. It costs nothing."
            run={() =>
              connected
                .mkt()
                .then((mkt) => mkt.service({ action: "withdraw", id }))
                .then(done)
            }
          />
        </li>
      ))}
    </ul>
  );
}

function OfferForm({
  categories,
  connected,
  done,
}: { categories: readonly Service["category"][] } & Omit<OwnProps, "services">) {
  const { isBusy, error, run } = useSigning();
  const draft = useDraftForm(draftName(connected.address, "service"));
  const faults = faultsOf(error);
  const publish = async (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    const { title = "", description = "", category = "other", priceUsdc = "", hours = "" } = fieldsOf(event);
    const isDone = await run(async () =>
      (await connected.mkt()).service({
        action: "publish",
        title,
        description,
        category: category as Service["category"],
        priceUsdc,
        ...(Number(hours) > 0 && { turnaroundSeconds: Math.round(Number(hours) * HOUR) }),
      }),
    );
    if (!isDone) return;
    draft.clear();
    form.reset();
    done();
  };
  return (
    <form class="action" ref={draft.form} onInput={draft.keep} onSubmit={(event) => void publish(event)}>
      <Field id="offer-title" name="title" label="What you offer" maxLength={120} required fault={faults["title"]} />
      <Field
        id="offer-description"
        name="description"
        label="What a customer gets, and what you need for it"
        rows={4}
        maxLength={4_000}
        required
        fault={faults["description"]}
      />
      <div class="fields">
        <label for="offer-category">
          <span>Category</span>
          <select id="offer-category" name="category" defaultValue="other">
            {categories.map((name) => (
              <option key={name} value={name}>
                {words(name)}
              </option>
            ))}
          </select>
        </label>
        <Field id="offer-price" name="priceUsdc" label="Price, USDC" hint="20" required fault={faults["priceUsdc"]} />
        <Field
          id="offer-hours"
          name="hours"
          label="Usually within, hours (optional)"
          fault={faults["turnaroundSeconds"]}
        />
      </div>
      <p class="note">
        One signature publishes it under your wallet. It costs nothing, and you may remove it at any time.
      </p>
      <StepButton label="Sign and publish" isBusy={isBusy} />
      <DraftNote saved={draft.saved} />
      {error && <Failure error={error} />}
    </form>
  );
}
