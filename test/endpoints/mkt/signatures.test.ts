import { concat, dataLength, dataSlice, hashMessage, id, Signature, toBeHex, type Wallet } from "ethers";
import fc from "fast-check";
import { signedEndpoints } from "../../../functions/src/endpoints/list";
import { addressOf, known, wrap } from "../../setup/chain/walletChain";
import { compileWallets } from "../../setup/chain/compile";
import { ContractFactory } from "ethers";
import { post, type Reply } from "../../setup/paying/buyer";
import { testFirestore } from "../../setup/firestore";
import { forFile } from "../../setup/forFile";
import { freshCaller } from "../../setup/payments";
import { forAllAsync, isOver, oneIn, runs, sampled } from "../../setup/runs";
import { Market, named } from "../../setup/market";
import { envelopeOf, freshNonce, textOf, type Envelope } from "../../setup/chain/signing";

const RUNS = runs(2, 200);
const { db, another } = testFirestore();
let task: { contract: string; taskId: string };
const market = Market.forFile(db);
const second = forFile(() => market.anotherService(another()));
beforeAll(async () => {
  task = named(await market.task("human", {}, { steps: ["start", "submit"] }));
});

const HEX = `0x${"5a".repeat(32)}`;
/** A body for every signed endpoint that its schema takes: its example, about this test's task. */
const bodies = (): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    signedEndpoints().map(({ path, example: given }) => {
      const example = given as Record<string, unknown>;
      const chosen = path === "/mkt/interest/resolve" && { worker: market.address("worker2"), decision: "reject" };
      const signed = path === "/mkt/resubmit" && { salt: HEX, resubmissionDeadline: 1, resubmissionSignature: "0x5a" };
      return [path, { ...example, ...("taskId" in example && task), ...chosen, ...signed }];
    }),
  );
const PATHS = signedEndpoints().map(({ path }) => path);

const honest = (path: string, body: Record<string, unknown>) =>
  envelopeOf(path, body, { wallet: market.address("worker"), escrows: market.stage.addresses, nowMs: market.nowMs() });
const send = (path: string, body: object, { wallet, timestamp, nonce }: Envelope, signature: string) =>
  market.post(path, { ...body, wallet, timestamp, nonce, signature });
const worker = () => market.chain.wallet("worker");

function expectRefused({ status, json }: Reply, what: unknown): void {
  expect([what, status, json["code"]]).toEqual([what, 401, "signature_invalid"]);
}

describe("S4: a signature is good for one endpoint, body, task, contract, chain, time, nonce and wallet", () => {
  it.each(sampled(PATHS, 6))("S4: what was signed for %s is refused by every other endpoint", async (source) => {
    const own = bodies()[source] ?? {};
    const envelope = honest(source, own);
    const signature = await worker().signMessage(textOf(envelope));
    const others = PATHS.filter((path) => path !== source);
    expect(others).toHaveLength(PATHS.length - 1);
    for (const target of oneIn(3, others, PATHS.indexOf(source))) {
      expectRefused(await send(target, bodies()[target] ?? {}, envelope, signature), `${source} at ${target}`);
    }
    // The same signature is good where it belongs: whatever is refused there is refused for another reason.
    const { status, json } = await send(source, own, envelope, signature);
    expect([status === 401, json["code"] === "nonce_used"]).toEqual([false, false]);
  });

  it.each(sampled(PATHS, 6))("S4: at %s no line of the text can be another than the request's", async (path) => {
    const body = bodies()[path] ?? {};
    const envelope = honest(path, body);
    const about = (line: "contract" | "taskId") => envelope[line] !== "-";
    const changes: Partial<Envelope>[] = [
      { action: `${envelope.action}x` },
      { chainId: 1 },
      { wallet: market.address("stranger") },
      { payloadHash: id("another body") },
      { timestamp: envelope.timestamp + 1 },
      { nonce: freshNonce() },
      ...(about("contract")
        ? [{ contract: market.stage.addresses["agent-fast"] }, { contract: "-" }]
        : [{ contract: market.stage.addresses.human }]),
      ...(about("taskId") ? [{ taskId: "999" }, { taskId: "-" }] : [{ taskId: "1" }]),
      ...(envelope.commentHash === null
        ? [{ commentHash: id("a comment") }]
        : [{ commentHash: id("another") }, { commentHash: null }]),
    ];
    for (const change of oneIn(2, changes, PATHS.indexOf(path))) {
      const signature = await worker().signMessage(textOf({ ...envelope, ...change }));
      expectRefused(await send(path, body, envelope, signature), [path, change]);
    }
    const stranger = await market.chain.wallet("stranger").signMessage(textOf(envelope));
    expectRefused(await send(path, body, envelope, stranger), [path, "another key"]);
  });

  it("S3: takes a timestamp within ten minutes of the server's clock, and no other", async () => {
    const body = { displayName: "Clock", avatarSeed: "c" };
    const at = async (seconds: number) => {
      const envelope = { ...honest("/mkt/profile", body), timestamp: Math.floor(market.nowMs() / 1000) + seconds };
      return send("/mkt/profile", body, envelope, await worker().signMessage(textOf(envelope)));
    };
    for (const seconds of [-595, 0, 595]) expect([seconds, (await at(seconds)).status]).toEqual([seconds, 200]);
    for (const seconds of [-605, 605, 86_400])
      expect([seconds, (await at(seconds)).json["code"]]).toEqual([seconds, "signature_expired"]);
  });
});

