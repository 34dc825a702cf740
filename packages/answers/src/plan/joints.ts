/** How an item stands to the one before it. */
export type Joint = "beside" | "and" | "or" | "versus";

/** The words and signs that join. */
export const JOINTS: Readonly<Record<string, Joint>> = {
  and: "and",
  "&": "and",
  ",": "and",
  plus: "and",
  ";": "and",
  ":": "and",
  or: "or",
  "/": "or",
  nor: "or",
  vs: "versus",
  versus: "versus",
  than: "versus",
  against: "versus",
  compared: "versus",
  from: "versus",
  to: "versus",
  with: "versus",
};
/** Only in a comparison do these stand between two things. */
export const ONLY_COMPARED = new Set(["than", "against", "compared", "from", "to", "with"]);
export const joins = (said: string, compared: "sides" | "items" | null): boolean =>
  !ONLY_COMPARED.has(said) || compared === "sides" || (compared === "items" && said === "than");

/** The joint that two in a row make: "and, or" is an "or". */
export const stronger = (one: Joint, other: Joint): Joint =>
  one === "versus" || (one === "or" && other === "and") ? one : other;
