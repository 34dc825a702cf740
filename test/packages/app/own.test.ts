import { grownBy, keepBalance } from "../../../packages/app/src/lib/grown";
import { adopt, forgetOwn, ownName } from "../../../packages/app/src/lib/own";

function storageOf(...entries: [string, string][]) {
  const kept = new Map(entries);
  const storage = {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
  return { kept, storage: storage as never };
}

describe("UI53: what is typed is for one account", () => {
  it("is the account's that is connected next, and of no other; leaving forgets all", () => {
    const { kept, storage } = storageOf([ownName(null, "draft"), "new"], [ownName("0xA", "draft"), "old"], ["x", "y"]);
    adopt(storage, "0xB");
    expect([...kept].sort()).toEqual([
      ["mkt-own 0xA draft", "old"],
      ["mkt-own 0xB draft", "new"],
      ["x", "y"],
    ]);
    forgetOwn(storage);
    expect([...kept]).toEqual([["x", "y"]]);
  });
});

it("tells by how much a balance is higher than at the visit before, of the wallet that it is of", () => {
  const { storage } = storageOf();
  expect(grownBy(storage, "0xA", "20")).toBeNull();
  keepBalance(storage, "0xA", "12.5");
  expect([grownBy(storage, "0xA", "20"), grownBy(storage, "0xA", "12.5"), grownBy(storage, "0xA", "2")]).toEqual([
    "7.5",
    null,
    null,
  ]);
  expect(grownBy(storage, "0xB", "20")).toBeNull();
  forgetOwn(storage);
  expect(grownBy(storage, "0xA", "20")).toBeNull();
});
