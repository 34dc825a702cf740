/**
 * `npm run screenshots [-- PATTERN [FOLDER]]`: a picture of each page of the app whose name matches, in each of its states,
 * at 1280 and 360 pixels, light and dark, in .local/shots. Needs a running stack (`npm start`) with a market on it
 * (`npm run demo`).
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { getBytes, JsonRpcProvider, Wallet } from "ethers";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { chromiumPath, startChromium } from "../local/chromium";
import { runningStack, type StackAddresses } from "../local/stackFile";
import type { Role } from "../local/wallets";

const WANTED = new RegExp(process.argv[2] ?? "");
const OUT = process.argv[3] ?? path.join(__dirname, "../..", ".local", "shots");
const HEIGHT = 900;
const FORMS = [1280, 360].flatMap((width) => (["light", "dark"] as const).map((scheme) => ({ width, scheme })));

interface Scene {
  name: string;
  /** Whose wallet; null for a visitor without one. */
  role: Role | null;
  path: string;
  /** What is done before the picture is taken. */
  act?: (page: Page) => Promise<unknown>;
  /** Everything that the wallet is asked to sign stays open. */
  stalls?: boolean;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const open = (text: string) => (page: Page) => page.locator("summary", { hasText: text }).first().click();
const inTurn =
  (...acts: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page);
  };
/** The wallet has been asked. */
const asked = (page: Page) => page.locator(".signing").waitFor();
const question = (text: string) =>
  inTurn(
    (page) => page.locator("#question").fill(text),
    press("See the price"),
    (page) => page.locator(".offer .facts").first().waitFor(),
  );
const draft = inTurn(
  press("Summary"),
  (page) =>
    page
      .locator("#draft-description")
      .fill("Summarise the text at https://example.com/text in **300 words**.\n\n- plain"),
  (page) => page.locator("#draft-rewardUsdc").fill("5"),
);

/** Each task of the demo, as a visitor, its poster and its worker see it; a dispute as its arbiter sees it, too. */
async function tasksOf({ baseUrl }: StackAddresses): Promise<Scene[]> {
  const answer = await fetch(`${baseUrl}/mkt/tasks?status=all&limit=50`);
  const { items } = (await answer.json()) as {
    items: { contract: string; taskId: string; state: string; mode: string }[];
  };
  const seen = new Set<string>();
  return items.flatMap(({ contract, taskId, state, mode }) => {
    const name = `task-${state.toLowerCase()}${state === "FUNDED" ? `-${mode}` : ""}`;
    if (seen.has(name)) return [];
    seen.add(name);
    const at = `/app/task/${contract}/${taskId}`;
    const roles: (Role | null)[] = [null, "buyer", "worker", ...(state === "DISPUTED" ? ["arbiter" as const] : [])];
    return roles.map((role) => ({
      name: `${name}-${role ?? "visitor"}`,
      role,
      path: at,
      ...(role && { act: readTexts }),
    }));
  });
}

/** Signs in where the page offers it, and opens each step that could be taken. */
async function readTexts(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Sign in and read" });
  if (await button.isVisible()) await button.click();
  await page.waitForTimeout(400);
  for (const step of await page.locator(".moves > details > summary").all()) await step.click();
}

async function scenesOf(stack: StackAddresses): Promise<Scene[]> {
  const { wallets } = stack;
  const address = (role: Role) => wallets.find((one) => one.role === role)?.address ?? "";
  const services = await fetch(`${stack.baseUrl}/mkt/services`);
  const { items } = (await services.json()) as { items: { id: string }[] };
  const service = items[0]?.id ?? "";
  return [
    { name: "home", role: null, path: "/" },
    { name: "protection", role: null, path: "/protection" },
    { name: "agents", role: null, path: "/agents" },
    { name: "arbiter", role: null, path: `/app/arbiter/${address("arbiter")}` },
    { name: "menu", role: "buyer", path: "/app", act: open("USDC") },
    { name: "board", role: null, path: "/app" },
    { name: "board-filters", role: null, path: "/app", act: open("More filters") },
    { name: "board-none", role: null, path: "/app?q=xylophone" },
    { name: "board-settled", role: null, path: "/app?status=settled" },
    { name: "board-wallet", role: "buyer", path: "/app" },
    { name: "missing", role: null, path: "/app/task/human/999999" },
    { name: "post-visitor", role: null, path: "/app/post" },
    { name: "post-empty", role: "buyer", path: "/app/post" },
    { name: "post-draft", role: "buyer", path: "/app/post", act: draft },
    { name: "post-faults", role: "buyer", path: "/app/post", act: inTurn(press("Summary"), press("Sign and post")) },
    { name: "post-poor", role: "stranger", path: "/app/post", act: draft },
    {
      name: "post-signing",
      role: "buyer",
      path: "/app/post",
      act: inTurn(draft, press("Sign and post")),
      stalls: true,
    },
    { name: "desk-visitor", role: null, path: "/app/desk" },
    { name: "desk-buyer", role: "buyer", path: "/app/desk" },
    { name: "desk-posted", role: "buyer", path: "/app/desk", act: press("Posted") },
    { name: "desk-worker", role: "worker", path: "/app/desk" },
    { name: "desk-arbiter", role: "arbiter", path: "/app/desk", act: press("Disputes") },
    { name: "desk-empty", role: "stranger", path: "/app/desk" },
    { name: "services-visitor", role: null, path: "/app/services" },
    { name: "services-offer", role: "worker", path: "/app/services", act: open("Offer a service") },
    { name: "service", role: "buyer", path: `/app/service/${service}` },
    { name: "service-hire", role: "buyer", path: `/app/post?service=${service}` },
    { name: "ask-visitor", role: null, path: "/app/ask" },
    { name: "ask-report", role: null, path: "/app/ask?about=conversions" },
    { name: "ask-price-visitor", role: null, path: "/app/ask", act: question("What do people wish for?") },
    { name: "ask-price", role: "payer", path: "/app/ask", act: question("What do people wish for?") },
    { name: "ask-price-no", role: "payer", path: "/app/ask", act: question("Will it rain tomorrow?") },
    {
      name: "ask-signing",
      role: "payer",
      path: "/app/ask",
      act: inTurn(question("What do people wish for?"), press(/^Pay /), asked),
      stalls: true,
    },
    {
      name: "ask-answer",
      role: "payer",
      path: "/app/ask",
      act: inTurn(question("What do people wish for?"), press(/^Pay /), (page) =>
        page.locator("summary", { hasText: "Receipt:" }).click({ timeout: 60_000 }),
      ),
    },
    { name: "wallet-buyer", role: null, path: `/app/wallet/${address("buyer")}` },
    { name: "wallet-worker", role: "buyer", path: `/app/wallet/${address("worker")}` },
    { name: "wallet-unknown", role: null, path: `/app/wallet/${address("payer3")}` },
    { name: "statements-visitor", role: null, path: "/app/statements" },
    { name: "statements-sign-in", role: "buyer", path: "/app/statements" },
    {
      name: "statements-signing",
      role: "buyer",
      path: "/app/statements",
      act: inTurn(press("Sign in"), asked),
      stalls: true,
    },
    {
      name: "statements-buyer",
      role: "buyer",
      path: "/app/statements",
      act: inTurn(press("Sign in"), (page) => page.locator("#totals").waitFor()),
    },
    { name: "statements-none", role: "stranger", path: "/app/statements", act: press("Sign in") },
    { name: "settings-visitor", role: null, path: "/app/settings" },
    { name: "settings", role: "buyer", path: "/app/settings", act: press("Sign in") },
    { name: "market", role: null, path: "/app/market" },
    ...(await tasksOf(stack)),
  ];
}

