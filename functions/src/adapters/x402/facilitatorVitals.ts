export interface FacilitatorVitalsOptions {
  url: string;
  token: string | null;
  fetch: typeof fetch;
  nowMs: () => number;
}

const TIMEOUT_MS = 1_200;
/** Checked rarely, because it is a third party and each payment shows its state anyway. */
const WELL_FOR_MS = 30_000;
const ILL_FOR_MS = 5_000;

/** Whether the facilitator answers `GET /supported`. The result is cached, and concurrent callers share one request. */
export function facilitatorVitals({ url, token, fetch, nowMs }: FacilitatorVitalsOptions): () => Promise<boolean> {
  let last: { answer: Promise<boolean>; until: number } | null = null;
  return () => {
    if (last && nowMs() < last.until) return last.answer;
    const asked = { answer: isReachable(), until: nowMs() + WELL_FOR_MS };
    last = asked;
    void asked.answer.then((isWell) => {
      if (!isWell) asked.until = nowMs() + ILL_FOR_MS;
    });
    return asked.answer;
  };

  async function isReachable(): Promise<boolean> {
    try {
      const response = await fetch(`${url}/supported`, {
        headers: token ? { authorization: `Bearer ${token}` } : {},
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: "error",
      });
      await response.body?.cancel();
      return response.status < 500;
    } catch {
      return false;
    }
  }
}
