import { aliasesOf } from "../../../packages/answers/src/engine/groups";
import { planOf } from "../../../packages/answers/src/plan/planner";
import { normalised, planText } from "../../setup/planText";
import { known, plan, planned } from "./planFixture";

/** Questions as people write them, who know nothing of the grammar. */
describe("courtesy, asides and claims", () => {
  it.each([
    ["Out of curiosity, is it true that most people mention fees?", "count 'fee'"],
    ["Quick question: gym or yoga, what do folks bring up more?", "rank 'gym' / 'yoga'"],
    ["My boss thinks people mostly write about a lost card. Is he right?", "count 'lost card'"],
    [
      "Are women really keener on yoga than men, or is that just a cliché?",
      "compare gender=female / gender=male on 'yoga'",
    ],
    ["Nobody mentions the gym any more, right?", "count 'gym'"],
    ["Could you give me a rough idea of how many want to travel?", "count 'travel'"],
    [
      "I'm writing an article and wonder whether people would rather lose weight or quit smoking.",
      "rank 'lose weight' / 'quit smoking'",
    ],
    ["Would you say that more than 10 % of the goals are about yoga?", "count 'yoga'"],
    ["Do fewer than 5% of people mention the gym?", "count 'gym'"],
    ["Give me an impression of what they say regarding yoga", "describe 'yoga'"],
    ["What else do people who mention the gym talk about?", "describe 'gym'"],
    ["Are there enough people who want to cook?", "count 'cook'"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

describe("one thing with several things said of it", () => {
  it.each([
    [
      "What part is about cards that are lost or declined or never arrive?",
      "count ('card lost' | 'card declined' | 'card not arrive')",
    ],
    ["How many have a lost or declined card?", "count ('lost card' | 'declined card')"],
    ["Which is more common, lost or declined cards?", "rank 'lost card' / 'declined card'"],
    [
      "Which gives people more trouble, cards that are declined or never arrive, or refunds that are charged twice?",
      "rank ('card declined' | 'card not arrive') / 'refund charged twice'",
    ],
    ["How many have waited two weeks or longer for a card?", "refuse absent; unclear or longer"],
    ["Do people want more or less of the gym?", "count 'gym'; unclear more or less"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

describe("what people want, and don't", () => {
  it.each([
    ["How many people don't want to drink any more?", "count 'not drink'"],
    ["How many want to save money but don't want to travel?", "count ('save money' & not('travel'))"],
    ["Which books do people want to read?", "top 'book read'"],
    ["What do folks who want to lose weight actually plan to cook?", "top 'lose weight cook'"],
    ["Do people who want to travel also want to cook?", "count 'cook' among 'travel'"],
    ["Do people who like yoga also want to read?", "count 'read' among 'yoga'"],
    ["Who is more into reading, men or women?", "compare gender=female / gender=male on 'reading'"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

describe("columns that are called otherwise", () => {
  it.each([
    ["In which part of the country do people most want to travel?", "breakdown 'travel' by region"],
    ["Where do people who want to travel live?", "breakdown 'travel' by region"],
    ["pls, how many ppl mention yoga?", "count 'yoga'"],
    ["How many wanna quit smoking btw?", "count 'quit smoking'"],
    ["tbh, how many of em are gonna save money?", "count 'save money'"],
    ["How many u reckon wanna learn to cook?", "count 'learn cook'"],
    ["Lemme know how many gotta lose weight", "count 'lose weight'"],
    ["Which sex mentions yoga more?", "breakdown 'yoga' by gender"],
    ["How many over-55s want to travel?", "count 'travel' among age=55+"],
    ["Do younger people mention the gym more than older ones?", "breakdown 'gym' by age"],
    ["How many want to travel, and how old are they?", "breakdown 'travel' by age"],
    ["How many want to travel, and which age group leads?", "count 'travel'; breakdown #0 by age"],
    [
      "Do men or women mention yoga more? And does age play a role?",
      "compare gender=female / gender=male on 'yoga'; breakdown #0 by age",
    ],
    ["Is travel a bigger thing in Texas than elsewhere?", "compare state=TX / not(state=TX) on 'travel'"],
    [
      "Which trips do people want, and is that more of a women's thing?",
      "top topic=Trips & Languages; compare gender=female / gender=male on topic=Trips & Languages",
    ],
    [
      "How many want to travel, and is that more of a women's thing?",
      "count 'travel'; compare gender=female / gender=male on 'travel'",
    ],
    ["How much do these people earn?", "refuse noColumn"],
    ["What did Yuki Tanaka ask you about?", "refuse personalData"],
    ["Has the number of refunds gone up since spring?", "trend 'refund'"],
    ["Is travel getting more popular?", "trend 'travel'"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

describe("what a follow-up leaves to the question before", () => {
  it.each([
    [["How many mention yoga?", "And the others?"], "count not('yoga')"],
    [["How many mention yoga but not the gym?", "What about the ones who do?"], "count ('gym' & 'yoga')"],
    [["How many want to exercise?", "And the ones who want less?"], "count 'exercise less'"],
    [["How many want to travel?", "And the ones who want to cook?"], "count 'cook'"],
    [["What do people say about cards?", "What exactly is declined?"], "top ('card' & 'declined')"],
    [["Yoga or the gym, what is more common?", "And how many mention both?"], "count ('gym' & 'yoga')"],
    [
      ["Which languages do people want to learn?", "And which of them comes up most in Texas?"],
      "rank 'french' / 'spanish' among state=TX",
    ],
    [["What do people in Texas want?", "Do Californians care about the same things?"], "compare state=CA / state=TX"],
    [
      ["What do people in Texas want?", "Is that different in California?", "And in New York?"],
      "compare state=CA / state=NY / state=TX",
    ],
    [["Has anybody mentioned zebras? If so, how many?"], "refuse absent"],
    [
      ["What do people say about yoga?", "Which kind of zebra do they mention most often?"],
      "top 'yoga'; refuse absent",
    ],
  ])("%j", (messages, expected) => expect(plan(messages)).toBe(normalised(expected)));

  it("says what it does not compare", () => {
    expect(planned(["How many mention the gym for two weeks or longer?"]).notUnderstood).toEqual(["or longer"]);
  });
});

describe("a question in a statement, and what people contact the service for", () => {
  it.each([
    ["My boss wants to know what share of people mention fees. Can you tell?", "share 'fee'"],
    ["We would like to know how many people mention yoga. Any idea?", "count 'yoga'"],
    ["I need to find out how many lost a card. Could you check that for me?", "count 'lost card'"],
    ["List the five most frequent reasons to contact us.", "top all"],
    ["What are the main reasons why people write in?", "top all"],
    ["How many people can't remember their PIN?", "count 'forgot pin'"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

it("counts what names a value of two names by the column first, and one part of it by its words alone", () => {
  const column = { name: "category", values: ["Travel & Languages", "Career"], codes: new Uint16Array() };
  const of = { ...known("goals", false), columns: [column] };
  const asked = (content: string): string => planText(planOf([{ role: "user", content }], of, aliasesOf([column])));
  expect(asked("How many want to travel or learn a language?")).toBe(
    normalised("count category=Travel & Languages; count ('learn language' | 'travel')"),
  );
  expect(asked("How many want to learn a language?")).toBe(normalised("count 'learn language'"));
});
