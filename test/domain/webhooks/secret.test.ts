import { newSeed, secretOf, type WebhookKey } from "../../../functions/src/domain/webhooks/secret";

const KEYS: readonly WebhookKey[] = [
  { id: "new", secret: Buffer.alloc(32, 1) },
  { id: "old", secret: Buffer.alloc(32, 2) },
];

function made(salt = 7) {
  const seed = newSeed(KEYS, Buffer.alloc(32, salt));
  return { seed, secret: secretOf(seed, KEYS) ?? "" };
}

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
