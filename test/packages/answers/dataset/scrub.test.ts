import { cpuMs } from "../../../setup/cpu";
import { labelledFile, scoreScrubber } from "../../../setup/scrubber";
import { scrubForm } from "../../../../packages/answers/src/dataset/scrub/patterns";
import { scrub } from "../../../../packages/answers/src/dataset/scrub/scrub";

describe("happy", () => {
  it.each([
    ["name", "Hello, my name is Ingrid Halvorsen.", "Hello, my name is [name]."],
    ["email", "write to jo.doe+x@example.co.uk soon", "write to [email] soon"],
    ["phone", "call +44 7911 123456 today", "call [phone] today"],
    ["handle", "thanks @night_owl_77!", "thanks [handle]!"],
    ["handle", "ÛÏ@night_owl_77: happy new year", "ÛÏ[handle]: happy new year"],
    ["link", "see https://example.com/a?b=1 now", "see [link] now"],
    ["address", "ship to 48 Maple Avenue please", "ship to [address] please"],
    ["card", "card 4111 1111 1111 1111 is lost", "card [card] is lost"],
    ["account", "to GB82 WEST 1234 5698 7654 32 please", "to [account] please"],
    ["id", "my SSN is 123-45-6789", "my SSN is [id]"],
  ])("takes out a %s", (_, text, clean) => {
    expect(scrub(text).text).toBe(clean);
  });

  it("says what it took out and where", () => {
    const { found } = scrub("mail a@example.com or call (415) 555-0132");
    expect(found.map(({ kind }) => kind)).toEqual(["email", "phone"]);
  });

  it.each(["tuned", "held"] as const)("finds nearly all personal data of the %s set, and little else", (file) => {
    const { byLabel, labelled, found, taken, right, negatives, spoilt } = scoreScrubber(labelledFile(file));
    expect(labelled).toBeGreaterThan(300);
    expect(found / labelled).toBeGreaterThan(0.9);
    expect(right / taken).toBeGreaterThan(0.97);
    expect(negatives).toBeGreaterThan(120);
    expect(spoilt / negatives).toBeLessThan(0.05);
    const recall = (label: string): number => byLabel.get(label)!.found / byLabel.get(label)!.labelled;
    expect(recall("name")).toBeGreaterThanOrEqual(0.9);
    expect(recall("phone")).toBeGreaterThanOrEqual(0.95);
    expect(recall("address")).toBeGreaterThanOrEqual(0.85);
    expect(recall("postcode")).toBeGreaterThanOrEqual(0.85);
    for (const label of ["email", "card", "iban", "ssn", "ip", "link"])
      expect([label, recall(label)]).toEqual([label, 1]);
  });
});

describe("refusals", () => {
  it.each([
    "Will my card arrive in May?",
    "I paid $1,234,567.89 for 25,000 things in 2015",
    "Is Apple Pay supported with Visa or Mastercard?",
    "Walk 10000 steps a day and sleep 8 hours",
    "The rate was 1.0847 instead of 1.0912",
    "Where can I chase account payments?",
    "I carrie no cash",
    "Is there a grace period that ends in April or May?",
    "The 15 minute drive to the second floor",
  ])("leaves alone what names no one: %s", (text) => {
    expect(scrub(text)).toEqual({ text, found: [] });
  });

  it("does not take a long number that fails its check digit for a card", () => {
    expect(scrub("4111 1111 1111 1112 it says").found.map(({ kind }) => kind)).not.toContain("card");
  });
});

describe("security", () => {
  it("takes out what shows by its form without loading the tagger of names", () => {
    expect(scrubForm("Ada, a@example.com, 4111111111111111")).toBe("Ada, [email], [card]");
  });

  it("scrubs the same text the same way twice", () => {
    const once = scrub("Mr. Okonkwo, +1 512 555 0147, @night_owl_77, www.example.com").text;
    expect(scrub(once).text).toBe(once);
  });

  it("stays fast on hostile texts", async () => {
    const texts = [
      "1 ".repeat(2000),
      "a@".repeat(2000),
      "12 ".repeat(1300) + "street",
      "A".repeat(4000),
      "0x" + "f".repeat(3990),
      "card ".repeat(800),
      "- ".repeat(2000),
    ];
    for (const text of texts) {
      const { ms } = await cpuMs(() => scrub(text));
      expect(ms).toBeLessThan(2_000);
    }
  });
});
