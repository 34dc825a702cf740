import { hashMessage, id, TypedDataEncoder, type Wallet } from "ethers";
import { Webhook } from "standardwebhooks";
import {
  canonicalHash,
  CHAIN_ID,
  mandate,
  resubmission,
  verdict,
  selection,
  type TypedData,
  USDC,
} from "../../../packages/client/src/index";
import { ESCROWS, NOW, requestVectors } from "./requests";
import { contractWallet, DEPLOYER, owner, stranger } from "./wallets";

/** Everything in docs/vectors.json: texts, hashes and signatures by which an implementation can be checked, and what must be refused. */
export function vectors(): object {
  const account = ({ address, privateKey }: Wallet) => ({ address, privateKey });
  const deployable = (number: number) => ({ ...contractWallet(number), owner: owner.address });
  return {
    about:
      "Signature test vectors. Every key here is public: never send money to these wallets. `requests` are whole requests to a service whose clock " +
      "is `now` and whose escrows are `escrows`: expect says what it answers, text what the wallet must sign (EIP-191), signed whether the signature " +
      "is the wallet's over that text by the standards alone. Contract wallets are deployed by sending deployData to deployer, which is on Base. " +
      "texts are hashed as they are (UTF-8, no salt), as rulingHash and commentHash. webhooks are what a receiver gets, signed by Standard Webhooks.",
    chainId: CHAIN_ID,
    now: NOW,
    escrows: ESCROWS,
    wallets: {
      owner: account(owner),
      stranger: account(stranger),
      deployer: DEPLOYER,
      deployed: [deployable(1), deployable(2)],
      undeployed: [deployable(3), deployable(4)],
    },
    canonical: CANONICAL.map((value) => ({ value, keccak256: canonicalHash(value as never) })),
    contents: CONTENTS.map(([name, value]) => ({ name, value, keccak256: canonicalHash(value as never) })),
    texts: TEXTS.map(([name, text]) => ({ name, text, keccak256: id(text) })),
    requests: requestVectors(),
    redemptions: redemptions(),
    signIns: signIns(),
    typedData: typedData(),
    webhooks: webhooks(),
  };
}

/** RFC 8785 in small: order by UTF-16, numbers as ECMAScript writes them, and nothing normalised. */
const CANONICAL: readonly unknown[] = [
  {},
  { b: 1, a: [true, null, "x"] },
  { "\ufb33": "by UTF-16 the last", "\ud83d\ude00": "before it", "1": "first" },
  { numbers: [1e21, 1e-7, 0.1, -0, 333333333.3333333, 100] },
  { escapes: '\u0008\u0009\u000a\u000c\u000d\u001f"\\/\u2028€' },
  { composed: "\u00e9", decomposed: "e\u0301" },
];

const SALT = `0x${"5a".repeat(32)}`;
const METADATA = { title: "Pair the lines", description: "As data.", category: "data" };
const SCHEMA = { type: "object", required: ["lines"], properties: { lines: { items: { enum: [["a", "b"], 1.5] } } } };

const LINKS = [
  { url: "https://files.example/ü", sha256: "5a".repeat(32), bytes: 1234 },
  { url: "https://files.example/a?b=c&d#e", sha256: "a5".repeat(32) },
  { url: "https://files.example/plain" },
];
/** Contents of which the chain holds the hash, as they are hashed. */
const CONTENTS: readonly (readonly [string, object])[] = [
  ["metadata", METADATA],
  [
    "metadata with acceptance",
    { ...METADATA, acceptance: { criteria: ["Each line is a pair."], outputSchema: SCHEMA } },
  ],
  ["an output schema alone, as a verdict names it", SCHEMA],
  ["work", { text: "See output.", links: [], salt: SALT }],
  [
    "work with links: a file's hash and size, its hash alone, and neither",
    { text: "See the files.", links: LINKS, salt: SALT },
  ],
  ["work with output", { text: "See output.", links: [], salt: SALT, output: { lines: [["a", "b"]] } }],
];

/** Public texts of which the chain holds the hash. */
const TEXTS: readonly (readonly [string, string])[] = [
  [
    "a ruling's reason: rulingHash",
    "The work meets two of the four criteria; the poster gave no answer on the others.",
  ],
  ["a reason beyond ASCII, over two lines", "A tradução está completa.\nO prazo não foi cumprido. ⚖️"],
  ["a rating's comment: commentHash", "Très bien, à l'heure."],
];

function redemptions(): object[] {
  const [intentId, txHash] = ["k1.example-intent", `0x${"cd".repeat(32)}`];
  const text = ["mkt redeem", `intentId: ${intentId}`, `txHash: ${txHash}`].join("\n");
  const one = (name: string, signature: string, signed: boolean) => ({
    name,
    payer: owner.address,
    intentId,
    txHash,
    text,
    digest: hashMessage(text),
    payerSignature: signature,
    signed,
  });
  return [
    one("the payer's proof", owner.signMessageSync(text), true),
    one("somebody else's", stranger.signMessageSync(text), false),
    one("the proof of another transaction", owner.signMessageSync(text.replace("cd", "ce")), false),
  ];
}

