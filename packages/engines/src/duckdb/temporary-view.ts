/** A statement that creates a temporary view, in two parts. */
export interface TemporaryView {
  /** Up to and including the word AS. */
  readonly head: string;
  /** The selected query, which the engine inspects. */
  readonly query: string;
}

const name = String.raw`(?:[A-Za-z_]\w*|"(?:[^"]|"")+")`;
const statement = new RegExp(
  String.raw`^\s*(create\s+(?:or\s+replace\s+)?temp(?:orary)?\s+view\s+(?:if\s+not\s+exists\s+)?${name}` +
    String.raw`\s*(?:\(\s*${name}(?:\s*,\s*${name})*\s*\)\s*)?\bas\b)([\s\S]+)$`,
  'i',
);

/** Literals, names and comments: a semicolon inside them ends nothing. */
const opaque =
  /[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$/g;

/** @returns `undefined` for a statement of another form, and for more than one statement where that is visible */
export function readTemporaryView(text: string): TemporaryView | undefined {
  const [, head, query] = statement.exec(text) ?? [];
  if (head === undefined || query === undefined) return undefined;
  return /;\s*\S/.test(query.replaceAll(opaque, '')) ? undefined : { head, query };
}
