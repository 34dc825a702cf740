import { stemOf } from "./words";

/** Words that say what a text is about too broadly to name more than what nothing else names. */
export const BROAD: ReadonlySet<string> = new Set(
  "life goal tweet girl guy boy man woman person body world change hate meet finish talk work focus mind date follow care people"
    .split(" ")
    .map(stemOf),
);
/** Words that name nothing alone. */
export const NOISE: ReadonlySet<string> = new Set([
  ...BROAD,
  ..."january february march april may june july august september october november december birthday christmas weekend back least eve luck item way bit kind sort part case number amount type reason idea problem question issue information tomorrow today tonight week month hour minute morning evening boss word quick show help see become resolve give call say tell hope try look feel believe need want ask use add come happen mean put turn seem leave let bring hold send set excuse welcome hand wish name mine other self place face list step one option process info detail dozen percent couple mistake moment side end pair set full ones everyone nothing cause place worth heres self take keep think continue decide wonder"
    .split(" ")
    .map(stemOf)
    .concat(["quick question", "no excus"]),
]);
