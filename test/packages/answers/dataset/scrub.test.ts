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

  it.each([
    ["I moved to 44812 Rua das Flores 210, Porto", "I moved to [address]"],
    ["deliver it to kirchgasse 7 please", "deliver it to [address] please"],
    ["The depot is at the corner of ul. Polna 12 and Main Street", "The depot is at [address]"],
    ["mail it to usns comfort, fpo ap 96601", "mail it to [address]"],
    ["They sent it to Unit 2210 Box 118, DPO AE 09777", "They sent it to [address]"],
    ["ship to 12 Oak Street Willow Court Apt. 9, Dayton", "ship to [address]"],
    ["I live in Odense 5000, at my aunt's", "I live in Odense [address], at my aunt's"],
    ["We have an office in Linköping 582 22.", "We have an office in [address]."],
  ])("takes out an address in the form of many countries: %s", (text, clean) => {
    expect(scrub(text).text).toBe(clean);
  });

  it.each([
    ["Anouk: Did it arrive?\nTibor: Not yet", "[name]: Did it arrive?\n[name]: Not yet"],
    ["Hello Ziva, can you help", "Hello [name], can you help"],
    ["She gave Belle her card", "She gave [name] her card"],
    ["I saw a Harvey Leach concert last year", "I saw a [name] concert last year"],
    ["Have you read the Petersson novel?", "Have you read the [name] novel?"],
    ["Shovda was very kind, I thank her for it", "[name] was very kind, I thank her for it"],
    ["Dobrowski and Salvesen are both out", "[name] and [name] are both out"],
    ["I asked marcus j ross about it", "I asked [name] about it"],
    ["my friends: Hope, Grace and Tobias", "my friends: [name], [name] and [name]"],
    ["Mr. Ford called about my card", "[name] called about my card"],
    [
      "Tosh Olsen lives in Leeds with Anna, Maria, Peter and Sherry",
      "[name] lives in Leeds with [name], [name], [name] and [name]",
    ],
  ])("takes out a name by what stands around it: %s", (text, clean) => {
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
    "I paid in London 2500 pounds, and in Euros 4000 or more",
    "We had 6000 users from Spain and 5000 from Italy",
    "At Christmas 2500 cards were sent",
    "Will the transfer to Revolut and Wise work?",
    "Is the Samsung version of the app in Sri Lanka, too?",
    "Unit 12 of the course was hard",
    "Our NATO pension is paid from Lisbon",
    "learn to play a very long song by heart",
    "I read the grant version of it",
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
});
