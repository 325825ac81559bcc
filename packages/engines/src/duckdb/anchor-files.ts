import { quoteText } from './quote.ts';

/** Splits a statement into tokens; comments are tokens too. */
export const SQL_TOKEN =
  /[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|[A-Za-z_][\w$]*|[\d.]+|[^\s]/g;
const MAY_NAME_FILES = /\b(?:from|join)\s*'|\b(?:read_\w+|parquet_\w+|glob|sniff_csv)\s*\(/i;
const READS_FILES = /^(?:read_\w+|parquet_\w+|glob|sniff_csv)$/;
const RELATIVE_FILE = /^(?![/\\]|\w+:)(?=.*[./])/s;

/**
 * Makes relative file names absolute, below `directory`. DuckDB resolves them against the working
 * directory of the process, which several projects share.
 *
 * Touches text literals only where SQL can only mean a file: after FROM and JOIN, and as what a reading
 * function reads (`read_csv('data/a.csv')`, `read_parquet(['data/a.parquet', ...])`).
 */
export function anchorFiles(text: string, directory: string): string {
  if (!MAY_NAME_FILES.test(text)) return text;
  const open: { readonly token: string; readonly holdsFiles: boolean }[] = [];
  let [previous, beforePrevious] = ['', ''];
  return text.replace(SQL_TOKEN, (token) => {
    if (token.startsWith('--') || token.startsWith('/*')) return token;
    const isFile = token.startsWith("'") && standsForFile(previous, beforePrevious, open.at(-1));
    if (token === '(') open.push({ token, holdsFiles: READS_FILES.test(previous) });
    if (token === '[') open.push({ token, holdsFiles: previous === '(' && open.at(-1)?.holdsFiles === true });
    if (token === '{') open.push({ token, holdsFiles: false });
    if (token === ')' || token === ']' || token === '}') open.pop();
    [previous, beforePrevious] = [token.toLowerCase(), previous];
    return isFile ? anchored(token, directory) : token;
  });
}

function standsForFile(
  previous: string,
  beforePrevious: string,
  inside: { readonly token: string; readonly holdsFiles: boolean } | undefined,
) {
  if (previous === 'join') return true;
  if (previous === 'from') return beforePrevious !== 'distinct';
  if (inside?.holdsFiles !== true) return false;
  return previous === inside.token || (inside.token === '[' && previous === ',');
}

function anchored(literal: string, directory: string): string {
  const name = literal.slice(1, -1).replaceAll("''", "'");
  return RELATIVE_FILE.test(name) ? quoteText(`${directory}/${name}`) : literal;
}
