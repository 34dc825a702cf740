import { Option, type Command } from "commander";
import type { SessionTerms } from "../service/challenge";
import type { Define } from "./define";
import { wholeNumber } from "./input";

/** Commands that open, list and end sessions. */
export function addSessionCommands(program: Command, define: Define): void {
  const group = program.command("session").description("tokens with which other programs act for your wallet");
  define(
    group
      .command("open")
      .description("open a session; prints its token, once")
      .addOption(
        new Option("--scope <scope>", "read: nothing can be changed with it").choices(["read", "act"]).default("read"),
      )
      .option("--days <days>", "how long it lasts", wholeNumber(1, 30), "1"),
    async (context, { scope, days }) => {
      const terms = { scope: scope as SessionTerms["scope"], expiresIn: Number(days) * 86_400 };
      const json = await (await context.mkt()).openSession(terms);
      const text = [
        `${json.id}  ${json.scope}  until ${json.expiresAt}`,
        `Token, shown only now: ${json.agentSessionToken}`,
      ];
      return { json, text: text.join("\n") };
    },
  );
  define(group.command("list").description("your live sessions"), async (context) => {
    const json = await (await context.mkt()).sessions();
    const lines = json.map(
      ({ id, scope, createdAt, expiresAt, lastUsedAt }) =>
        `${id}  ${scope.padEnd(4)}  opened ${createdAt}  until ${expiresAt}  last used ${lastUsedAt}`,
    );
    return { json, text: lines.join("\n") || "No sessions." };
  });
  define(
    group.command("revoke").description("end a session, or all of them").argument("<id>", "its id, as listed, or all"),
    async (context, _options, id = "") => {
      const revoked = await (await context.mkt()).revokeSessions(id);
      return { json: { revoked }, text: `Ended ${revoked} ${revoked === 1 ? "session" : "sessions"}.` };
    },
  );
}
