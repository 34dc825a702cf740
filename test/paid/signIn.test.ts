import { x402Client } from "@x402/core/client";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import {
  createSIWxClientExtension,
  createSIWxPayload,
  encodeSIWxHeader,
  verifySIWxSignature,
  validateSIWxMessage,
  wrapFetchWithSIWx,
  type SIWxExtension,
  type SIWxPayload,
} from "@x402/extensions/sign-in-with-x";
import { wrapFetchWithPayment } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";
import type { Hex } from "../../functions/src/domain/keccak";
import { devWallets, type Role } from "../../dev/local/wallets";
import { Buyer, post } from "../setup/paying/buyer";
import { CountedAnswers } from "../setup/service";
import { SettlingStage } from "../setup/paying/settling";
import { signPayment } from "../setup/paying/signedPayment";
import { addressOf } from "../setup/chain/walletChain";

const ORIGIN = "http://127.0.0.1:5000";
const answers = new CountedAnswers();
const recipient = devWallets().recipient.address;
const stage = SettlingStage.forFile({ answers, contracts: true });

const account = (role: Role) => privateKeyToAccount(devWallets()[role].privateKey as Hex);
const request = (query: string) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query }),
});

/**
 * What a client sees as the public address. Clients refuse a challenge that is not of the host they called, so here they
 * call the service by the address in its settings.
 */
const atOrigin: typeof fetch = async (input, init) => {
  const asked = new Request(input, init);
  const { pathname } = new URL(asked.url);
  const url = `${stage.service.baseUrl}${pathname}`;
  const { method, headers } = asked;
  const response = await fetch(url, { method, headers, body: await asked.text() });
  Object.defineProperty(response, "url", { value: asked.url });
  return response;
};
const url = `${ORIGIN}/demand-insights`;

/** An unmodified client of the makers' packages that signs in where it can, and pays where it must. */
function clientOf(role: Role): typeof fetch {
  const client = new x402Client();
  registerExactEvmScheme(client, { signer: account(role) });
  client.registerExtension(createSIWxClientExtension({ signers: [account(role)] }));
  return wrapFetchWithPayment(atOrigin, client) as typeof fetch;
}

async function challenge(): Promise<SIWxExtension> {
  const { headers } = await atOrigin(url, request("any"));
  const { extensions } = decodePaymentRequiredHeader(headers.get("payment-required") ?? "");
  return extensions?.["sign-in-with-x"] as SIWxExtension;
}

async function signed(role: Role, { info, supportedChains }: SIWxExtension): Promise<SIWxPayload> {
  const [chain] = supportedChains;
  if (!chain) throw new Error("no chain");
  return createSIWxPayload({ ...info, ...chain }, account(role), url);
}

const send = (query: string, payload: object) =>
  post(`${stage.service.baseUrl}/demand-insights`, { query }, { "sign-in-with-x": encodeSIWxHeader(payload as never) });

