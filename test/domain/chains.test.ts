import { getAddress } from "ethers";
import { BASE, chainNamed, chainOf, CHAINS, tokenAt, tokenDomain } from "../../functions/src/domain/chains";

describe("the table of chains", () => {
  it.each(CHAINS)("is consistent in itself: $name", (chain) => {
    expect(chain.caip2).toBe(`eip155:${chain.id}`);
    expect(new URL(chain.explorer).href).toBe(`${chain.explorer}/`);
    expect(chain.tokens).toContain(chain.usdc);
    const addresses = [chain.agentRegistry, chain.reputationRegistry, ...chain.tokens.map(({ address }) => address)];
    expect(addresses).toEqual(addresses.map((address) => getAddress(address.toLowerCase())));
    for (const { address, name, version } of chain.tokens) {
      expect(tokenDomain(chain.id, address)).toEqual({ name, version, chainId: chain.id, verifyingContract: address });
    }
  });

  it("names each chain once", () => {
    expect(new Set(CHAINS.map(({ id }) => id)).size).toBe(CHAINS.length);
    expect(new Set(CHAINS.map(({ x402Name }) => x402Name)).size).toBe(CHAINS.length);
  });

  it("finds a chain by its setting: Base where nothing is set, nothing for another text", () => {
    expect(chainNamed(undefined)).toBe(BASE);
    for (const chain of CHAINS) expect(chainNamed(String(chain.id))).toBe(chain);
    for (const text of ["", "0x2105", " 8453", "08453", "base", "1"])
      expect([text, chainNamed(text)]).toEqual([text, null]);
  });

  it("throws for a chain or a token that is not in it", () => {
    expect(() => chainOf(1)).toThrow("no chain 1 in the table");
    expect(() => tokenAt(84_532, BASE.usdc.address)).toThrow("in the table of chain 84532");
  });
});
