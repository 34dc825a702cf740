import { localAnswers } from "../../../packages/answers/src/local";
import { MemorySnapshots } from "../../fakes/snapshots";
import { ask, goalsOfStates, NOW, publish, quiet } from "./fixture";

const answersOf = async () => {
  const snapshots = new MemorySnapshots();
  await publish(snapshots, "goals", goalsOfStates());
  const answers = localAnswers({ snapshots, now: () => NOW, log: quiet });
  return { snapshots, answers, foresee: (content: string) => answers.foresee!("goals", [{ role: "user", content }]) };
};

it("PL3: says what a question is understood to ask, and whether it can be answered, without any look at the store", async () => {
  const { snapshots, answers, foresee } = await answersOf();
  expect(foresee("How many want to cook?")).toBeNull();
  await ask(answers, "goals", "How many want to cook?");
  const asked = { ...snapshots.asked };
  expect(foresee("How many women in Texas want to run a marathon?")).toEqual({
    understood: "Count how many goals from women in Texas mention “run a marathon”.",
    answerable: "yes",
    answerableReason: null,
  });
  expect(foresee("How many want to cook, and how many mention zebras?")).toMatchObject({
    understood: "Count how many goals mention “cook”.",
    answerable: "partly",
    answerableReason: expect.stringContaining("fewer than 5 of its 150 goals use “zebras”") as unknown,
  });
  expect(
    foresee("How many of the people in this data want to cook at home, and how many mention zebras in Kenya?"),
  ).toMatchObject({ answerableReason: expect.stringContaining("Short questions of one topic each") as unknown });
  // The words of a phrase that was not found are counted in the paid reply only.
  expect(foresee("How many want to cook zebras for their family?")?.answerableReason).not.toMatch(/alone is in/);
  expect(foresee("How many want to cook or see zebras?")?.answerableReason).not.toContain("Short questions");
  expect(foresee("Is cooking rising or falling?")).toMatchObject({ answerable: "partly" });
  expect(foresee("¿Cuántas personas quieren cocinar?")).toMatchObject({ answerable: "no" });
  expect(foresee("How many ".repeat(200))).toBeNull();
  expect(snapshots.asked).toEqual(asked);
});
