import { ESCROW, TOKEN, checkTransactions, type ExpectedCall, type OfferedTransaction } from "./calls";
import { MktError, UntrustedError } from "../errors";
import { gaslessAsOffered, requestOf, type GaslessMode, type OfferedGasless, type RelayedStep } from "./gasless";
import { getAddress } from "../hashing";
import { usdcText } from "../money";
import type { Requests } from "../service/requests";
import type { EscrowCall, Prepared, Step } from "./step";
import type { Addresses } from "../signing/trust";
import { isNumberText, permitAsOffered, type TypedData } from "../signing/typedData";
import type { AgentWallet } from "../signing/wallet";

/** A prepared and checked step, by one of its ways: its transactions, or a signature for the relay. */
export type Way<P> = { prepared: P } & (
  { transactions: readonly OfferedTransaction[]; relay?: undefined } | { transactions?: undefined; relay: RelayedStep }
);

interface WayParts {
  requests: Requests;
  wallet: () => AgentWallet;
  addresses: Addresses;
  nowMs: () => number;
}

/** The ways of a step to the chain. */
export class Ways {
  constructor(private readonly parts: WayParts) {}

  /**
   * Has a step prepared and checks it: money by an authorization and other steps by a request, for the relay, where the mode
   * says so; otherwise transactions, with a permit where one saves the approval.
   */
  async choose<P extends Prepared>(step: Step<P>, mode: GaslessMode): Promise<Way<P>> {
    const { requests } = this.parts;
    const takesUsdcUnits = step.takesUsdcUnits ?? 0n;
    const prepared = await step.prepare({});
    // What the relay collects by an authorization, it never collects by a permit.
    const isAuthorized = AUTHORIZED.includes(step.calls(prepared)[0].function);
    const offered = prepared.signatures?.find(({ field }) => field === "permit");
    const isGasless =
      mode === "prefer"
        ? prepared.gasless !== undefined || (offered !== undefined && !isAuthorized)
        : await this.isGasless(prepared, mode);
    if (isGasless && prepared.gasless) return { prepared, relay: await this.signed(step, prepared, prepared.gasless) };
    if ((mode === "always" && isAuthorized) || prepared.transactions?.length === 0) throw notRelayed();
    const isPermitted = offered && takesUsdcUnits > 0n && requests.permits;
    // A wallet that sends both calls as one needs no second signature for the permit.
    if (isPermitted && !(mode !== "always" && !isGasless && (await this.parts.wallet().canBatch()))) {
      const permit = await this.permit(step, offered.typedData, takesUsdcUnits);
      const again = await step.prepare({ permit });
      if (isGasless && again.gasless)
        return { prepared: again, relay: await this.signed(step, again, again.gasless, permit) };
      if (mode !== "always") return this.direct(step, again, permit);
    }
    if (mode === "always") throw notRelayed();
    return this.direct(step, prepared);
  }

  /** Whether the wallet has the ether for a step that takes money, with what comes before it. */
  canPayGas(): Promise<boolean> {
    return this.parts.wallet().canPay(ENOUGH_GAS);
  }

  private async isGasless(
    { transactions = [], gasless, signatures }: Prepared,
    mode: Exclude<GaslessMode, "prefer">,
  ): Promise<boolean> {
    if (mode !== "auto") return mode === "always";
    // Under a mandate, a wallet without ETH gets this form alone.
    if (gasless && transactions.length === 0) return true;
    const gas = transactions.map((one) => one.gas);
    // What is not a number is refused with its transaction.
    if ((!gasless && !signatures) || !gas.every(isNumberText)) return false;
    return !(await this.parts.wallet().canPay(gas.reduce((sum, one) => sum + BigInt(one), 0n)));
  }

  private async direct<P extends Prepared>(step: Step<P>, prepared: P, permit?: Permit): Promise<Way<P>> {
    const { wallet, addresses } = this.parts;
    const transactions = prepared.transactions ?? [];
    const call = await this.expected(step, prepared, transactions.at(-1)?.data, permit);
    const takesUsdcUnits = step.takesUsdcUnits ?? 0n;
    const approval: ExpectedCall = {
      to: addresses.token,
      abi: TOKEN,
      function: "approve",
      arguments: { spender: call.to, amount: takesUsdcUnits },
    };
    const isApproved = permit !== undefined || takesUsdcUnits === 0n || transactions.length === 1;
    const expected = [...(isApproved ? [] : [approval]), call];
    checkTransactions(transactions, expected, { chainId: addresses.chainId, wallet: await wallet().address() });
    return { prepared, transactions };
  }

