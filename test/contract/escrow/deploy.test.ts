import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Contract } from "ethers";
import { artifact } from "../../../packages/contracts/artifact";
import { checklist, deploy, deploySettings } from "../../../packages/contracts/deploy";
import { CHAINS, chainOf } from "../../../functions/src/domain/chains";
import { VARIANTS } from "../../../functions/src/domain/workflow/variants";
import { WINDOW_NAMES } from "../../../functions/src/domain/workflow/states";
import { CHAIN_ID, ownChain, USDC } from "../../setup/chain/chain";
import { forFile } from "../../setup/forFile";

let folder: string;
const chain = forFile(() => ownChain());
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "mkt-deploy-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

const environment = () => ({
  RPC_URL: chain.rpcUrl,
  CHAIN_ID: `${CHAIN_ID}`,
  DEPLOYER_PRIVATE_KEY: chain.wallet("deployer").privateKey,
  TREASURY: chain.wallet("treasury").address,
  OWNER: chain.wallet("deployer").address,
  ARBITER: chain.wallet("arbiter").address,
});

describe("happy", () => {
  it("deploys both variants on their terms and names them in the settings, leaving other lines alone", async () => {
    const envFile = path.join(folder, ".env");
    writeFileSync(envFile, "RPC_URLS=https://one.example\nESCROW_HUMAN=0xold\n# a comment\nESCROW_HUMAN=0xolder\n");
    const fromBlock = await chain.provider.getBlockNumber();
    const settings = deploySettings({ ...environment(), FUNCTIONS_ENV: envFile });
    const escrows = await deploy(settings);

    expect(readFileSync(envFile, "utf8")).toBe(
      `RPC_URLS=https://one.example\nESCROW_HUMAN=${escrows.human}\n# a comment\nCHAIN_ID=8453\nESCROW_AGENT_FAST=${escrows.agentFast}\nESCROW_FROM_BLOCK=${fromBlock}\n`,
    );
    for (const [name, address] of [
      ["human", escrows.human],
      ["agent-fast", escrows.agentFast],
    ] as const) {
      const escrow = new Contract(address, artifact("TaskEscrow").abi, chain.provider);
      const read = async (view: string, ...args: unknown[]): Promise<unknown> => escrow.getFunction(view)(...args);
      expect(
        await Promise.all(["usdc", "trustedForwarder", "arbiter", "owner", "treasury"].map((view) => read(view))),
      ).toEqual([
        USDC,
        escrows.forwarder,
        chain.wallet("arbiter").address,
        chain.wallet("deployer").address,
        chain.wallet("treasury").address,
      ]);
      const variant = VARIANTS[name];
      expect(await read("cancelFee")).toBe(variant.cancelFeeUsdcUnits);
      expect(await read("platformFeeBps")).toBe(BigInt(variant.platformFeeBps));
      const bounds = [variant.minWindows, variant.maxWindows].map((w) =>
        WINDOW_NAMES.map((window) => BigInt(w[window])),
      );
      expect(((await read("windowBounds")) as bigint[][]).map((w) => [...w])).toEqual(bounds);
      expect(checklist(escrows, settings)).toContain(`https://basescan.org/address/${address}`);
    }
    const forwarder = new Contract(escrows.forwarder, artifact("TaskForwarder").abi, chain.provider);
    const domain = (await forwarder.getFunction("eip712Domain")()) as unknown[];
    expect(domain.slice(1, 5)).toEqual(["TaskForwarder", "1", BigInt(CHAIN_ID), escrows.forwarder]);
    expect(checklist(escrows, settings)).toContain(escrows.forwarder);
  });

  it("deploys on the test network, for its token", async () => {
    const sepolia = await ownChain({ chain: chainOf(84_532) });
    try {
      const envFile = path.join(folder, ".env.rehearsal");
      const changes = { RPC_URL: sepolia.rpcUrl, CHAIN_ID: "84532", FUNCTIONS_ENV: envFile };
      const settings = deploySettings({ ...environment(), ...changes });
      const escrows = await deploy(settings);
      const { human, agentFast } = escrows;
      expect(readFileSync(envFile, "utf8")).toContain("CHAIN_ID=84532\n");
      expect(checklist(escrows, settings)).toContain(`https://sepolia.basescan.org/address/${human}`);
      for (const address of [human, agentFast]) {
        const escrow = new Contract(address, artifact("TaskEscrow").abi, sepolia.provider);
        expect(await escrow.getFunction("usdc")()).toBe("0x036CbD53842c5426634e7929541eC2318f3dCF7e");
      }
    } finally {
      await sepolia.close();
    }
  });

  it("has defaults that lie within the bounds of each variant", () => {
    for (const { defaultWindows, minWindows, maxWindows, defaultChangeRounds, maxChangeRounds } of Object.values(
      VARIANTS,
    )) {
      for (const window of WINDOW_NAMES) {
        expect(defaultWindows[window]).toBeGreaterThanOrEqual(minWindows[window]);
        expect(defaultWindows[window]).toBeLessThanOrEqual(maxWindows[window]);
      }
      expect(defaultChangeRounds).toBeLessThanOrEqual(maxChangeRounds);
    }
  });
});

describe("refusals", () => {
  it("names every setting that is missing", () => {
    expect(() => deploySettings({ RPC_URL: "http://127.0.0.1:1", OWNER: "" })).toThrow(
      "Set DEPLOYER_PRIVATE_KEY, TREASURY, OWNER, ARBITER",
    );
  });

  it("D22: takes the USDC of its chain where none is named, and asks for it on a chain that it does not know", () => {
    for (const { id, usdc } of CHAINS)
      expect(deploySettings({ ...environment(), CHAIN_ID: String(id) }).parties.usdc).toBe(usdc.address);
    expect(() => deploySettings({ ...environment(), CHAIN_ID: "10" })).toThrow("Set USDC (");
    expect(deploySettings({ ...environment(), CHAIN_ID: "10", USDC }).parties.usdc).toBe(USDC);
  });

  it("refuses a node of another chain, and sends and writes nothing", async () => {
    const envFile = path.join(folder, "untouched.env");
    const before = await chain.provider.getBlockNumber();
    const settings = deploySettings({ ...environment(), CHAIN_ID: "84532", FUNCTIONS_ENV: envFile });
    await expect(deploy(settings)).rejects.toThrow("The node serves chain 8453, not 84532. Nothing was sent.");
    expect(await chain.provider.getBlockNumber()).toBe(before);
    expect(() => readFileSync(envFile)).toThrow("ENOENT");
  });

  it("refuses to write into the settings of a deployment on another chain, and sends nothing", async () => {
    const envFile = path.join(folder, ".env.base");
    writeFileSync(envFile, "CHAIN_ID=84532\nESCROW_HUMAN=0xtheirs\n");
    const before = await chain.provider.getBlockNumber();
    const settings = deploySettings({ ...environment(), FUNCTIONS_ENV: envFile });
    await expect(deploy(settings)).rejects.toThrow("is for chain 84532, not 8453. Set CHAIN_ID there");
    expect(await chain.provider.getBlockNumber()).toBe(before);
    expect(readFileSync(envFile, "utf8")).toContain("ESCROW_HUMAN=0xtheirs");
  });

  it("refuses a token address without code", async () => {
    const envFile = path.join(folder, "none.env");
    const settings = deploySettings({
      ...environment(),
      USDC: chain.wallet("stranger").address,
      FUNCTIONS_ENV: envFile,
    });
    await expect(deploy(settings)).rejects.toThrow("There is no token at");
  });
});
