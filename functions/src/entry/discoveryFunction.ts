import { serveDiscovery } from "../discovery/serve";
import { ENDPOINTS } from "../endpoints/all";
import { requestFunction } from "./httpFunction";
import { wire } from "./wire";

/** The documents that depend on the deployment, as a deployable function. */
export default () => requestFunction("small", (settings) => serveDiscovery(ENDPOINTS, wire(settings)));
