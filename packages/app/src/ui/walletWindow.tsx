/** What the wallet's own window shows beside what the page says, for whoever wants to compare the two. */
export const WalletWindow = ({ text }: { text: string }) => (
  <details class="more-options">
    <summary>What your wallet's window shows</summary>
    <p class="note">{text}</p>
  </details>
);
