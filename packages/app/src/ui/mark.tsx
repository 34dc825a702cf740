/** The mark of this service: two arches that meet, and what is held between them. */
export function Brand() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect class="brand-ground" width="32" height="32" rx="8" />
      <path class="brand-arches" d="M7 24v-8.5a4.5 4.5 0 0 1 9 0V24m0-8.5a4.5 4.5 0 0 1 9 0V24" />
      <circle class="brand-coin" cx="20.5" cy="22.5" r="2.5" />
    </svg>
  );
}

export type Tone = "good" | "wait" | "bad" | "open" | "over";

/** Each tone has its own sign, so that no meaning depends on colour. */
const SIGNS: Readonly<Record<Tone, string>> = {
  good: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1m3.5 4.4L7 9.9 4.9 7.8l-1 1L7 11.9l5.5-5.5z",
  wait: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1m0 1.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M7.3 4h1.5v3.8l2.5 1.5-.8 1.2-3.2-2z",
  bad: "M8 1.5 15.5 14H.5zM7.2 6v4h1.6V6zm0 5v1.6h1.6V11z",
  open: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1m0 1.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11",
  over: "M2 7.2h12v1.6H2z",
};

export function Sign({ tone }: { tone: Tone }) {
  return (
    <svg class="sign" viewBox="0 0 16 16" aria-hidden="true" fill="currentColor">
      <path fill-rule="evenodd" d={SIGNS[tone]} />
    </svg>
  );
}

/** A state in a word. */
export function Pill({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span class={`pill ${tone}`}>
      <Sign tone={tone} />
      {children}
    </span>
  );
}
