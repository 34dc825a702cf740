import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";

const OPERATOR = {
  OPERATOR_NAME: "Mercado Lda, Lisbon",
  OPERATOR_CONTACT: "help@mkt.example",
  OPERATOR_TERMS_URL: "https://mkt.example/terms",
};
const market = Market.forFile(testFirestore().db, OPERATOR);

it("says who runs the deployment as the operator has stated it, with the network's explorer and the contracts", async () => {
  const { status, json } = await market.get("/mkt/about");
  expect(status).toBe(200);
  expect(json).toMatchObject({
    operator: {
      name: "Mercado Lda, Lisbon",
      contact: "help@mkt.example",
      termsUrl: "https://mkt.example/terms",
      privacyUrl: null,
      arbiter: null,
    },
    network: { chainId: 8453, explorer: "https://basescan.org", testNetwork: false },
  });
  expect(Object.keys(json["escrows"] as object)).toEqual(["human", "agent-fast"]);
});
