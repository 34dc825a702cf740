import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { commandLine } from "./commandLine";

const { db } = testFirestore();
const mkt = commandLine(() => market);
const market = Market.forFile(db);

test("mkt session: open, list, and revoke one or all", async () => {
  const opened = await mkt(["session", "open", "--days", "30"], "worker");
  const [, id = ""] = /^(ses_\w+) {2}read {2}until /.exec(opened.out) ?? [];
  const [, token = ""] = /\nToken, shown only now: (mkts_\S+)$/.exec(opened.out.trimEnd()) ?? [];
  const headers = { authorization: `Bearer ${token}` };
  expect((await market.post("/mkt/sessions", {}, headers)).json["sessions"]).toHaveLength(1);

  const acting = await mkt(["--json", "session", "open", "--scope", "act"], "worker");
  expect(acting.json).toMatchObject({ scope: "act" });
  const listed = (await mkt(["session", "list"], "worker")).out;
  expect(listed).toContain(`${id}  read  opened `);
  expect(listed).not.toContain(token);

  expect((await mkt(["session", "revoke", id], "worker")).out).toContain("Ended 1 session.");
  expect((await market.post("/mkt/sessions", {}, headers)).json["code"]).toBe("session_invalid");
  expect((await mkt(["session", "revoke", "all"], "worker")).out).toContain("Ended 1 session.");
  expect((await mkt(["session", "list"], "worker")).out).toContain("No sessions.");
});

test("mkt session: mistakes name what is allowed", async () => {
  for (const [args, said] of [
    [["session", "open", "--days", "31"], "Give a whole number from 1 to 30."],
    [["session", "open", "--scope", "write"], "Allowed choices are read, act."],
    [["session", "revoke", "mkts_x"], "id"],
  ] as const) {
    const { code, err } = await mkt([...args], "worker");
    expect(code).not.toBe(0);
    expect(err).toContain(said);
  }
});
