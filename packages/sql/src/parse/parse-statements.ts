import type { SqlStatement } from '../syntax/index.ts';
import { readExpression } from './read-expression.ts';
import { readQuery } from './read-query.ts';
import { readStatement } from './read-statement.ts';
import { type NodeFields, fieldsOf, isFields, listOf, numberOf, type ParseContext } from './reading.ts';
import { asPostgresWrites } from './foreign-words.ts';
import { withSetUser } from './set-user.ts';
import { StatementText } from './source.ts';
import { withoutComments } from './tokens.ts';
import { refuseSyntax, type SyntaxRefusal } from './syntax-refusal.ts';

/** Bytes of a text, in UTF-8. */
export const mostTextBytes = 1024 * 1024;
/** Levels of expressions, queries and joins within each other. */
const mostLevels = 1000;

export type Parsed =
  | { readonly kind: 'parsed'; readonly statements: readonly SqlStatement[] }
  | {
      readonly kind: 'refused';
      readonly refusal: SyntaxRefusal;
      /** Whether the grammar ran out of stack in this thread: then the thread must not parse again. */
      readonly isSpent: boolean;
    };

/** Takes all statements of a text; an empty one has none. */
export type Parse = (text: string) => Parsed;

/**
 * Loads PostgreSQL's grammar, which takes some 20 ms. One thread of a process may do so, and the others ask that one:
 * Node can crash when several compile the same module.
 */
export async function loadParse(): Promise<Parse> {
  const { loadModule, parseSync } = await import('libpg-query');
  await loadModule();
  return (text) => parse(parseSync, text);
}

function parse(grammar: (text: string) => unknown, text: string): Parsed {
  const wrong = unreadable(text);
  if (wrong) return { kind: 'refused', refusal: wrong, isSpent: false };
  const { text: taken, users } = withSetUser(withoutComments(text));
  const written = asPostgresWrites(taken);
  if (written.trim() === '') return { kind: 'parsed', statements: [] };
  try {
    const tree = fieldsOf(grammar(written));
    return { kind: 'parsed', statements: readStatements(tree, new StatementText(text, written), users) };
  } catch (error) {
    return { kind: 'refused', refusal: refusalOf(text, written, error), isSpent: error instanceof RangeError };
  }
}

function unreadable(text: string): SyntaxRefusal | undefined {
  if (Buffer.byteLength(text) > mostTextBytes)
    return refuseSyntax(text, 0, `a text may have ${mostTextBytes} bytes`, 'sql.too-large');
  const nul = text.indexOf('\0');
  if (nul !== -1) return refuseSyntax(text, nul, 'a text may not hold the character U+0000', 'sql.characters');
  if (text.isWellFormed()) return undefined;
  const lone = /\p{Cs}/u.exec(text)?.index ?? 0;
  return refuseSyntax(text, lone, 'half of a surrogate pair stands alone', 'sql.characters');
}

class TooDeep extends Error {}

function readStatements(tree: NodeFields, source: StatementText, users: ReadonlySet<number>): readonly SqlStatement[] {
  let levels = 0;
  const within = <T>(read: () => T, deeper = 1): T => {
    if (levels + deeper > mostLevels) throw new TooDeep();
    levels += deeper;
    try {
      return read();
    } finally {
      levels -= deeper;
    }
  };
  const reading: ParseContext = {
    source,
    within,
    expression: (node) => within(() => readExpression(reading, node)),
    query: (select, from, to) => within(() => readQuery(reading, select, from, to)),
  };
  return listOf(tree['stmts']).map((each) => {
    const begin = numberOf(each['stmt_location']);
    const length = numberOf(each['stmt_len']); // absent for the last one
    const from = source.indexAt(source.offset(begin));
    const to = length > 0 ? source.indexAt(source.offset(begin + length)) : source.tokens.length;
    const statement = readStatement(reading, { node: fieldsOf(each['stmt']), from, to });
    return statement.kind === 'set' && users.has(statement.start) ? { ...statement, name: 'user' } : statement;
  });
}

const tooDeep = (text: string) => refuseSyntax(text, 0, `a statement may be ${mostLevels} levels deep`, 'sql.too-deep');

/** @param written as the grammar was given it */
function refusalOf(text: string, written: string, error: unknown): SyntaxRefusal {
  if (error instanceof TooDeep || error instanceof RangeError) return tooDeep(text);
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith('memory exhausted')) return tooDeep(text);
  const details = isFields(error) ? error['sqlDetails'] : undefined;
  if (!isFields(details)) throw error;
  return refuseSyntax(text, offsetOf(written, numberOf(details['cursorPosition'])), message);
}

/** @param character as the grammar counts them: a pair of surrogates is one */
function offsetOf(text: string, character: number): number {
  let offset = 0;
  for (let rest = character; rest > 0 && offset < text.length; rest -= 1)
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return offset;
}
