import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serveDirectly } from "../../functions/src/http/direct";
import { closeServer } from "../setup/server";

let server: Server;
let url: string;

/** What the server was made with, which nobody must come to. */
const framework = jest.fn();

beforeAll(async () => {
  serveDirectly((request, response) => {
    if (request.url === "/defect") return Promise.reject(new Error("a defect"));
    response.end(`direct ${request.url}`);
    return undefined;
  });
  server = createServer(framework);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => closeServer(server));

describe("happy", () => {
  it("serves the first request and all that follow, and what the server was made with sees none", async () => {
    for (const path of ["/first", "/second", "/favicon.ico"]) expect(await (await fetch(url + path)).text()).toBe(`direct ${path}`);
    expect(framework).not.toHaveBeenCalled();
  });
});

describe("faults", () => {
  it("ends the connection of a request whose handler fails, and goes on serving the others", async () => {
    await expect(fetch(`${url}/defect`)).rejects.toThrow();
    expect(await (await fetch(`${url}/after`)).text()).toBe("direct /after");
  });
});
