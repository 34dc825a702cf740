import { escrowDeposits } from "../../../functions/src/adapters/ethers/deposits";
import { Nodes } from "../../../functions/src/adapters/rpc/nodes";
import { VARIANTS } from "../../../functions/src/domain/workflow/variants";
import { CHAIN_ID, ownChain } from "../../setup/chain/chain";
import { EscrowStage } from "../../setup/chain/escrow";
import { forFile } from "../../setup/forFile";
import { KeptLog } from "../../setup/service";
import { startRpcProxy } from "../../setup/chain/rpcProxy";

const chain = forFile(() => ownChain());
const stage = forFile(() => EscrowStage.open(chain));

const over = (url: string, escrows = stage.addresses) =>
  escrowDeposits({
    nodes: new Nodes({ urls: [url], chainId: CHAIN_ID, timeoutMs: 5_000, log: new KeptLog() }),
    escrows,
    chainId: CHAIN_ID,
  });
const { defaultWindows: windows, defaultChangeRounds: maxChangeRounds } = VARIANTS.human;
const terms = {
  ...{ rewardUsdcUnits: 5_000_000n, stakeUsdcUnits: 500_000n, metadataHash: `0x${"12".repeat(32)}` as const },
  ...{ mode: "selection" as const, maxChangeRounds, judge: null, windows },
};
const SALT = `0x${"34".repeat(32)}` as const;

describe("the deposits of the escrows", () => {
  it.each(["human", "agent-fast"] as const)(
    "happy: %s: the computed address is the contract's own, and a refund does not use it up",
    async (contract) => {
      const task = [{ function: "createTask", contract, terms }, stage.address("buyer"), SALT] as const;
      expect(await over(chain.rpcUrl).stateOf(...task)).toEqual({ isUsed: false, usdcUnits: 0n });
      const { address } = over(chain.rpcUrl).of(...task);
      await chain.pay({ to: address, amountUsdcUnits: 7n });
      expect(await over(chain.rpcUrl).stateOf(...task)).toEqual({ isUsed: false, usdcUnits: 7n });
      await chain.send({ from: "stranger", ...over(chain.rpcUrl).of(...task).refund });
      expect(await over(chain.rpcUrl).stateOf(...task)).toEqual({ isUsed: false, usdcUnits: 0n });
    },
  );

  it("GX6: is not offered where a node names another address, or the deployment has no deposits", async () => {
    const task = [{ function: "createTask", contract: "human", terms }, stage.address("buyer"), SALT] as const;
    const liar = await startRpcProxy(chain.rpcUrl);
    liar.fault = { kind: "lie", method: "eth_call", result: () => `0x${"00".repeat(12)}${"66".repeat(20)}` };
    expect(await over(liar.url).stateOf(...task)).toBeNull();
    expect(over(liar.url).of(...task)).toEqual(over(chain.rpcUrl).of(...task));
    await liar.close();
    const older = { ...stage.addresses, human: stage.address("stranger") };
    expect(await over(chain.rpcUrl, older).stateOf(...task)).toBeNull();
  });
});
