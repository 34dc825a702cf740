type Answer = Record<string, unknown>;

/** A `fetch` whose answers of one path are changed on the way, status and headers kept: a service that lies. */
export function lyingFetch(path: string, lie: (answer: Answer) => unknown): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (new URL(urlOf(input)).pathname !== path) return response;
    const answer = (await response.json()) as Answer;
    const { status } = response;
    return new Response(JSON.stringify(lie(answer)), { status, headers: { "content-type": "application/json" } });
  };
}

/** A `fetch` that lets the request through and loses the answer as often as it is told to. */
export function losingFetch(isLost: (path: string, body: Answer) => boolean): typeof fetch {
  return async (input, init) => {
    const body = input instanceof Request && input.method === "POST" ? ((await input.clone().json()) as Answer) : {};
    const response = await fetch(input, init);
    if (isLost(new URL(urlOf(input)).pathname, body)) throw new TypeError("the connection was reset");
    return response;
  };
}

/** A `fetch` whose paid answers arrive spoilt, as often as it is told to, status and headers kept. */
export function spoilingFetch(spoilt: () => ((text: string) => string) | null): typeof fetch {
  return async (input, init) => {
    const isRedemption =
      input instanceof Request && input.method === "POST" && (await input.clone().text()).includes('"txHash"');
    const response = await fetch(input, init);
    const spoil = spoilt();
    if (!isRedemption || !response.ok || !spoil) return response;
    const { status, headers } = response;
    return new Response(spoil(await response.text()), { status, headers });
  };
}

function urlOf(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : String(input);
}
