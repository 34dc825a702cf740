import { serveDiscovery } from "../discovery/serve";
import { ENDPOINTS } from "../endpoints/all";
import { requestFunction } from "./httpFunction";
import { wire } from "../wire";

/** The documents that say what a deployment alone knows, as a deployable function. */
export default () => requestFunction("small", (settings) => serveDiscovery(ENDPOINTS, wire(settings)));
