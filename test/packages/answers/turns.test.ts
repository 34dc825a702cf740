import { normalised } from "../../setup/planText";
import { plan, planned } from "./planFixture";

/** Questions of a conversation that only make sense after those before. */
describe("a question that points at another", () => {
  it.each([
    [["How many want to learn Spanish?", "No, I meant travel."], "count 'travel'"],
    [["How many want to save money?", "Sorry, I meant quit smoking"], "count 'quit smoking'"],
    [["What do people in Texas want?", "No wait, I mean California."], "top state=CA"],
    [
      ["How many want to travel?", "And the gym?", "Back to the first one: how many are women?"],
      "count gender=female among 'travel'",
    ],
    [
      ["How many want to quit smoking?", "And yoga?", "Back to smoking: men or women?"],
      "compare gender=female / gender=male on 'quit smoking'",
    ],
    [["How many want to travel?", "And yoga?", "OK, back to the first question."], "count 'travel'"],
    [["How many women want to travel?", "The other way round?"], "count gender=female among 'travel'"],
    [["Is yoga more common than the gym?", "And the other way round?"], "rank 'gym' / 'yoga'"],
    [["How many want to travel?", "And the women?", "As a percentage?"], "count 'travel' among gender=female"],
    [["How many mention yoga?", "What about the gym instead?", "Which is bigger?"], "rank 'gym' / 'yoga'"],
    [["How many mention yoga?", "And the gym?", "Which of the two is less common?"], "rank 'gym' / 'yoga'"],
    [
      ["How many women want to travel?", "And the men?", "Which is bigger?"],
      "compare gender=female / gender=male on 'travel'",
    ],
    [["How many mention yoga?", "And zebras?", "Which is more popular?"], "count 'yoga'; refuse absent"],
    [["How many want to travel?", "Men or women?"], "compare gender=female / gender=male on 'travel'"],
    [["How many want to travel?", "And in Texas and California?"], "compare state=CA / state=TX on 'travel'"],
    [["How many want to travel?", "Phones or computers?"], "compare device=desktop / device=mobile on 'travel'"],
    [["How many want to travel?", "How many are women?"], "count gender=female among 'travel'"],
    [["What do people in Texas want?", "And those in California?"], "top state=CA"],
    [["What do people complain about most?", "Only about travel, I mean."], "top 'travel'"],
    [
      ["Are women keener on yoga than men? I mean the share of people."],
      "compare gender=female / gender=male on 'yoga'",
    ],
  ])("%j", (messages, expected) => expect(plan(messages)).toBe(normalised(expected)));

  it("turns a ranking round", () =>
    expect(planned(["Is yoga more common than the gym?", "The other way round?"]).steps[0]).toMatchObject({
      least: true,
    }));

  it.each([
    ["What goes wrong most often?", "Is that more of a problem on phones or on computers?"],
    ["What do people complain about most?", "Phones or computers?"],
    ["Which things break most?", "Germany or India?"],
  ])("compares groups by what goes wrong: %s %s", (...messages) =>
    expect(planned(messages, true, "chats").steps).toMatchObject([{ do: "compare", problems: true }]),
  );

  it.each([
    [["How many want to quit smoking?", "And the married ones?"], "count 'quit smoking'; refuse noColumn"],
    [["How many want to quit smoking?", "Which colour are they?"], "count 'quit smoking'; refuse noClass"],
    [["How many want to travel?", "Did any of them zebra because of it?"], "count 'travel'; refuse absent"],
    [["How many want to travel?", "How long do they want to stay?"], "describe 'travel'; refuse noColumn"],
    [["How many want to save money?", "How much do they want to save?"], "describe 'save money'; refuse noColumn"],
    [["How many want to read books?", "Do any of them say how many?"], "describe 'read books'; refuse noColumn"],
  ])("keeps its subject where it can't be answered: %j", (messages, expected) => {
    expect(plan(messages)).toBe(normalised(expected));
    expect(planned(messages).isInstead).toBe(true);
  });

  it.each([
    [["How many want to travel?", "How many want to zebra?"], "refuse absent"],
    [["How many want to travel?", "And zebras?"], "refuse absent"],
    [["How many want to travel?", "How much do they want to save for a house?"], "refuse noColumn"],
    [["How many mention zebras?", "Give me two quotes."], "refuse absent"],
  ])("does not tell of the one before where it names another: %j", (messages, expected) =>
    expect(plan(messages)).toBe(normalised(expected)),
  );

  it.each([
    [["How many want to travel?", "So is it growing?"], "trend 'travel'"],
    [["How many want to travel?", "Which region is keenest?"], "breakdown 'travel' by region"],
    [["How many want to travel?", "Which of the two sexes is it more of a thing for?"], "breakdown 'travel' by gender"],
    [["How many want to travel?", "How old are they?"], "breakdown 'travel' by age"],
    [["How many want to travel?", "Anything else they want?"], "describe 'travel'"],
    [["How many want to travel?", "Which state do most people live in?"], "breakdown all by state"],
  ])("is about what was spoken of: %j", (messages, expected) => expect(plan(messages)).toBe(normalised(expected)));
});
