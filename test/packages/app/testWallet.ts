import type { Wallet } from "ethers";
import type { Page } from "playwright-core";
import type { Role } from "../../../dev/local/wallets";
import type { Market } from "../../setup/market";

export interface WalletOptions {
  mood?: TestWallet["mood"];
  /** Whether it sends several calls as one (EIP-5792). */
  canBatch?: boolean;
}

/** Code that makes each call of its calldata: 20 bytes to whom, 2 bytes how long, the data. All succeed, or none. */
const EXECUTOR =
  "0x5f5b803611600a5700fe5b803560601c816014013560f01c80836016015f375f5f825f5f865af1602e575f5ffdfe5b905001601601600156";
const EXECUTOR_AT = "0x00000000000000000000000000000000000e5792";

interface Batch {
  id: string;
  calls: readonly { to: string; data: string }[];
}

/** Methods that a person confirms in the wallet. */
const SIGNS = ["personal_sign", "eth_signTypedData_v4", "eth_sendTransaction", "wallet_sendCalls"];

/**
 * A browser's wallet of the tests' own (EIP-6963, EIP-1193): it signs with a key of the stack, and can refuse, stall, and
 * switch account and chain.
 */
export class TestWallet {
  /** What it was asked to sign, in order. */
  readonly signed: string[] = [];
  /** What it does when it is asked to sign; `forget` sends, and does not answer. */
  mood: "sign" | "refuse" | "stall" | "forget";
  /** Whether it does not reach its node. */
  isOffline = false;
  /** How often it was asked to change the chain. */
  chainRequests = 0;

  /** The chain that it is on; null for the stack's. */
  private otherChain: number | null = null;
  /** Whether it shows its account to the page. */
  private isOpen = true;
  /** What goes on with the requests that it stalled. */
  private readonly stalled: (() => void)[] = [];
  private readonly canBatch: boolean;
  /** The transactions of its batches, by their names. */
  private readonly batches = new Map<string, string>();

  private constructor(
    private readonly page: Page,
    private readonly market: Market,
    private role: Role,
    { mood = "sign", canBatch = false }: WalletOptions,
  ) {
    this.mood = mood;
    this.canBatch = canBatch;
  }

  /** Gives the page a wallet before anything of it runs. */
  static async in(page: Page, market: Market, role: Role, options: WalletOptions = {}): Promise<TestWallet> {
    const wallet = new TestWallet(page, market, role, options);
    await page.exposeFunction("askTestWallet", (method: string, params: unknown[]) => wallet.answer(method, params));
    await page.addInitScript(`{
      const info = { uuid: "350670db-19fa-4704-a166-e52e178b59d2", name: "Test wallet", rdns: "test.wallet", icon: "data:image/svg+xml,<svg/>" };
      const provider = {
        request: async ({ method, params = [] }) => {
          const { result, error } = await window.askTestWallet(method, params);
          if (error) throw Object.assign(new Error(error.message), { code: error.code });
          return result;
        },
        on: (name, listener) => listeners.add([name, listener]),
        removeListener: (name, listener) => listeners.forEach((one) => one[0] === name && one[1] === listener && listeners.delete(one)),
      };
      const listeners = new Set();
      window.tellOfTestWallet = (about, value) => [...listeners].forEach(([name, listener]) => name === about && listener(value));
      const announce = () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }));
      window.addEventListener("eip6963:requestProvider", announce);
      announce();
    }`);
    return wallet;
  }

  /** Shows another account, as its owner chooses it. */
  async switchTo(role: Role): Promise<void> {
    this.role = role;
    await this.tell("accountsChanged", this.accounts());
  }

  /** Shows no account any more, or its own again. */
  async setOpen(isOpen: boolean): Promise<void> {
    this.isOpen = isOpen;
    await this.tell("accountsChanged", this.accounts());
  }

  /** Goes to another chain, as its owner chooses it; null for the stack's. */
  async switchChain(id: number | null): Promise<void> {
    this.otherChain = id;
    await this.tell("chainChanged", this.chainId());
  }

