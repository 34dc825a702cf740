/** On a developer's machine the monthly reports are made up, as real ones take months and many wallets. */
export function SampleNote() {
  if (!["127.0.0.1", "localhost"].includes(location.hostname)) return null;
  return (
    <p class="note">
      <strong>Sample data.</strong> In this demonstration the monthly reports are made up. All other numbers are counted
      from its tasks.
    </p>
  );
}
