import { PLAN_EXAMPLES } from "../../packages/site/guide";
import { MemorySnapshots } from "../fakes/snapshots";
import { NOW, unhurried } from "../packages/answers/fixture";
import { publishSample } from "../setup/sample";

it("the guide's plans are computed on the samples, and tell figures and quotes", async () => {
  const snapshots = new MemorySnapshots();
  await publishSample(snapshots, "goals", { publishedAt: NOW });
  const answers = unhurried(snapshots);
  for (const plan of PLAN_EXAMPLES) {
    const messages = [{ role: "user" as const, content: JSON.stringify(plan) }];
    expect(await answers.foresee("goals", messages)).toMatchObject({ answerable: "yes", faults: [], plan });
    const { reply } = await answers.answer("goals", messages);
    expect(reply).toMatch(/\d/);
    expect(reply).not.toMatch(/can't be computed|[Ff]ewer than 5 goals/);
    if ("format" in plan) expect(JSON.parse(reply)).toMatchObject({ results: expect.any(Array) as unknown });
  }
});
