import { concat, hashMessage, id, Signature, toBeHex } from "ethers";
import { canonicalHash, CHAIN_ID, signedRequestText } from "../../../packages/client/src/index";
import { SIGNED_CALLS } from "../../../packages/client/src/generated/signed";
import { contractWallet, owner, stranger, wrapped } from "./wallets";

/** When the requests were made, unix seconds. */
export const NOW = 1_790_000_000;
/** What `contract` means in the vectors. */
export const ESCROWS = {
  human: "0x00000000000000000000000000000000000A0001",
  "agent-fast": "0x00000000000000000000000000000000000a0002",
};

const NONCE = "vector-nonce-0001";
const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;

type Body = Record<string, unknown>;

/** One whole request, and what becomes of it. */
export interface RequestVector {
  name: string;
  /** What kind of wallet the request names. */
  wallet: "EOA" | "ERC-1271" | "ERC-6492";
  endpoint: string;
  request: Body;
  /** The text that this request means: what its wallet would have to sign. */
  text: string;
  /** The digest of that text (EIP-191). */
  digest: string;
  /** `accepted`, or the error's code. */
  expect: "accepted" | "signature_invalid" | "signature_expired" | "invalid_signature_format";
  /** Whether the signature is the wallet's over that text by the rules of EIP-191, ERC-1271 and ERC-6492 alone. */
  signed: boolean;
}

interface Meant {
  endpoint: string;
  body: Body;
  address: string;
  timestamp?: number;
  nonce?: string;
  chainId?: number;
}

const INTEREST: Meant = {
  endpoint: "/mkt/interest",
  address: owner.address,
  body: { contract: "agent-fast", taskId: "7", message: "Olá — I translate every day. 😀" },
};

const MESSAGE: Meant = {
  endpoint: "/mkt/messages",
  address: owner.address,
  body: {
    contract: "agent-fast",
    taskId: "7",
    worker: stranger.address,
    text: "Is the glossary part of the work?\nWith examples?",
    links: [{ url: "https://files.example/glossary" }],
  },
};
const SERVICE: Meant = {
  endpoint: "/mkt/service",
  address: owner.address,
  body: {
    action: "publish",
    title: "Portuguese to English",
    description: "Up to 1,000 words.",
    category: "translation",
    tags: ["legal", "português"],
    priceUsdc: "20",
    turnaroundSeconds: 14_400,
  },
};

function textOf({ endpoint, body, address, timestamp = NOW, nonce = NONCE, chainId = CHAIN_ID }: Meant): string {
  const { contract = "human" } = body as { contract?: keyof typeof ESCROWS };
  const escrow = SIGNED_CALLS[endpoint] ? ESCROWS[contract] : null;
  return signedRequestText({ path: endpoint, body, wallet: address, chainId, contract: escrow, timestamp, nonce });
}

const sign = (text: string, by = owner) => by.signMessageSync(text);

function vector(name: string, meant: Meant, more: Partial<RequestVector> & { signature?: string } = {}): RequestVector {
  const { signature = sign(textOf(meant)), ...rest } = more;
  const { body, address: wallet, timestamp = NOW, nonce = NONCE, endpoint } = meant;
  const text = textOf(meant);
  const request = { ...body, wallet, timestamp, nonce, signature };
  return {
    name,
    wallet: "EOA",
    endpoint,
    request,
    text,
    digest: hashMessage(text),
    expect: "accepted",
    signed: true,
    ...rest,
  };
}

function refused(name: string, meant: Meant, signature: string, more: Partial<RequestVector> = {}): RequestVector {
  return vector(name, meant, { signature, expect: "signature_invalid", signed: false, ...more });
}

/** Every request of the vectors: first what is accepted, then what is refused. */
export function requestVectors(): RequestVector[] {
  return [...accepted(), ...otherThanSigned(), ...otherTexts(), ...otherBytes(), ...untimely(), ...contractWallets()];
}

