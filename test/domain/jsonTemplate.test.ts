import { jsonTemplate } from "../../functions/src/domain/jsonTemplate";

it("writes the JSON of the document with the values in it", () => {
  const document = ({ id, mark }: { id: string; mark: string }) => ({ list: [{ id }], data: `0x${mark}${mark}`, n: 1 });
  const write = jsonTemplate(["id", "mark"], document);
  for (const values of [
    { id: "a", mark: "ff" },
    { id: 'quotes " and \\ and \n, é and 😀', mark: "" },
  ])
    expect(write(values)).toBe(JSON.stringify(document(values)));
});

it("writes a document that nothing is put into", () => {
  expect(jsonTemplate([], () => ({ a: [1] }))({})).toBe('{"a":[1]}');
});
