import { Contract, id, ZeroAddress } from "ethers";
import { ESCROW } from "../../packages/client/src/tasks/calls";
import { UntrustedError } from "../../packages/client/src/index";
import { gaslessAsOffered, requestOf, type OfferedGasless } from "../../packages/client/src/tasks/gasless";
import { Addresses } from "../../packages/client/src/signing/trust";
import { ownChain } from "../setup/chain/chain";
import { EscrowStage } from "../setup/chain/escrow";
import { forFile } from "../setup/forFile";

const NOW = 1_800_000_000;
const SALT = id("salt");
let wallet: string;
const chain = forFile(() => ownChain());
const stage = forFile(() => EscrowStage.open(chain));
beforeAll(async () => {
  wallet = chain.wallet("buyer").address;
});

const TERMS = {
  reward: 5_000_001n,
  stake: 500_001n,
  metadataHash: id("metadata"),
  mode: 1,
  maxChangeRounds: 2,
  judge: ZeroAddress,
  windows: { open: 86_400, work: 7_200, review: 7_201, resubmit: 7_202, contest: 7_203, rule: 7_204, rate: 7_205 },
};
const VOUCHER = { deadline: NOW, signature: "0x12" };
const AUTHORIZATION_TYPES = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
];
const REQUEST_TYPES = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "gas", type: "uint256" },
  { name: "nonce", type: "uint256" },
  { name: "deadline", type: "uint48" },
  { name: "data", type: "bytes" },
];
type Offer = OfferedGasless & {
  typedData: { domain: Record<string, unknown>; types: Record<string, unknown>; message: Record<string, string> };
};

const escrowOf = () => stage.addresses["agent-fast"];
const contract = () => new Contract(escrowOf(), ESCROW_VIEWS, chain.provider);
const TERMS_TYPE =
  "(uint256 reward, uint256 stake, bytes32 metadataHash, uint8 mode, uint8 maxChangeRounds, address judge, (uint24 open, uint24 work, uint24 review, uint24 resubmit, uint24 contest, uint24 rule, uint24 rate) windows) terms";
const ESCROW_VIEWS = [
  `function creationNonce(${TERMS_TYPE}, bytes32 salt) view returns (bytes32)`,
  "function startNonce(uint256 taskId, bytes32 agreedTerms) view returns (bytes32)",
  "function trustedForwarder() view returns (address)",
];
const { token, tokenName, chainId } = new Addresses();

async function money(name: "createTask" | "stakeAndStart"): Promise<Offer> {
  const isCreation = name === "createTask";
  const data = ESCROW.encode(name, isCreation ? [TERMS] : [7n, id("terms"), VOUCHER]);
  const nonce = (await (isCreation
    ? contract().getFunction("creationNonce")(TERMS, SALT)
    : contract().getFunction("startNonce")(7n, id("terms")))) as string;
  const value = String(isCreation ? TERMS.reward : TERMS.stake);
  const deadline = NOW + 600;
  return {
    kind: "authorization",
    typedData: {
      domain: { name: tokenName, version: "2", chainId, verifyingContract: token },
      types: { ReceiveWithAuthorization: AUTHORIZATION_TYPES },
      message: { from: wallet, to: escrowOf(), value, validAfter: "0", validBefore: String(deadline), nonce },
    },
    request: { from: wallet, data, deadline: String(deadline), ...(isCreation && { salt: SALT }) },
  };
}

async function request(): Promise<Offer> {
  const data = ESCROW.encode("submitWork", [7n, id("work")]);
  const deadline = NOW + 600;
  const verifyingContract = (await contract().getFunction("trustedForwarder")()) as string;
  return {
    kind: "forward",
    typedData: {
      domain: { name: "TaskForwarder", version: "1", chainId, verifyingContract },
      types: { ForwardRequest: REQUEST_TYPES },
      message: {
        ...{ from: wallet, to: escrowOf(), value: "0", gas: "120000", nonce: "3" },
        ...{ deadline: String(deadline), data },
      },
    },
  };
}

const CALLS = {
  createTask: { terms: { reward: TERMS.reward, stake: TERMS.stake, metadataHash: TERMS.metadataHash, mode: 1 } },
  stakeAndStart: { taskId: "7", agreedTerms: id("terms") },
  submitWork: { taskId: "7", submissionHash: id("work") },
};
const VALUES = { createTask: TERMS.reward, stakeAndStart: TERMS.stake, submitWork: 0n };
type Step = keyof typeof CALLS;
const offerOf = (step: Step) => (step === "submitWork" ? request() : money(step));

