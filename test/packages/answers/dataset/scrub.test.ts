import { scoreScrubber } from "../../../setup/scrubber";
import { scrubForm } from "../../../../packages/answers/src/dataset/scrub/patterns";
import { scrub } from "../../../../packages/answers/src/dataset/scrub/scrub";

describe("happy", () => {
  it.each([
    ["name", "Hello, my name is Ingrid Halvorsen.", "Hello, my name is [name]."],
    ["email", "write to jo.doe+x@example.co.uk soon", "write to [email] soon"],
    ["phone", "call +44 7911 123456 today", "call [phone] today"],
    ["handle", "thanks @night_owl_77!", "thanks [handle]!"],
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
    const { all, negatives, spoilt } = scoreScrubber(file);
    expect(all.labelled).toBeGreaterThan(120);
    expect(all.found / all.labelled).toBeGreaterThan(0.9);
    expect(all.right / all.taken).toBeGreaterThan(0.97);
    expect(spoilt / negatives).toBeLessThan(0.05);
  });
});

describe("refusals", () => {
  it.each([
    "Will my card arrive in May?",
    "I paid $1,234,567.89 for 25,000 things in 2015",
    "Is Apple Pay supported with Visa or Mastercard?",
    "Walk 10000 steps a day and sleep 8 hours",
    "The rate was 1.0847 instead of 1.0912",
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

  it("stays fast on hostile texts", () => {
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
      const started = performance.now();
      scrub(text);
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  });
});
