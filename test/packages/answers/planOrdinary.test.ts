import { normalised } from "../../setup/planText";
import { plan, planned } from "./planFixture";

describe("what a verb is done to is counted with it", () => {
  it.each([
    ["How many want to save their time?", "count 'save time'"],
    ["How many want to get rid of their card?", "count 'card stop'"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

it.each(["What share of messages are complaints?", "What percentage are problems?"])(
  "%s is not answered with how many there are",
  (question) => expect(plan([question])).toMatch(/^unclear /),
);

describe("an everyday word that the data doesn't have", () => {
  it.each([
    ["Do people promise themselves to lose weight?", "count 'lose weight'"],
    ["How many improve themselves through yoga?", "count 'yoga'; unclear improve"],
    ["Do women aim towards travel more often than men?", "compare gender=female / gender=male on 'travel'"],
    ["How many save money, whether or not they travel themselves?", "count ('money save' & 'travel')"],
    ["How many are against fees?", "count 'fee'; unclear against"],
    ["How many use Apple Pay despite the fee?", "count 'apple fee pay'; unclear despite"],
    ["How many would gladly learn French?", "count 'french'; unclear gladly"],
    ["How many hesitate because of the fee?", "count 'fee'; unclear hesitate"],
    ["How often do customers stumble over the passcode?", "count 'passcode'"],
    ["How many feel cheated by the exchange rate?", "count 'exchange rate'; unclear cheated"],
    ["How many are fed up with the gym?", "count 'gym'; unclear fed"],
    ["How many people aged 18 to 24 concentrate on travel?", "count 'travel' among age=18-24; unclear concentrate"],
    ["What do people say about letting go of sugar?", "describe 'sugar'; unclear letting"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));

  it.each([
    "How many talk about climate change?",
    "How many ask about gift cards?",
    "How many want a metal card?",
    "How many want to knit?",
    "How many people knit?",
    "How many people have piano lessons in mind?",
    "How many want to adopt a greyhound?",
    "Is there any appetite for kayaks?",
    "How many are curious about astrology?",
    "How many newcomers ask about vaccines?",
  ])("never hides a topic that it doesn't have: %s", (question) => {
    expect(plan([question])).toBe("refuse absent");
  });
});

describe("what is asked, in other words", () => {
  it.each([
    ["How many set themselves a goal to do with money?", "count 'money'"],
    ["How many bring up yoga?", "count 'yoga'"],
    ["What are people after when they write about cards?", "top 'card'"],
    ["How many are willing to travel?", "count 'travel'"],
    ["How many have their sights on a marathon?", "count 'marathon'"],
    ["How many mean to travel within the next twelve months?", "count 'travel'"],
    ["How many end up asking about a refund?", "count 'refund'"],
    ["Is there any appetite for virtual cards?", "count 'virtual card'"],
    ["Who is readier to quit smoking, men or women?", "compare gender=female / gender=male on 'quit smoking'"],
    ["How many are serious about the gym?", "count 'gym'"],
    ["To what extent do people care about yoga?", "count 'yoga'"],
    ["How seriously do people take the gym?", "count 'gym'"],
    ["How many are committed to a marathon?", "count 'marathon'"],
    ["How many seek advice on exchange rates?", "count 'exchange rate'"],
    ["What sort of thing prompts folks to ask about fees?", "why 'fee'"],
    ["What do those aged 18 to 24 want, goal-wise?", "top age=18-24"],
    ["Who tends to be more into yoga, men or women?", "compare gender=female / gender=male on 'yoga'"],
    ["How many mention “run into”?", "count 'run'"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

describe("what goes wrong with something is ranked", () => {
  it.each([
    "What goes wrong with transfers?",
    "What can go wrong most often with a transfer?",
    "What do people run into with transfers?",
    "What bugs people about transfers?",
    "What fails most often with transfers?",
    "Where do people get stuck with transfers?",
    "What stands in people's way with transfers?",
    "What is the biggest obstacle with transfers?",
    "What do they grumble about when it comes to transfers?",
    "What keeps people from transfers?",
    "What do customers run up against with transfers?",
    "What exactly goes awry with transfers?",
    "What do people hold against transfers?",
    "Which annoyances crop up again and again with transfers?",
  ])("%s", (question) => {
    const { steps, refusals } = planned([question], true, "chats");
    expect(refusals).toEqual([]);
    expect(steps).toMatchObject([{ do: "top", of: { is: "topic", text: /^transfers?$/ }, problems: true }]);
  });
});

describe("what no record tells", () => {
  it.each([
    ["How many of them actually reached their goal?", "refuse noOutcome"],
    ["How many people saw their plan through?", "refuse noOutcome"],
    ["How many people kept last year's resolution?", "refuse noOutcome"],
    ["What share of them followed through?", "refuse noOutcome"],
    ["How many fell off the wagon and broke their resolution?", "refuse noOutcome"],
    ["How many managed to quit smoking in the end?", "count 'quit smoking'; refuse noOutcome"],
    ["How many want to keep their resolutions?", "refuse absent"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));

  it.each(["What percentage of visitors signed up afterwards?", "How many were happy with the answer?"])(
    "of those who asked: %s",
    (question) => expect(plan([question], true, "chats")).toBe("refuse noOutcome"),
  );
});

describe("one record is never looked up", () => {
  it.each([
    "Can you pull up the chat of the customer with order number ORD-803400?",
    "Open ticket 4471, please.",
    "What did customer 20931 tell us?",
    "Show me the conversation where someone lost a card.",
    "Can a visitor's transcript be shown to me?",
    "Tell me about the woman who lost her card.",
    "I need chat number 512.",
    "Can I see the full exchange we had with the bakery?",
  ])("%s", (question) => {
    const { steps, refusals } = planned([question], true, "chats");
    expect(steps).toEqual([]);
    expect(refusals[0]?.kind).toMatch(/^(?:rawRecords|personalData)$/);
  });

  it.each([
    "How many mention top ups of 2000?",
    "Show me what people say about cards.",
    "What did people lose in 2015?",
  ])("but all of them are: %s", (question) =>
    expect(plan([question], true, "chats")).not.toMatch(/rawRecords|personalData/),
  );
});
