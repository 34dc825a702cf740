import { readFileSync } from "node:fs";
import path from "node:path";
import { recoverAddress, TypedDataEncoder, verifyMessage } from "ethers";
import { Webhook } from "standardwebhooks";
import { createPublicClient, http, keccak256, type Hex, stringToHex } from "viem";
import { selection, signedRequestText, checkChallenge, UntrustedError } from "../../packages/client/src/index";
import { SIGNED_CALLS } from "../../packages/client/src/generated/signed";
import { WalletSignatures } from "../../functions/src/adapters/ethers/signatures";
import type { Address } from "../../functions/src/domain/address";
import { canonicalJson, canonicalKeccak256 } from "../../functions/src/domain/canonical";
import { contentHash, type Submission } from "../../functions/src/domain/content";
import { schemaHash } from "../../functions/src/domain/acceptance";
import type { JsonObject } from "../../functions/src/domain/outputSchema";
import { metadataHash, type TaskMetadata } from "../../functions/src/domain/task/metadata";
import { signedHeaders } from "../../functions/src/domain/webhooks/secret";
import { Refusal } from "../../functions/src/domain/errors";
import { redeemMessage } from "../../functions/src/domain/messages/signedRequest";
import { typedDataDigest, type TypedData } from "../../functions/src/domain/messages/typedData";
import { checkChallenge as serverCheck } from "../../functions/src/domain/session";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { bySignature } from "../../functions/src/http/authenticate";
import { rpc } from "../../dev/local/rpc";
import { ownChain } from "../setup/chain/chain";
import { forFile } from "../setup/forFile";
import { envelopeOf, textOf } from "../setup/chain/signing";

interface Vectors {
  now: number;
  escrows: { human: Address; "agent-fast": Address };
  wallets: { deployer: string; deployed: { address: string; deployData: string }[]; undeployed: { address: string }[] };
  canonical: { value: unknown; keccak256: string }[];
  contents: { name: string; value: unknown; keccak256: string }[];
  texts: { name: string; text: string; keccak256: Hex }[];
  webhooks: {
    name: string;
    secret: string;
    id: string;
    timestamp: number;
    body: string;
    headers: Record<string, string>;
    good: boolean;
  }[];
  requests: {
    name: string;
    wallet: "EOA" | "ERC-1271" | "ERC-6492";
    endpoint: string;
    text: string;
    digest: string;
    expect: string;
    signed: boolean;
    request: { wallet: Address; timestamp: number; nonce: string; signature: Hex } & Record<string, unknown>;
  }[];
  redemptions: {
    name: string;
    payer: Address;
    intentId: string;
    txHash: Hex;
    text: string;
    digest: Hex;
    payerSignature: Hex;
    signed: boolean;
  }[];
  signIns: { name: string; message: string; digest: Hex; signature: Hex; good: boolean }[];
  typedData: {
    name: string;
    signer: Address;
    digest: Hex;
    signature: Hex;
    signed: boolean;
    domain: TypedData["domain"];
    types: TypedData["types"];
    message: TypedData["message"];
  }[];
}

const vectors = JSON.parse(readFileSync(path.join(__dirname, "../../docs/vectors.json"), "utf8")) as Vectors;
const CHAIN_ID = 8453;
const endpoints = Object.values(ENDPOINTS).flat();
const byName = <T extends { name: string }>(list: readonly T[]) => list.map((one): [string, T] => [one.name, one]);

let signatures: WalletSignatures;
let viem: ReturnType<typeof createPublicClient>;
const chain = forFile(() => ownChain());
beforeAll(async () => {
  for (const { deployData } of vectors.wallets.deployed)
    await chain.send({ to: vectors.wallets.deployer, data: deployData });
  signatures = new WalletSignatures((request) => rpc<string>(chain.rpcUrl, "eth_call", request, "latest"));
  viem = createPublicClient({ transport: http(chain.rpcUrl) });
});

