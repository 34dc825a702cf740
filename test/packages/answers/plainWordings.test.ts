import { planned, reads, type Case } from "./wordingFixture";

describe("an everyday question", () => {
  it.each<Case>([
    [["How many ask which cards and transfers are declined?"], "count ('card declined' | 'declined transfer')"],
    [["What are the five most common reasons people get in touch with support?"], "top all"],
    [["How many get in touch with support about fees?"], "count 'fee'"],
    [["What percentage of the messages is about being charged some sort of fee?"], "count 'charge fee'"],
    [
      ["Which gets declined most often: card purchases, cash withdrawals or transfers?"],
      "rank 'card declined purchase' / 'cash declined withdrawal' / 'declined transfer'",
    ],
    [
      ["What percentage of messages are about something still pending - payments, transfers, top ups?"],
      "count ('payment pending' | 'pending transfer' | 'pending top up')",
    ],
    [["How many want an account or a card for their kids?"], "count ('account kid' | 'card kid')"],
    [["I'm writing an article on parents and access, how many want a card for their kids?"], "count 'card kid'"],
    [["Return the number of messages about refunds and their percentage of all messages."], "count 'refund'"],
    [
      ["Among declined ones, which is most common: card purchases, cash withdrawals or transfers?"],
      "rank 'card purchase' / 'cash withdrawal' / 'transfer' among 'declined'",
    ],
    [["What share ask about refunds, transfers or fees?"], "count ('fee' | 'refund' | 'transfer')"],
    [["How big is the refund pile?"], "count 'refund'"],
    [["How many ask about a bad exchange rate, and how sure are you of that figure?"], "count 'bad exchange rate'"],
    [["My card not arrive. Many people have same problem?"], "count 'arrive card not'"],
    [
      ["How many ask about cash withdrawals?", "how many of them got less cash than they had asked for?"],
      "count 'cash less' among 'cash withdrawal'; unclear than they had asked for",
    ],
  ])("of chats: %j", reads("chats"));

  it.each<Case>([
    [["How many plan to drink less alcohol or stop?"], "count ('alcohol drink less' | 'alcohol drinking stop')"],
    [["How many want to find a new job, or leave the one they've got?"], "count ('job new' | 'job leave')"],
    [["How many want their own business?"], "count 'business'"],
  ])("of goals: %j", reads("goals"));

  it("names a why of which no word could be counted", () =>
    expect(
      planned("chats", ["How many ask about cards?", "how many of those are asking why on earth we need it"]),
    ).toMatchObject({
      steps: [{ do: "count" }],
      notUnderstood: ["why"],
    }));

  it("names what its examples say, and what it is opposed to", () => {
    const opposed = "Of those, how many say it is late, as opposed to asking how to get one?";
    expect(planned("chats", ["How many ask about refunds?", opposed])).toMatchObject({
      steps: [{ do: "count", of: { text: "late" } }],
      notUnderstood: ["as opposed to asking how to get one"],
    });
    expect(planned("goals", ["How many are about faith, like God, religion and so on?"])).toMatchObject({
      steps: [{ do: "count", of: { text: "faith" } }],
      notUnderstood: ["God religion and so on"],
    });
  });
});
