import { handlerOf, type Overrides } from "../../functions/src/entry/wire";
import { openGateway } from "../../functions/src/http/gateway";
import { served } from "../setup/forFile";
import { KeptLog, testSettings } from "../setup/service";

/** Serves the endpoints of one path as a function does, without the framework around it; gives the address. */
export function start(endpoints: Parameters<typeof handlerOf>[0], overrides: Overrides): Promise<string> {
  openGateway(() => "https://mkt.example");
  const handler = handlerOf(endpoints, testSettings(), { strict: true, log: new KeptLog(), ...overrides });
  return served((request, response) => void handler(request, response));
}
