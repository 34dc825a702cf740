import fc from "fast-check";
import { centsText, fiatCents, rateAt, rateIn, rateText } from "../../../functions/src/domain/statement/statement";
import { forAll } from "../../setup/runs";

const ABOUT = { currency: "EUR", day: "2026-01-31" };
const good = { amount: 1, base: "USD", date: "2026-01-30", rates: { EUR: 0.9213 } };

describe("a source's answer", () => {
  it("is a rate with the day that it was published for, which may be before a weekend", () => {
    expect(rateIn(good, ABOUT)).toEqual({ nanosPerUsd: 921_300_000n, day: "2026-01-30" });
    expect(rateIn({ ...good, rates: { EUR: 16_250.5 } }, ABOUT)?.nanosPerUsd).toBe(16_250_500_000_000n);
  });

  it.each([
    ["no answer", null],
    ["text", "0.92"],
    ["a list", [0.92]],
    ["another base", { ...good, base: "GBP" }],
    ["another currency", { ...good, rates: { GBP: 0.8 } }],
    ["no rates", { ...good, rates: null }],
    ["a negative rate", { ...good, rates: { EUR: -0.92 } }],
    ["nothing", { ...good, rates: { EUR: 0 } }],
    ["an absurdly small rate", { ...good, rates: { EUR: 1e-9 } }],
    ["an absurdly large rate", { ...good, rates: { EUR: 1e21 } }],
    ["a rate as text", { ...good, rates: { EUR: "0.92" } }],
    ["a later day", { ...good, date: "2026-02-01" }],
    ["a day long before", { ...good, date: "2026-01-20" }],
    ["no day", { ...good, date: "2026-13-01" }],
    ["no date", { ...good, date: undefined }],
  ])("is no rate if it is %s", (_name, answer) => {
    expect(rateIn(answer, ABOUT)).toBeNull();
  });

  it("never throws, whatever it is", () => {
    forAll([fc.anything()], (answer) => void rateIn(answer, ABOUT));
  });
});

it("gives amounts in whole cents, half a cent as one, the same for both signs", () => {
  const rate = { nanosPerUsd: 921_300_000n, day: "2026-01-30" };
  expect(fiatCents(10_000_000n, rate)).toBe(921n);
  expect(fiatCents(-10_000_000n, rate)).toBe(-921n);
  expect(fiatCents(5_427n, { ...rate, nanosPerUsd: 921_319_329n })).toBe(0n);
  expect(fiatCents(5_000n, { ...rate, nanosPerUsd: 1_000_000_000n })).toBe(1n);
  expect([centsText(1234n), centsText(-5n), centsText(0n)]).toEqual(["12.34", "-0.05", "0.00"]);
  forAll([fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 1, max: 10 ** 15 })], (units, nanos) => {
    const day = { nanosPerUsd: BigInt(nanos), day: "2026-01-30" };
    expect(fiatCents(-units, day)).toBe(-fiatCents(units, day));
    // Within half a cent of the exact product.
    const twice = 2n * (fiatCents(units, day) * 10n ** 13n - units * BigInt(nanos));
    expect(twice <= 10n ** 13n && twice >= -(10n ** 13n)).toBe(true);
  });
});

it("shows a rate without ending zeros, and finds it by the UTC day of a time", () => {
  expect(rateText({ nanosPerUsd: 921_300_000n, day: "" })).toBe("0.9213");
  expect(rateText({ nanosPerUsd: 150_000_000_000n, day: "" })).toBe("150");
  const rate = { nanosPerUsd: 1n, day: "2026-01-30" };
  const fiat = { rates: new Map([["2026-01-31", rate]]) };
  expect(rateAt(fiat, Date.parse("2026-01-31T23:59:59Z") / 1000)).toBe(rate);
  expect(rateAt(fiat, Date.parse("2026-02-01T00:00:00Z") / 1000)).toBeNull();
});
