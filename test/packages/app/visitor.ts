import type { Browser, Page } from "playwright-core";
import type { Role } from "../../../dev/local/wallets";
import { Reader } from "../../pages/browser";
import type { Market } from "../../setup/market";
import { ORIGIN } from "../../client/agents";
import { TestWallet } from "./testWallet";

const STEP_MS = 20_000;

/** A person with a wallet, at an address of the app, connected. */
export interface Visitor {
  reader: Reader;
  page: Page;
  wallet: TestWallet;
}

export async function visitor(
  browser: Browser,
  market: Market,
  { role, at, url = market.service.baseUrl }: { role: Role; at: string; url?: string },
): Promise<Visitor> {
  const reader = await Reader.open(browser, { viewport: { width: 1280, height: 900 }, acceptDownloads: true });
  const { page } = reader;
  page.setDefaultTimeout(STEP_MS);
  const wallet = await TestWallet.in(page, market, role);
  // The service calls itself so, wherever it is reached, and sign-in texts name it.
  await page.route(`${ORIGIN}/**`, async (route) => {
    // A page that closes leaves requests behind, and their routes with them.
    await route
      .fetch({ url: url + route.request().url().slice(ORIGIN.length), maxRedirects: 0 })
      .then((response) => route.fulfill({ response }))
      .catch(() => route.abort().catch(() => {}));
  });
  await page.goto(ORIGIN + at);
  await page.getByRole("button", { name: "Connect Test wallet" }).click();
  await page.getByRole("button", { name: "Disconnect" }).waitFor();
  return { reader, page, wallet };
}
