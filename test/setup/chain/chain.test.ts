import { chainAt, sharedChain } from "./chain";

const shared = sharedChain();

it("takes many payments at once from one wallet, each with its own hash and its mark, other files paying, too", async () => {
  const to = "0x00000000000000000000000000000000000000aa";
  const otherFile = chainAt(shared.rpcUrl);
  const pay = (_: unknown, i: number) =>
    (i % 2 ? shared : otherFile).pay({ to, amountUsdcUnits: 1n, suffix: "0x6d6b7431" });
  const hashes = await Promise.all(Array.from({ length: 80 }, pay));
  otherFile.provider.destroy();
  expect(new Set(hashes).size).toBe(80);
  expect((await shared.provider.getTransaction(hashes[0] ?? ""))?.data).toMatch(/6d6b7431$/);
  expect(await shared.usdcUnitsOf(to)).toBe(80n);
});
