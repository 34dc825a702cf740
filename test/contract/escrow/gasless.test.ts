import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { x402Client } from "@x402/core/client";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { decodePaymentResponseHeader, wrapFetchWithPayment } from "@x402/fetch";
import {
  AbiCoder,
  Contract,
  keccak256,
  Signature,
  type BaseContract,
  type TypedDataField,
  Wallet,
  ZeroAddress,
} from "ethers";
import { privateKeyToAccount } from "viem/accounts";
import { artifact } from "../../../packages/contracts/artifact";
import { deployEscrows } from "../../../packages/contracts/deployEscrows";
import { BASE } from "../../../functions/src/domain/chains";
import { stateOfNumber, WINDOW_NAMES } from "../../../functions/src/domain/workflow/states";
import { VARIANTS, type ContractName } from "../../../functions/src/domain/workflow/variants";
import { CHAIN_ID, ownChain, USDC } from "../../setup/chain/chain";
import { forFile } from "../../setup/forFile";
import { hashOf, escrowAt } from "./escrowChain";

const REWARD = 1_000_000n;
const STAKE = 100_000n;
const TERMS_TYPE =
  "tuple(uint256,uint256,bytes32,uint8,uint8,address,tuple(uint24,uint24,uint24,uint24,uint24,uint24,uint24))";
const fields = (text: string): TypedDataField[] =>
  text.split(",").map((field) => {
    const [type = "", name = ""] = field.split(" ");
    return { type, name };
  });
const AUTHORIZATION = fields(
  "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce",
);
const REQUEST = fields("address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data");
const PERMIT = fields("address owner,address spender,uint256 value,uint256 nonce,uint256 deadline");