function signIns(): object[] {
  const text = (changes: { domain?: string; chainId?: number; statement?: string } = {}) => {
    const { domain = "mkt.example", chainId = CHAIN_ID, statement = "Sign in to mkt" } = changes;
    return [
      `${domain} wants you to sign in with your Ethereum account:`,
      owner.address,
      "",
      `${statement}. This moves no money and costs no gas.`,
      "",
      "URI: https://mkt.example",
      "Version: 1",
      `Chain ID: ${chainId}`,
      "Nonce: 0123456789abcdef0123456789abcdef",
      `Issued At: ${new Date(NOW * 1000).toISOString()}`,
      `Expiration Time: ${new Date((NOW + 300) * 1000).toISOString()}`,
    ].join("\n");
  };
  const one = (name: string, message: string, good: boolean) => ({
    name,
    message,
    digest: hashMessage(message),
    signature: owner.signMessageSync(message),
    good,
  });
  return [
    one("a challenge of https://mkt.example", text(), true),
    one(
      "a challenge for a session that only reads for an hour",
      text({ statement: `Sign in to mkt, to read only, until ${new Date((NOW + 3_600) * 1000).toISOString()}` }),
      true,
    ),
    one("a challenge of another site: never sign it", text({ domain: "evil.example" }), false),
    one("a challenge of another chain: never sign it", text({ chainId: 1 }), false),
  ];
}

function typedData(): object[] {
  const at = { chainId: CHAIN_ID, escrow: ESCROWS["agent-fast"] };
  const deadline = NOW + 3_600;
  const chosen = { taskId: "7", metadataHash: `0x${"5b".repeat(32)}`, worker: owner.address, deadline };
  const work = { taskId: "7", round: 1, submissionHash: `0x${"a7".repeat(32)}`, deadline };
  const permit: TypedData = {
    domain: { name: "USD Coin", version: "2", chainId: CHAIN_ID, verifyingContract: USDC },
    types: {
      Permit: ["address owner", "address spender", "uint256 value", "uint256 nonce", "uint256 deadline"].map(fieldOf),
    },
    message: { owner: owner.address, spender: at.escrow, value: "20000000", nonce: "0", deadline: String(deadline) },
  };
  const granted = {
    agent: stranger.address,
    owner: owner.address,
    steps: ["buy", "work"] as const,
    maxPerTaskUsdcUnits: 5_000_000n,
    maxPerDayUsdcUnits: 20_000_000n,
    issuedAt: NOW,
    expiresAt: NOW + 86_400,
  };
  const service = { chainId: CHAIN_ID, service: "https://mkt.example" };
  const chosenData = selection(at, chosen);
  return [
    typed("a poster's choice of a worker", chosenData, chosenData),
    typed("a worker's answer to a change request", resubmission(at, work), resubmission(at, work)),
    typed("a judge's verdict", verdict(at, work), verdict(at, work)),
    typed("a permit (EIP-2612) in the place of an approval", permit, permit),
    typed("an owner's mandate for its agent", mandate(service, granted), mandate(service, granted)),
    typed(
      "a mandate signed with another limit",
      mandate(service, granted),
      mandate(service, { ...granted, maxPerDayUsdcUnits: 20_000_001n }),
    ),
    typed(
      "a mandate signed for another service",
      mandate(service, granted),
      mandate({ ...service, service: "https://other.example" }, granted),
    ),
    typed("a choice signed for another task", chosenData, selection(at, { ...chosen, taskId: "8" })),
    typed("a choice signed for other metadata", chosenData, selection(at, { ...chosen, metadataHash: SALT })),
    typed("a choice signed for the other contract", chosenData, selection({ ...at, escrow: ESCROWS.human }, chosen)),
    typed("a choice signed for another chain", chosenData, selection({ ...at, chainId: 1 }, chosen)),
    typed("a verdict signed for another round", verdict(at, work), verdict(at, { ...work, round: 2 })),
    typed("a worker's answer in the place of a verdict", verdict(at, work), resubmission(at, work)),
    typed("an answer signed for another round", resubmission(at, work), resubmission(at, { ...work, round: 2 })),
  ];
}

/** Deliveries as a receiver gets them; the body counts byte for byte. */
function webhooks(): object[] {
  const [secret, former] = [secretOf(1), secretOf(2)];
  const message = {
    id: "evt_0123456789abcdef0123456789abcdef",
    timestamp: NOW,
    body: '{"type":"task.created","data":{"title":"Olá 😀"}}',
  };
  const sign = (key: string, { id: of, timestamp, body }: typeof message) =>
    new Webhook(key).sign(of, new Date(timestamp * 1000), body);
  const one = (name: string, signature: string, good: boolean) => ({
    name,
    secret,
    ...message,
    headers: {
      "webhook-id": message.id,
      "webhook-timestamp": String(message.timestamp),
      "webhook-signature": signature,
    },
    good,
  });
  const own = sign(secret, message);
  return [
    one("a delivery", own, true),
    one("a delivery while a secret is replaced: either signature is enough", `${sign(former, message)} ${own}`, true),
    one("signed with another secret", sign(former, message), false),
    one("the signature of another body", sign(secret, { ...message, body: `${message.body} ` }), false),
    one("the signature of another id", sign(secret, { ...message, id: "evt_f" }), false),
    one("the signature of another second", sign(secret, { ...message, timestamp: NOW + 1 }), false),
  ];
}

function secretOf(byte: number): string {
  return `whsec_${Buffer.alloc(32, byte).toString("base64")}`;
}

/** What was to be signed, and a signature over what was. */
function typed(name: string, data: TypedData, signedData: TypedData): object {
  const signature = owner.signingKey.sign(digestOf(signedData)).serialized;
  return {
    name,
    signer: owner.address,
    ...data,
    digest: digestOf(data),
    signature,
    signed: data === signedData || digestOf(data) === digestOf(signedData),
  };
}

function digestOf({ domain, types, message }: TypedData): string {
  return TypedDataEncoder.hash(domain, types, message);
}

function fieldOf(text: string): { name: string; type: string } {
  const [type = "", name = ""] = text.split(" ");
  return { name, type };
}
