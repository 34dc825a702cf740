import { testFirestore } from "./firestore";
import { turns } from "./until";

const { another } = testFirestore();

it("a read after the client's end fails no file", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", note);
  try {
    const client = another();
    await client.doc("a/b").get();
    await client.terminate();
    void client
      .doc("a/b")
      .get()
      .catch(() => {});
    await turns(200);
    expect(unhandled).toEqual([]);
  } finally {
    process.off("unhandledRejection", note);
  }
});
