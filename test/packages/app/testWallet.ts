import type { Page } from "playwright-core";
import type { Role } from "../../../dev/local/wallets";
import type { Market } from "../../setup/market";

export interface WalletOptions {
  mood?: TestWallet["mood"];
}

/** A browser's wallet of the tests' own (EIP-6963, EIP-1193): it signs with a key of the stack, and can refuse and stall. */
export class TestWallet {
  /** What it was asked to sign, in order. */
  readonly signed: string[] = [];
  /** What it does when it is asked to sign. */
  mood: "sign" | "refuse" | "stall";

  private constructor(
    private readonly market: Market,
    private readonly role: Role,
    { mood = "sign" }: WalletOptions,
  ) {
    this.mood = mood;
  }

  /** Gives the page a wallet before anything of it runs. */
  static async in(page: Page, market: Market, role: Role, options: WalletOptions = {}): Promise<TestWallet> {
    const wallet = new TestWallet(market, role, options);
    await page.exposeFunction("askTestWallet", (method: string, params: unknown[]) => wallet.answer(method, params));
    await page.addInitScript(`{
      const info = { uuid: "350670db-19fa-4704-a166-e52e178b59d2", name: "Test wallet", rdns: "test.wallet", icon: "data:image/svg+xml,<svg/>" };
      const provider = {
        request: async ({ method, params = [] }) => {
          const { result, error } = await window.askTestWallet(method, params);
          if (error) throw Object.assign(new Error(error.message), { code: error.code });
          return result;
        },
        on() {}, removeListener() {},
      };
      const announce = () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }));
      window.addEventListener("eip6963:requestProvider", announce);
      announce();
    }`);
    return wallet;
  }

  private async answer(method: string, params: unknown[]): Promise<object> {
    try {
      return { result: await this.request(method, params) };
    } catch (error) {
      const { code = -32603, message } = error as { code?: unknown; message: string };
      return { error: { code: typeof code === "number" ? code : -32603, message } };
    }
  }

  private async request(method: string, params: unknown[]): Promise<unknown> {
    const wallet = this.market.chain.wallet(this.role);
    const [first, second] = params as [never, string];
    if (method === "eth_requestAccounts" || method === "eth_accounts") return [wallet.address.toLowerCase()];
    if (!["personal_sign", "eth_signTypedData_v4", "eth_sendTransaction"].includes(method))
      return this.market.chain.provider.send(method, params);
    this.signed.push(method);
    if (this.mood === "refuse") throw Object.assign(new Error("User rejected the request."), { code: 4001 });
    if (this.mood === "stall") await new Promise(() => {});
    if (method === "personal_sign") return wallet.signMessage(Buffer.from(String(first).slice(2), "hex"));
    if (method === "eth_signTypedData_v4") {
      const { domain, types, message } = JSON.parse(second) as Record<"domain" | "types" | "message", object>;
      const { EIP712Domain: _domain, ...own } = types as Record<string, []>;
      return wallet.signTypedData(domain, own, message);
    }
    const { gas, nonce, ...transaction } = first as { gas: string; nonce: string };
    const sent = await wallet.sendTransaction({ ...transaction, nonce: Number(nonce), gasLimit: gas });
    return sent.hash;
  }
}
