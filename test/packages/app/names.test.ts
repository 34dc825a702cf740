import { Names, type Named } from "../../../packages/app/src/lib/names";

const named = (address: string): Named => ({ address, displayName: `${address}'s name`, avatarSeed: null });

function namesOf(load = (addresses: readonly string[]) => Promise.resolve(addresses)) {
  const asked: (readonly string[])[] = [];
  const names = new Names(async (addresses) => {
    asked.push(addresses);
    return new Map((await load(addresses)).map((address) => [address, named(address)]));
  });
  return { names, asked };
}

it("asks once for the wallets that a page shows together, and never again for one that it knows", async () => {
  const { names, asked } = namesOf();
  await Promise.all([names.need(["0xA", "0xB"]), names.need(["0xB", "0xC"])]);
  await names.need(["0xa"]);
  expect(asked).toEqual([["0xA", "0xB", "0xC"]]);
  expect(names.of("0xa")?.displayName).toBe("0xA's name");
});

it("asks in parts that the service takes", async () => {
  const { names, asked } = namesOf();
  await names.need(Array.from({ length: 120 }, (_, at) => `0x${at}`));
  expect(asked.map(({ length }) => length)).toEqual([50, 50, 20]);
});

it("goes on without names that could not be told, and asks again", async () => {
  let isDown = true;
  const { names, asked } = namesOf((addresses) =>
    isDown ? Promise.reject(new Error("down")) : Promise.resolve(addresses),
  );
  await names.need(["0xA"]);
  expect(names.of("0xA")).toBeUndefined();
  isDown = false;
  await names.need(["0xA"]);
  expect([names.of("0xA")?.address, asked.length]).toEqual(["0xA", 2]);
});

it("tells who shows a wallet when its name is learned, until they go", async () => {
  const { names } = namesOf();
  const heard: string[] = [];
  const stop = names.listen(() => heard.push(names.of("0xA")?.displayName ?? ""));
  await names.need(["0xA"]);
  names.learn([{ ...named("0xA"), displayName: "New" }]);
  stop();
  names.learn([named("0xA")]);
  expect(heard).toEqual(["0xA's name", "New"]);
});
