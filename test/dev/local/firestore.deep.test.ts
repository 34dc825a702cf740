import { startFirestore } from "../../../dev/local/firestore";

const env = { ...process.env, FIRESTORE_EMULATOR_HOST: undefined };

describe("happy", () => {
  it("starts one that refuses every client but the server's own library, and leaves nothing when closed", async () => {
    const firestore = await startFirestore({ env });
    const document = `http://${firestore.host}/v1/projects/demo-rules/databases/(default)/documents/a/b`;
    expect((await fetch(document)).status).toBe(403);
    expect((await fetch(document, { headers: { authorization: "Bearer owner" } })).status).toBe(404);
    await firestore.close();
    await expect(fetch(document)).rejects.toThrow();
  });
});
