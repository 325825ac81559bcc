import { EngineError, type Statement, type StatementParam } from '../engine.ts';

/** A text that the server runs, and where the text of the statement stands in it. */
export interface SentText {
  readonly text: string;
  /** The offset in the statement of a place that the server names: line and column count from 1. */
  offsetOf(line: number, column: number): number | undefined;
}

/** Length above which the server refuses a text: `query.max-length`, by default. */
const mostCharacters = 1_000_000;
const before = 'EXECUTE IMMEDIATE ';

/**
 * Writes a statement with its values as one text. The statement casts each value to its type, so values are texts,
 * booleans, and NULL without a type.
 *
 * @throws EngineError `resource` for a text that is too long for the server
 */
export function sentText({ text, params }: Pick<Statement, 'text' | 'params'>): SentText {
  const hasParams = params.length > 0;
  const sent = hasParams ? `${before}${textLiteral(text)} USING ${params.map(literal).join(', ')}` : text;
  if (sent.length > mostCharacters) {
    const reason = `the statement has ${sent.length} characters with its values, and the server takes ${mostCharacters}`;
    throw new EngineError('resource', new Error(reason));
  }
  // The first line of the statement is moved by the text before it and a quote, the others are not.
  const moved = hasParams ? before.length + 1 : 0;
  return { text: sent, offsetOf: (line, column) => offsetIn(text, line, line === 1 ? column - moved : column) };
}

function literal(param: StatementParam): string {
  if (param === null) return 'NULL';
  return typeof param === 'boolean' ? String(param) : textLiteral(param);
}

export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * @param column in characters, not in UTF-16 units
 * @returns `undefined` for a place outside the statement, such as in its values
 */
function offsetIn(text: string, line: number, column: number): number | undefined {
  let start = 0;
  for (let current = 1; current < line; current += 1) {
    start = text.indexOf('\n', start) + 1;
    if (start === 0) return undefined;
  }
  let offset = start;
  for (let current = 1; current < column; current += 1) offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return column >= 1 && offset < text.length ? offset : undefined;
}