describe("S5: one signature in other spellings", () => {
  const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;
  const body = { displayName: "Spelt", avatarSeed: "s" };

  /** A fresh request and its signature in the forms that are taken. */
  async function strictForms(path: string, asked: Record<string, unknown>) {
    const { envelope, plain, strict } = await forms(path, asked);
    return { envelope, forms: [plain, ...strict] };
  }

  /** A fresh request and its signature in every form that some library reads. */
  async function forms(path = "/mkt/profile", asked: Record<string, unknown> = body) {
    const envelope = honest(path, asked);
    const plain = await worker().signMessage(textOf(envelope));
    const { r, s, yParity, compactSerialized } = Signature.from(plain);
    const v = (n: number) => toBeHex(n, 1);
    const high = toBeHex(ORDER - BigInt(s), 32);
    return {
      envelope,
      plain,
      /** The strict ones beside the plain one: each is good for a request that has not counted. */
      strict: [compactSerialized, concat([r, s, v(yParity)]), `0x${plain.slice(2).toUpperCase()}`],
      other: [
        concat([r, high, v(28 - yParity)]),
        concat([r, high, v(27 + yParity)]),
        concat([r, s, v(28 - yParity)]),
        concat([r, s, v(35 + yParity)]),
        concat([r, s, v(255)]),
        concat([plain, "0x00"]),
        concat(["0x00", plain]),
        dataSlice(plain, 0, 63),
        concat([toBeHex(0, 32), s, v(27)]),
        concat([r, toBeHex(0, 32), v(27)]),
        concat([toBeHex(ORDER, 32), s, v(27)]),
        concat([toBeHex(2n ** 256n - 1n, 32), toBeHex(2n ** 256n - 1n, 32), v(27)]),
        concat([plain, `0x${"6492".repeat(16)}`]),
        wrap(worker().address, "0x", plain),
      ],
    };
  }

  it("S5: takes none that is no strict one, before or after the request counted", async () => {
    const { envelope, plain, other } = await forms();
    expect(dataLength(plain)).toBe(65);
    for (const form of other) expectRefused(await send("/mkt/profile", body, envelope, form), form);
    expect((await send("/mkt/profile", body, envelope, plain)).status).toBe(200);
    for (const form of other) expectRefused(await send("/mkt/profile", body, envelope, form), form);
  });

  it.each(["/mkt/profile", "/mkt/task"])(
    "S5: takes each strict one for the first, and no other for a repeat (%s)",
    async (path) => {
      const asked = bodies()[path] ?? {};
      const count = (await strictForms(path, asked)).forms.length;
      for (let first = 0; first < count; first++) {
        const { envelope, forms: all } = await strictForms(path, asked);
        const [form = "", ...others] = [...all.slice(first), ...all.slice(0, first)];
        const answer = await send(path, asked, envelope, form);
        expect([form, answer.status]).toEqual([form, 200]);
        for (const other of others) expectRefused(await send(path, asked, envelope, other), [form, other]);
        expect((await send(path, asked, envelope, form)).text).toBe(answer.text);
      }
    },
  );

  it("S5: lets a repeat count no second time", async () => {
    const { envelope, plain, strict } = await forms();
    const first = await send("/mkt/profile", body, envelope, plain);
    await market.call("/mkt/profile", "worker", { displayName: "Later", avatarSeed: "l" });
    expect((await send("/mkt/profile", body, envelope, plain)).text).toBe(first.text);
    for (const form of strict) expectRefused(await send("/mkt/profile", body, envelope, form), form);
    const { json } = await market.get("/mkt/profiles", { addresses: market.address("worker") });
    expect(json).toMatchObject({ items: [{ displayName: "Later" }] });
  });

  it("S5: names what is no hex by its own code", async () => {
    const { envelope } = await forms();
    for (const form of ["0x", "0x123", "1b".repeat(65), "0xzz", " 0x1b"]) {
      const { status, json } = await send("/mkt/profile", body, envelope, form);
      expect([form, status, json["code"]]).toEqual([form, 400, "invalid_signature_format"]);
    }
  });
});

