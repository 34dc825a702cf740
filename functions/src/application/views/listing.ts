import type { Listing } from "../../domain/listing";
import { formatUsdc } from "../../domain/money";
import { categoryOf, industryOf } from "../../domain/task/labels";
import type { Static } from "../../schema/build";
import type { ServiceView } from "../../schema/service";

/** A service as answers show it. */
export function listingView({
  id,
  wallet,
  texts,
  priceUsdcUnits,
  turnaroundSeconds,
  samples,
  record,
  createdAt,
  updatedAt,
}: Listing): Static<typeof ServiceView> {
  const { title, description, category, industry, country = null, tags = [] } = texts;
  return {
    id,
    wallet,
    record,
    title,
    description,
    category: categoryOf(category),
    industry: industry === undefined ? null : industryOf(industry),
    country,
    tags: [...tags],
    priceUsdc: formatUsdc(priceUsdcUnits),
    turnaroundSeconds,
    samples: [...samples],
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
