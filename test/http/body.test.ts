import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { Refusal } from "../../functions/src/domain/errors";
import { readBody } from "../../functions/src/http/body";
import { openGateway } from "../../functions/src/http/gateway";
import { served } from "../setup/forFile";
import { head, sendRaw } from "../setup/http/rawHttp";

const MAX_BODY_BYTES = 256 * 1024;

const PATIENCE_MS = 300;
let url: string;

beforeAll(async () => {
  openGateway(() => "https://mkt.example");
  url = await served((request, response) => {
    const hidden = ["content-length", "transfer-encoding"].filter((name) => request.headers[name] !== undefined);
    Promise.resolve(readBody(request, PATIENCE_MS))
      .then((bytes) => `${bytes.length} bytes`)
      .catch((error: unknown) => (error instanceof Refusal ? error.code : String(error)))
      .then(
        (text) => response.end([text, ...hidden].join(" ")),
        () => undefined,
      );
  });
});

const JSON_TYPE = "Content-Type: application/json";
const send = async (headers: string[], pieces: (string | Uint8Array)[], options = {}) =>
  (await sendRaw(url, [head("POST / HTTP/1.1", headers), ...pieces], options)).text;
const sized = (bytes: number, type = JSON_TYPE) => send([type, `Content-Length: ${bytes}`], ["x".repeat(bytes)]);

describe("happy", () => {
  it("reads a body in pieces, told or chunked, and hides it from parsers", async () => {
    expect(await send([JSON_TYPE, "Content-Length: 6"], ["ab", "cd", "ef"], { pauseMs: 20 })).toBe("6 bytes");
    expect(await send([JSON_TYPE, "Transfer-Encoding: chunked"], ["2\r\nab\r\n", "0\r\n\r\n"])).toBe("2 bytes");
  });

  it("gives nothing where there is nothing, and asks for no type then", async () => {
    expect(await send([], [])).toBe("0 bytes");
    expect(await send(["Content-Length: 0"], [])).toBe("0 bytes");
  });

  it.each(["application/json; charset=UTF-8", 'Application/JSON;charset="utf-8"', "application/json ; x=y"])(
    "takes %s",
    async (type) => {
      expect(await sized(2, `Content-Type: ${type}`)).toBe("2 bytes");
    },
  );

  it("takes 256 KiB to the byte", async () => {
    expect(await sized(MAX_BODY_BYTES)).toBe(`${MAX_BODY_BYTES} bytes`);
  });
});

it("I4: reads a body without a type as JSON", async () => {
  expect(await send(["Content-Length: 2"], ["{}"])).toBe("2 bytes");
});

describe("refusals", () => {
  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=utf-16",
    "application/jsonp",
    ";",
    "multipart/form-data; boundary=x",
  ])("refuses the type %s", async (type) =>
    expect(await sized(2, `Content-Type: ${type}`)).toBe("unsupported_media_type"),
  );
});

describe("security", () => {
  it("P22: refuses one byte too many, and a huge length before anything of it is read", async () => {
    expect(await sized(MAX_BODY_BYTES + 1)).toBe("payload_too_large");
    expect(await send([JSON_TYPE, "Content-Length: 1073741824"], [])).toBe("payload_too_large");
  });

  it("P22: stops reading chunks that have no end", async () => {
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    expect(await send([JSON_TYPE, "Transfer-Encoding: chunked"], Array<string>(200).fill(chunk))).toBe(
      "payload_too_large",
    );
  });

  it("lets who is refused finish writing, as a proxy must before it passes the answer on", async () => {
    const request = httpRequest(url, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": 900_000, connection: "close" },
    });
    request.write(Buffer.alloc(300_000));
    let isAnswered = false;
    const answered = once(request, "response").then(() => (isAnswered = true));
    // Another request, sent later, has its answer.
    expect(await sized(1)).not.toBe("payload_too_large");
    expect(isAnswered).toBe(false);
    request.end(Buffer.alloc(600_000));
    await answered;
  });

  it.each(["gzip", "deflate", "br", "GZIP", "gzip, identity"])("P22: inflates nothing (%s)", async (encoding) => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    expect(await send([JSON_TYPE, `Content-Encoding: ${encoding}`, `Content-Length: ${bomb.length}`], [bomb])).toBe(
      "unsupported_media_type",
    );
  });

  it("waits no longer than it should for the rest of a body", async () => {
    expect(await send([JSON_TYPE, "Content-Length: 100"], ["{"])).toBe("invalid_request");
    const drip = Array<string>(50).fill(" ");
    expect(await send([JSON_TYPE, "Content-Length: 100"], drip, { pauseMs: 20 })).toBe("invalid_request");
  });

  it.each([1, 5, 30])("D24: answers a client that writes %i MiB with its refusal, told or chunked", async (mib) => {
    for (const told of [true, false]) {
      const size = mib * 1024 * 1024;
      const request = httpRequest(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...(told && { "content-length": size }) },
      });
      let done = false;
      const answered = (once(request, "response") as Promise<[IncomingMessage]>).then(
        ([response]) => ((done = true), text(response)),
      );
      const chunk = Buffer.alloc(65_536, "x");
      for (let sent = 0; sent < size && !done; sent += chunk.length)
        if (!request.write(chunk)) await Promise.race([once(request, "drain"), answered]);
      request.end();
      expect(await answered).toMatch(/^payload_too_large/);
    }
  });
});