describe("S7: contract wallets", () => {
  it("S7: takes an owner's signature for the wallet that it names, and not for the owner's other wallet", async () => {
    const { OwnerWallet } = compileWallets();
    if (!OwnerWallet) throw new Error("there is no OwnerWallet");
    const owner = market.chain.wallet("payer2");
    const deploy = async () => {
      const contract = await new ContractFactory(
        OwnerWallet.abi,
        OwnerWallet.bytecode,
        market.chain.wallet("deployer"),
      ).deploy(owner.address);
      await contract.waitForDeployment();
      return addressOf(contract as never);
    };
    const a = await deploy();
    const b = await deploy();
    const body = { displayName: "Vault", avatarSeed: "v" };
    const envelope = { ...honest("/mkt/profile", body), wallet: a };
    const signature = await owner.signMessage(textOf(envelope));
    expect((await send("/mkt/profile", body, envelope, signature)).status).toBe(200);
    expectRefused(await send("/mkt/profile", body, { ...envelope, wallet: b }, signature), "B with A's signature");
    expectRefused(
      await send("/mkt/profile", body, { ...envelope, wallet: known(owner.address) }, signature),
      "the owner with A's signature",
    );
    const { json } = await market.get("/mkt/profiles", { addresses: `${a},${b}` });
    expect(json).toMatchObject({ items: [{ displayName: "Vault" }, { displayName: null }] });
  });
});

describe("F4: a nonce counts once", () => {
  it("F4: of 20 at once on two instances one counts, and all are answered the same", async () => {
    const task = named(await market.task());
    const body = { ...task, message: "I would." };
    const signed = await market.sign("/mkt/interest", "worker2", body);
    const bases = [market.service.baseUrl, second.baseUrl];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => post(`${bases[at % 2]}/mkt/interest`, signed)),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect((await market.get("/mkt/task", { contract: task.contract, id: task.taskId })).json["interestCount"]).toBe(1);
    expect((await db.collection("interests").where("task", "==", `${task.contract}-${task.taskId}`).get()).size).toBe(
      1,
    );
  });

  it("F4: a refusal that is the answer is given again, and what was refused otherwise may be sent again", async () => {
    const key = await market.task("human", {}, { steps: ["start", "submit"] });
    const ask = await market.sign("/mkt/request-changes", "buyer", { ...named(key), reason: "More." });
    const [first, again] = [
      await market.post("/mkt/request-changes", ask),
      await market.post("/mkt/request-changes", ask),
    ];
    const known = ({ status, json }: Reply) => [status, json["code"], json["detail"], json["_nextAction"]];
    expect(known(first)).toEqual([409, "request_changes_chain_step_required", expect.any(String), expect.any(Object)]);
    expect(known(again)).toEqual(known(first));
    const open = await market.task();
    const early = await market.sign("/mkt/request-changes", "buyer", { ...named(open), reason: "Too early." });
    expect((await market.post("/mkt/request-changes", early)).json["code"]).toBe("state_conflict");
    await market.take("start", open);
    await market.take("submit", open);
    expect((await market.post("/mkt/request-changes", early)).json["code"]).toBe("request_changes_chain_step_required");
  });

  it(
    "F4: whatever is sent under a few nonces at once, on two instances, each stands for one request and one answer",
    async () => {
      const wallets: Wallet[] = [market.chain.wallet("payer"), market.chain.wallet("payer3")];
      const attempt = fc.record({
        wallet: fc.nat(1),
        nonce: fc.nat(2),
        name: fc.constantFrom("Ana", "Bea", "Eva"),
        instance: fc.nat(1),
      });
      let run = 0;
      await forAllAsync([fc.array(attempt, { minLength: 2, maxLength: 12 })], { numRuns: RUNS }, async (attempts) => {
        if (isOver()) return;
        run += 1;
        const timestamp = Math.floor(market.nowMs() / 1000);
        const sent = await Promise.all(
          attempts.map(async ({ wallet, nonce, name, instance }) => {
            const signer = wallets[wallet] ?? worker();
            // A name is one wallet's alone.
            const body = { displayName: `${name} ${run} of ${wallet}`, avatarSeed: "f4" };
            const envelope = {
              ...honest("/mkt/profile", body),
              wallet: signer.address,
              nonce: `f4-run-${String(run).padStart(8, "0")}-${nonce}`,
              timestamp,
            };
            const signature = await signer.signMessage(textOf(envelope));
            const base = instance === 0 ? market.service.baseUrl : second.baseUrl;
            const reply = await post(
              `${base}/mkt/profile`,
              { ...body, wallet: signer.address, timestamp, nonce: envelope.nonce, signature },
              freshCaller(),
            );
            return { key: `${wallet}-${nonce}`, text: hashMessage(textOf(envelope)), reply };
          }),
        );
        for (const key of new Set(sent.map((one) => one.key))) {
          const under = sent.filter((one) => one.key === key);
          const good = under.filter(({ reply }) => reply.status === 200);
          expect(new Set(good.map(({ text }) => text)).size).toBeLessThanOrEqual(1);
          expect(new Set(good.map(({ reply }) => reply.text)).size).toBeLessThanOrEqual(1);
          for (const { reply, text } of under) {
            if (reply.status === 200) continue;
            expect([reply.json["code"], text === good[0]?.text]).toEqual([
              expect.stringMatching(/^(nonce_used|dependency_unavailable)$/),
              false,
            ]);
          }
          expect(good.length).toBeGreaterThan(0);
        }
      });
    },
    30_000 + RUNS * 1_000,
  );
});
