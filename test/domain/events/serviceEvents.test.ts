import { ratingEvent } from "../../../functions/src/domain/events/serviceEvents";
import { keccak256 } from "../../../functions/src/domain/keccak";
import { POSTER, WORKER } from "../../setup/tasks/histories";

const rating = {
  ...({ contract: "human", taskId: 12n, rater: POSTER, ratee: WORKER, role: "poster", rating: 5 } as const),
  ...{ comment: "said in public", commentHash: keccak256("said in public"), onChain: false, txHash: null },
  createdAt: 1_800_000_000_000,
};

test("rating.published says who rated whom and how, and where the comment is", () => {
  const event = ratingEvent(rating);
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-f]{32}$/) as string,
    type: "rating.published",
    timeMs: 1_800_000_000_000,
    task: { contract: "human", taskId: 12n },
    actor: POSTER,
    recipients: [POSTER, WORKER],
    data: {
      ...{ rater: POSTER, ratee: WORKER, role: "poster", rating: 5, onChain: false },
      read: `/mkt/ratings?address=${WORKER}`,
    },
    block: null,
    supersedes: null,
  });
  expect(ratingEvent({ ...rating, createdAt: rating.createdAt + 1 }).id).not.toBe(event.id);
});
