import { paraphrased } from "../../../packages/answers/src/plan/paraphrases";
import { inKnownSayings } from "../../../packages/answers/src/plan/sayings";
import { tokensOf } from "../../../packages/answers/src/plan/tokens";

const read = (question: string, known: readonly string[]) =>
  inKnownSayings(tokensOf(question), (stem) => (known.includes(stem) ? 20 : undefined));
const said = (question: string, known: readonly string[]): string =>
  read(question, known)
    .filter(({ isTold, insteadOf }) => isTold === true || insteadOf !== undefined)
    .map((token) => token.said)
    .join(" ");

describe("a saying whose words tell little, or are not in the data", () => {
  it.each([
    ["How many want to slim down?", ["lose", "weight"], "slim down"],
    ["How many put some of their money aside?", ["save", "money"], "put money aside"],
    ["How many ask how old they must be?", ["age", "limit", "age_limit", "old"], "age limit"],
    ["How many ask where their card has got to?", ["card", "arriv", "card_arriv"], "card arrive"],
    ["How many ask what happened to my parcel?", ["parcel", "deliveri", "parcel_deliveri"], "parcel delivery"],
    ["How many worry about data protection?", ["gdpr"], "data protection"],
    [
      "How many think that someone else uses their card?",
      ["someon", "els", "use", "card", "someon_els"],
      "someone else uses",
    ],
    [
      "How many think that someone else has been using their card?",
      ["someon", "els", "use", "card", "someon_els"],
      "someone else",
    ],
    ["How many fear that somebody else uses their login?", ["hack", "login"], "somebody else uses"],
  ])("%s", (question, known, expected) => {
    expect(said(question, known)).toBe(expected);
  });

  it.each([
    ["How many want to slim down?", ["money"]],
    ["How many go to the gym?", ["gym", "exercis"]],
    ["How many want to lose weight?", ["lose", "weight"]],
    ["How many mention “slim down”?", ["lose", "weight"]],
    ["I try to work out whether they want a dog", ["exercis", "dog"]],
    ["Where is my card accepted?", ["card", "arriv", "card_arriv"]],
  ])("stays as it is where the data tells nothing of it, or all its words are known: %s", (question, known) => {
    expect(said(question, known)).toBe("");
  });
});

describe("what can be used", () => {
  const read = (question: string, known: readonly string[]): string =>
    paraphrased(tokensOf(question), { columns: [], countOf: (stem) => (known.includes(stem) ? 20 : undefined) })
      .tokens.map((token) => token.written)
      .join(" ");

  it.each([
    ["How many ask which ATMs they can use?", "How many ask which ATMs accepted ?"],
    [
      "What cards can I pay with, and which vouchers you may use?",
      "What cards can I pay with , and which vouchers accepted ?",
    ],
    ["How many ask which shops we could use?", "How many ask which shops accepted ?"],
  ])("is what is accepted: %s", (question, expected) => {
    expect(read(question, ["accept", "atm", "card", "voucher", "shop", "pay"])).toBe(expected);
  });

  it.each([
    ["How many ask which ATMs they can use?", ["atm"]],
    ["How many ask which cards they can use abroad?", ["accept", "card", "abroad"]],
    ["How many have a card they can use?", ["accept", "card"]],
  ])("stays as it is where the data tells nothing of it, or more is said: %s", (question, known) => {
    expect(read(question, known)).not.toContain("accepted");
  });
});