async function checked(step: Step, offered: OfferedGasless) {
  return gaslessAsOffered(offered, {
    call: { to: escrowOf(), abi: ESCROW, function: step, arguments: CALLS[step] },
    wallet,
    chainId,
    token,
    tokenName,
    valueUsdcUnits: VALUES[step],
    forwarder: (await contract().getFunction("trustedForwarder")()) as string,
    nowSeconds: NOW,
  });
}

describe("happy", () => {
  it.each(Object.keys(CALLS) as Step[])("signs exactly what %s needs, with the contract's own nonce", async (step) => {
    const offered = await offerOf(step);
    expect(await checked(step, offered)).toEqual(offered.typedData);
  });
});

type Lie = (offered: Offer) => unknown;
const COMMON: [string, Lie][] = [
  ["another payer", (one) => (one.typedData.message["from"] = ZeroAddress)],
  ["another sender", (one) => (requestOf(one).from = ZeroAddress)],
  ["another receiver", (one) => (one.typedData.message["to"] = stage.addresses.human)],
  ["a higher amount", (one) => (one.typedData.message["value"] = "9999999999")],
  ["another chain", (one) => (one.typedData.domain["chainId"] = 1)],
  ["another contract", (one) => (one.typedData.domain["verifyingContract"] = ZeroAddress)],
  ["another domain", (one) => (one.typedData.domain["name"] = "Another")],
  ["a salted domain", (one) => (one.typedData.domain["salt"] = SALT)],
  ["other types", (one) => (one.typedData.types = { Another: AUTHORIZATION_TYPES })],
  ["one type more", (one) => (one.typedData.types["Another"] = AUTHORIZATION_TYPES)],
  ["bytes behind the call", (one) => (requestOf(one).data += "00")],
  ["another call", (one) => (requestOf(one).data = ESCROW.encode("withdraw", [ZeroAddress]))],
  ["no call", (one) => (requestOf(one).data = "0x")],
  ["no typed data", (one) => Object.assign(one, { typedData: null })],
  ["a kind of another step", (one) => (one.kind = one.kind === "forward" ? "authorization" : "forward")],
];
const late = (one: Offer) => {
  requestOf(one).deadline = String(NOW + 3_600);
  one.typedData.message[one.kind === "forward" ? "deadline" : "validBefore"] = String(NOW + 3_600);
};
const OF_MONEY: [string, Lie][] = [
  ["no request", (one) => delete one.request],
  ["another deadline than the request's", (one) => (requestOf(one).deadline = String(NOW + 599))],
  ["another nonce", (one) => (one.typedData.message["nonce"] = id("other"))],
  ["a start in the future", (one) => (one.typedData.message["validAfter"] = String(NOW + 300))],
  [
    "a transfer to anyone who sends it",
    (one) => (one.typedData.types = { TransferWithAuthorization: AUTHORIZATION_TYPES }),
  ],
];
const LIES: [Step, string, Lie][] = [
  ...(Object.keys(CALLS) as Step[]).flatMap((step) =>
    COMMON.map(([name, lie]): [Step, string, Lie] => [step, name, lie]),
  ),
  ...(Object.keys(CALLS) as Step[]).map((step): [Step, string, Lie] => [step, "an hour of validity", late]),
  ...(["createTask", "stakeAndStart"] as const).flatMap((step) =>
    OF_MONEY.map(([name, lie]): [Step, string, Lie] => [step, name, lie]),
  ),
  ["createTask", "another salt than the nonce's", (one) => (requestOf(one).salt = id("other"))],
  ["createTask", "no salt", (one) => delete requestOf(one).salt],
  [
    "createTask",
    "other terms than asked for",
    (one) => (requestOf(one).data = ESCROW.encode("createTask", [{ ...TERMS, stake: 1n }])),
  ],
  [
    "createTask",
    "other windows than the nonce's",
    (one) =>
      (requestOf(one).data = ESCROW.encode("createTask", [{ ...TERMS, windows: { ...TERMS.windows, rule: 9_000 } }])),
  ],
  ["submitWork", "other data than the call's", (one) => (one.typedData.message["data"] = "0x12345678")],
  ["submitWork", "no nonce", (one) => delete one.typedData.message["nonce"]],
  ["submitWork", "too much gas", (one) => (one.typedData.message["gas"] = "30000000")],
  ["submitWork", "gas that is no number", (one) => (one.typedData.message["gas"] = "0x10")],
  ["submitWork", "ether", (one) => (one.typedData.message["value"] = "1")],
];

describe("GC1, security: what is not exactly the step is not signed", () => {
  it.each(LIES)("%s with %s", async (step, _name, lie) => {
    const offered = await offerOf(step);
    lie(offered);
    await expect(checked(step, offered)).rejects.toBeInstanceOf(UntrustedError);
  });
});
