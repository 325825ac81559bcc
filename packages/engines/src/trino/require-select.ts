import { forbidden, is, isName, type StatementWord } from '../statement-words.ts';
import { readWords } from './statement-words.ts';
import { tableNames } from './table-names.ts';

const READING = ['select', 'with', 'values', 'table'];
/** The catalog of the cluster itself: statements of others, nodes, settings. */
const SERVER_CATALOG = 'system';
/** The other views of `information_schema` show rights and roles. */
const DESCRIBING_VIEWS = ['columns', 'schemata', 'tables', 'views'];

interface TextFacts {
  /** Whether a user wrote the text, see `Statement`. */
  readonly isOfUser: boolean | undefined;
  /** Catalog of plain names. */
  readonly catalog: string;
}

/**
 * Requires a SELECT. The protocol takes one statement at a time, and in Trino's grammar a query writes nothing. Functions
 * of catalogs, which are called by their qualified name, are refused: some hand a text to the system behind the catalog,
 * which may be any statement. A user's text names tables of the source's own catalog only.
 *
 * @throws EngineError `forbidden`
 */
export function requireSelect(text: string, { isOfUser = false, catalog }: TextFacts): void {
  const words = readWords(text);
  const first = words.find((word) => !is(word, '('));
  if (!first || first.isQuoted || !READING.includes(first.text)) throw forbidden('only SELECT statements are run');
  const found = qualifiedCall(words) ?? (isOfUser ? reachOf(words) : undefined);
  if (found !== undefined) throw forbidden(`${found} may not be used`);
  if (!isOfUser) return;
  if (catalog.toLowerCase() === SERVER_CATALOG) throw forbidden(`${catalog} may not be used`);
  const elsewhere = tableNames(words).find(([first, , table]) => table !== undefined && !isSame(first, catalog));
  if (elsewhere !== undefined)
    throw forbidden(`${elsewhere.join('.')} is outside the catalog ${catalog}, and may not be used`);
}

function qualifiedCall(words: readonly StatementWord[]): string | undefined {
  return words.find((_, at) => is(words[at - 1], '.') && isName(words[at]) && is(words[at + 1], '('))?.text;
}

/** The first thing that a user's text may not name. */
function reachOf(words: readonly StatementWord[]): string | undefined {
  for (const [at, word] of words.entries()) {
    const [next, afterNext] = [words[at + 1], words[at + 2]];
    if (is(word, 'table') && is(next, '(')) return 'TABLE()'; // a function that makes rows
    if (is(word, 'with') && isSetting(next, afterNext)) return next?.text;
    if (!is(next, '.')) continue;
    const name = word.text.toLowerCase();
    if (name === SERVER_CATALOG) return name;
    if (name === 'information_schema' && !DESCRIBING_VIEWS.includes(afterNext?.text.toLowerCase() ?? '')) {
      return `${name}.${afterNext?.text ?? ''}`;
    }
  }
  return undefined;
}

/** `WITH SESSION` sets limits of the statement, and `WITH FUNCTION` brings code; a query may be called so, too. */
function isSetting(word: StatementWord | undefined, next: StatementWord | undefined): boolean {
  return (is(word, 'session') || is(word, 'function')) && !is(next, 'as') && !is(next, '(');
}

/** Trino compares names without case. */
function isSame(name: string | undefined, other: string): boolean {
  return name?.toLowerCase() === other.toLowerCase();
}