function accepted(): RequestVector[] {
  const rating: Meant = {
    endpoint: "/mkt/rating",
    address: owner.address,
    body: { contract: "agent-fast", taskId: "7", rating: 5, comment: "Très bien, à l'heure." },
  };
  const { r, s, yParity, compactSerialized } = Signature.from(sign(textOf(INTEREST)));
  return [
    vector("an account's request", INTEREST),
    vector("a task id that is a number, and the contract left out: human is meant", {
      ...INTEREST,
      body: { taskId: 7, message: "x" },
    }),
    vector("members in another order: the hash is over the RFC 8785 form", {
      ...INTEREST,
      body: { message: "x", taskId: "7", contract: "human" },
    }),
    vector("nested members, and characters that RFC 8785 spells in its own way", {
      endpoint: "/mkt/submission",
      address: owner.address,
      body: {
        contract: "human",
        taskId: "7",
        text: 'a\tb\u0001\u20ac\u2028"\\/',
        links: [{ url: "https://files.example/ü", sha256: "5a".repeat(32), bytes: 0 }],
        salt: `0x${"5a".repeat(32)}`,
      },
    }),
    vector("no contract and no task: both lines hold -", {
      endpoint: "/mkt/profile",
      address: owner.address,
      body: { displayName: "Ada", avatarSeed: "ada-1" },
    }),
    vector("a message in a task's thread", MESSAGE),
    vector("a service: no task, with numbers and a list among the members", SERVICE),
    vector("a rating: one more line, with the hash of its comment", rating),
    vector("the oldest timestamp that counts", { ...INTEREST, timestamp: NOW - 600 }),
    vector("the newest timestamp that counts", { ...INTEREST, timestamp: NOW + 600 }),
    vector("v of 0 or 1, as some hardware wallets write it", INTEREST, {
      signature: concat([r, s, toBeHex(yParity, 1)]),
    }),
    vector("a compact signature (EIP-2098): another spelling, told apart by the nonce", INTEREST, {
      signature: compactSerialized,
    }),
  ];
}

/** The signature of one request under another. */
function otherThanSigned(): RequestVector[] {
  const signature = sign(textOf(INTEREST));
  const { message: _message, ...names } = INTEREST.body;
  const under = (name: string, changes: Partial<Meant>) => refused(name, { ...INTEREST, ...changes }, signature);
  return [
    under("another endpoint", { endpoint: "/mkt/private-details", body: names }),
    under("another task", { body: { ...INTEREST.body, taskId: "8" } }),
    under("another contract", { body: { ...INTEREST.body, contract: "human" } }),
    under("another body", { body: { ...INTEREST.body, message: "Never mind." } }),
    under("one member more", { body: { ...INTEREST.body, action: "withdraw" } }),
    under("another wallet", { address: stranger.address }),
    under("another timestamp", { timestamp: NOW + 1 }),
    under("another nonce", { nonce: "vector-nonce-0002" }),
    refused(
      "a message to another worker's thread",
      { ...MESSAGE, body: { ...MESSAGE.body, worker: owner.address } },
      sign(textOf(MESSAGE)),
    ),
    refused(
      "a service at another price",
      { ...SERVICE, body: { ...SERVICE.body, priceUsdc: "2" } },
      sign(textOf(SERVICE)),
    ),
    refused("another key", INTEREST, sign(textOf(INTEREST), stranger)),
  ];
}

/** Texts that resemble the one to sign. */
function otherTexts(): RequestVector[] {
  const text = textOf(INTEREST);
  const asWritten = id(JSON.stringify(INTEREST.body));
  const rating: Meant = {
    endpoint: "/mkt/rating",
    address: owner.address,
    body: { contract: "agent-fast", taskId: "7", rating: 5, comment: "Fast." },
  };
  const over = (name: string, changed: string, meant = INTEREST) => refused(name, meant, sign(changed));
  return [
    over("another chain", textOf({ ...INTEREST, chainId: 1 })),
    over("a line feed at the end", `${text}\n`),
    over("carriage returns", text.replaceAll("\n", "\r\n")),
    over("the wallet in lower case", text.replace(owner.address, owner.address.toLowerCase())),
    over("the name of the contract instead of its address", text.replace(ESCROWS["agent-fast"], "agent-fast")),
    over(
      "the hash of the body as it was typed, not in its RFC 8785 form",
      text.replace(canonicalHash(INTEREST.body as never), asWritten),
    ),
    over("a rating without the line for its comment", textOf(rating).replace(/\ncommentHash: \w+/, ""), rating),
    refused("the text's own hash, without the prefix of EIP-191", INTEREST, owner.signingKey.sign(id(text)).serialized),
    over("the hash of the text as a text", id(text)),
  ];
}

