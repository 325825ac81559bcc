import { Lexer, Source, TokenKind } from 'graphql';
import { refusal } from './planning-limits.ts';

/** More than any request of a person; a limit on bytes comes before it. */
const mostTokens = 5_000;
/** Brackets within brackets: fields nest, and conditions in their arguments. */
const mostDepth = 100;
const mostFragments = 50;

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Reads the words of a document, and refuses what would cost too much to parse or to validate.
 *
 * @throws GraphQLError
 */
export function scanTokens(query: string): void {
  const lexer = new Lexer(new Source(query));
  let depth = 0;
  let fragments = 0;
  for (let count = 0; ; count += 1) {
    const { kind, value } = lexer.advance();
    if (kind === TokenKind.EOF) return;
    if (count >= mostTokens) throw refusal(`The document has more than ${mostTokens} tokens`);
    if (opening.has(kind)) depth += 1;
    else if (closing.has(kind)) depth -= 1;
    else if (depth === 0 && kind === TokenKind.NAME && value === 'fragment') fragments += 1;
    if (depth > mostDepth) throw refusal(`Brackets are nested deeper than ${mostDepth}`);
    if (fragments > mostFragments) throw refusal(`More than ${mostFragments} fragments are defined`);
  }
}

/** @param value of variables @throws GraphQLError where it is nested deeper than a document may be */
export function checkDepth(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > mostDepth) throw refusal(`Variables are nested deeper than ${mostDepth}`);
  for (const inner of Object.values(value)) checkDepth(inner, depth + 1);
}
