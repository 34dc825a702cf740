import { spawnSync } from "node:child_process";
import path from "node:path";
import { recoverAddress, Wallet } from "ethers";
import fc from "fast-check";
import {
  ethersRecover,
  fastestRecover,
  isSignedBy,
  nativeRecover,
  parseEcdsa,
  type Recover,
} from "../../../functions/src/adapters/ethers/signaturesRecover";
import { known } from "../../setup/walletChain";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hexOf = (data: Uint8Array) => `0x${Buffer.from(data).toString("hex")}`;
const key = bytes(32).filter((secret) => secret.some((byte) => byte !== 0) && (secret[0] ?? 0) < 0xff);

const recovers: [string, () => Promise<Recover>][] = [
  ["libsecp256k1", nativeRecover],
  ["ethers", ethersRecover],
];

describe.each(recovers)("%s", (_name, load) => {
  let recover: Recover;
  beforeAll(async () => {
    recover = await load();
  });

  describe("happy", () => {
    it("finds the signer of any digest, in both lengths", () => {
      fc.assert(
        fc.property(key, bytes(32), (secret, digest) => {
          const wallet = new Wallet(hexOf(secret));
          const signature = wallet.signingKey.sign(digest);
          for (const form of [signature.serialized, signature.compactSerialized]) {
            const parsed = parseEcdsa(Buffer.from(form.slice(2), "hex"));
            expect(parsed !== null && isSignedBy(known(wallet.address), digest, parsed, recover)).toBe(true);
          }
        }),
        { numRuns: 25 },
      );
    });
  });

  describe("security", () => {
    it("S5: a signature with one bit turned is somebody else's or no one's", () => {
      const wallet = new Wallet(`0x${"11".repeat(32)}`);
      const digest = Buffer.alloc(32, 7);
      const signature = Buffer.from(wallet.signingKey.sign(digest).serialized.slice(2), "hex");
      fc.assert(
        fc.property(fc.nat(64 * 8 - 1), (bit) => {
          const turned = Uint8Array.from(signature);
          turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          const parsed = parseEcdsa(turned);
          expect(parsed !== null && isSignedBy(known(wallet.address), digest, parsed, recover)).toBe(false);
        }),
        { numRuns: 60 },
      );
    });
  });
});

describe("happy", () => {
  it("both libraries find the same signer, or none, for any bytes that pass as a signature", async () => {
    const [native, peer] = [await nativeRecover(), await ethersRecover()];
    fc.assert(
      fc.property(bytes(32), bytes(64), (digest, rs) => {
        const parsed = parseEcdsa(rs);
        fc.pre(parsed !== null);
        const found = native(digest, parsed);
        const same = peer(digest, parsed);
        expect(found === null ? null : hexOf(found)).toBe(same === null ? null : hexOf(same));
        if (found !== null)
          expect(isSignedBy(known(recoverAddress(hexOf(digest), hexOf(rs))), digest, parsed, native)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("verifies an account's signature without loading ethers or the JavaScript curve", () => {
    const script = `
      const { WalletSignatures } = require("./functions/src/adapters/ethers/signatures");
      const { toAddress } = require("./functions/src/domain/address");
      new WalletSignatures(() => Promise.reject(new Error("no node")))
        .verifyMessage(toAddress(process.argv[1]), "text", process.argv[2])
        .then((verdict) => {
          const curves = Object.keys(require.cache).filter((file) => /node_modules.(ethers|elliptic|@noble.curves)/.test(file));
          console.log(JSON.stringify({ verdict, curves }));
        });`;
    const wallet = new Wallet(`0x${"11".repeat(32)}`);
    const run = spawnSync(
      process.execPath,
      ["--require", "tsx/cjs", "-e", script, wallet.address, wallet.signMessageSync("text")],
      {
        cwd: path.join(__dirname, "../../.."),
        encoding: "utf8",
      },
    );
    expect(JSON.parse(run.stdout)).toEqual({ verdict: "valid", curves: [] });
  });
});

describe("faults", () => {
  afterEach(() => {
    jest.dontMock("secp256k1/bindings.js");
    jest.resetModules();
  });

  it("falls back to ethers where the native binary is missing", async () => {
    const asked = jest.fn(() => {
      throw new Error("No native build was found");
    });
    jest.resetModules();
    jest.doMock("secp256k1/bindings.js", asked);
    const recover = await fastestRecover();
    const wallet = new Wallet(`0x${"11".repeat(32)}`);
    const parsed = parseEcdsa(Buffer.from(wallet.signingKey.sign(Buffer.alloc(32, 7)).serialized.slice(2), "hex"));
    expect(asked).toHaveBeenCalled();
    expect(parsed !== null && isSignedBy(known(wallet.address), Buffer.alloc(32, 7), parsed, recover)).toBe(true);
  });
});
