import { concat, Signature, toBeHex, Wallet, type Contract, recoverAddress } from "ethers";
import fc from "fast-check";
import {
  WalletSignatures,
  MAX_SIGNATURE_LENGTH,
  isSignedBy,
  parseEcdsa,
  VALIDATOR_BYTECODE,
} from "../../../functions/src/adapters/ethers/signatures";
import type { Hex } from "../../../functions/src/domain/keccak";
import { textDigest } from "../../../functions/src/domain/messages/signedRequest";
import { addressOf, HOSTILE_ANSWERS, known, walletChain, wrap } from "../../setup/chain/walletChain";
import { forAllAsync, forAll } from "../../setup/runs";
import { forFile } from "../../setup/forFile";
import { compile } from "../../setup/chain/compile";

const TEXT = "mkt redeem\nintentId: é ∆ 😀";
const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;
/** Never over in a test: what a hostile contract may cost is its gas (S8). */
const PATIENT_MS = 3_600_000;

const owner = new Wallet(`0x${"11".repeat(32)}`);
const ownerAddress = known(owner.address);
const signature = owner.signMessageSync(TEXT) as Hex;
const { r, s, yParity } = Signature.from(signature);

let factory: Contract;
const world = forFile(() => walletChain());
const signatures = forFile(() => new WalletSignatures(world.ethCall, PATIENT_MS));
beforeAll(async () => {
  factory = await world.deploy("WalletFactory");
});
afterAll(() => world.chain.close());

/** A node that must not be needed. */
const offline = new WalletSignatures(async () => {
  throw new Error("no node");
});

describe("happy", () => {
  it("takes an account's own signature over a text without asking a node", async () => {
    expect(await offline.verifyMessage(ownerAddress, TEXT, signature)).toBe("valid");
  });

  it("takes the signature of a wallet that binds what its owner signs to itself", async () => {
    const wallet = await world.deploy("BoundWallet", owner.address);
    const bound = (await wallet.getFunction("boundDigest")(textDigest(TEXT))) as string;
    expect(await signatures.verifyMessage(addressOf(wallet), TEXT, owner.signingKey.sign(bound).serialized)).toBe(
      "valid",
    );
  });

  it("makes a deployed wallet's preparing call where it does not accept without (ERC-6492)", async () => {
    const wallet = await world.deploy("LateWallet", owner.address);
    expect(await signatures.verifyMessage(addressOf(wallet), TEXT, signature)).toBe("invalid");
    const migrate = wallet.interface.encodeFunctionData("migrate");
    expect(await signatures.verifyMessage(addressOf(wallet), TEXT, wrap(addressOf(wallet), migrate, signature))).toBe(
      "valid",
    );
  });

  it("takes the own key's signature of an account that delegates to code (EIP-7702), whatever that code says", async () => {
    const delegate = await world.deployHostile("Revert");
    const delegated = Wallet.createRandom();
    await world.chain.call("anvil_setCode", delegated.address, concat(["0xef0100", delegate]));
    expect(await signatures.verifyMessage(known(delegated.address), TEXT, delegated.signMessageSync(TEXT))).toBe(
      "valid",
    );
    expect(await signatures.verifyMessage(known(delegated.address), TEXT, signature)).toBe("invalid");
  });
});

describe("refusals", () => {
  it("refuses a wrapper that does not decode", async () => {
    const { address, deployData } = await undeployed();
    const wrapped = wrap(addressOf(factory), deployData, signature);
    const magic = wrapped.slice(-64);
    const broken = [
      `0x${magic}`,
      `0x${"ff".repeat(96)}${magic}`,
      `0x00${wrapped.slice(2)}`,
      `${wrapped.slice(0, 130)}${magic}`,
    ];
    for (const form of broken)
      expect([form, await offline.verifyMessage(address, TEXT, form)]).toEqual([form, "invalid"]);
  });
});

