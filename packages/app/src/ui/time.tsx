import { useEffect, useState } from "preact/hooks";
import { clock } from "../api";
import type { Watched } from "../lib/standing";
import { duration, fromNow, nextTick } from "../lib/time";

const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZoneName: undefined });

const ofDay = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });

export const serviceNow = () => clock.at(Date.now());

/** The service's time, read again whenever what it is shown beside would change. */
function useNow(time: string): number {
  const [now, setNow] = useState(serviceNow);
  useEffect(() => {
    const timer = setTimeout(() => setNow(serviceNow()), nextTick(time, now));
    return () => clearTimeout(timer);
  }, [time, now]);
  return now;
}

/** How far a time is from now; the time itself where a pointer rests on it. */
export function Ago({ time }: { time: string }) {
  const now = useNow(time);
  return (
    <time dateTime={time} title={format.format(new Date(time))}>
      {fromNow(time, now)}
    </time>
  );
}

/** A day and time of the visitor's own time zone. */
export function At({ time }: { time: string }) {
  return <time dateTime={time}>{format.format(new Date(time))}</time>;
}

/** A time of today in the visitor's own time zone. */
export function TimeOfDay({ time }: { time: string }) {
  return <time dateTime={time}>{ofDay.format(new Date(time))}</time>;
}

/** When what is shown was read. */
export function AsOf({ ms }: { ms: number }) {
  return (
    <p class="note as-of">
      As of <TimeOfDay time={new Date(ms).toISOString()} />
    </p>
  );
}

const DAY_SECONDS = 86_400;

/** A deadline: its date, and on its last day what is left. Not a live region: it would be read out every second. */
export function Countdown({ until, who, what }: Watched) {
  const now = useNow(until);
  const seconds = (Date.parse(until) - now) / 1000;
  if (seconds <= 0) return <strong class="countdown over">The deadline has passed.</strong>;
  const isLong = seconds > DAY_SECONDS;
  return (
    <span class="countdown" role="timer">
      {who ?? (isLong ? "" : "for another")}{" "}
      <strong>{isLong ? `until ${format.format(new Date(until))}` : duration(seconds)}</strong>
      {what}
    </span>
  );
}
