import { keyOf } from "../../../../packages/answers/src/dataset/nameKeys";

it.each([
  ["lose weight", "losing weight"],
  ["weight to lose", "lost weight"],
  ["photo", "pictures"],
  ["kids", "children"],
])("%s and %s are one name", (one, other) => expect(keyOf(one)).toBe(keyOf(other)));

it.each([
  ["photo", "phone"],
  ["kids", "kids menu"],
  ["new photo", "new picture"],
])("%s and %s are two", (one, other) => expect(keyOf(one)).not.toBe(keyOf(other)));
