import { keccak256, toUtf8Bytes } from "ethers";
import { once } from "../world";
import { keyOf, METADATA, REWARD, Steps } from "./steps";

/** A task with an explicit hash of its metadata, started by the first worker, resubmitted by the agent call and rejected. */
export class InstantLife extends Steps {
  readonly created = once(async () => {
    const metadataHash = keccak256(toUtf8Bytes(JSON.stringify(METADATA)));
    const { prepared, confirmed } = await this.world.act(this.world.buyer, "/agentCreateTask", {
      ...REWARD,
      contract: "agent-fast",
      mode: "instant",
      maxChangeRounds: 1,
      metadataHash,
    });
    const key = keyOf("agent-fast", confirmed);
    return { key, prepared, metadataHash, task: await this.view(key) };
  });

  readonly described = once(async () => {
    const { key } = await this.created();
    const foreign = await this.world.signedReply(this.world.worker, "/mkt/metadata", { ...key, metadata: METADATA });
    const other = await this.world.signedReply(this.world.buyer, "/mkt/metadata", {
      ...key,
      metadata: { ...METADATA, title: "Another" },
    });
    const answer = await this.world.signed(this.world.buyer, "/mkt/metadata", { ...key, metadata: METADATA });
    return { key, answer, foreign, other, task: await this.view(key), title: METADATA.title };
  });

  readonly staked = once(async () => {
    const { key } = await this.described();
    return { key, ...(await this.step("worker", "/agentStakeAndConfirm", key)) };
  });

  readonly submitted = once(async () => {
    const { key } = await this.staked();
    const work = { text: "My work.", links: [{ url: "https://files.example/work" }] };
    const { prepared, task } = await this.step("worker", "/agentSubmitWork", { ...key, ...work });
    const { salt } = { ...prepared, ...prepared.submission, ...prepared._nextAction?.body } as { salt: string };
    const body = { ...key, ...work, salt };
    const foreign = await this.world.signedReply(this.world.buyer, "/mkt/submission", body);
    return { key, work, task, foreign, stored: await this.world.signed(this.world.worker, "/mkt/submission", body) };
  });

  readonly changesRequested = once(async () => {
    const { key } = await this.submitted();
    return this.requestChanges(await this.askChanges(key));
  });

  readonly resubmitted = once(async () => {
    const { key } = await this.changesRequested();
    const { worker, api } = this.world;
    const prepared = await api.ok("/agentSubmitWork", {
      wallet: worker.address,
      ...key,
      text: "Better work.",
      links: [],
    });
    const [{ field, typedData }] = prepared.signatures;
    const { domain, types, message } = typedData;
    const transactions = await this.transactionsOf(worker.address);
    const signature = await worker.signTypedData(domain, types, message);
    const answer = await api.ok("/agentSubmitWork", { ...prepared._nextAction.body, [field]: signature });
    return { key, answer, sent: (await this.transactionsOf(worker.address)) - transactions };
  });

  readonly rejected = once(async () => {
    const { key } = await this.resubmitted();
    // The newest work starts the buyer's time to decide once it is on the chain.
    await this.step("worker", "/agentSubmitWork", { ...key, action: "anchor" });
    const { submissions } = await this.submissions(key);
    const { submissionHash } = submissions.at(-1);
    return {
      key,
      ...(await this.step("buyer", "/agentDecide", {
        ...key,
        decision: "reject",
        submissionHash,
        rating: 1,
        comment: "Not what was asked for.",
      })),
    };
  });
}
