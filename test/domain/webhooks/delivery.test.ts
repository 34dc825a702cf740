import { isWaiting, newDelivery } from "../../../functions/src/domain/webhooks/delivery";
import { marketEvent, newEvent, newSubscription } from "../../setup/webhooks";

const KIB = 1_024;
const bodyOf = (data: Record<string, string>) => newDelivery(newSubscription(), marketEvent({ data }), 1).body;
const parse = (body: string) => JSON.parse(body) as { id: string; type: string; taskId: string; data: object };

test("a body has at most 16 KiB, counted in bytes: what is larger comes without data, and says so", () => {
  const empty = Buffer.byteLength(bodyOf({ text: "" }));
  const most = 16 * KIB - empty;
  for (const [text, isWhole] of [
    ["x".repeat(most), true],
    ["x".repeat(most + 1), false],
    ["é".repeat(Math.floor(most / 2)), true],
    ["é".repeat(Math.floor(most / 2) + 1), false],
    ["\n".repeat(Math.floor(most / 2) + 1), false],
    ["x".repeat(1_000_000), false],
  ] as const) {
    const body = bodyOf({ text });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(16 * KIB);
    const { id, type, taskId, data } = parse(body);
    expect({ id, type, taskId }).toEqual({ id: newEvent().id, type: "task.created", taskId: "12" });
    expect(data).toEqual(isWhole ? { text } : { truncated: true });
  }
});

test.each(["pending", "final", "reverted"] as const)("W17: says that the event is %s", (finality) => {
  const { body } = newDelivery(newSubscription(), marketEvent({ finality }), 1);
  expect(JSON.parse(body)).toMatchObject({ finality });
});

test("W16: waits for an attempt for as long as the queue may make one", () => {
  const day = 86_400_000;
  const made = newDelivery(newSubscription(), marketEvent(), 0);
  const isWaitingOn = (changes: Partial<typeof made>, days: number) => isWaiting({ ...made, ...changes }, days * day);
  expect([isWaitingOn({}, 3), isWaitingOn({}, 4)]).toEqual([true, false]);
  expect([isWaitingOn({ attemptedAt: 3 * day }, 4), isWaitingOn({ attemptedAt: 3 * day }, 7)]).toEqual([true, false]);
  expect(isWaitingOn({ status: "failed" }, 1)).toBe(false);
});
