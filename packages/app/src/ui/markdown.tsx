import { Fragment, type ComponentChildren } from "preact";
import { Lexer, type Token, type Tokens } from "marked";
import { StrangersLink } from "./link";

/**
 * Markdown that a stranger wrote, as elements of this page: the parser's tokens are drawn one by one, so that no HTML
 * text is ever made. HTML in it is shown as the text that it is, pictures as links, and links with the host that they lead to.
 */
export function Markdown({ text }: { text: string }) {
  return (
    <div class="prose untrusted" dir="auto">
      <Blocks tokens={new Lexer({ gfm: true }).lex(text)} />
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
      return list(token as Tokens.List);
    case "table":
      return table(token as Tokens.Table);
    case "link":
    case "image":
      return <StrangersLink href={(token as Tokens.Link).href}>{inner()}</StrangersLink>;
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

function list({ ordered, start, items }: Tokens.List) {
  const rows = items.map((item, index) => (
    <li key={index}>
      <Blocks tokens={item.tokens} />
    </li>
  ));
  return ordered ? <ol start={start === "" ? 1 : start}>{rows}</ol> : <ul>{rows}</ul>;
}

function table({ header, rows }: Tokens.Table) {
  return (
    <div class="wide" role="region" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map(({ tokens }, index) => (
              <th scope="col" key={index}>
                <Blocks tokens={tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map(({ tokens }, column) => (
                <td key={column}>
                  <Blocks tokens={tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