describe("security", () => {
  const otherParity = yParity === 0 ? 1 : 0;
  const high = toBeHex(ORDER - BigInt(s), 32);
  const form = (...parts: string[]) => concat(parts);
  /** Besides those of docs/vectors.json. */
  const forms: [string, string, "valid" | "invalid"][] = [
    ["upper-case digits", `0x${signature.slice(2).toUpperCase()}`, "valid"],
    ["s in the upper half with v of 0 or 1", form(r, high, toBeHex(otherParity, 1)), "invalid"],
    ["v of 2", form(r, s, "0x02"), "invalid"],
    ["v in two bytes", form(r, s, toBeHex(27 + yParity, 2)), "invalid"],
    ["r plus the order", form(toBeHex(ORDER), s, "0x1b"), "invalid"],
    ["r that is on no point", form(toBeHex(5n, 32), s, "0x1b"), "invalid"],
    ["all ones", `0x${"ff".repeat(65)}`, "invalid"],
    ["the prefix 0X", signature.replace("0x", "0X"), "invalid"],
    ["a space", ` ${signature}`, "invalid"],
    ["a line break", `${signature}\n`, "invalid"],
    ["no hex", `0x${"zz".repeat(65)}`, "invalid"],
    ["full-width digits", signature.replace("1", "１"), "invalid"],
    ["no text", "", "invalid"],
    ["too many bytes", `0x${"00".repeat(MAX_SIGNATURE_LENGTH + 1)}`, "invalid"],
    ["as many bytes as there may be", `0x${"ff".repeat(MAX_SIGNATURE_LENGTH)}`, "invalid"],
  ];
  it.each(forms)("S5: a signature spelt with %s never throws", async (_name, spelt, verdict) => {
    expect(await signatures.verifyMessage(ownerAddress, TEXT, spelt)).toBe(verdict);
  });

  it("S5: no text at all makes it throw, and none passes that was not signed", async () => {
    const text = fc.oneof(
      fc.string(),
      fc.uint8Array({ maxLength: 70 }).map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`),
    );
    await forAllAsync([text], async (spelt) => {
      expect(await offline.verifyMessage(ownerAddress, TEXT, spelt)).not.toBe("valid");
    });
  });

  it.each(HOSTILE_ANSWERS)(
    "S8: a wallet that answers by %s is refused by its gas, deployed or as a factory",
    async (answer) => {
      const hostile = await world.deployHostile(answer);
      const { address } = await undeployed();
      const attacks: [string, Promise<string>][] = [
        ["deployed", signatures.verifyMessage(hostile, TEXT, signature)],
        ["deployed and preparing", signatures.verifyMessage(hostile, TEXT, wrap(hostile, "0x12345678", signature))],
        ["factory", signatures.verifyMessage(address, TEXT, wrap(hostile, "0x12345678", signature))],
      ];
      for (const [name, verdict] of attacks) expect([name, await verdict]).toEqual([name, "invalid"]);
    },
  );

  it("S8: no precompile passes for a wallet", async () => {
    for (let at = 1; at <= 17; at++) {
      const verdict = await signatures.verifyMessage(
        known(toBeHex(at, 20)),
        TEXT,
        wrap(toBeHex(at, 20), "0x", signature),
      );
      expect([at, verdict]).toEqual([at, "invalid"]);
    }
  });

  it("S8: the longest signature leaves a wallet the gas to refuse or accept it", async () => {
    const wallet = await world.deploy("LateWallet", owner.address);
    const data = concat([
      wallet.interface.encodeFunctionData("migrate"),
      `0x${"ff".repeat(MAX_SIGNATURE_LENGTH - 400)}`,
    ]);
    expect(await signatures.verifyMessage(addressOf(wallet), TEXT, wrap(addressOf(wallet), data, signature))).toBe(
      "valid",
    );
  });
});

describe("faults", () => {
  it.each([
    ["fails", async () => Promise.reject(new Error("ECONNREFUSED"))],
    ["answers nothing", async () => "0x"],
    ["answers something else", async () => `0x${"00".repeat(31)}01`],
  ])("says unavailable where the node %s", async (_name, ethCall) => {
    const wallet = addressOf(factory);
    expect(await new WalletSignatures(ethCall).verifyMessage(wallet, TEXT, signature)).toBe("unavailable");
  });

  it("S8: says unavailable in time where the node never answers, and lets go of the call", async () => {
    let heard: AbortSignal | undefined;
    const silent = new WalletSignatures((_request, signal) => {
      heard = signal;
      return new Promise<string>(() => undefined);
    }, 20);
    expect(await silent.verifyMessage(addressOf(factory), TEXT, signature)).toBe("unavailable");
    expect(heard?.aborted).toBe(true);
  });

  it("rejects a digest that is not 32 bytes: that is the caller's mistake, not the wallet's", async () => {
    await expect(offline.verifyDigest(ownerAddress, "0x1234", signature)).rejects.toThrow();
  });
});

let salts = 0;

/** The address of a wallet of the owner that was never deployed, and the factory's call that deploys it. */
async function undeployed() {
  const args = [owner.address, toBeHex(++salts, 32)];
  return {
    address: known((await factory.getFunction("addressOf")(...args)) as string),
    deployData: factory.interface.encodeFunctionData("deploy", args),
  };
}

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hexOf = (data: Uint8Array) => `0x${Buffer.from(data).toString("hex")}`;
const key = bytes(32).filter((secret) => secret.some((byte) => byte !== 0) && (secret[0] ?? 0) < 0xff);

describe("the signer of a signature", () => {
  it("finds the signer of any digest, in both lengths", () => {
    forAll([key, bytes(32)], { numRuns: 25 }, (secret, digest) => {
      const wallet = new Wallet(hexOf(secret));
      const signature = wallet.signingKey.sign(digest);
      for (const form of [signature.serialized, signature.compactSerialized]) {
        const parsed = parseEcdsa(Buffer.from(form.slice(2), "hex"));
        expect(parsed !== null && isSignedBy(known(wallet.address), digest, parsed)).toBe(true);
      }
    });
  });

  it("S5: a signature with one bit turned is somebody else's or no one's", () => {
    const wallet = new Wallet(`0x${"11".repeat(32)}`);
    const digest = Buffer.alloc(32, 7);
    const signature = Buffer.from(wallet.signingKey.sign(digest).serialized.slice(2), "hex");
    forAll([fc.nat(64 * 8 - 1)], { numRuns: 60 }, (bit) => {
      const turned = Uint8Array.from(signature);
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const parsed = parseEcdsa(turned);
      expect(parsed !== null && isSignedBy(known(wallet.address), digest, parsed)).toBe(false);
    });
  });

  it("finds the signer that ethers finds, or none, for any bytes that pass as a signature", () => {
    forAll([bytes(32), bytes(64)], { numRuns: 60 }, (digest, rs) => {
      const parsed = parseEcdsa(rs);
      fc.pre(parsed !== null);
      let signer: string | null = null;
      try {
        signer = recoverAddress(hexOf(digest), hexOf(rs));
      } catch {
        // No key made it.
      }
      expect(isSignedBy(known(signer ?? `0x${"11".repeat(20)}`), digest, parsed)).toBe(signer !== null);
    });
  });
});

it("carries the validator exactly as its source compiles; after a change of it, put the received bytes in its place", () => {
  const { SignaturesValidator } = compile("functions/src/adapters/ethers/signaturesValidator.sol");
  expect(SignaturesValidator?.bytecode).toBe(VALIDATOR_BYTECODE);
});
