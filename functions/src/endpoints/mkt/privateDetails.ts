import { endpoint } from "../../http/endpoint";
import getPrivateDetails from "../agent/getPrivateDetails";

/** The poster's private details for the worker who staked; the agent call under its signed path. */
export default endpoint({
  ...getPrivateDetails,
  path: "/mkt/private-details",
  summary: "Reveal a task's private details to its poster or its staked worker",
});