/** Gives a window a wallet that signs with a key of the stack. */
async function giveWallet(context: BrowserContext, stack: StackAddresses, scene: Scene): Promise<void> {
  const key = stack.wallets.find(({ role }) => role === scene.role)?.privateKey;
  if (!key) return;
  const provider = new JsonRpcProvider(stack.rpcUrl, stack.chainId, { staticNetwork: true });
  const wallet = new Wallet(key, provider);
  await context.exposeFunction("askWallet", async (method: string, params: [string, string]) => {
    const signs = ["personal_sign", "eth_signTypedData_v4", "eth_sendTransaction"].includes(method);
    if (signs && scene.stalls) return new Promise(() => {});
    if (method === "eth_accounts" || method === "eth_requestAccounts") return [wallet.address];
    if (method === "personal_sign") return wallet.signMessage(getBytes(params[0]));
    if (method === "eth_signTypedData_v4") {
      const { domain, types, message } = JSON.parse(params[1]) as Record<"domain" | "types" | "message", object>;
      const { EIP712Domain: _domain, ...own } = types as Record<string, []>;
      return wallet.signTypedData(domain, own, message);
    }
    return provider.send(method, params) as Promise<unknown>;
  });
  await context.addInitScript(`{
    localStorage.setItem("mkt-wallet", "example.wallet");
    const info = { uuid: "350670db-19fa-4704-a166-e52e178b59d2", name: "Example wallet", rdns: "example.wallet", icon: "data:image/svg+xml,<svg/>" };
    const provider = { request: ({ method, params = [] }) => window.askWallet(method, params), on() {}, removeListener() {} };
    const announce = () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }));
    window.addEventListener("eip6963:requestProvider", announce);
    announce();
  }`);
}

/** Takes the pictures of a scene in each form; says what is wider than the window. */
async function shoot(browser: Browser, stack: StackAddresses, scene: Scene): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: HEIGHT }, reducedMotion: "reduce" });
  try {
    await giveWallet(context, stack, scene);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(stack.baseUrl + scene.path);
    if (scene.role) await page.locator(".account").waitFor();
    await settled(page);
    await scene.act?.(page);
    if (!scene.stalls) await settled(page);
    for (const { width, scheme } of FORMS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: path.join(OUT, `${scene.name}-${width}-${scheme}.png`), fullPage: true });
      const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      if (wide > 0) console.log(`${scene.name} at ${width}: ${wide} pixels wider than its window`);
    }
  } catch (error) {
    console.log(`${scene.name}: ${(error as Error).message.split("\n")[0]}`);
  } finally {
    await context.close();
  }
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: 2_000 }).catch(() => {});
  await page.waitForFunction("!document.querySelector('.waiting')", null, { timeout: 20_000 }).catch(() => {});
  await page.waitForTimeout(250);
}

async function main(): Promise<void> {
  const stack = await runningStack();
  const chromium = chromiumPath();
  if (!stack || !chromium) throw new Error("Start the stack first (npm start), and install chromium.");
  mkdirSync(OUT, { recursive: true });
  const scenes = (await scenesOf(stack)).filter(({ name }) => WANTED.test(name));
  const browser = await startChromium(chromium);
  try {
    for (const scene of scenes) await shoot(browser, stack, scene);
  } finally {
    await browser.close();
  }
  console.log(`${scenes.length} scenes in ${FORMS.length} forms: ${OUT}`);
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
