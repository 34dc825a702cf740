import { LISTING_SORTS, MAX_LISTINGS } from "../domain/listing";
import { MIN_RATERS_TO_RANK } from "../domain/reputation/reputation";
import { INDUSTRIES } from "../domain/task/labels";
import { array, integer, nullable, number, object, oneOf, optional, string, text, untrusted } from "./build";
import { Address, Time, Usdc } from "./common";
import { MetadataFields, Samples } from "./content";
import { LISTING_ID_PATTERN } from "./list";
import { CategoryName, TaskSearchFields } from "./taskFilter";
import { WorkerRecord } from "./records";

export const ServiceId = string({
  pattern: `^${LISTING_ID_PATTERN}$`,
  examples: ["svc_99823620019938f1c2d4e5f60718"],
});

const { title, country, tags } = MetadataFields;

/** What a worker asks of its services. */
export const ServiceChange = object({
  action: oneOf("publish", "update", "withdraw"),
  id: optional({ ...ServiceId, description: "To update and withdraw." }),
  title: optional({ ...title, description: "One line, 1 to 120 characters." }),
  description: optional(text(4_000, { description: "What you do for the price, 1 to 4,000 characters." })),
  category: optional({ ...CategoryName, description: "GET /mkt/categories lists them." }),
  industry: optional({ ...MetadataFields.industry, description: "One that GET /mkt/categories lists." }),
  country,
  tags,
  priceUsdc: optional({ ...Usdc, description: "What it costs, or costs at least." }),
  turnaroundSeconds: optional(
    integer({ minimum: 1, maximum: 31_536_000, description: "How long you typically need." }),
  ),
  samples: optional(Samples),
});

export const MAX_SERVICES_TEXT = `At most ${MAX_LISTINGS} for each wallet.`;

/** A service with its worker's record. */
export const ServiceView = object(
  {
    id: ServiceId,
    wallet: { ...Address, description: "The worker's: worker of /agentCreateTaskSimple hires it." },
    record: { ...WorkerRecord, description: "The worker's, a few minutes behind GET /mkt/profiles at most." },
    title: untrusted(string()),
    description: untrusted(string()),
    category: CategoryName,
    industry: nullable(oneOf(...INDUSTRIES)),
    country: untrusted(nullable(string())),
    tags: untrusted(array(string())),
    priceUsdc: Usdc,
    turnaroundSeconds: nullable(integer({ minimum: 1 })),
    samples: untrusted(Samples),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: "Service" },
);

const { tag, q } = TaskSearchFields;

/** The query of /mkt/services, without the page. */
export const ServiceSearchFields = {
  wallet: optional({ ...Address, description: "Of one worker." }),
  category: optional(string({ maxLength: 40, description: "One that GET /mkt/categories lists." })),
  country: TaskSearchFields.country,
  industry: optional(string({ maxLength: 40, description: "One that GET /mkt/categories lists." })),
  tag,
  q: { ...q, description: "Words in title, tags or description. As in GET /mkt/tasks." },
  maxPriceUsdc: optional({ ...Usdc, description: "Implies sort=price." }),
  minRating: optional(
    number({
      minimum: 1,
      maximum: 5,
      description: `Of workers whom at least ${MIN_RATERS_TO_RANK} posters rated. Implies sort=rating.`,
    }),
  ),
  sort: optional({
    ...oneOf(...LISTING_SORTS),
    description: "By default newest; price: the lowest first; rating: the highest first.",
  }),
};
