import { datasetList } from "../../application/datasets";
import { computations, endpoint, open } from "../../http/endpoint";
import { array, object } from "../../schema/build";
import { Dataset, Measured } from "../../schema/dataset";

/** What answers are bought about. */
export default endpoint({
  method: "GET",
  path: "/datasets",
  summary: "The datasets behind the answers, with examples",
  description:
    "Each with its columns, licence and quality. " + "Its dataHash is the one that answers name. May be a minute old.",
  auth: open,
  input: object({}),
  output: object({ items: array(Dataset), measured: Measured }),
  errors: [],
  rateLimit: computations,
  shared: 60,
  example: {},

  handle: (_call, services) => datasetList(services),
});
