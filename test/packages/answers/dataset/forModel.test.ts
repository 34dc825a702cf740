import { forModel } from "../../../../packages/answers/src/dataset/forModel";

it("leaves out what tells no text from another: placeholders, and tags that most texts carry", () => {
  expect(
    forModel([
      "#NewYearsResolution run a marathon [link]",
      "Save money with [handle] #newyearsresolution #thrift",
      "#NewYearsResolution",
      "Cook more",
    ]),
  ).toEqual(["run a marathon", "Save money with #thrift", "#NewYearsResolution", "Cook more"]);
});

it("leaves texts as they are where no tag is in most of them", () => {
  expect(forModel(["#thrift for a year", "cook more", "run"])).toEqual(["#thrift for a year", "cook more", "run"]);
});

it("leaves out signs that mean nothing, and keeps those of a sentence and letters of any script", () => {
  expect(forModel(["Stop :: worrying... ok?!! 😀", "don’t quit; हिन्दी", "***"])).toEqual([
    "Stop worrying. ok?",
    "don’t quit हिन्दी",
    "***",
  ]);
});
