import { clausesOf, markOf, opinionOf } from "../../../../packages/answers/src/dataset/opinions";
import { MARK } from "../../../../packages/answers/src/dataset/snapshot";

/** What a text says of a word: "blame", "praise", or nothing clear. */
function saidOf(text: string, word: string): string {
  const marks = clausesOf(text).flatMap((clause) =>
    clause.said.flatMap((one, at) => (one === word ? [markOf(opinionOf(clause, at).value)] : [])),
  );
  return marks.map((mark) => (mark === MARK.problem ? "blame" : mark === MARK.praise ? "praise" : "-")).join();
}

it.each([
  ["The food was terrible.", "food", "blame"],
  ["Friendly staff, limited food", "staff", "praise"],
  ["Friendly staff, limited food", "food", "blame"],
  ["The food and drinks were poor, the staff however were great.", "drinks", "blame"],
  ["The food and drinks were poor, the staff however were great.", "staff", "praise"],
  ["There was no hot food at all", "food", "blame"],
  ["The showers were not very clean", "showers", "blame"],
  ["The wifi is not bad", "wifi", "praise"],
  ["No problem with the wifi", "wifi", "praise"],
  ["Could do with more seats", "seats", "blame"],
  ["The toilets could be cleaner", "toilets", "blame"],
  ["Too few seats", "seats", "blame"],
  ["Only the wifi, but plenty of seats", "seats", "praise"],
  ["My card hasn't arrived yet", "card", "blame"],
  ["Not only the food was great", "food", "praise"],
  ["We walked to the gate after lunch", "gate", "-"],
  ["", "food", ""],
])("%s: %s is %s", (text, word, said) => {
  expect(saidOf(text, word)).toBe(said);
});

it("marks the sentence in which a wish or a reason stands, and no other", () => {
  const marks = clausesOf("I came by train. I wish there were more seats. I left because of the noise.").map(
    (clause) => clause.marks,
  );
  expect(marks).toEqual([0, MARK.wish, MARK.reason]);
});

it("reads a long text in a bounded time", () => {
  expect(clausesOf("not , ".repeat(100_000)).length).toBeLessThan(10);
});
