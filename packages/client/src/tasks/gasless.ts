import { encoded } from "../signing/abi";
import { checkCalldata, ESCROW, MAX_GAS, type ExpectedCall } from "./calls";
import { UntrustedError } from "../errors";
import { getAddress, keccak256 } from "../hashing";
import { AUTHORIZATION, fields, isNumberText, requireSame, type TypedData } from "../signing/typedData";

/** How steps reach the chain: by the service's relay where the wallet cannot pay for gas, where it is offered, always, or never. */
export type GaslessMode = "auto" | "prefer" | "always" | "never";

/** A step that its wallet signs and the service's relay sends, as the service prepares it. */
export interface OfferedGasless {
  /** `authorization`: USDC's own signature moves the money (EIP-3009). `forward`: every other step (ERC-2771). */
  kind: "authorization" | "forward";
  typedData: unknown;
  /** Of an authorization; of a forward it is what is signed. */
  request?: GaslessRequest;
}

export interface GaslessRequest {
  from: string;
  data: string;
  deadline: string;
  to?: string;
  value?: string;
  gas?: string;
  nonce?: string;
  salt?: string;
}

/** What the relay gets. */
export interface RelayedStep extends Pick<OfferedGasless, "kind"> {
  request: GaslessRequest;
  signature: string;
  /** The nonce of an authorization: USDC says whether it was used. */
  authorizationNonce?: string;
  /** The relay's transaction, once it is confirmed. */
  txHash?: string;
}

interface Expected {
  /** The escrow's call that the step needs. */
  call: ExpectedCall;
  wallet: string;
  chainId: number;
  token: string;
  tokenName: string;
  /** What the call takes from the wallet. */
  valueUsdcUnits: bigint;
  /** The forwarder that the escrow trusts. */
  forwarder: string;
  nowSeconds: number;
}

/** How long a signed step may be valid: ten minutes, and one for clocks that differ. */
const MAX_SECONDS = 660;
const AUTHORIZED: Readonly<Record<string, (data: string, salt: string) => [selector: string, consent: string]>> = {
  createTask: (data, salt) => [
    CREATION,
    ESCROW.encodeWith("createTask", [...ESCROW.decode("createTask", data), salt], ["bytes32"]),
  ],
  stakeAndStart: (data) => {
    const [taskId, agreedTerms] = ESCROW.decode("stakeAndStart", data);
    return [START, encoded(["uint256", "bytes32"], [taskId, agreedTerms])];
  },
};
/** The selectors of `createTaskWithAuthorization` and `stakeAndStartWithAuthorization`. */
const CREATION = ESCROW.selector("createTaskWithAuthorization");
const START = ESCROW.selector("stakeAndStartWithAuthorization");

/** Whether a step creates a task: the only one that could be taken twice. */
export function isCreation({ kind, request }: Pick<RelayedStep, "kind" | "request">): boolean {
  return kind === "authorization" && ESCROW.nameOf(request.data) === "createTask";
}

/** What the relay gets of an offered step, still unchecked. */
export function requestOf({ kind, request, typedData }: OfferedGasless): GaslessRequest {
  const given = kind === "forward" ? (typedData as { message?: GaslessRequest } | null)?.message : request;
  if (!given) throw new UntrustedError("The step without gas does not say what the relay needs.");
  return given;
}

/**
 * The typed data of a step without gas, rebuilt from the expected values and the checked call: only the deadline, which is
 * bounded, the forwarder's nonce and gas, and a salt come from the service. Throws `UntrustedError` if the offered data is
 * anything else.
 */
export function gaslessAsOffered(offered: OfferedGasless, expected: Expected): TypedData {
  const { wallet, call, nowSeconds } = expected;
  const request = requestOf(offered);
  const { from, data, deadline } = request;
  if (String(from).toLowerCase() !== wallet.toLowerCase())
    throw new UntrustedError(`The step without gas is prepared for ${from}.`);
  if (!isNumberText(deadline) || Number(deadline) > nowSeconds + MAX_SECONDS)
    throw new UntrustedError(`The signed step would be valid until ${deadline}, for more than ten minutes.`);
  checkCalldata(String(data), call);
  const typedData = (offered.kind === "authorization" ? authorization : forward)(request, expected);
  requireSame(offered.typedData, typedData, "The step without gas that the service offers");
  return typedData;
}

/** The EIP-3009 authorization: its nonce names the chain, the escrow, the function and all of the terms. */
function authorization(
  { data, deadline, salt = "" }: GaslessRequest,
  { call, wallet, chainId, token, tokenName, valueUsdcUnits }: Expected,
): TypedData {
  const consentOf = AUTHORIZED[call.function];
  if (!consentOf) throw new UntrustedError(`${call.function} cannot take money by an authorization.`);
  if (call.function === "createTask" && !/^0x[0-9a-f]{64}$/.test(salt))
    throw new UntrustedError("The authorization of a new task has no salt.");
  const [selector, consent] = consentOf(data, salt);
  const types = ["uint256", "address", "bytes4", "bytes32"];
  const nonce = keccak256(encoded(types, [chainId, call.to, selector, keccak256(consent)]));
  return {
    domain: { name: tokenName, version: "2", chainId, verifyingContract: token },
    types: { ReceiveWithAuthorization: AUTHORIZATION },
    message: {
      from: getAddress(wallet),
      to: call.to,
      value: String(valueUsdcUnits),
      validAfter: "0",
      validBefore: deadline,
      nonce,
    },
  };
}

/** The ERC-2771 request, which carries no ether. */
function forward(
  { data, deadline, gas, nonce }: GaslessRequest,
  { call, wallet, chainId, forwarder }: Expected,
): TypedData {
  if (!isNumberText(gas) || BigInt(gas) > MAX_GAS)
    throw new UntrustedError(`The forwarded step would take ${gas} gas.`);
  if (!isNumberText(nonce)) throw new UntrustedError("The forwarded step has no nonce.");
  return {
    domain: { name: "TaskForwarder", version: "1", chainId, verifyingContract: forwarder },
    types: {
      ForwardRequest: fields(
        "address from",
        "address to",
        "uint256 value",
        "uint256 gas",
        "uint256 nonce",
        "uint48 deadline",
        "bytes data",
      ),
    },
    message: { from: getAddress(wallet), to: call.to, value: "0", gas, nonce, deadline, data },
  };
}
