import { normalised } from "../../setup/planText";
import { unrecorded } from "../../../packages/answers/src/plan/unrecorded";
import { plan } from "./planFixture";

describe("everyone but a group", () => {
  it.each([
    ["What percentage of people are outside the United States?", "share not(country=US)"],
    ["How many goals come from countries other than India?", "count not(country=IN)"],
    ["How many want to travel, leaving Texas aside?", "count 'travel' among not(state=TX)"],
    ["How many people who do not live in California want to travel?", "count 'travel' among not(state=CA)"],
    ["How many non-Germans want to travel?", "count 'travel' among not(country=DE)"],
    [
      "How many people outside Germany and India want to travel?",
      "count 'travel' among not((country=DE | country=IN))",
    ],
    ["What share of goals from anyone but Texans is about travel?", "share 'travel' among not(state=TX)"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

describe("a group against the rest", () => {
  const TEXAS = normalised("compare state=TX / not(state=TX) on 'travel'");
  it.each([
    "Do Texans want to travel more than everyone else?",
    "Is travel more common in Texas than in other states?",
    "Compare Texas with the rest of the country on travel.",
    "Do people in Texas mention travel more often than the rest?",
    "Is travel bigger in Texas than elsewhere?",
    "Do more people from Texas than from outside Texas want to travel?",
  ])("%s", (question) => expect(plan([question])).toBe(TEXAS));

  it.each([
    [["How many Germans want to travel?", "And the rest of the world?"], "count 'travel' among not(country=DE)"],
    [["How many men want to travel?", "And everyone else?"], "count 'travel' among not(gender=male)"],
    [["How many want to travel?", "And outside Texas?"], "count 'travel' among not(state=TX)"],
  ])("%j", (conversation, expected) => expect(plan(conversation)).toBe(normalised(expected)));
});

describe("groups by everyday names", () => {
  it.each([
    ["How many Europeans want to travel?", "count 'travel' among (country=DE)"],
    ["How many want to travel in English-speaking countries?", "count 'travel' among (country=US)"],
    ["How many on the West Coast want to travel?", "count 'travel' among (state=CA)"],
    ["How many want to travel on their phones?", "count 'travel' among device=mobile"],
    ["How many people in their thirties want to travel?", "count 'travel' among (age=25-34 | age=35-44)"],
    ["How many pensioners want to travel?", "count 'travel' among (age=55+)"],
    ["How many middle-aged women want to travel?", "count 'travel' among ((age=45-54) & gender=female)"],
    ["How many of the over-fifties want to travel?", "count 'travel' among (age=55+)"],
    ["How many people under 35 want to travel?", "count 'travel' among (age=18-24 | age=25-34)"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

describe("a group of the turns before", () => {
  it.each([
    [
      ["How many want to travel?", "And women over 45?", "How many of them are in Texas?"],
      "count state=TX among ('travel' & (age=45-54 | age=55+) & gender=female)",
    ],
    [["How many want to travel?", "Are they mostly women?"], "breakdown 'travel' by gender"],
    [["How many want to travel?", "Are they mostly on phones?", "And how old are they?"], "breakdown 'travel' by age"],
    [
      ["What do Texans want?", "How about Californians, anything different?", "And people in Montana?"],
      "top state=none",
    ],
    [["How many want gift cards?", "How many of them are women?"], "refuse absent"],
    [
      ["How many women want to travel?", "And men?", "Which states do those men live in?"],
      "breakdown ('travel' & gender=male) by state",
    ],
  ])("%j", (conversation, expected) => expect(plan(conversation)).toBe(normalised(expected)));
});

describe("what a kind has of its own", () => {
  it.each([
    ["Which card brands come up most?", "refuse noClass"],
    ["Which drinks do people want to give up?", "rank 'alcohol'"],
    ["What kinds of businesses do people want to start or grow?", "rank 'gym'"],
    ["Which AI models come up?", "refuse noClass"],
    ["Which apps and drinks get named most?", "rank 'alcohol'"],
    ["Which drinks appear most often?", "rank 'alcohol'"],
    ["List the languages that people mention.", "rank 'french' / 'spanish'"],
    ["Which celebrities do people mention?", "refuse noClass"],
    ["Which gadgets are named?", "refuse noClass"],
    ["Which zoos come up most?", "refuse noClass"],
    ["What fees do people mention most?", "top 'fee'"],
    ["How many want to go on holiday?", "refuse absent"],
    ["How many want a startup?", "count category=Business"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

describe("what nothing in the data tells", () => {
  it.each([
    ["Do people on higher incomes want to travel more than people on low incomes?", "refuse noColumn"],
    ["How many rich people want to travel?", "count 'travel'; refuse noColumn"],
    ["Are married people keener on yoga?", "refuse noColumn"],
    ["Do city people want to travel more than people in the countryside?", "refuse noColumn"],
    ["Do people with children want to save money?", "count 'save money'; refuse noColumn"],
    ["Do returning visitors ask for refunds more than new ones?", "refuse noColumn"],
    ["Which goals got the most likes?", "refuse noColumn"],
    ["Are people satisfied with the card?", "refuse noColumn"],
    ["What is the churn rate?", "refuse noColumn"],
    ["How much do they want to save?", "refuse noColumn"],
    ["At what time of day do people write about yoga?", "refuse noDates"],
    // Of the same words, what people want is a topic.
    ["How many want to read books with children?", "refuse absent"],
    ["How many want to save money, on average?", "count 'save money'"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));

  it.each([
    ["How many visitors ended up buying a virtual card?", "refuse noOutcome"],
    ["Did their problem get resolved?", "refuse noOutcome"],
    ["How many of the refunds were fixed?", "count 'refund'; refuse noOutcome"],
  ])("%s", (question, expected) => expect(plan([question], false, "chats")).toBe(normalised(expected)));

  it.each([
    ["low incomes", "anyone's income"],
    ["How old", "anyone's age"],
    ["over sixty", "anyone's age"],
    ["How much did they pay", "amounts, nor their average"],
  ])("says of “%s” what it is", (words, what) => expect(unrecorded(words)).toBe(what));
});

describe("people of an age, where the data has no column of ages", () => {
  it.each([
    ["What do customers over sixty ask about?", "refuse noColumn"],
    ["Do older people mention refunds more than the young ones?", "refuse noColumn"],
    ["Do people in their forties want to travel?", "refuse noColumn"],
  ])("%s", (question, expected) => expect(plan([question], false)).toContain(expected));
});

describe("a category in other words", () => {
  it.each([
    ["How many goals are about their loved ones?", "count topic=Family & Friends"],
    ["How many care about entrepreneurship?", "count category=Business"],
    ["What share is about work and careers?", "share category=Career"],
    ["What share has to do with being healthy?", "share category=Health & Fitness; share 'healthy'"],
    ["How many want to be better organised?", "count topic=Time/Organization"],
    ["How many people have health stuff on their list?", "count category=Health & Fitness; count 'health'"],
    [
      "Do women put family and friends on their list more than men?",
      "compare gender=female / gender=male on topic=Family & Friends",
    ],
    [
      "Do the gents want to get fit more than the gals?",
      "compare gender=male / gender=female on category=Health & Fitness; compare gender=male / gender=female on 'fit'",
    ],
    // The difference that is asked for is one that the column does not make.
    ["Is there more about friends than about family?", "rank 'friend' / 'family'"],
    // A step that points at another one still points at it where a step by the column comes first.
    ["How many are about health? Show me three of them.", "count category=Health & Fitness; count 'health'; quotes #0"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

describe("where people are, as it is said every day", () => {
  it.each([
    ["How many people down south want to travel?", "count 'travel' among region=South"],
    ["How many folks back east want to travel?", "count 'travel' among region=Northeast"],
    ["How many smartphone people want to travel?", "count 'travel' among device=mobile"],
    ["How many Yanks want to travel?", "count 'travel' among country=US"],
    ["How many fellas want to travel?", "count 'travel' among gender=male"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});
