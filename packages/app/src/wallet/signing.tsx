/** Times in the purposes that the client names. */
const ISO_TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const localTime = (time: string) => new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** What the wallet is asked at this moment. */
export function Signing({ words }: { words: string }) {
  return (
    <p class="panel signing">
      <strong>Confirm in your wallet:</strong> {words.replace(ISO_TIME, localTime)}{" "}
      <span class="quiet">If you refuse, everything stays as it is.</span>
    </p>
  );
}
