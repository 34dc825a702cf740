import { normalised } from "../../setup/planText";
import { plan, planned } from "./planFixture";

describe("what a question says of the answer and of who asks", () => {
  it.each([
    ["I'm preparing a talk for a trade show: how many want to lose weight?", "count 'lose weight'"],
    ["Quick one for a slide: what share of people want to save money?", "share 'save money'"],
    ["For an infographic, how many mention yoga?", "count 'yoga'"],
    ["Please state, for inclusion in our annual report, how many want to quit smoking.", "count 'quit smoking'"],
    ["Kindly provide the number of people who want to travel.", "count 'travel'"],
    ["Could you identify how many mention the gym? I need it for our expansion slide.", "count 'gym'"],
    ["How many want to read? It would change our homepage.", "count 'read'"],
    ["Can I get three quotes about yoga I could use in an article?", "quotes 'yoga'"],
    ["Goals about travel: how many?", "count 'travel'"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

describe("what is said to be so and only to be checked", () => {
  it.each([
    ["I have a hunch that people want to save money. True or false?", "count 'save money'"],
    ["You always hear that people want to lose weight. Does your data back this up?", "count 'lose weight'"],
    ["My boss has a theory that people want to travel. Is the theory right?", "count 'travel'"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));

  it("compares the share that is claimed", () => {
    expect(planned(["I bet more than a tenth of them mention the gym. Right or wrong?"]).steps).toMatchObject([
      { do: "count", of: { text: "gym" }, test: { is: "over", percent: 10 } },
    ]);
  });
});

describe("a group that is said to be most of those who speak of something", () => {
  it.each([
    ["Is it mostly women who want to lose weight?", "breakdown 'lose weight' by gender"],
    ["Are the ones who want to travel mainly from Texas?", "breakdown 'travel' by state"],
    ["Is saving money a young person's thing?", "breakdown 'save money' by age"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

describe("what no record tells", () => {
  it.each([
    "How many hours on average do customers wait?",
    "Are women charged twice more often than men?",
    "What's our revenue per customer?",
    "How loyal are our visitors?",
    "How quickly do we reply?",
    "Which of our customers are under thirty?",
    "What do customers who are over sixty ask about?",
  ])("%s", (question) => {
    const { steps, refusals } = planned([question], false, "chats");
    expect([steps, refusals.map(({ kind }) => kind)]).toEqual([[], ["noColumn"]]);
  });

  it("names each thing that is asked for", () => {
    const { refusals } = planned(["How quickly do we reply, and what's our revenue per visitor?"], false, "chats");
    expect(refusals).toHaveLength(2);
  });

  it("but what people ask about is counted", () => {
    expect(plan(["How many ask how quickly a transfer arrives?"], false, "chats")).toContain("count");
  });

  it("quotes nothing in the place of what is not there", () => {
    expect(planned(["How common are zebras, and can I have three quotes?"]).steps).toEqual([]);
  });
});

it("ranks from the most on where it is asked from most to least", () => {
  expect(planned(["Rank smoking, weight and money from most to least."]).steps).toMatchObject([
    { do: "rank", least: false },
  ]);
});

describe("everyday words", () => {
  it.each([
    ["Which of the categories do the ladies go for most?", "breakdown gender=female by category"],
    ["How many ask about booze?", "count 'alcohol'"],
    ["Which nation do most of those who want to travel come from?", "breakdown 'travel' by country"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));

  it.each(["How many are just fooling around?", "How many are having a laugh?", "How many are taking the mickey?"])(
    "%s asks for jokes",
    (question) => expect(planned([question]).refusals).toMatchObject([{ kind: "absent", detail: ["joking"] }]),
  );

  it("asks of those who wrote how old they are, and not for an age limit", () => {
    expect(plan(["How old are the ones who want to quit smoking?"], false)).toBe("count 'quit smoke'; refuse noColumn");
  });
});
