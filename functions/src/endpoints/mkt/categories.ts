import { categoryList, MAX_COUNTED } from "../../application/market";
import { INDUSTRIES } from "../../domain/task/labels";
import { computations, endpoint, open } from "../../http/endpoint";
import { array, integer, object, oneOf, string } from "../../schema/build";
import { CategoryName } from "../../schema/taskFilter";

const Count = integer({ minimum: 0, maximum: MAX_COUNTED });

/** By what tasks can be found. */
export default endpoint({
  method: "GET",
  path: "/mkt/categories",
  summary: "Categories and industries, with the number of tasks in each",
  description:
    "A task in another category is under the one that it means, or under other, with a tag. " +
    `Counts end at ${MAX_COUNTED.toLocaleString("en-US")}, may be a minute old, and include expired tasks until they are closed.`,
  auth: open,
  input: object({}),
  output: object({
    items: array(object({ name: CategoryName, description: string(), open: Count, settled: Count })),
    industries: array(oneOf(...INDUSTRIES)),
  }),
  errors: [],
  rateLimit: computations,
  shared: 60,
  example: {},

  handle: async (_call, services) => ({ ...(await categoryList(services)), industries: [...INDUSTRIES] }),
});
