import type { Named } from "../lib/names";
import { shortAddress } from "../lib/text";
import { walletPath } from "../paths";
import { useName } from "./names";
import { Untrusted } from "./untrusted";

const SIDE = 5;

/** A symmetric pattern from a text, the same each time: it tells wallets apart at a glance, and proves nothing. */
export function Avatar({ seed, size = 20 }: { seed: string; size?: number }) {
  const bits = hash(seed);
  const half = Math.ceil(SIDE / 2);
  const cells: { x: number; y: number }[] = [];
  for (let index = 0; index < half * SIDE; index++) {
    if (((bits >>> index) & 1) === 0) continue;
    const [x, y] = [index % half, Math.floor(index / half)];
    cells.push({ x, y });
    if (x !== SIDE - 1 - x) cells.push({ x: SIDE - 1 - x, y });
  }
  return (
    <svg class={`avatar hue-${(bits >>> 16) % 6}`} viewBox="-1 -1 7 7" width={size} height={size} aria-hidden="true">
      {cells.map(({ x, y }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width="1.02" height="1.02" />
      ))}
    </svg>
  );
}

/** FNV-1a, with its bits mixed once more: neighbouring texts look different. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

/** A wallet's avatar, the same wherever the wallet is shown. */
export function WalletAvatar({ address, size }: { address: string; size?: number }) {
  return <Avatar seed={useName(address)?.avatarSeed ?? address} {...(size !== undefined && { size })} />;
}

interface WalletNameProps {
  address: string;
  profile?: Named | undefined;
  /** Where a signature is about this wallet: the ends of an address can be made to look like another's. */
  isWhole?: boolean;
}

/** A wallet's name, if it has one, and always its address: only that is an identity. */
export function WalletName({ address, profile, isWhole = false }: WalletNameProps) {
  const name = useName(address, profile);
  return (
    <>
      <Avatar seed={name?.avatarSeed ?? address} />
      {name?.displayName && (
        <>
          <Untrusted text={name.displayName} />{" "}
        </>
      )}
      <span class={isWhole ? "address" : "address short"}>{isWhole ? address : shortAddress(address)}</span>
    </>
  );
}

/** The same, with the link to its record. */
export function WalletLink(props: WalletNameProps) {
  return (
    <a class="wallet" href={walletPath(props.address)} title={props.address}>
      <WalletName {...props} />
    </a>
  );
}
