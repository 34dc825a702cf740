import { concat, Signature, toBeHex, TypedDataEncoder, Wallet, ZeroHash, type Contract } from "ethers";
import fc from "fast-check";
import { WalletSignatures, MAX_SIGNATURE_LENGTH } from "../../../functions/src/adapters/ethers/signatures";
import type { Hex } from "../../../functions/src/domain/keccak";
import { textDigest, signedRequestMessage } from "../../../functions/src/domain/messages/signedRequest";
import { addressOf, HOSTILE_ANSWERS, known, walletChain, wrap } from "../../setup/chain/walletChain";
import { forAllAsync } from "../../setup/runs";
import { forFile } from "../../setup/forFile";

const TEXT = "mkt redeem\nintentId: é ∆ 😀";
const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;
/** Never over in a test: what a hostile contract may cost is its gas (S8). */
const PATIENT_MS = 3_600_000;

const owner = new Wallet(`0x${"11".repeat(32)}`);
const stranger = new Wallet(`0x${"22".repeat(32)}`);
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

  it("takes an account's own signature over an EIP-712 digest without asking a node", async () => {
    const typed = [
      { name: "mkt", chainId: 8453 },
      { Selection: [{ name: "taskId", type: "uint256" }] },
      { taskId: 7n },
    ] as const;
    const digest = TypedDataEncoder.hash(typed[0], { Selection: [...typed[1].Selection] }, typed[2]) as Hex;
    const signed = await owner.signTypedData(typed[0], { Selection: [...typed[1].Selection] }, typed[2]);
    expect(await offline.verifyDigest(ownerAddress, digest, signed)).toBe("valid");
  });

  it("takes a deployed contract wallet's signature (ERC-1271)", async () => {
    const wallet = await world.deploy("OwnerWallet", owner.address);
    expect(await signatures.verifyMessage(addressOf(wallet), TEXT, signature)).toBe("valid");
  });

  it("takes the signature of a wallet that binds what its owner signs to itself", async () => {
    const wallet = await world.deploy("BoundWallet", owner.address);
    const bound = (await wallet.getFunction("boundDigest")(textDigest(TEXT))) as string;
    expect(await signatures.verifyMessage(addressOf(wallet), TEXT, owner.signingKey.sign(bound).serialized)).toBe(
      "valid",
    );
  });

  it("takes the signature of a wallet that is not deployed (ERC-6492), and leaves it so", async () => {
    const { address, deployData } = await undeployed();
    const wrapped = wrap(addressOf(factory), deployData, signature);
    expect(await signatures.verifyMessage(address, TEXT, wrapped)).toBe("valid");
    expect(await world.chain.provider.getCode(address)).toBe("0x");
  });

  it("takes the same wrapped signature after the wallet was deployed", async () => {
    const { address, deployData } = await undeployed();
    await world.chain.send({ to: addressOf(factory), data: deployData });
    expect(await world.chain.provider.getCode(address)).not.toBe("0x");
    expect(await signatures.verifyMessage(address, TEXT, wrap(addressOf(factory), deployData, signature))).toBe(
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
  it("refuses another key, another text and another account", async () => {
    expect(await signatures.verifyMessage(ownerAddress, TEXT, stranger.signMessageSync(TEXT))).toBe("invalid");
    expect(await signatures.verifyMessage(ownerAddress, `${TEXT} `, signature)).toBe("invalid");
    expect(await signatures.verifyMessage(known(stranger.address), TEXT, signature)).toBe("invalid");
  });

  it("refuses a contract wallet's signature by another key", async () => {
    const wallet = await world.deploy("OwnerWallet", owner.address);
    expect(await signatures.verifyMessage(addressOf(wallet), TEXT, stranger.signMessageSync(TEXT))).toBe("invalid");
  });

  it("refuses an undeployed wallet's signature without its wrapper, by another key, or with another wallet's wrapper", async () => {
    const { address, deployData } = await undeployed();
    const other = await undeployed();
    const wrapped = (data: string, inner: string) => wrap(addressOf(factory), data, inner);
    expect(await signatures.verifyMessage(address, TEXT, signature)).toBe("invalid");
    expect(await signatures.verifyMessage(address, TEXT, wrapped(deployData, stranger.signMessageSync(TEXT)))).toBe(
      "invalid",
    );
    expect(await signatures.verifyMessage(address, TEXT, wrapped(other.deployData, signature))).toBe("invalid");
    expect(await signatures.verifyMessage(ownerAddress, TEXT, wrapped(deployData, signature))).toBe("invalid");
  });

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
  const compact = Signature.from(signature).compactSerialized;
  const form = (...parts: string[]) => concat(parts);
  const forms: [string, string, "valid" | "invalid"][] = [
    ["r, s and v of 27 or 28", form(r, s, toBeHex(27 + yParity)), "valid"],
    ["r, s and v of 0 or 1", form(r, s, toBeHex(yParity, 1)), "valid"],
    ["EIP-2098's 64 bytes", compact, "valid"],
    ["upper-case digits", `0x${signature.slice(2).toUpperCase()}`, "valid"],
    ["the other parity", form(r, s, toBeHex(27 + otherParity)), "invalid"],
    ["EIP-2098 with the other parity", form(r, toBeHex(BigInt(s) | (BigInt(otherParity) << 255n), 32)), "invalid"],
    ["s in the upper half", form(r, high, toBeHex(27 + otherParity)), "invalid"],
    ["s in the upper half with v of 0 or 1", form(r, high, toBeHex(otherParity, 1)), "invalid"],
    ["EIP-155's v", form(r, s, toBeHex(37 + yParity)), "invalid"],
    ["v of 2", form(r, s, "0x02"), "invalid"],
    ["v of 29", form(r, s, "0x1d"), "invalid"],
    ["v in two bytes", form(r, s, toBeHex(27 + yParity, 2)), "invalid"],
    ["r of 0", form(ZeroHash, s, "0x1b"), "invalid"],
    ["s of 0", form(r, ZeroHash, "0x1b"), "invalid"],
    ["r plus the order", form(toBeHex(ORDER), s, "0x1b"), "invalid"],
    ["r that is on no point", form(toBeHex(5n, 32), s, "0x1b"), "invalid"],
    ["all ones", `0x${"ff".repeat(65)}`, "invalid"],
    ["a byte behind", `${signature}00`, "invalid"],
    ["no prefix", signature.slice(2), "invalid"],
    ["the prefix 0X", signature.replace("0x", "0X"), "invalid"],
    ["half a byte", signature.slice(0, -1), "invalid"],
    ["a space", ` ${signature}`, "invalid"],
    ["a line break", `${signature}\n`, "invalid"],
    ["no hex", `0x${"zz".repeat(65)}`, "invalid"],
    ["full-width digits", signature.replace("1", "１"), "invalid"],
    ["no bytes", "0x", "invalid"],
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

  it("S7: a signature for one wallet of an owner fails for the owner's other wallet", async () => {
    const a = addressOf(await world.deploy("OwnerWallet", owner.address));
    const b = addressOf(await world.deploy("OwnerWallet", owner.address));
    const request = (wallet: typeof a) =>
      signedRequestMessage({
        action: "interest",
        chainId: 8453,
        contract: null,
        taskId: "7",
        wallet,
        payloadHash: `0x${"00".repeat(32)}`,
        timestamp: 1_790_000_000,
        nonce: "0123456789abcdef",
      });
    const signedForA = owner.signMessageSync(request(a));
    expect(await signatures.verifyMessage(a, request(a), signedForA)).toBe("valid");
    expect(await signatures.verifyMessage(b, request(b), signedForA)).toBe("invalid");
    expect(await signatures.verifyMessage(ownerAddress, request(ownerAddress), signedForA)).toBe("invalid");
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
