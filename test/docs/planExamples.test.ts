import { PLAN_EXAMPLES } from "../../packages/site/guide";
import { sampleAnswers } from "../packages/answers/fixture";

it("the guide's plans are computed on the samples, and tell figures and quotes", async () => {
  const answers = await sampleAnswers();
  for (const plan of PLAN_EXAMPLES) {
    const messages = [{ role: "user" as const, content: JSON.stringify(plan) }];
    expect(await answers.foresee("goals", messages)).toMatchObject({ answerable: "yes", faults: [], plan });
    const { reply } = await answers.answer("goals", messages);
    expect(reply).toMatch(/\d/);
    expect(reply).not.toMatch(/can't be computed|[Ff]ewer than 5 goals/);
    if ("format" in plan) expect(JSON.parse(reply)).toMatchObject({ results: expect.any(Array) as unknown });
  }
});