  /** Checks and signs a step for the relay. */
  private async signed<P extends Prepared>(
    step: Step<P>,
    prepared: P,
    offered: OfferedGasless,
    permit?: Permit,
  ): Promise<RelayedStep> {
    const { wallet, addresses, nowMs } = this.parts;
    const { kind } = offered;
    const request = requestOf(offered);
    const call = await this.expected(step, prepared, request.data, permit);
    const typedData = gaslessAsOffered(offered, {
      call,
      wallet: await wallet().address(),
      chainId: addresses.chainId,
      token: addresses.token,
      tokenName: addresses.tokenName,
      valueUsdcUnits: step.takesUsdcUnits ?? 0n,
      forwarder: kind === "forward" ? await this.forwarder(offered, call.to) : "",
      nowSeconds: Math.floor(nowMs() / 1000),
    });
    const signature = await wallet().signTypedData(typedData, `${step.purpose}, without gas`);
    const isAuthorization = kind === "authorization";
    return { kind, request, signature, ...(isAuthorization && { authorizationNonce: nonceOf(typedData) }) };
  }

  /** The forwarder of an offered request: the one of every request before, and by the wallet's own node the escrow's. */
  private async forwarder({ typedData }: OfferedGasless, escrow: string): Promise<string> {
    const { domain } = (typedData ?? {}) as { domain?: { verifyingContract?: unknown } };
    const named = this.parts.addresses.requireForwarder(domain?.verifyingContract);
    const read = await this.parts.wallet().read(escrow, ESCROW.encode("trustedForwarder"));
    const trusted = read === null ? named : getAddress(String(ESCROW.result("trustedForwarder", read)));
    if (trusted !== named) throw new UntrustedError(`The escrow trusts the forwarder ${trusted}, not ${named}.`);
    return named;
  }

  private async permit<P extends Prepared>(step: Step<P>, offered: unknown, valueUsdcUnits: bigint): Promise<Permit> {
    const { requests, wallet, addresses, nowMs } = this.parts;
    const { chainId, token, tokenName } = addresses;
    const typedData = permitAsOffered(offered, {
      owner: await wallet().address(),
      spender: await requests.escrow(step.contract),
      valueUsdcUnits,
      chainId,
      token,
      tokenName,
      nowSeconds: Math.floor(nowMs() / 1000),
    });
    const deadline = Number(typedData.message["deadline"]);
    const purpose = `Allow the escrow to take ${usdcText(valueUsdcUnits)} USDC`;
    return { deadline, signature: await wallet().signTypedData(typedData, purpose) };
  }

  /** The escrow's call that the step needs: of several that would do, the one in the calldata. */
  private async expected<P extends Prepared>(
    step: Step<P>,
    prepared: P,
    data: string | undefined,
    permit?: Permit,
  ): Promise<ExpectedCall> {
    const to = await this.parts.requests.escrow(step.contract);
    const toEscrow = (call: EscrowCall): ExpectedCall => ({
      to,
      abi: ESCROW,
      function: call.function,
      arguments: call.arguments,
      ...(call.calls && { calls: call.calls.map(toEscrow) }),
    });
    const calls = step.calls(prepared);
    const call = calls.find((one) => one.function === nameOf(data)) ?? calls[0];
    if (permit === undefined) return toEscrow(call);
    const { deadline } = permit;
    const permitted = { value: step.takesUsdcUnits ?? 0n, deadline };
    return toEscrow({ function: `${call.function}WithPermit`, arguments: { ...call.arguments, permit: permitted } });
  }
}

const nonceOf = ({ message }: TypedData) => String(message["nonce"]);

interface Permit {
  deadline: number;
  signature: string;
}

const AUTHORIZED = ["createTask", "stakeAndStart"];

function notRelayed(): MktError {
  return new MktError(
    "relay_unavailable",
    "The service's relay does not take this step. Without gasless, it can be taken with ETH for its gas.",
  );
}

/** What the most expensive step of a task takes, with an approval. */
const ENOUGH_GAS = 500_000n;

/** The escrow's function that calldata calls; null if it is unknown. */
function nameOf(data: string | undefined): string | null {
  return data === undefined || data.length < 10 ? null : ESCROW.nameOf(data);
}