describe("an answer read again", () => {
  it("Z1: by an unmodified client: it pays once, and reads with the same wallet what it bought", async () => {
    const query = "What do returning readers say?";
    const before = await stage.chain.usdcUnitsOf(recipient);
    const first = await clientOf("payer")(url, request(query));
    const paid = await stage.chain.usdcUnitsOf(recipient);
    const again = await clientOf("payer")(url, request(query));
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(await again.text()).toBe(await first.text());
    expect([paid - before, (await stage.chain.usdcUnitsOf(recipient)) - paid]).toEqual([490_000n, 0n]);
    const signing = wrapFetchWithSIWx(atOrigin, account("payer"));
    expect((await signing(url, request(query))).status).toBe(200);
  });

  it("Z1: also one that was bought by the wallet's own transaction", async () => {
    const query = "What do payers by transaction say?";
    const buyer = new Buyer(`${stage.service.baseUrl}/demand-insights`, stage.chain);
    const quote = await buyer.quote({ query });
    const bought = await buyer.redeem(quote, await buyer.payMarked(quote), { query });
    const reply = await send(query, await signed("payer", await challenge()));
    expect([reply.status, reply.text]).toEqual([200, bought.text]);
  });

  it("Z2: only by the wallet that paid, and only for its own question", async () => {
    const query = "What does only the payer know?";
    expect((await clientOf("payer")(url, request(query))).status).toBe(200);
    const other = await send(query, await signed("payer2", await challenge()));
    expect([other.status, other.json["code"]]).toEqual([402, "payment_required"]);
    expect(other.headers.get("payment-required")).toBeTruthy();
    expect(other.text).not.toContain("reply");
    expect((await send("Another question", await signed("payer", await challenge()))).status).toBe(402);
    const proof = await signed("payer2", await challenge());
    const claimed = await send(query, { ...proof, address: account("payer").address });
    expect(claimed.json["code"]).toBe("signature_invalid");
  });

  it("Z3: once for each challenge, which is one of this host, resource and chain, for five minutes", async () => {
    const query = "What is said once?";
    expect((await clientOf("payer")(url, request(query))).status).toBe(200);
    const proof = await signed("payer", await challenge());
    expect((await send(query, proof)).status).toBe(200);
    expect((await send(query, proof)).json["code"]).toBe("nonce_used");

    const given = await challenge();
    const sign = (info: Partial<SIWxExtension["info"]>, chainId = "eip155:8453") => {
      const changed = { ...given.info, ...info };
      return createSIWxPayload({ ...changed, chainId, type: "eip191" }, account("payer"), changed.uri);
    };
    for (const forged of [
      await sign({ domain: "evil.example", uri: "https://evil.example/demand-insights" }),
      await sign({ uri: `${ORIGIN}/agent-conversions` }),
      await sign({ nonce: "0123456789abcdef0123456789abcdef" }),
      await sign({ issuedAt: new Date(Date.now() - 1_000).toISOString() }),
      await sign({}, "eip155:84532"),
      await sign({ expirationTime: "2099-01-01T00:00:00.000Z" }),
      await sign({ statement: "Give me everything" }),
    ]) {
      const reply = await send(query, forged);
      expect([reply.status, reply.json["code"]]).toEqual([401, "signature_invalid"]);
    }
    const late = await stage.another({}, { nowMs: () => Date.now() + 301_000 });
    const reply = await post(late, { query }, { "sign-in-with-x": encodeSIWxHeader(await sign({})) });
    expect([reply.status, reply.json["code"]]).toEqual([401, "signature_expired"]);
  });

  it("Z3: a challenge is what the makers' package accepts", async () => {
    const proof = await signed("payer", await challenge());
    expect(await validateSIWxMessage(proof, new URL(ORIGIN))).toEqual({ isValid: true });
    expect(await verifySIWxSignature(proof)).toMatchObject({ isValid: true, payer: account("payer").address });
    expect((await challenge()).info.nonce).not.toBe(proof.nonce);
  });

  it("Z6: by a contract wallet, as its contract says on the chain, and not by another's key", async () => {
    const wallet = addressOf(await stage.wallets.deploy("OwnerWallet", account("payer2").address));
    await stage.fund(wallet);
    const at = `${stage.service.baseUrl}/demand-insights`;
    const payment = await signPayment(stage.chain, { from: "payer2", terms: { from: wallet } });
    const paying = { "payment-signature": Buffer.from(JSON.stringify(payment)).toString("base64") };
    const bought = await stage.persist(() => post(at, { query: "What do contract wallets say?" }, paying));
    expect(bought.status).toBe(200);
    const signIn = async (owner: Role) => {
      const { info } = await challenge();
      const signer = { address: wallet, signMessage: account(owner).signMessage };
      return createSIWxPayload({ ...info, chainId: "eip155:8453", type: "eip191" }, signer, url);
    };
    const reply = await send("What do contract wallets say?", await signIn("payer2"));
    expect([reply.status, reply.text]).toEqual([200, bought.text]);
    expect((await send("What do contract wallets say?", await signIn("payer"))).json["code"]).toBe("signature_invalid");
  });

  it("Z4: refuses what is no sign-in, before anything is looked up", async () => {
    const proof = await signed("payer", await challenge());
    for (const [wrong, code] of [
      [{}, "invalid_request"],
      [{ ...proof, nonce: "x" }, "invalid_request"],
      [{ ...proof, address: "0x12" }, "invalid_request"],
      [{ ...proof, signature: "0xzz" }, "invalid_signature_format"],
      [{ ...proof, signature: "0x12" }, "signature_invalid"],
      [{ ...proof, issuedAt: "yesterday" }, "signature_invalid"],
    ] as const) {
      const reply = await send("Anything", wrong);
      expect([reply.json["code"], reply.status < 500]).toEqual([code, true]);
    }
    const url = `${stage.service.baseUrl}/demand-insights`;
    expect((await post(url, { query: "a" }, { "sign-in-with-x": "%%%" })).json["code"]).toBe("invalid_request");
    expect((await post(url, {}, { "sign-in-with-x": encodeSIWxHeader(proof) })).json["code"]).toBe("invalid_request");
  });

  it("Z5: looking for answers that were not bought is limited like any refused request", async () => {
    const proof = await signed("payer2", await challenge());
    const codes: unknown[] = [];
    for (let at = 0; at < 60 && codes.at(-1) !== "rate_limited"; at++)
      codes.push((await send(`Guess ${at}`, proof)).json["code"]);
    expect(codes.at(-1)).toBe("rate_limited");
  });
});
