import { Webhook } from "standardwebhooks";
import { newSeed, secretOf, signedHeaders, type WebhookKey } from "../../../functions/src/domain/webhooks/secret";

const KEYS: readonly WebhookKey[] = [
  { id: "new", secret: Buffer.alloc(32, 1) },
  { id: "old", secret: Buffer.alloc(32, 2) },
];
const body = JSON.stringify({ id: "e1", type: "task.created", data: { title: "Übersetzen 🙂" } });

function made(salt = 7) {
  const seed = newSeed(KEYS, Buffer.alloc(32, salt));
  return { seed, secret: secretOf(seed, KEYS) ?? "" };
}
const now = () => Math.floor(Date.now() / 1000);

describe("Standard Webhooks", () => {
  test("its own package verifies what is signed", () => {
    const { secret } = made();
    const headers = signedHeaders({ id: "msg_1", timestamp: now(), body }, [secret]);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });

  test("during a rotation, owners of either secret can verify", () => {
    const [first, second] = [made(1).secret, made(2).secret];
    const headers = signedHeaders({ id: "msg_1", timestamp: now(), body }, [second, first]);
    for (const secret of [first, second]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(made(3).secret).verify(body, headers)).toThrow();
  });

  test.each([
    ["another body", { body: `${body} ` }],
    ["another id", { "webhook-id": "msg_2" }],
    ["another time", { "webhook-timestamp": String(now() - 60) }],
  ])("the signature does not hold for %s", (_what, changes) => {
    const { secret } = made();
    const headers = signedHeaders({ id: "msg_1", timestamp: now(), body }, [secret]);
    const { body: given = body, ...others } = changes as Record<string, string>;
    expect(() => new Webhook(secret).verify(given, { ...headers, ...others })).toThrow();
  });
});

describe("secrets", () => {
  test("are derived: the stored seed alone gives nothing, and each seed has its own", () => {
    const { seed, secret } = made();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secretOf(seed, [{ id: "new", secret: Buffer.alloc(32, 9) }])).not.toBe(secret);
    expect(made(8).secret).not.toBe(secret);
    expect(JSON.stringify(seed)).not.toContain(secret.slice(6));
  });

  test("outlive a new server key as long as the old one is listed", () => {
    const seed = newSeed([KEYS[1] as WebhookKey], Buffer.alloc(32, 7));
    expect(secretOf(seed, KEYS)).toBe(secretOf(seed, [KEYS[1] as WebhookKey]));
    expect(secretOf(seed, [KEYS[0] as WebhookKey])).toBeNull();
  });
});
