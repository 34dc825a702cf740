import { nearestName } from "../../functions/src/domain/nearest";

const FIELDS = [
  "contract",
  "title",
  "rewardUsdc",
  "stakeUsdc",
  "maxChangeRounds",
  "privateDetails",
  "openUntil",
  "tags",
];

it.each([
  ["reward", "rewardUsdc"],
  ["reward_usdc", "rewardUsdc"],
  ["RewardUSDC", "rewardUsdc"],
  ["rewardUsd", "rewardUsdc"],
  ["stake", "stakeUsdc"],
  ["titel", "title"],
  ["tag", "tags"],
  ["privateDetail", "privateDetails"],
  ["open_until", "openUntil"],
  ["changeRounds", "maxChangeRounds"],
])("I6: %s probably means %s", (name, field) => {
  expect(nearestName(name, FIELDS)).toBe(field);
});

it.each(["", "x", "colour", "__proto__", "a".repeat(10_000), `reward${"x".repeat(60)}`])(
  "suggests nothing for %p",
  (name) => {
    expect(nearestName(name, FIELDS)).toBeNull();
  },
);
