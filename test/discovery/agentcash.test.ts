import {
  AUDIT_CODES,
  checkEndpointSchema,
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  getL3ForOpenAPI,
  getOpenAPI,
  getWarningsFor402Body,
  getWarningsForL2,
  getWarningsForL3,
  getWarningsForL4,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
  validatePaymentRequiredDetailed,
  type OpenApiSource,
} from "@agentcash/discovery";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { devWallets } from "../../dev/local/wallets";
import { post } from "../setup/paying/buyer";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { testService } from "../setup/service";

const { db } = testFirestore();
const all = Object.values(ENDPOINTS).flat();
let openApi: OpenApiSource;

const service = forFile(() => testService({ db, settings: { SETTLEMENT_KEY: devWallets().settler.privateKey } }));
beforeAll(async () => {
  const found = (await getOpenAPI(service.baseUrl))._unsafeUnwrap();
  if (!found || isOpenApiParseFailure(found)) throw new Error("agentcash reads no OpenAPI document");
  openApi = found;
});

describe("agentcash, which indexes paid services,", () => {
  it("finds the OpenAPI document where it looks and every endpoint in it", () => {
    const { routes } = checkL2ForOpenAPI(openApi);
    const key = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    expect(routes.map(key).sort()).toEqual(all.map(key).sort());
  });

  it("has nothing to say against it but that it is long", () => {
    const routes = checkL2ForOpenAPI(openApi);
    const warnings = [
      ...getWarningsForOpenAPI(openApi),
      ...getWarningsForL2(routes),
      ...getWarningsForL4(checkL4ForOpenAPI(openApi)),
      ...routes.routes.flatMap(({ path, method }) => getWarningsForL3(getL3ForOpenAPI(openApi, path, method))),
    ];
    // More than forty routes: each is a row of the interface.
    expect(warnings.filter(({ code }) => code !== AUDIT_CODES.L2_ROUTE_COUNT_HIGH)).toEqual([]);
  });

  it("knows what is paid, what a wallet signs in for, and what is open", () => {
    const { routes } = checkL2ForOpenAPI(openApi);
    const modeOf = (path: string, method = "POST") =>
      routes.find((route) => route.path === path && route.method === method)?.authMode;
    for (const { path, auth } of all.filter((each) => each.auth.kind === "paid"))
      expect([path, modeOf(path), auth.kind]).toEqual([path, "paid", "paid"]);
    expect([modeOf("/agentGetSubmissionDetails"), modeOf("/mkt/tasks", "GET")]).toEqual(["siwx", "unprotected"]);
  });

  it("is told by the live endpoint how to pay, in a header that it finds valid", async () => {
    const found = await checkEndpointSchema({ url: `${service.baseUrl}/demand-insights`, probe: true });
    const [option] = found.found
      ? (found.advisories.find(({ method }) => method === "POST")?.paymentOptions ?? [])
      : [];
    expect(option).toMatchObject({
      protocol: "x402",
      version: 2,
      network: "eip155:8453",
      scheme: "exact",
      amount: "490000",
    });
    const { headers } = await post(`${service.baseUrl}/demand-insights`, {});
    const required = JSON.parse(Buffer.from(headers.get("payment-required") ?? "", "base64").toString()) as unknown;
    expect(getWarningsFor402Body(required)).toEqual([]);
    expect(validatePaymentRequiredDetailed(required)).toMatchObject({ valid: true, issues: [] });
  });
});