  /** Goes on with what it stalled, in the mood that it has by now. */
  release(): void {
    for (const go of this.stalled.splice(0)) go();
  }

  private tell(about: string, value: unknown): Promise<unknown> {
    return this.page.evaluate(`window.tellOfTestWallet(${JSON.stringify(about)}, ${JSON.stringify(value)})`);
  }

  private accounts(): string[] {
    return this.isOpen ? [this.market.chain.wallet(this.role).address.toLowerCase()] : [];
  }

  private chainId(): string {
    return `0x${(this.otherChain ?? this.market.chain.facts.id).toString(16)}`;
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
    if (method === "eth_requestAccounts" || method === "eth_accounts") return this.accounts();
    if (method === "eth_chainId") return this.chainId();
    if (this.isOffline && !SIGNS.slice(0, 2).includes(method)) throw new Error("The node was not reached.");
    if (method === "wallet_switchEthereumChain") {
      this.chainRequests++;
      if (this.mood === "refuse") throw rejection();
      return this.switchChain(null);
    }
    if (method === "wallet_getCapabilities" && this.canBatch)
      return { [`0x${this.market.chain.facts.id.toString(16)}`]: { atomic: { status: "supported" } } };
    if (method === "wallet_getCallsStatus") return this.statusOf(String(first));
    if (!SIGNS.includes(method)) return this.market.chain.provider.send(method, params);
    this.signed.push(method);
    if (this.mood === "stall") await new Promise<void>((resolve) => this.stalled.push(resolve));
    if (this.mood === "refuse") throw rejection();
    // As wallets do, for what is about a chain that they are not on.
    if (this.otherChain !== null && method !== "personal_sign") throw new Error("The chain is not the active one.");
    if (method === "personal_sign") return wallet.signMessage(Buffer.from(String(first).slice(2), "hex"));
    if (method === "eth_signTypedData_v4") {
      const { domain, types, message } = JSON.parse(second) as Record<"domain" | "types" | "message", object>;
      const { EIP712Domain: _domain, ...own } = types as Record<string, []>;
      return wallet.signTypedData(domain, own, message);
    }
    if (method === "wallet_sendCalls") return this.sendCalls(wallet, first);
    const { gas, nonce, ...transaction } = first as { gas: string; nonce: string };
    const sent = await wallet.sendTransaction({ ...transaction, nonce: Number(nonce), gasLimit: gas });
    return sent.hash;
  }

  /** Makes all calls in one transaction: for that time, the account has the executor's code (EIP-7702). */
  private async sendCalls(wallet: Wallet, { id, calls }: Batch): Promise<unknown> {
    const { provider } = this.market.chain;
    const packed = calls.map(({ to, data }) => {
      const bytes = data.slice(2);
      return to.slice(2) + (bytes.length / 2).toString(16).padStart(4, "0") + bytes;
    });
    await provider.send("anvil_setCode", [EXECUTOR_AT, EXECUTOR]);
    await provider.send("anvil_setCode", [wallet.address, `0xef0100${EXECUTOR_AT.slice(2)}`]);
    const sent = await wallet.sendTransaction({
      to: wallet.address,
      data: `0x${packed.join("")}`,
      gasLimit: 2_000_000,
    });
    this.batches.set(id, sent.hash);
    await sent.wait();
    await provider.send("anvil_setCode", [wallet.address, "0x"]);
    if (this.mood === "forget") await new Promise(() => {});
    return { id };
  }

  private async statusOf(id: string): Promise<object> {
    const transactionHash = this.batches.get(id);
    if (!transactionHash) throw Object.assign(new Error("Unknown bundle id."), { code: 5730 });
    const receipt = await this.market.chain.provider.getTransactionReceipt(transactionHash);
    if (!receipt) return { id, status: 100 };
    return { id, status: receipt.status === 1 ? 200 : 500, atomic: true, receipts: [{ transactionHash }] };
  }
}

const rejection = () => Object.assign(new Error("User rejected the request."), { code: 4001 });
