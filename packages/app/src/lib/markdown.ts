import { Lexer, type Token, type TokensList } from "marked";

/** A passage with more marks than this, and what lies deeper, is shown as it is typed: parsing it takes seconds. */
const MAX_MARKS = 300;
const MAX_DEPTH = 20;
const DEEP_QUOTE = /^(?:[ \t]*>){50}/m;

class BoundedLexer extends Lexer {
  private depth = 0;

  override blockTokens(text: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(text: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(text: string, tokens: Token[] = [], isClipped?: boolean): Token[] {
    if (this.depth >= MAX_DEPTH) return asTyped(text, tokens);
    this.depth++;
    try {
      return super.blockTokens(text, tokens, isClipped);
    } finally {
      this.depth--;
    }
  }

  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    const marks = text.match(/[*_~`[]/g)?.length ?? 0;
    return marks > MAX_MARKS ? asTyped(text, tokens) : super.inlineTokens(text, tokens);
  }
}

function asTyped(text: string, tokens: Token[]): Token[] {
  tokens.push({ type: "text", raw: text, text });
  return tokens;
}

/** The tokens of a stranger's Markdown; null for a text that cannot be parsed. */
export function tokensOf(text: string): readonly Token[] | null {
  if (DEEP_QUOTE.test(text)) return null;
  try {
    return new BoundedLexer({ gfm: true, breaks: true }).lex(text);
  } catch {
    return null;
  }
}

/** Whether a text has signs that Markdown may take away: a reader then needs it as typed, too. */
export const hasMarks = (text: string): boolean => /[*_~`#|\\[\]<>]/.test(text);
