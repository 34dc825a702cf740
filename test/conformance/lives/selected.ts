import { CHATS } from "../purchases";
import { once } from "../world";
import { keyOf, METADATA, REWARD, Steps } from "./steps";

const DETAILS = { text: "The report is at the link.", links: [{ url: "https://files.example/report" }] };
const TITLE = "Conformance: summarise a report";

/** A task with private details for a worker who is selected, through a change request to the claimed stake. Each step takes those before it, and is taken once. */
export class SelectedLife extends Steps {
  readonly created = once(async () => {
    const body = {
      ...REWARD,
      contract: "agent-fast",
      mode: "selection",
      maxChangeRounds: 1,
      privateDetails: DETAILS,
      ...METADATA,
      title: TITLE,
    };
    const { prepared, confirmed } = await this.world.act(this.world.buyer, "/agentCreateTaskSimple", body);
    const key = keyOf("agent-fast", confirmed);
    return { key, prepared, title: TITLE, task: await this.view(key) };
  });

  readonly interested = once(async () => {
    const { key } = await this.created();
    const early = await this.world.api.post("/agentStakeAndConfirm", { wallet: this.world.worker.address, ...key });
    const answer = await this.world.signed(this.world.worker, "/mkt/interest", {
      ...key,
      message: "I have done many of these.",
    });
    return {
      key,
      early,
      answer,
      status: await this.status(key, this.world.worker.address),
      private: await this.world.signed(this.world.buyer, "/mkt/task", key),
    };
  });

  readonly approved = once(async () => {
    const { key } = await this.interested();
    const body = { ...key, worker: this.world.worker.address, decision: "approve" };
    return { key, answer: await this.world.signed(this.world.buyer, "/mkt/interest/resolve", body) };
  });

  readonly staked = once(async () => {
    const { key } = await this.approved();
    const before = await this.detailsOf(key);
    const { prepared, task } = await this.step("worker", "/agentStakeAndConfirm", key);
    return {
      key,
      before,
      prepared,
      task,
      after: await this.detailsOf(key),
      status: await this.status(key, this.world.worker.address),
    };
  });

  readonly submitted = once(async () => {
    const { key } = await this.staked();
    const work = { text: "A first summary.", links: [] };
    const { prepared, task } = await this.step("worker", "/agentSubmitWork", { ...key, ...work });
    return { key, prepared, task, work };
  });

  readonly changesAsked = once(async () => {
    const { key } = await this.submitted();
    return this.askChanges(key);
  });

  readonly changesAskedTwice = once(async () => {
    const { key } = await this.changesAsked();
    const again = await this.askChanges(key);
    return { again: again.reply, task: again.task };
  });

  readonly changesRequested = once(async () => {
    await this.changesAskedTwice();
    return this.requestChanges(await this.changesAsked());
  });

  readonly resubmitted = once(async () => {
    const { key } = await this.changesRequested();
    const status = await this.status(key, this.world.worker.address);
    const { worker } = this.world;
    const transactions = await this.transactionsOf(worker.address);
    const answer = await this.world.signed(worker, "/mkt/resubmit", {
      ...key,
      text: "A better summary, with its sources.",
      links: [],
    });
    return { key, status, answer, sent: (await this.transactionsOf(worker.address)) - transactions };
  });

  readonly undecided = once(async () => {
    const { key } = await this.submitted();
    const { submissions } = await this.submissions(key);
    const { api, buyer } = this.world;
    const { submissionHash } = submissions.at(-1);
    const decide = (verdict: object) =>
      api.post("/agentDecide", { wallet: buyer.address, ...key, decision: "approve", submissionHash, ...verdict });
    return { withoutRating: await decide({ comment: "Good." }), withoutComment: await decide({ rating: 5 }) };
  });

  readonly paid = once(async () => {
    await this.undecided();
    const { key } = await this.resubmitted();
    const { submissions } = await this.submissions(key);
    const verdict = { rating: 5, comment: "Clear and complete." };
    const { submissionHash } = submissions.at(-1);
    const done = await this.step("buyer", "/agentDecide", {
      ...key,
      decision: "approve",
      submissionHash,
      ...verdict,
    });
    return { key, ...done, verdict, submissions };
  });

  readonly claimed = once(async () => {
    const { key, task: before } = await this.paid();
    const verdict = { rating: 4, comment: "A fair buyer." };
    const { worker } = this.world;
    const [token = ""] = (await this.purchases.quotes[CHATS]()).contracts;
    const had = await this.world.unitsOf(token, worker.address);
    const done = await this.step("worker", "/agentRateAndClaimStake", { ...key, ...verdict });
    const stakeUnits = (await this.world.unitsOf(token, worker.address)) - had;
    return { key, ...done, before, verdict, stakeUnits, status: await this.status(key, worker.address) };
  });

  readonly published = once(async () => {
    const { key, verdict } = await this.claimed();
    const { worker, buyer, api } = this.world;
    const ratings = () => api.ok(`/mkt/ratings?address=${buyer.address}`);
    const before = await ratings();
    const prepared = await api.ok("/mkt/rating/prepare", { wallet: worker.address, ...key, ...verdict });
    const { timestamp, nonce, messageToSign } = prepared;
    const signature = await worker.signMessage(messageToSign);
    const body = { ...key, ...verdict, wallet: worker.address, timestamp, nonce, signature };
    const answer = await api.ok("/mkt/rating", body);
    return {
      key,
      verdict,
      before,
      prepared,
      answer,
      after: await this.world.until(async () => {
        const now = await ratings();
        return JSON.stringify(now).includes(verdict.comment) ? now : undefined;
      }, "the published comment"),
      of: await api.ok(`/mkt/ratings?address=${worker.address}`),
    };
  });

  readonly accounted = once(async () => {
    const { key } = await this.claimed();
    const { worker } = this.world;
    const rows = async () => {
      const answer = await this.world.signed(worker, "/mkt/accounting", { contract: key.contract });
      return JSON.stringify(answer).includes(`"taskId":"${key.taskId}"`) ? answer : undefined;
    };
    return this.world.until(rows, "the settled task in the worker's accounting");
  });

  readonly exports = once(async () => {
    await this.accounted();
    const { worker } = this.world;
    const { contract } = (await this.claimed()).key;
    const give = (body: object) => this.world.signedReply(worker, "/mkt/accounting/export", { contract, ...body });
    return {
      csv: await give({ format: "csv" }),
      empty: await give({ format: "csv", from: "2020-01-01", to: "2020-01-31" }),
      pdf: await give({ format: "pdf" }),
      zip: await give({ format: "zip" }),
    };
  });
}
