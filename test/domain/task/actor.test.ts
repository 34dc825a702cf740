import { actorOf } from "../../../functions/src/domain/task/applyEvent";
import type { EventName } from "../../../functions/src/domain/task/events";
import { EDGES } from "../../../functions/src/domain/workflow/edges";
import { ARGUMENTS, event, POSTER, WORKER } from "../../setup/tasks/histories";

const BY = { poster: POSTER, worker: WORKER, arbiter: null, anyone: null } as const;

/** Ratings take no step of the workflow. A stake claimed with a rating is the worker's, and without one anyone's. */
const RATERS: { readonly [N in EventName]?: string } = {
  WorkRated: POSTER,
  PosterRated: WORKER,
  StakeClaimed: WORKER,
};

/** Who the workflow lets take the steps that an event stands for. */
function whoTakes(name: EventName) {
  return [
    ...new Set(
      EDGES.filter((row) => row.event === name).map(({ who, id }) =>
        who !== "outsider" ? who : id === "create" ? "poster" : "worker",
      ),
    ),
  ];
}

describe("happy", () => {
  it.each(Object.keys(ARGUMENTS) as EventName[])(
    "names who may cause %s by the workflow, and no one if several may",
    (name) => {
      const [who, ...others] = whoTakes(name);
      const expected = who === undefined || others.length > 0 ? null : BY[who];
      expect(actorOf(event(name, { block: 1 }))).toBe(RATERS[name] ?? expected);
    },
  );

  it("names no actor for a stake claimed without a rating", () => {
    expect(actorOf(event("StakeClaimed", { block: 1 }, { rating: 0 }))).toBeNull();
  });
});
