import { Wallet } from "ethers";
import { UntrustedError } from "../../packages/client/src/index";
import { devWallets } from "../../dev/local/wallets";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { RELAY } from "../setup/relay";
import { agent, OFFER } from "./agents";
import { commandLine, words } from "./commandLine";
import { lyingFetch } from "./lying";

const { db } = testFirestore();
const market = Market.forFile(db, { ...RELAY, JUDGE_KEY: devWallets().judge.privateKey });
const mkt = commandLine(() => market);
const STRANGER = "0x00000000000000000000000000000000000000aa";
const SCHEMA = { type: "object", required: ["sum"], properties: { sum: { const: 42 } } };
const JUDGED = { ...OFFER, judge: "schema", acceptance: { outputSchema: SCHEMA } } as const;

describe("a task that is judged by its schema", () => {
  it("JD5: is created with the pinned judge, or the one that the service named first, and with no other", async () => {
    const asked: unknown[] = [];
    const beforeSigning = (toSign: unknown) => void asked.push(toSign);
    const trust = { escrows: market.stage.addresses };
    const pinned = (judge: string) => agent(market, "buyer", { beforeSigning, trust: { ...trust, judge } });
    await expect(pinned(STRANGER).poster.create(JUDGED)).rejects.toBeInstanceOf(UntrustedError);
    const fetch = lyingFetch("/mkt/about", (about) => ({ ...about, judge: STRANGER }));
    const deceived = agent(market, "buyer", { beforeSigning, fetch });
    await expect(deceived.poster.create(JUDGED)).rejects.toBeInstanceOf(UntrustedError);
    const without = lyingFetch("/mkt/about", (about) => ({ ...about, judge: null }));
    await expect(
      agent(market, "buyer", { beforeSigning, fetch: without }).poster.create(JUDGED),
    ).rejects.toBeInstanceOf(UntrustedError);
    expect(asked).toEqual([]);
    const { task } = await pinned(market.address("judge").toLowerCase()).poster.create(JUDGED);
    expect(task.terms.judge).toBe(market.address("judge"));
    expect((await agent(market, "buyer").poster.create(JUDGED)).task.terms.judge).toBe(market.address("judge"));
  });

  it("JD5: the command line pins its judge by MKT_JUDGE", async () => {
    const args = words`--max-usdc 20 task create --title Add --description ${"Two numbers."} --category`;
    args.push("research", "--contract", "agent-fast", "--reward", "20", "--stake", "2", "--judge", "schema");
    args.push("--output-schema", "-");
    const schema = JSON.stringify(SCHEMA);
    const refused = await mkt(args, "buyer", { MKT_JUDGE: STRANGER }, schema);
    expect([refused.code, refused.err]).toEqual([5, expect.stringMatching(/MKT_JUDGE is out of date/)]);
    const created = await mkt(words`--json ${args}`, "buyer", { MKT_JUDGE: market.address("judge") }, schema);
    expect(created.json).toMatchObject({ task: { terms: { judge: market.address("judge") } } });
  });
});

describe("a task that another wallet judges, for a worker that holds nothing", () => {
  const buyer = () => agent(market, "buyer");
  const newcomer = Wallet.createRandom();
  const worker = () => agent(market, "stranger", { signer: newcomer });
  const rating = { rating: 5, comment: "Right." };
  /** With work of the newcomer, and the work's hash. */
  async function submitted() {
    const privateDetails = { text: "It is under the mat." };
    const terms = { stakeUsdc: "0", worker: newcomer.address, judge: market.address("worker2"), privateDetails };
    const { task } = await buyer().poster.create({ ...OFFER, ...terms });
    const key = { contract: "agent-fast", taskId: task.taskId } as const;
    await expect(worker().privateDetails(key)).rejects.toMatchObject({ code: "forbidden_role" });
    await worker().worker.stake(key);
    expect(await worker().privateDetails(key)).toMatchObject(privateDetails);
    await worker().worker.submit(key, { text: "Here it is." });
    const { submissions } = await agent(market, "worker2").submissions(key);
    return { key, submissionHash: submissions[0]?.submissionHash ?? "" };
  }

  it("JD6: is approved by the judge alone, through the relay, and both sides rate it afterwards", async () => {
    const { key, submissionHash } = await submitted();
    await expect(buyer().judge.approve(key, submissionHash)).rejects.toMatchObject({ code: "forbidden_role" });
    const { task } = await agent(market, "worker2").judge.approve(key, submissionHash);
    expect(task).toMatchObject({ state: "APPROVED", workflowStatus: "settled" });
    expect(await market.chain.usdcUnitsOf(newcomer.address)).toBe(20_000_000n);
    await buyer().poster.rateWork(key, rating);
    const rated = await worker().worker.rateAndClaim(key, { rating: 4, comment: "Clear." });
    expect(rated.task.ratings).toEqual({ ofWorker: 5, ofPoster: 4 });
  });

  it("JD6: is approved by the judge's own transaction where nothing is relayed, of this work and no other", async () => {
    const { key, submissionHash } = await submitted();
    const { baseUrl } = await market.anotherService(db);
    const swap = (answer: Record<string, unknown>) => {
      const [transaction] = answer["transactions"] as [{ data: string }];
      return {
        ...answer,
        transactions: [{ ...transaction, data: transaction.data.replace(submissionHash.slice(2), "0".repeat(64)) }],
      };
    };
    const lied = (answer: Record<string, unknown>) => (answer["transactions"] ? swap(answer) : answer);
    const deceived = agent(market, "worker2", { baseUrl, fetch: lyingFetch("/mkt/judge", lied) });
    await expect(deceived.judge.approve(key, submissionHash)).rejects.toBeInstanceOf(UntrustedError);
    const { task } = await agent(market, "worker2", { baseUrl }).judge.approve(key, submissionHash);
    expect(task.state).toBe("APPROVED");
  });

  it("is read, approved and rated on the command line", async () => {
    const { key, submissionHash } = await submitted();
    const of = words`${key.taskId} --contract agent-fast`;
    const shown = await mkt(words`task show ${of}`, "worker2");
    expect(shown.out).toContain(`Judge: ${market.address("worker2")} may approve the work too, and do nothing else`);
    expect(shown.out).toContain(`mkt task judge approve ${key.taskId} --contract agent-fast --submission HASH`);
    const read = await mkt(words`task judge read ${of}`, "worker2");
    expect(read.out).toContain(`--submission ${submissionHash}`);
    expect(read.out).toContain("Here it is.");
    const approved = await mkt(words`task judge approve ${of} --submission ${submissionHash}`, "worker2");
    expect([approved.code, approved.out]).toEqual([0, expect.stringContaining("APPROVED")]);
    const rate = words`--json task decide rate ${of} --rating 5 --comment Right.`;
    expect((await mkt(rate, "buyer")).json).toMatchObject({ task: { ratings: { ofWorker: 5 } } });
  });
});
