import dns from "node:dns";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTcpServer } from "node:net";
import tls from "node:tls";
import { notPublic, webhookSender } from "../../../functions/src/adapters/webhooks/sender";

const sender = webhookSender({ loopback: false, resolve: async () => ["93.184.215.14"] });
const resolving = (...addresses: string[]) => webhookSender({ loopback: false, resolve: async () => addresses });

const servers: { close(): unknown }[] = [];
afterAll(() => servers.forEach((server) => server.close()));

async function listen(answer: RequestListener): Promise<{ url: string; port: number; server: Server }> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, port, server };
}

describe("W1: addresses that are not public", () => {
  test.each(
    (
      "https://127.0.0.1/ https://2130706433/ https://0x7f000001/ https://0177.0.0.1/ https://0x7f.1/ " +
      "https://127.1/ https://127.0.1/ https://017700000001/ https://①②⑦.⓪.⓪.①/ https://0/ https://0.0.0.0/ " +
      "https://10.0.0.1/ https://100.64.0.1/ https://172.16.0.1/ https://192.168.1.1/ https://169.254.1.1/ " +
      "https://169.254.169.254/computeMetadata/v1/ https://2852039166/ https://192.0.0.192/ " +
      "https://198.18.0.1/ https://224.0.0.1/ https://255.255.255.255/ https://[::1]/ https://[::]/ " +
      "https://[0:0:0:0:0:0:0:1]/ https://[::ffff:127.0.0.1]/ https://[::ffff:7f00:1]/ " +
      "https://[::ffff:169.254.169.254]/ https://[::127.0.0.1]/ https://[64:ff9b::7f00:1]/ " +
      "https://[64:ff9b::169.254.169.254]/ https://[64:ff9b:1::a00:1]/ https://[2002:7f00:1::]/ " +
      "https://[2001:0:7f00:1::]/ https://[fc00::1]/ https://[fd00:ec2::254]/ https://[fe80::1]/ " +
      "https://[fec0::1]/ https://[ff02::1]/ https://[2001:db8::1]/ https://[100::1]/ https://[4000::1]/"
    ).split(" "),
  )("refuses %s and sends nothing", async (url) => {
    expect(await sender.brokenRule(url)).toMatch(/^must have a public address \(its host's is \w+\)$/);
    expect(await sender.post(url, {}, "{}", 0)).toEqual({ fault: expect.stringMatching(/must have a public address/) });
  });

  test.each(["metadata.google.internal", "localhost", "printer.local", "rebind.example"])(
    "refuses %s if it resolves to such an address",
    async (host) => {
      for (const address of ["127.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1", "fd00::1"]) {
        const named = resolving(address);
        expect(await named.brokenRule(`https://${host}/`)).toMatch(/public address/);
        expect(await named.post(`https://${host}/`, {}, "{}", 0)).toEqual({ fault: expect.stringMatching(/public/) });
      }
    },
  );

  test("one bad address among good ones is enough, and refusals name no address", async () => {
    const rule = await resolving("93.184.215.14", "10.11.12.13").brokenRule("https://mixed.example/");
    expect(rule).toMatch(/public address/);
    expect(rule).not.toContain("10.11");
  });

  test.each(["93.184.215.14", "2606:4700:4700::1111", "8.8.8.8"])("takes %s", (address) => {
    expect(notPublic(address)).toBeNull();
  });
});

describe("W2: DNS that changes between check and use", () => {
  test("the address that was checked is the one that is connected to, and the host is resolved once", async () => {
    const asked: string[] = [];
    const rebinding = webhookSender({
      loopback: false,
      timeoutMs: 300,
      resolve: async (host) => {
        asked.push(host);
        // Public when it is checked, and this machine ever after.
        return asked.length === 1 ? ["93.184.215.14"] : ["127.0.0.1"];
      },
    });
    const connections = jest.spyOn(tls, "connect");
    const lookups = jest.spyOn(dns, "lookup");
    expect(await rebinding.post("https://rebind.example:8443/", {}, "{}", 0)).toHaveProperty("fault");
    const [options] = connections.mock.calls[0] as unknown as [tls.ConnectionOptions];
    const connected = await new Promise((found) => {
      options.lookup?.("rebind.example", {}, (_error, address) => found(address));
    });
    expect(connected).toBe("93.184.215.14");
    expect(asked).toEqual(["rebind.example"]);
    expect(lookups).not.toHaveBeenCalled();
    expect(await rebinding.post("https://rebind.example:8443/", {}, "{}", 0)).toEqual({
      fault: expect.stringMatching(/public address/),
    });
    expect(connections).toHaveBeenCalledTimes(1);
    jest.restoreAllMocks();
  });
});

describe("URLs", () => {
  test.each([
    ["receiver.example", /absolute URL/],
    ["http://receiver.example/", /must use https/],
    ["ftp://receiver.example/", /must use https/],
    ["file:///etc/passwd", /must use https/],
    ["gopher://receiver.example/", /must use https/],
    ["https://receiver.example:80/", /port 443 or 8443/],
    ["https://receiver.example:22/", /port 443 or 8443/],
    ["https://user:secret@receiver.example/", /user name or password/],
    ["https://receiver.example/#part", /fragment/],
    ["http://127.0.0.1:8080/", /must use https/],
  ])("refuses %s and says the rule", async (url, rule) => {
    expect(await sender.brokenRule(url)).toMatch(rule);
    expect(await sender.post(url, {}, "{}", 0)).toEqual({ fault: expect.stringMatching(rule) });
  });

  test.each(["https://receiver.example/hook?a=b", "https://receiver.example:8443/", "https://8.8.8.8/"])(
    "takes %s",
    async (url) => {
      expect(await sender.brokenRule(url)).toBeNull();
    },
  );

  test("a host that does not exist", async () => {
    const lost = webhookSender({ loopback: false, resolve: () => Promise.reject(new Error("ENOTFOUND")) });
    expect(await lost.brokenRule("https://nowhere.example/")).toMatch(/can be resolved/);
    expect(await resolving().brokenRule("https://nowhere.example/")).toMatch(/exists/);
  });

  test("DNS that never answers ends in time", async () => {
    const stuck = webhookSender({ loopback: false, timeoutMs: 100, resolve: () => new Promise(() => {}) });
    expect(await stuck.brokenRule("https://slow.example/")).toMatch(/can be resolved/);
    expect(await stuck.post("https://slow.example/", {}, "{}", 0)).toHaveProperty("fault");
  });
});

describe("with the setting for this machine", () => {
  const patient = webhookSender({ loopback: true, timeoutMs: 3_600_000, resolve: async () => ["10.0.0.1"] });
  const local = webhookSender({ loopback: true, timeoutMs: 500, resolve: async () => ["10.0.0.1"] });

  test("posts to it by http and any port, with the body and the headers", async () => {
    const seen: unknown[] = [];
    const { url } = await listen((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        seen.push([request.method, request.headers["x-given"], Buffer.concat(chunks).toString()]);
        response.end("abcdef");
      });
    });
    expect(await local.post(url, { "x-given": "yes" }, '{"é":1}', 3)).toEqual({ status: 200, text: "abc" });
    expect(await local.post(url.replace("127.0.0.1", "localhost"), {}, "{}", 0)).toEqual({ status: 200, text: "" });
    expect(seen[0]).toEqual(["POST", "yes", '{"é":1}']);
  });

  test("other private addresses stay closed", async () => {
    expect(await local.brokenRule("https://intranet.example/")).toMatch(/public address/);
    expect(await local.brokenRule("http://10.0.0.1/")).toMatch(/must use https/);
    expect(await local.brokenRule("https://169.254.169.254/")).toMatch(/public address/);
  });

  test("follows no redirect", async () => {
    let reached = 0;
    const target = await listen((_request, response) => {
      reached += 1;
      response.end();
    });
    const { url } = await listen((_request, response) => response.writeHead(307, { location: target.url }).end());
    expect(await local.post(url, {}, "{}", 0)).toMatchObject({ status: 307 });
    expect(reached).toBe(0);
  });

  test("a receiver that answers nothing is given up in time", async () => {
    const { url } = await listen(() => undefined);
    expect(await local.post(url, {}, "{}", 0)).toEqual({ fault: "No answer within 0.5 s." });
  });

  test("a receiver that drips its answer is cut off, at the limit of bytes or of time", async () => {
    const { url } = await listen((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    });
    expect(await patient.post(url, {}, "{}", 4)).toEqual({ status: 200, text: "xxxx" });
    expect(await patient.post(url, {}, "{}", 0)).toEqual({ status: 200, text: "" });
    expect(await local.post(url, {}, "{}", 1_000_000)).toEqual({ fault: "No answer within 0.5 s." });
  });

  test("an endless answer costs no memory", async () => {
    let written = 0;
    const { url } = await listen((_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (response.writable && response.write(Buffer.alloc(65_536))) written += 65_536;
      };
      response.on("drain", more);
      more();
    });
    expect(await local.post(url, {}, "{}", 1_024)).toMatchObject({ status: 200 });
    expect(written).toBeLessThan(16 * 1_048_576);
  });

  test("endless headers, and connections that are reset, are faults", async () => {
    const raw = createTcpServer((socket) => {
      socket.on("error", () => undefined);
      socket.write("HTTP/1.1 200 OK\r\n");
      const more = () => {
        while (socket.writable && socket.write("x-padding: " + "y".repeat(4_000) + "\r\n"));
      };
      socket.on("drain", more);
      more();
    });
    servers.push(raw);
    await new Promise<void>((done) => raw.listen(0, "127.0.0.1", done));
    const { port } = raw.address() as AddressInfo;
    expect(await local.post(`http://127.0.0.1:${port}/`, {}, "{}", 0)).toEqual({
      fault: expect.stringMatching(/failed/),
    });

    const reset = await listen((request) => request.socket.resetAndDestroy());
    expect(await local.post(reset.url, {}, "{}", 0)).toEqual({ fault: "The connection failed (ECONNRESET)." });
    reset.server.close();
    expect(await local.post("http://127.0.0.1:1/", {}, "{}", 0)).toEqual({
      fault: "The connection failed (ECONNREFUSED).",
    });
  });
});
