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
