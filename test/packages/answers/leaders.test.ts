import { aliasesOf } from "../../../packages/answers/src/engine/groups";
import { planOf } from "../../../packages/answers/src/plan/planner";
import { normalised, planText } from "../../setup/planText";
import { known, plan, planned } from "./planFixture";

const data = known("goals", true);
const LISTS: Readonly<Record<string, readonly string[]>> = { category: ["Career", "Business"], state: ["TX", "CA"] };
/** The plan where the data's lists are known in their order. */
const inOrder = (...asked: string[]): string =>
  planText(
    planOf(
      asked.map((content) => ({ role: "user", content })),
      { ...data, inOrder: (step) => (step.do === "breakdown" ? (LISTS[step.by] ?? []) : ["travel", "reading"]) },
      aliasesOf(data.columns),
    ),
  );

describe("the one that leads a list", () => {
  it.each([
    [["Which category is the largest?", "What do people say in it?"], "top category=Career"],
    [["Which category is the largest?", "Show me five from that category"], "quotes category=Career"],
    [["Which state has the most resolutions?", "What do people want there?"], "top state=TX"],
    [
      ["Which state has the most resolutions?", "And what's the top category in that state?"],
      "breakdown state=TX by category",
    ],
    [
      ["Which state has the most resolutions?", "How many of the people there are women?"],
      "count gender=female among state=TX",
    ],
    [["What do people want most?", "What share of men say that?"], "count 'travel' among gender=male"],
    [["What do people want most?", "Tell me more about it"], "describe 'travel'"],
    [["What do people want most?", "Why is that?"], "why 'travel'"],
  ])("is meant by %j", (asked, expected) => expect(inOrder(...asked)).toBe(normalised(expected)));

  it.each([
    [["Which category is the largest?", "And among women?"], "breakdown gender=female by category"],
    [["What do people want most?", "How many is that?"], "top all"],
    [["How many want to travel?", "What do they say about it?"], "describe 'travel'"],
  ])("is not meant by %j", (asked, expected) => expect(inOrder(...asked)).toBe(normalised(expected)));

  it.each([
    ["Which is the second most common resolution?", 2],
    ["what's the third largest category?", 3],
    ["Which state comes second?", 2],
    ["What is number two?", 2],
    ["Which resolution is the most common?", undefined],
  ])("may be the second or third: %s", (question, place) => {
    const [step] = planned(["What do people want most?", question]).steps;
    expect(step && "place" in step ? step.place : undefined).toBe(place);
  });

  it("can't be told for what is said least", () =>
    expect(planned(["Which resolution is mentioned least?"]).steps[0]).toMatchObject({ do: "top", least: true }));
});

describe("what goes on from a question", () => {
  const chats = (...asked: string[]): string => planText(planned(asked, false, "chats"));

  it.each([
    [["How many mention transfers?", "And the declined ones?"], "count 'declined transfer'"],
    [["How many mention cards?", "No, only the stolen ones"], "count 'stolen card'"],
    [["How many ask about cards?", "And the ones that are just stolen?"], "count 'stolen card'"],
    [["How many want a refund?", "Why's that?"], "why 'refund'"],
    [["How many want a refund?", "How many in all?"], "count 'refund'"],
    [["How many want a refund?", "OK so what is the real percentage?"], "count 'refund'"],
    [["How many want a refund?", "Give me a couple examples of those"], "quotes 'refund'"],
    [["How many want a refund?", "What's their problem usually?"], "top 'refund'"],
    [["How many want a refund?", "Are there any who mention a fee?"], "count 'fee' among 'refund'"],
    [["Do people mention dinosaurs?", "How many?"], "refuse absent"],
    [["What goes wrong with cards?", "Is the declined card the biggest one?"], "top 'card'"],
    [["What goes wrong with cards?", "Which of these would you fix first?"], "top 'card'"],
    [
      ["What do they say about cards?", "What's left if you take the stolen ones out?"],
      "describe ('card' & not('stolen card'))",
    ],
  ])("keeps what it is about: %j", (asked, expected) => expect(chats(...asked)).toBe(normalised(expected)));

  it.each([
    [
      ["How many are in Business?", "Are men the bigger ones?"],
      "compare gender=female / gender=male on category=Business",
    ],
    [["Tweets per region", "Which of them is the most about travel?"], "breakdown 'travel' by region"],
    [
      ["Gym or yoga, which is more common?", "Which region has the most of them?"],
      "breakdown ('gym' | 'yoga') by region",
    ],
    [
      ["How many want to travel?", "One quote per region please"],
      "quotes ('travel' & region=Northeast); quotes ('travel' & region=South)",
    ],
    [
      ["How many women want to travel?", "And in Texas, is it the same?"],
      "count 'travel' among (gender=female & state=TX)",
    ],
  ])("keeps its groups: %j", (asked, expected) => expect(plan(asked)).toBe(normalised(expected)));
});

describe("a question in a request", () => {
  it.each([
    ["Show me three tweets about the gym", "quotes 'gym'"],
    ["I'm looking for tweets about the gym. Can you find some?", "quotes 'gym'"],
    ["A quote from each region", "quotes region=Northeast; quotes region=South"],
    ["I'm looking at travel. How many are there?", "count 'travel'"],
    ["Our lead says travel is a bigger resolution than saving money. Can you verify?", "rank 'travel' / 'save money'"],
    [
      "We have clubs in Texas and California. How many people from these two states want to travel?",
      "compare state=CA / state=TX on 'travel'",
    ],
    ["How many charged two times?", "count 'charged twice'"],
  ])("is found: %s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));

  it("of the unknown is not answered by a word beside it", () => {
    expect(plan(["Do men drink more absinthe than women?"])).toBe("refuse absent");
    expect(plan(["Who drinks more absinthe in their resolutions, men or women?"])).toBe("refuse absent");
  });
});
