import { endpoint } from "../../http/endpoint";
import getPrivateDetails from "../agent/getPrivateDetails";

/** What the poster tells the worker who staked; the same as the agent call, under its signed path. */
export default endpoint({
  ...getPrivateDetails,
  path: "/mkt/private-details",
  summary: "Reveal a task's private details to its poster or its staked worker",
});
