import type { IncomingMessage } from "node:http";
import fc from "fast-check";
import { clientAddress } from "../../functions/src/http/request";
import { forAll } from "../setup/runs";

const of = clientAddress(["loopback", "linklocal", "10.0.0.0/8"], []);
const request = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    connection: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

describe("happy", () => {
  it("is the peer where there is no proxy", () => {
    expect(of(request("203.0.113.5"))).toBe("203.0.113.5");
  });

  it("is what the trusted proxies saw, through as many as are trusted", () => {
    expect(of(request("169.254.1.1", "203.0.113.5"))).toBe("203.0.113.5");
    expect(of(request("169.254.1.1", "203.0.113.5, 10.1.2.3"))).toBe("203.0.113.5");
    expect(of(request("127.0.0.1", "2001:db8::1"))).toBe("2001:db8:0:0::/64");
  });
});

describe("security", () => {
  it("D16: counts IPv6 by /64", () => {
    const inside = [
      "2001:db8:1:2::1",
      "2001:DB8:1:2:ffff:ffff:ffff:ffff",
      "2001:0db8:0001:0002::",
      "[2001:db8:1:2::7]:443",
      "2001:db8:1:2::9%eth0",
    ];
    for (const address of inside)
      expect([address, of(request("127.0.0.1", address))]).toEqual([address, "2001:db8:1:2::/64"]);
    expect(of(request("127.0.0.1", "2001:db8:1:3::1"))).toBe("2001:db8:1:3::/64");
    expect(of(request("2001:db8:1:2::1"))).toBe("2001:db8:1:2::/64");
    forAll([fc.ipV6()], (address) => {
      const client = of(request("127.0.0.1", address));
      expect(client === "unknown" || /^([0-9a-f]{1,4}:){4}:\/64$/.test(client) || /^[0-9.]+$/.test(client)).toBe(true);
    });
  });

  it("D16: counts an IPv4 address once in all its spellings", () => {
    const encodings = [
      "203.0.113.5",
      "203.0.113.5:80",
      "::ffff:203.0.113.5",
      "::FFFF:203.0.113.5",
      "::ffff:cb00:7105",
      "0:0:0:0:0:ffff:203.0.113.5",
      "[::ffff:203.0.113.5]",
      "[::ffff:203.0.113.5]:8080",
      "::ffff:203.0.113.5%eth0",
      " 203.0.113.5 ",
      "[203.0.113.5]:1",
    ];
    for (const encoding of encodings)
      expect([encoding, of(request("::ffff:127.0.0.1", encoding))]).toEqual([encoding, "203.0.113.5"]);
    expect(of(request("::ffff:203.0.113.5"))).toBe("203.0.113.5");
  });

  it("D16: gives no identity of its own to a nearest hop that is garbage or private", () => {
    const few = clientAddress(["loopback"], []);
    const hops = [
      "garbage",
      "",
      "unknown",
      "1.2.3",
      "0x7f.1",
      "0177.0.0.1",
      "256.1.1.1",
      "10.7.7.7",
      "192.168.3.4",
      "172.16.9.9",
      "169.254.8.8",
      "127.9.9.9",
      "100.64.1.1",
      "0.0.0.0",
      "255.255.255.255",
      "::",
      "::1",
      "fe80::1",
      "fd00::17",
      "::ffff:10.7.7.7",
      "2001:db8::1:80:443:1:1:1:1",
      "_hidden",
    ];
    for (const hop of hops) {
      if (!/^127|^::1$/.test(hop))
        expect([hop, few(request("127.0.0.1", `198.51.100.1, ${hop}`))]).toEqual([hop, "unknown"]);
      expect([hop, of(request("127.0.0.1", hop))]).toEqual([hop, "unknown"]);
    }
  });

  it("P24: believes no peer that is not trusted", () => {
    expect(of(request("203.0.113.5", "198.51.100.1"))).toBe("203.0.113.5");
  });

  it("I7: believes an edge with a public address only with the key that its owner's configuration adds", () => {
    const [key, next] = ["a1".repeat(32), "b2".repeat(32)];
    const cdn = clientAddress(["linklocal", "198.18.0.0/15"], [key, next]);
    const through = (given: string | undefined, forwarded: string, peer = "169.254.1.1") => {
      const asked = request(peer, forwarded);
      if (given !== undefined) asked.headers["x-edge-key"] = given;
      return cdn(asked);
    };
    for (const own of [key, next]) expect(through(own, "203.0.113.5, 198.18.0.7")).toBe("203.0.113.5");
    expect(through(key, "203.0.113.5", "198.18.0.7")).toBe("203.0.113.5");
    // Another customer of the same CDN, or whoever calls the function itself, is the edge, whatever it forwards.
    for (const wrong of [undefined, "", "x", key.slice(1), `${key},${next}`, key.toUpperCase()]) {
      expect([wrong, through(wrong, "203.0.113.5, 198.18.0.7")]).toEqual([wrong, "198.18.0.7"]);
      expect([wrong, through(wrong, "203.0.113.5", "198.18.0.7")]).toEqual([wrong, "198.18.0.7"]);
    }
    const keyless = clientAddress(["linklocal", "198.18.0.0/15"], []);
    expect(keyless(request("169.254.1.1", "203.0.113.5, 198.18.0.7"))).toBe("198.18.0.7");
    // The key is not a client's to give: it makes no other address trusted.
    expect(through(key, "192.0.2.1, 203.0.113.5")).toBe("203.0.113.5");
  });

  it("P24: believes nothing to the left of the first address that is not trusted", () => {
    const written = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.constantFrom("garbage", "127.0.0.1", "10.0.0.1", "unknown", "", "203.0.113.5:80", "::ffff:7f00:1"),
    );
    forAll([fc.array(written, { maxLength: 6 })], (left) => {
      expect(of(request("127.0.0.1", [...left, "203.0.113.5", "10.9.9.9"].join(", ")))).toBe("203.0.113.5");
    });
  });

  it("P24: never throws, whatever the header holds", () => {
    forAll([fc.string()], (header) => expect(typeof of(request("127.0.0.1", header))).toBe("string"));
    expect(of(request(undefined))).toBe("unknown");
  });
});
