import { useEffect, useRef, useState } from "preact/hooks";
import { FORMATS, type Format } from "../../../../../functions/src/domain/statement/part";
import { partFrom, partsOf, progressText, sizeText, type DownloadProgress } from "../../lib/download";
import { draftName } from "../../lib/drafts";
import { FORMAT_NAMES } from "../../lib/statement";
import { count } from "../../lib/text";
import { Failure } from "../states";
import { useAbout } from "../useAbout";
import { useDraft } from "../useDraft";
import { errorOf } from "../useData";

interface DownloadsProps {
  /** How many rows match. */
  rows: number;
  wallet: string;
  /** Of the wallet's profile, printed where none is typed. */
  legalName: string | null;
  fetchPart: (format: Format, cursor: string | null, recipient: string, send: typeof fetch) => Promise<Response>;
}

interface Running {
  format: Format;
  progress: DownloadProgress;
}

/** What most people come for. */
const MAIN: Format = "pdf";
/** No byte for so long, and a download counts as stuck. */
const STUCK_MS = 60_000;

/** The rows as files, part by part; a part that fails is tried again, and those before it stay. */
export function Downloads({ rows, wallet, legalName, fetchPart }: DownloadsProps) {
  const about = useAbout();
  const recipient = useDraft(draftName(wallet, "legal name"));
  const [running, setRunning] = useState<Running | null>(null);
  const [failed, setFailed] = useState<{ error: Error; retry: () => void } | null>(null);
  const [saved, setSaved] = useState("");
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const download = async (format: Format, cursor: string | null = null, from = 1) => {
    const of = partsOf(format, rows);
    const control = new AbortController();
    stop.current = control;
    let part = from;
    let at = cursor;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (bytes: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => control.abort(new Error("Nothing arrived for a minute. Try again.")), STUCK_MS);
      setRunning({ format, progress: { part, of, bytes } });
    };
    setFailed(null);
    setSaved("");
    try {
      for (; ; part++) {
        show(0);
        const response = await fetchPart(format, at, recipient.text.trim(), (request) =>
          fetch(request, { signal: control.signal }),
        );
        const { filename, blob, nextCursor } = await partFrom(response, show);
        save(filename, blob);
        setSaved(`${filename} is in your downloads (${sizeText(blob.size)}).`);
        if (nextCursor === null) break;
        at = nextCursor;
      }
    } catch (problem) {
      if (!control.signal.aborted || control.signal.reason instanceof Error)
        setFailed({ error: reasonOf(problem, control.signal), retry: () => void download(format, at, part) });
    } finally {
      clearTimeout(timer);
      setRunning(null);
    }
  };

  const button = (format: Format) => (
    <button
      key={format}
      type="button"
      class={format === MAIN ? undefined : "plain"}
      aria-disabled={running !== null}
      onClick={() => void (running === null && download(format))}
    >
      {FORMAT_NAMES[format]}
    </button>
  );
  return (
    <section class="downloads" aria-labelledby="downloads">
      <h2 id="downloads">Download</h2>
      <p>
        {count(rows, "movement")}, each a payment in or out. The PDF has one row for each settled task and each answer.
        {FORMATS.some((format) => partsOf(format, rows) > 1) && " Large files come in parts."}
      </p>
      <label class="recipient" for="recipient">
        <span>Legal name on PDFs (optional)</span>
        <input
          id="recipient"
          value={recipient.text}
          maxLength={200}
          autocomplete="organization"
          placeholder={legalName ?? ""}
          aria-describedby="recipient-means"
          onInput={({ currentTarget }) => recipient.type(currentTarget.value)}
        />
      </label>
      <p id="recipient-means" class="note">
        {legalName === null
          ? "Kept in this browser only. Save it in Settings to use it everywhere; only you see it."
          : `Without one, PDFs name ${legalName}, as your profile does.`}
      </p>
      {about && (
        <p class="note">
          {about.fiatCurrency === null
            ? "Amounts are in USDC."
            : `Amounts are in USDC and in ${about.fiatCurrency}, at each day's rate.`}
        </p>
      )}
      <p class="actions">{button(MAIN)}</p>
      <details>
        <summary>Other formats</summary>
        <div class="actions">{FORMATS.filter((format) => format !== MAIN).map(button)}</div>
      </details>
      <div role="status" class="download-state">
        {running && <p class="waiting">{progressText(running.progress)}</p>}
        {!running && saved && <p>{saved}</p>}
      </div>
      {running && (
        <p class="actions">
          <progress
            aria-label="Download"
            max={running.progress.of}
            value={running.progress.of > 1 ? running.progress.part - 1 : undefined}
          />
          <button type="button" class="plain" onClick={() => stop.current?.abort("stopped")}>
            Stop
          </button>
        </p>
      )}
      {failed && <Failure error={failed.error} retry={failed.retry} />}
    </section>
  );
}

function reasonOf(problem: unknown, { aborted, reason }: AbortSignal): Error {
  if (aborted && reason instanceof Error) return reason;
  return problem instanceof TypeError
    ? new Error("The download was cut off. Check your connection, then try again.")
    : errorOf(problem);
}

/** Hands a file to the browser's downloads. */
function save(filename: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  // Browsers read it soon after the click; none says when.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
