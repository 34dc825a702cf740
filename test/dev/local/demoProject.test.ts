import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startChain } from "../../../dev/local/chain";
import { contractsOfNewChain, deployContracts } from "../../../dev/local/contracts";
import { DEMO, demoSettings, writeDemoSettings } from "../../../dev/local/demoProject";
import { readSettings } from "../../../functions/src/settings/read";
import { SETTINGS } from "../../../functions/src/settings/table";

const folder = mkdtempSync(path.join(tmpdir(), "mkt-demo-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the settings of npx firebase emulators:start --project demo-mkt", () => {
  it("start every function, and leave nothing to ask a person for", () => {
    writeDemoSettings(folder);
    const written = demoSettings(folder);
    const { escrows, rpcUrls } = readSettings(written);
    expect(escrows).toEqual({
      human: DEMO.contracts.human,
      "agent-fast": DEMO.contracts.agentFast,
    });
    expect(rpcUrls).toEqual([DEMO.rpcUrl]);
    expect(Object.keys(SETTINGS).filter((name) => !(name in written))).toEqual([]);
  });

  it("leave a person's own secrets as they are", () => {
    const file = path.join(folder, ".secret.local");
    writeFileSync(file, "QUOTE_KEYS=mine\n");
    writeDemoSettings(folder);
    expect(readFileSync(file, "utf8")).toBe("QUOTE_KEYS=mine\n");
  });

  it("name the contracts that npm run chain deploys", async () => {
    const chain = await startChain();
    try {
      expect(await deployContracts(chain)).toEqual(contractsOfNewChain());
    } finally {
      await chain.close();
    }
  });
});