describe.each([{ usdcCode: "test" }, { usdcCode: "circle" }] as const)(
  "with the code of the $usdcCode USDC",
  ({ usdcCode }) => {
    let addresses: Readonly<Record<ContractName, string>>;
    let forwarder: Contract;
    const chain = forFile(() => ownChain({ usdcCode }));
    beforeAll(async () => {
      const { human, agentFast, ...deployed } = await deployEscrows({
        signer: chain.wallet("deployer"),
        usdc: USDC,
        treasury: chain.wallet("treasury").address,
        owner: chain.wallet("deployer").address,
        arbiter: chain.wallet("arbiter").address,
      });
      addresses = { human, "agent-fast": agentFast };
      forwarder = new Contract(deployed.forwarder, artifact("TaskForwarder").abi, chain.provider);
    });

    /** A new wallet with USDC and 0 wei. */
    async function walletWithoutEth(units: bigint): Promise<Wallet> {
      const wallet = new Wallet(Wallet.createRandom().privateKey, chain.provider);
      await send(chain.usdc, "mint", wallet.address, units);
      return wallet;
    }

    /** The relayer sends the call, and pays for it. */
    async function send(to: BaseContract, name: string, ...args: readonly unknown[]): Promise<string> {
      const data = to.interface.encodeFunctionData(name, args);
      const hash = await chain.send({ from: "stranger", to: await to.getAddress(), data });
      const receipt = await chain.provider.getTransactionReceipt(hash);
      if (receipt?.status !== 1) throw new Error(`${name} reverted`);
      return hash;
    }

    const now = async () => (await chain.provider.getBlock("latest"))?.timestamp ?? 0;
    const tokenDomain = { name: BASE.usdc.name, version: "2", chainId: CHAIN_ID, verifyingContract: USDC };
    const termsOf = (variant: ContractName, reward: bigint) => {
      const { defaultWindows, defaultChangeRounds } = VARIANTS[variant];
      const windows = WINDOW_NAMES.map((name) => defaultWindows[name]);
      return [reward, STAKE, hashOf("metadata"), 0, defaultChangeRounds, ZeroAddress, windows] as const;
    };

    async function authorize(payer: Wallet, to: string, value: bigint, nonce: string) {
      const [validAfter, validBefore] = [0, (await now()) + 600];
      const message = { from: payer.address, to, value, validAfter, validBefore, nonce };
      const signature = await payer.signTypedData(tokenDomain, { ReceiveWithAuthorization: AUTHORIZATION }, message);
      return [payer.address, validAfter, validBefore, signature] as const;
    }

    async function request(signer: Wallet, escrow: Contract, name: string, ...args: readonly unknown[]): Promise<void> {
      const [to, verifyingContract] = [await escrow.getAddress(), await forwarder.getAddress()];
      const nonce: unknown = await forwarder.getFunction("nonces")(signer.address);
      const deadline = (await now()) + 600;
      const data = escrow.interface.encodeFunctionData(name, args);
      const message = { from: signer.address, to, value: 0, gas: 600_000, nonce, deadline, data };
      const domain = { name: "TaskForwarder", version: "1", chainId: CHAIN_ID, verifyingContract };
      const signature = await signer.signTypedData(domain, { ForwardRequest: REQUEST }, message);
      await send(forwarder, "execute", [signer.address, to, 0, message.gas, deadline, data, signature]);
    }

    describe("happy", () => {
      it.each(["human", "agent-fast"] as const)(
        "takes a %s task from creation to the claimed stake for wallets with 0 wei",
        async (variant) => {
          const escrow = escrowAt(addresses[variant], chain.provider);
          const at = addresses[variant];
          const read = async (name: string, ...args: readonly unknown[]) =>
            escrow.getFunction(name)(...args) as Promise<unknown>;
          const [poster, worker] = [await walletWithoutEth(5n * REWARD), await walletWithoutEth(STAKE)];

          const [terms, salt] = [termsOf(variant, 2n * REWARD), hashOf("salt")];
          const creation = String(await read("creationNonce", terms, salt));
          const paid = await authorize(poster, at, 2n * REWARD, creation);
          await send(escrow, "createTaskWithAuthorization", terms, salt, paid);
          const id = (await read("taskCount")) as bigint;

          const deadline = (await now()) + 600;
          const permit = { owner: poster.address, spender: at, value: REWARD, nonce: 0, deadline };
          const signed = await poster.signTypedData(tokenDomain, { Permit: PERMIT }, permit);
          const { r, s, v } = Signature.from(signed);
          const task = (await read("getTask", id)) as { deadline: bigint };
          await request(poster, escrow, "fundMoreWithPermit", id, 3n * REWARD, task.deadline, [
            REWARD,
            deadline,
            v,
            r,
            s,
          ]);

          const agreed = String(await read("termsHash", id));
          const staked = await authorize(worker, at, STAKE, String(await read("startNonce", id, agreed)));
          await send(escrow, "stakeAndStartWithAuthorization", id, agreed, [0, "0x"], staked);
          await request(worker, escrow, "submitWork", id, hashOf("draft"));
          await request(poster, escrow, "requestChanges", id, hashOf("draft"), hashOf("more"));
          await request(worker, escrow, "resubmitWork", id, 1, hashOf("work"), 0, "0x");
          await request(poster, escrow, "approve", id, hashOf("work"), 5, hashOf("good"));
          await request(worker, escrow, "rateAndClaimStake", id, 5, hashOf("good"));

          const { state, settled } = (await read("getTask", id)) as { state: bigint; settled: boolean };
          expect([stateOfNumber(Number(state)), settled]).toEqual(["APPROVED", true]);
          expect(await chain.usdcUnitsOf(poster.address)).toBe(2n * REWARD);
          expect(await chain.usdcUnitsOf(worker.address)).toBe(3n * REWARD + STAKE);
          for (const { address } of [poster, worker]) {
            expect(await chain.provider.getBalance(address)).toBe(0n);
            expect(await chain.provider.getTransactionCount(address)).toBe(0);
          }
        },
      );

      it("creates a task from the one signature of an unmodified x402 client", async () => {
        const escrow = escrowAt(addresses["agent-fast"], chain.provider);
        const deposits = new Contract(
          String(await escrow.getFunction("deposits")()),
          ["function addressOf(address poster, bytes32 consent) view returns (address)"],
          chain.provider,
        );
        const poster = await walletWithoutEth(REWARD);
        const [terms, salt] = [termsOf("agent-fast", REWARD), hashOf("quote")];
        const consent = keccak256(AbiCoder.defaultAbiCoder().encode([TERMS_TYPE, "bytes32"], [terms, salt]));
        const payTo = String(await deposits.getFunction("addressOf")(poster.address, consent));

        /** Sells the creation of this task: asks for the payment, then sends what the client signed. */
        const shop: RequestListener = (incoming, response) => {
          const header = String(incoming.headers["payment-signature"] ?? "");
          if (header === "") {
            const [scheme, network, extra] = ["exact", `eip155:${CHAIN_ID}`, { name: BASE.usdc.name, version: "2" }];
            const offer = { scheme, network, amount: `${REWARD}`, asset: USDC, payTo, maxTimeoutSeconds: 60, extra };
            const required = { x402Version: 2, resource: { url: "http://localhost/" }, accepts: [offer] };
            response.writeHead(402, { "PAYMENT-REQUIRED": Buffer.from(JSON.stringify(required)).toString("base64") });
            response.end("{}");
            return;
          }
          const { payload } = JSON.parse(Buffer.from(header, "base64").toString()) as {
            payload: { signature: string; authorization: Record<string, string> };
          };
          const { from, validAfter, validBefore, nonce } = payload.authorization;
          void send(escrow, "createTaskFromDeposit", terms, salt, nonce, [
            from,
            validAfter,
            validBefore,
            payload.signature,
          ]).then(
            (transaction) => {
              const settled = { success: true, transaction, network: `eip155:${CHAIN_ID}`, payer: from };
              response.writeHead(200, { "PAYMENT-RESPONSE": Buffer.from(JSON.stringify(settled)).toString("base64") });
              response.end("{}");
            },
            (error: unknown) => response.writeHead(500).end(String(error)),
          );
        };
        const server: Server = createServer(shop);
        await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
        try {
          const client = new x402Client();
          registerExactEvmScheme(client, { signer: privateKeyToAccount(poster.privateKey as `0x${string}`) });
          const { port } = server.address() as AddressInfo;
          const response = await wrapFetchWithPayment(fetch, client)(`http://127.0.0.1:${port}/`);
          expect([response.status, await response.text()]).toEqual([200, "{}"]);
          const { transaction } = decodePaymentResponseHeader(response.headers.get("payment-response") ?? "");
          expect((await chain.provider.getTransactionReceipt(transaction))?.to).toBe(addresses["agent-fast"]);
        } finally {
          server.close();
        }

        const id: unknown = await escrow.getFunction("taskCount")();
        const task = (await escrow.getFunction("getTask")(id)) as { poster: string; reward: bigint; state: bigint };
        expect([task.poster, task.reward, stateOfNumber(Number(task.state))]).toEqual([
          poster.address,
          REWARD,
          "FUNDED",
        ]);
        expect(await chain.usdcUnitsOf(poster.address)).toBe(0n);
        expect(await chain.usdcUnitsOf(payTo)).toBe(0n);
        expect(await chain.provider.getBalance(poster.address)).toBe(0n);
      });
    });
  },
);
