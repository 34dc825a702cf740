import { firestoreRatings } from "../../../../functions/src/adapters/firestore/accounts/ratings";
import { commitUnit } from "../../../../functions/src/adapters/firestore/unitOfWork";
import { toAddress, type Address } from "../../../../functions/src/domain/address";
import { commentHash } from "../../../../functions/src/domain/messages/signedRequest";
import type { Rating } from "../../../../functions/src/domain/rating";
import type { UnitOfWork } from "../../../../functions/src/domain/unitOfWork";
import { testFirestore } from "../../../setup/firestore";

const { db } = testFirestore();
const ratings = firestoreRatings(db);
/** Publishes, alone in its unit. */
async function publish(rating: Rating): Promise<Rating> {
  const unit = { writes: [] };
  const stands = await ratings.publish(rating, unit);
  expect(await commitUnit(db, unit)).toBe(true);
  return stands;
}

const account = (digit: string) => toAddress(`0x${digit.repeat(40)}`) as Address;

let taskId = 0n;
beforeEach(() => {
  taskId += 1n;
});

function rating(changes: Partial<Rating> = {}): Rating {
  const comment = changes.comment ?? "Careful work.";
  return {
    contract: "human",
    taskId,
    rater: account("1"),
    ratee: account("2"),
    role: "poster",
    rating: 5,
    comment,
    commentHash: commentHash(comment),
    onChain: true,
    txHash: `0x${"a1".repeat(32)}`,
    createdAt: 1_000,
    ...changes,
  };
}

describe("happy", () => {
  it("publishes a rating once, and gives the one that stands when it is published again", async () => {
    const first = rating();
    expect(await publish(first)).toEqual(first);
    expect(await publish(rating({ createdAt: 2_000 }))).toEqual(first);
  });
});

describe("refusals", () => {
  it("lets no second word of a side without a rating on the chain stand", async () => {
    const first = rating({ onChain: false, txHash: null });
    await publish(first);
    expect(await publish(rating({ onChain: false, txHash: null, comment: "No, it was bad.", rating: 1 }))).toEqual(
      first,
    );
  });
});

describe("faults", () => {
  it("lets one of two stand that were published at once", async () => {
    const units: [UnitOfWork, UnitOfWork] = [{ writes: [] }, { writes: [] }];
    for (const [at, unit] of units.entries()) await ratings.publish(rating({ createdAt: at }), unit);
    expect([await commitUnit(db, units[0]), await commitUnit(db, units[1])]).toEqual([true, false]);
  });

  it("X6: replaces a rating that a reorg has undone by the one that the chain holds now", async () => {
    await publish(rating());
    const mined = rating({ txHash: `0x${"b2".repeat(32)}`, rating: 3, comment: "On second thought." });
    expect(await publish(mined)).toEqual(mined);
    const { items } = await ratings.page("received", account("2"), 10, null);
    expect(items[0]).toEqual(mined);
  });
});
