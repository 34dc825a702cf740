import fc from "fast-check";
import { firestoreLedgerWriter } from "../../../../functions/src/adapters/firestore/ledger/ledgerWriter";
import { firestoreProjections } from "../../../../functions/src/adapters/firestore/indexing/projections";
import { firestoreProfiles } from "../../../../functions/src/adapters/firestore/accounts/profiles";
import { canonicalJson } from "../../../../functions/src/domain/canonical";
import { sum } from "../../../../functions/src/domain/contribution";
import { withPairs, reputationOf } from "../../../../functions/src/domain/reputation/reputationOf";
import { reputation } from "../../../../functions/src/domain/reputation/reputation";
import type { TaskEvent, TaskKey } from "../../../../functions/src/domain/task/events";
import { finalize } from "../../../../functions/src/domain/task/projection";
import { applyAll } from "../../../../functions/src/domain/task/applyEvent";
import { ACCOUNTS, randomLives } from "../../../domain/task/randomLives";
import { postAll } from "../../../setup/bookkeeping";
import { testFirestore } from "../../../setup/firestore";

const { db } = testFirestore();
const profiles = firestoreProfiles(db);

async function becomesFinal(events: readonly TaskEvent[], count: number): Promise<void> {
  const stretch = { fromBlock: 0n, toBlock: 10n ** 9n, events: events.slice(0, count) };
  await firestoreProjections(db).change(
    [events[0] as TaskKey],
    (projection) => finalize(projection, stretch).projection,
  );
}

const stored = async () =>
  canonicalJson((await db.collection("profiles").get()).docs.map((doc) => [doc.id, doc.data()]));

describe("invariants", () => {
  it("a reputation that grew equals the rebuilt one, byte for byte, and the name stored with it stays", async () => {
    const [lives = []] = fc.sample(
      randomLives(12).filter((all) => all.length > 8),
      { seed: 3, numRuns: 1 },
    );
    const [account] = ACCOUNTS;
    if (!account) throw new Error("an account");
    for (const count of [1, 3, 20]) {
      for (const events of lives) await becomesFinal(events, count);
      await postAll(db);
      if (count === 3) await profiles.put({ address: account, displayName: "Ana Lima", avatarSeed: "ana" });
    }
    const grown = await stored();
    const each = lives.map((events) => reputationOf({ task: applyAll(null, events) as never }));
    const all = withPairs(new Map(), sum(each));
    for (const summary of await profiles.getAll(ACCOUNTS)) {
      expect(summary.reputation).toEqual(reputation(all.get(`reputation/${summary.address}`) ?? new Map()));
    }
    await firestoreLedgerWriter(db).requireClearing();
    await postAll(db);
    expect(await stored()).toBe(grown);
    expect((await profiles.getAll([account]))[0]).toMatchObject({ displayName: "Ana Lima", avatarSeed: "ana" });
  });
});
