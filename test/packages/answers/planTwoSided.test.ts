import { normalised } from "../../setup/planText";
import { plan } from "./planFixture";

describe("a change over time, however it is asked for", () => {
  it.each([
    ["Do more people want to travel than a year ago?", "trend 'travel'"],
    ["Is the gym more popular now than it used to be?", "trend 'gym'"],
    ["Do more and more people mention fees?", "trend 'fee'"],
    ["Are people less interested in money than they were before?", "trend 'money'"],
    ["How many mentioned a refund this month?", "trend 'refund'"],
    ["Is yoga on the rise?", "trend 'yoga'"],
    ["Was the gym as popular two years ago?", "trend 'gym'"],
    ["Did the number of lost cards rise compared to last month?", "trend 'lost card'"],
    ["Do people care more about travel these days?", "trend 'travel'"],
    ["Are there more people who want to travel than ever?", "trend 'travel'"],
    ["How many people lost a card a month ago?", "refuse absent"],
    ["What do people want to do this year?", "top all"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

describe("two sides that are told before the question", () => {
  it.each([
    ["I can't decide between the gym and yoga. Which of the two do people want more?", "rank 'gym' / 'yoga'"],
    ["My partner wants to sell sugar, I'd rather sell books. Which one is mentioned more?", "rank 'sugar' / 'book'"],
    ["My wife says that people want to travel above all, I say it's the gym. Who is right?", "rank 'travel' / 'gym'"],
    ["We wonder whether to write about refunds or fees. Which should we do first?", "rank 'refund' / 'fee'"],
    ["I'm torn between a course on yoga and one on French. Which do people want more?", "rank 'yoga' / 'french'"],
    [
      "I can't choose between yoga and the gym. Which of them do people want more, and what do they say about it?",
      "rank 'yoga' / 'gym'; describe 'yoga'; describe 'gym'",
    ],
    ["Would readers care more for travel or for yoga?", "rank 'travel' / 'yoga'"],
    ["Are people more annoyed by refunds or by fees?", "rank 'refund' / 'fee'"],
    ["When people travel, is it mostly about money or about family?", "rank 'money' / 'family' among 'travel'"],
    ["Is it more about fees or about refunds when people mention money?", "rank 'fee' / 'refund' among 'money'"],
    [
      "My boss is sure that people complain about fees, yet they tell me about refunds. When people use a card, which is the bigger trouble, the fee or the card itself?",
      "rank 'fee' / 'refund' among 'card'",
    ],
    ["I like the gym and yoga. How many people want to travel?", "count 'travel'"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});
