import type { IncomingMessage } from "node:http";
import fc from "fast-check";
import { clientAddress } from "../../functions/src/http/client";

const of = clientAddress(["loopback", "linklocal", "10.0.0.0/8"]);
const request = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, connection: { remoteAddress }, headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded } }) as unknown as IncomingMessage;

describe("happy", () => {
  it("is the peer where there is no proxy", () => {
    expect(of(request("203.0.113.5"))).toBe("203.0.113.5");
  });

  it("is what the trusted proxies saw, through as many as are trusted", () => {
    expect(of(request("169.254.1.1", "203.0.113.5"))).toBe("203.0.113.5");
    expect(of(request("169.254.1.1", "203.0.113.5, 10.1.2.3"))).toBe("203.0.113.5");
    expect(of(request("127.0.0.1", "2001:db8::1"))).toBe("2001:db8::1");
  });
});

describe("security", () => {
  it("P24: believes no peer that is not trusted", () => {
    expect(of(request("203.0.113.5", "198.51.100.1"))).toBe("203.0.113.5");
  });

  it("P24: believes nothing to the left of the first address that is not trusted", () => {
    const written = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom("garbage", "127.0.0.1", "10.0.0.1", "unknown", "", "203.0.113.5:80", "::ffff:7f00:1"));
    fc.assert(fc.property(fc.array(written, { maxLength: 6 }), (left) => {
      expect(of(request("127.0.0.1", [...left, "203.0.113.5", "10.9.9.9"].join(", ")))).toBe("203.0.113.5");
    }));
  });

  it("P24: never throws, whatever the header holds", () => {
    fc.assert(fc.property(fc.string(), (header) => expect(typeof of(request("127.0.0.1", header))).toBe("string")));
    expect(of(request(undefined))).toBe("unknown");
  });
});
