import { useAbout } from "./useAbout";

/** Who runs this service, at the foot of each page. */
export function OperatorLine() {
  const operator = useAbout()?.operator;
  const { name = null, contact = null, termsUrl = null, privacyUrl = null } = operator ?? {};
  const links = [
    ["Contact", contact === null || contact.startsWith("https:") ? contact : `mailto:${contact}`],
    ["Terms", termsUrl],
    ["Privacy", privacyUrl],
  ] as const;
  return (
    <p>
      {name === null ? "Rewards and stakes are held by a contract, not by this service." : `Run by ${name}.`}
      {links.map(([label, href]) => href !== null && [" ", <a href={href}>{label}</a>])}
    </p>
  );
}