/** What the service's own gate says to a whole request. */
async function gate(path: string, request: Record<string, unknown>): Promise<string> {
  const endpoint = endpoints.find((one) => one.path === path && one.method === "POST");
  if (!endpoint) throw new Error(`no endpoint ${path}`);
  const parts = {
    settings: { chainId: CHAIN_ID, escrows: vectors.escrows },
    signatures: () => signatures,
    nowMs: () => vectors.now * 1000,
  };
  try {
    await bySignature(endpoint, request, {
      ...parts,
      sessions: () => {
        throw new Error("no session is asked for");
      },
    });
    return "accepted";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe("the vectors", () => {
  it("put the contract wallets where they say", async () => {
    for (const { address } of vectors.wallets.deployed) expect(await chain.provider.getCode(address)).not.toBe("0x");
    for (const { address } of vectors.wallets.undeployed) expect(await chain.provider.getCode(address)).toBe("0x");
  });

  it("hold each kind of wallet, accepted and refused", () => {
    for (const kind of ["EOA", "ERC-1271", "ERC-6492"]) {
      const expected = new Set(
        vectors.requests.filter(({ wallet }) => wallet === kind).map(({ expect: said }) => said === "accepted"),
      );
      expect([kind, expected.size]).toEqual([kind, 2]);
    }
  });

  it("are, as contents, hashed by the service for the chain", () => {
    for (const { name, value, keccak256: hash } of vectors.contents) {
      if (name.startsWith("metadata")) expect(metadataHash(value as TaskMetadata)).toBe(hash);
      else if (name.startsWith("work"))
        expect(contentHash({ kind: "submission", value: value as Submission })).toBe(hash);
      else expect(schemaHash(value as JsonObject)).toBe(hash);
    }
  });

  it("are, as public texts, hashed as they are: rulingHash and commentHash", () => {
    for (const { text, keccak256: hash } of vectors.texts) {
      expect(contentHash({ kind: "ruling", value: text })).toBe(hash);
      expect(contentHash({ kind: "comment", value: text })).toBe(hash);
      expect(keccak256(stringToHex(text))).toBe(hash);
    }
  });

  it("hash as the service and viem do", () => {
    for (const { value, keccak256: hash } of [...vectors.canonical, ...vectors.contents]) {
      expect(canonicalKeccak256(value)).toBe(hash);
      expect(keccak256(stringToHex(canonicalJson(value)))).toBe(hash);
    }
  });
});

describe("requests", () => {
  it.each(byName(vectors.requests))(
    "S4, S5, S7: the service answers as it is said to: %s",
    async (_name, { endpoint, request, expect: said }) => {
      expect(await gate(endpoint, request)).toBe(said);
    },
  );

  it.each(byName(vectors.requests))(
    "mean the text that is said, written by hand and by the client: %s",
    (_name, { endpoint, request, text }) => {
      const { wallet, timestamp, nonce, signature: _signature, ...body } = request;
      const { contract = "human" } = body as { contract?: "human" | "agent-fast" };
      const contractAddress = SIGNED_CALLS[endpoint] ? vectors.escrows[contract] : null;
      expect(
        signedRequestText({
          path: endpoint,
          body,
          wallet,
          chainId: CHAIN_ID,
          contract: contractAddress,
          timestamp,
          nonce,
        }),
      ).toBe(text);
      const envelope = envelopeOf(endpoint, body, { wallet, escrows: vectors.escrows, nowMs: timestamp * 1000 });
      expect(textOf({ ...envelope, nonce })).toBe(text);
    },
  );

  it.each(
    byName(
      vectors.requests.filter(({ wallet, expect: said }) => wallet === "EOA" && said !== "invalid_signature_format"),
    ),
  )("ethers says the same of an account's signature: %s", (_name, { request, text, digest, signed }) => {
    expect(recovered(() => verifyMessage(text, request.signature)) === request.wallet).toBe(signed);
    expect(recovered(() => recoverAddress(digest, request.signature)) === request.wallet).toBe(signed);
  });

  it.each(byName(vectors.requests.filter(({ expect: said }) => said !== "invalid_signature_format")))(
    "viem says the same, of contract wallets too: %s",
    async (name, { request, text, signed }) => {
      const { wallet: address, signature } = request;
      const isTwin = name.startsWith("s in the upper half");
      const isCompact = name.startsWith("a compact signature (EIP-2098): another spelling");
      // viem takes the twin that EIP-2 forbids, and does not read EIP-2098.
      expect(await viem.verifyMessage({ address, message: text, signature }).catch(() => false)).toBe(
        isTwin || isCompact ? !signed : signed,
      );
    },
  );
});

describe("redemptions, sign-ins and typed data", () => {
  it.each(byName(vectors.redemptions))(
    "P1: a payer's proof: %s",
    async (_name, { payer, intentId, txHash, text, payerSignature, signed }) => {
      expect(redeemMessage(intentId, txHash)).toBe(text);
      expect(await signatures.verifyMessage(payer, text, payerSignature)).toBe(signed ? "valid" : "invalid");
      expect(await viem.verifyMessage({ address: payer, message: text, signature: payerSignature })).toBe(signed);
    },
  );

  it.each(byName(vectors.signIns))("S2: %s", async (_name, { message, signature, good }) => {
    const nowMs = vectors.now * 1000;
    const [, wallet = ""] = message.split("\n");
    const expected = {
      origin: "https://mkt.example",
      chainId: CHAIN_ID,
      wallet,
      nonce: /Nonce: (\w+)/.exec(message)?.[1] ?? "",
      nowMs,
    };
    const check = () => checkChallenge(message, expected);
    if (good) expect(check).not.toThrow();
    else expect(check).toThrow(UntrustedError);
    const own = good ? message : (vectors.signIns.find((one) => one.good)?.message ?? "");
    const stored = {
      wallet: wallet as Address,
      nonce: expected.nonce,
      message: own,
      expiresAt: nowMs + 300_000,
      terms: null,
    };
    expect(serverCheck(stored, message, nowMs)).toBe(good ? "good" : "invalid");
    expect(await viem.verifyMessage({ address: wallet as Address, message, signature })).toBe(true);
  });

  it.each(byName(vectors.typedData))(
    "EIP-712: %s",
    async (_name, { signer, domain, types, message, digest, signature, signed }) => {
      const [primaryType = ""] = Object.keys(types);
      expect(typedDataDigest({ domain, types, primaryType, message })).toBe(digest);
      expect(TypedDataEncoder.hash(domain, types as never, message)).toBe(digest);
      expect(await signatures.verifyDigest(signer, digest, signature)).toBe(signed ? "valid" : "invalid");
      // Its types are made for types that are known when the program is written.
      const given = { address: signer, domain, types, primaryType, message, signature } as unknown as Parameters<
        typeof viem.verifyTypedData
      >[0];
      expect(await viem.verifyTypedData(given)).toBe(signed);
    },
  );

  it("name the escrow's domain as the client writes it", () => {
    const [choice] = vectors.typedData;
    const { taskId = "", metadataHash = "", worker = "", deadline = "" } = choice?.message ?? {};
    const typed = selection(
      { chainId: CHAIN_ID, escrow: vectors.escrows["agent-fast"] },
      { taskId, metadataHash, worker, deadline: Number(deadline) },
    );
    expect(TypedDataEncoder.hash(typed.domain, typed.types, typed.message)).toBe(choice?.digest);
  });
});

describe("webhooks", () => {
  beforeAll(() =>
    jest.useFakeTimers({ now: vectors.now * 1000, doNotFake: ["nextTick", "setImmediate", "setTimeout"] }),
  );
  afterAll(() => jest.useRealTimers());

  it.each(byName(vectors.webhooks))("Standard Webhooks: %s", (_name, { secret, headers, good, ...message }) => {
    const verify = () => new Webhook(secret).verify(message.body, headers);
    if (good) expect(verify()).toEqual(JSON.parse(message.body));
    else expect(verify).toThrow();
    const own = signedHeaders(message, [secret]);
    expect(headers).toEqual({ ...own, "webhook-signature": expect.any(String) as string });
    const signatures = headers["webhook-signature"]?.split(" ");
    expect(signatures?.includes(own["webhook-signature"] ?? "")).toBe(good);
  });
});

function recovered(recover: () => string): string | null {
  try {
    return recover();
  } catch {
    return null;
  }
}
