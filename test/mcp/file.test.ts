import type { IncomingMessage } from "node:http";
import { operationsOf } from "../../functions/src/catalogue/operations";
import { endpoint, open, requests } from "../../functions/src/http/endpoint";
import { toolCaller } from "../../functions/src/mcp/toolCalls";
import { StoreUnavailable } from "../../functions/src/ports/storeUnavailable";
import { object } from "../../functions/src/schema/build";
import { download } from "../../functions/src/schema/download";
import { wire } from "../../functions/src/entry/wire";
import { KeptLog, testSettings } from "../setup/service";

async function* breakingWith(error: Error): AsyncGenerator<Uint8Array> {
  yield Buffer.from("half");
  throw error;
}

describe("faults", () => {
  it.each([
    [new Error("cannot write Anna's address"), "internal"],
    [new StoreUnavailable(new Error("Anna's document")), "dependency_unavailable"],
  ])(
    "a tool whose file breaks off (%#) gives a problem document, says so in the log, and tells nothing of the file",
    async (error, code) => {
      const log = new KeptLog();
      const shown = jest.spyOn(process.stderr, "write").mockReturnValue(true);
      const serving = endpoint({
        method: "POST",
        path: "/file",
        summary: "a",
        auth: open,
        input: object({}),
        output: download("A file.", "text/csv"),
        errors: [],
        rateLimit: requests(1_000),
        example: {},
        handle: async () => ({
          contentType: "text/csv",
          filename: "a.csv",
          pieces: breakingWith(error),
          length: null,
          sha256: null,
          nextCursor: null,
        }),
      });
      const call = toolCaller(operationsOf({ file: [serving] }), wire(testSettings(), { log }));
      const result = await call("file", {
        arguments: {},
        meta: {},
        request: { headers: {}, socket: { remoteAddress: "198.51.100.7" } } as IncomingMessage,
        requestId: "request-1",
      })?.finally(() => shown.mockRestore());
      expect(result).toMatchObject({ isError: true, structuredContent: { code, requestId: "request-1" } });
      expect(log.lines).toMatchObject([
        { event: `request.${code}`, fields: { path: "/file", requestId: "request-1" } },
      ]);
      expect(JSON.stringify([result, log.lines])).not.toContain("Anna");
    },
  );
});