/** Bytes that resemble the signature. */
function otherBytes(): RequestVector[] {
  const signature = sign(textOf(INTEREST));
  const { r, s, yParity } = Signature.from(signature);
  const other = yParity === 0 ? 1 : 0;
  const high = toBeHex(ORDER - BigInt(s), 32);
  const spelt = (name: string, bytes: string, more: Partial<RequestVector> = {}) =>
    refused(name, INTEREST, bytes, more);
  const misspelt = { expect: "invalid_signature_format" } as const;
  return [
    spelt("s in the upper half: the twin that ECDSA allows and EIP-2 forbids", concat([r, high, toBeHex(27 + other)])),
    spelt(
      "a compact signature (EIP-2098) with the other parity",
      concat([r, toBeHex(BigInt(s) | (BigInt(other) << 255n), 32)]),
    ),
    spelt("the other v", concat([r, s, toBeHex(27 + other)])),
    spelt("v of EIP-155", concat([r, s, toBeHex(2 * CHAIN_ID + 35 + yParity)])),
    spelt("v of 29", concat([r, s, "0x1d"])),
    spelt("a byte behind it", `${signature}00`),
    spelt("a byte less", signature.slice(0, -2)),
    spelt("r of 0", concat([toBeHex(0, 32), s, "0x1b"])),
    spelt("s of 0", concat([r, toBeHex(0, 32), "0x1b"])),
    spelt("no 0x", signature.slice(2), misspelt),
    spelt("half a byte", signature.slice(0, -1), misspelt),
    spelt("no bytes", "0x", misspelt),
    spelt("a space behind it", `${signature} `, misspelt),
  ];
}

function untimely(): RequestVector[] {
  const late = { expect: "signature_expired" } as const;
  return [
    vector("expired by a second", { ...INTEREST, timestamp: NOW - 601 }, late),
    vector("ahead of the clock by a second too much", { ...INTEREST, timestamp: NOW + 601 }, late),
  ];
}

function contractWallets(): RequestVector[] {
  const [deployed, second, future, other] = [
    contractWallet(1),
    contractWallet(2),
    contractWallet(3),
    contractWallet(4),
  ];
  const by = ({ address }: { address: string }): Meant => ({ ...INTEREST, address });
  const [is1271, is6492] = [{ wallet: "ERC-1271" }, { wallet: "ERC-6492" }] as const;
  const [forDeployed, forFuture] = [sign(textOf(by(deployed))), sign(textOf(by(future)))];
  return [
    vector("a deployed contract wallet", by(deployed), is1271),
    vector("a deployed contract wallet, with the wrapper of before", by(deployed), {
      ...is1271,
      signature: wrapped(forDeployed, deployed),
    }),
    vector("a contract wallet that is not deployed yet", by(future), {
      ...is6492,
      signature: wrapped(forFuture, future),
    }),
    refused("a contract wallet, by another key", by(deployed), sign(textOf(by(deployed)), stranger), is1271),
    refused("another wallet of the same owner: the text names the wallet", by(second), forDeployed, is1271),
    refused("an undeployed wallet without the wrapper", by(future), forFuture, is6492),
    refused(
      "an undeployed wallet, by another key",
      by(future),
      wrapped(sign(textOf(by(future)), stranger), future),
      is6492,
    ),
    refused("an undeployed wallet with another wallet's wrapper", by(future), wrapped(forFuture, other), is6492),
    refused("a wrapper that does not decode", by(future), `0x${"ff".repeat(96)}${"6492".repeat(16)}`, is6492),
  ];
}
