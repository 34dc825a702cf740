import { createContext, Fragment, type ComponentChildren } from "preact";
import { useContext, useMemo } from "preact/hooks";
import type { Token, Tokens } from "marked";
import { tokensOf } from "../lib/markdown";
import { listShares, tableShares } from "../lib/measures";
import { StrangersLink } from "./link";
import { Bar } from "./ratings";

/** Whether rankings and tables of numbers are drawn as bars, too. */
const HasBars = createContext(false);

/**
 * Markdown that a stranger wrote, as elements of this page: the parser's tokens are drawn one by one, so that no HTML
 * text is ever made. HTML in it is shown as the text that it is, pictures as links, and links with the host that they lead to.
 */
export function Markdown({ text, hasBars = false }: { text: string; hasBars?: boolean }) {
  const tokens = useMemo(() => tokensOf(text), [text]);
  return (
    <div class="prose untrusted" dir="auto">
      <HasBars.Provider value={hasBars}>
        {tokens ? <Blocks tokens={tokens} /> : <pre tabIndex={0}>{text}</pre>}
      </HasBars.Provider>
    </div>
  );
}

function Blocks({ tokens }: { tokens: readonly Token[] }) {
  return (
    <>
      {tokens.map((token, index) => (
        <Fragment key={index}>{drawn(token)}</Fragment>
      ))}
    </>
  );
}

function drawn(token: Token): ComponentChildren {
  const inner = () => ("tokens" in token && token.tokens ? <Blocks tokens={token.tokens} /> : plain(token));
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "paragraph":
      return <p>{inner()}</p>;
    // Below the headings of the page itself.
    case "heading":
      return <h3>{inner()}</h3>;
    case "strong":
      return <strong>{inner()}</strong>;
    case "em":
      return <em>{inner()}</em>;
    case "del":
      return <del>{inner()}</del>;
    case "br":
      return <br />;
    case "hr":
      return <hr />;
    case "blockquote":
      return <blockquote>{inner()}</blockquote>;
    case "codespan":
      return <code>{plain(token)}</code>;
    case "code":
      return (
        <pre tabIndex={0}>
          <code>{plain(token)}</code>
        </pre>
      );
    case "list":
      return <List {...(token as Tokens.List)} />;
    case "table":
      return <Table {...(token as Tokens.Table)} />;
    case "link":
    case "image": {
      const { href, text } = token as Tokens.Link;
      return (
        <StrangersLink href={href} text={text}>
          {inner()}
        </StrangersLink>
      );
    }
    case "text":
    case "escape":
      return inner();
    // HTML, and what a later version of the parser may know.
    default:
      return token.raw;
  }
}

function plain(token: Token): string {
  return "text" in token && typeof token.text === "string" ? token.text : token.raw;
}

function List({ ordered, start, items }: Tokens.List) {
  const shares = useContext(HasBars) ? listShares(items.map(({ text }) => text)) : null;
  const rows = items.map((item, index) => (
    <li key={index}>
      <Blocks tokens={item.tokens} />
      {shares?.[index] != null && <Bar share={shares[index]} />}
    </li>
  ));
  const look = shares ? "measured" : undefined;
  return ordered ? (
    <ol start={start === "" ? 1 : start} class={look}>
      {rows}
    </ol>
  ) : (
    <ul class={look}>{rows}</ul>
  );
}

function Table({ header, rows }: Tokens.Table) {
  const drawn = useContext(HasBars) ? tableShares(rows.map((row) => row.map(({ text }) => text))) : null;
  return (
    // A group: regions are places of the page, and a text may have several tables.
    <div class="wide" role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map(({ tokens, align }, index) => (
              <th scope="col" key={index} class={align === "right" ? "number" : undefined}>
                <Blocks tokens={tokens} />
              </th>
            ))}
            {drawn && (
              <th scope="col" class="drawn">
                <span class="unseen">Drawn as a bar</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map(({ tokens, align }, column) => (
                <td key={column} class={align === "right" ? "number" : undefined}>
                  <Blocks tokens={tokens} />
                </td>
              ))}
              {drawn && (
                <td class="drawn">{drawn.shares[index] != null && <Bar share={drawn.shares[index] ?? 0} />}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
