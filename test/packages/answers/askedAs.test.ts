import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { askedAs } from "../../../packages/answers/src/engine/askedAs";
import type { Dataset } from "../../../packages/answers/src/engine/dataset";
import type { Evidence } from "../../../packages/answers/src/engine/evidence";
import { publishableCount } from "../../../packages/answers/src/engine/publishable";
import { meeting, type Condition } from "../../../packages/answers/src/engine/sets";
import { runs } from "../../setup/runs";

const TEXTS = ["How does it work?", "Why is it so?", "It is so."];

describe("security", () => {
  it("PL8: how those ask who mean a topic, less how those ask who say it, tells of no one to four", () => {
    const random = seededRandom(2);
    const any = (most: number): number => Math.floor(random() * most);
    const found = { told: 0, few: [] as string[] };
    for (let world = 0; world < runs(60, 600); world++) {
      // Who say it, who mean it otherwise, and all others; those who ask how, why, and nothing.
      const records = [20, 9, 60].flatMap((most, part) =>
        TEXTS.flatMap((text) => Array.from({ length: any(most) }, () => ({ text, part }))),
      );
      const [size, texts] = [records.length, { at: (i: number) => records[i]!.text }];
      const dataset = { kind: "chats", size, texts } as unknown as Dataset;
      const [own, mask] = [0, 1].map((last) => Uint8Array.from(records, ({ part }) => Number(part <= last)));
      const asked = (condition: Condition): Map<string, number | null> => {
        const conditions = [condition];
        const count = publishableCount(size, conditions);
        const evidence = { conditions, mask: meeting(size, conditions), count } as unknown as Evidence;
        return new Map(askedAs(dataset, evidence).map((line) => [line.label, line.count]));
      };
      const said = asked({ mask: own!, parts: [own!] });
      for (const [label, count] of asked({ mask: mask!, parts: [own!, mask!], isMeant: true })) {
        found.told += 1;
        const more = count! - (said.get(label) ?? 0);
        if (said.has(label) && more > 0 && more < 5) found.few.push(`${label}: ${count!} and ${said.get(label)!}`);
      }
    }
    expect(found.told).toBeGreaterThan(20);
    expect(found.few).toEqual([]);
  });
});
