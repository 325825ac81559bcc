import { type DuckDBConnection, type DuckDBPreparedStatement, StatementType } from '@duckdb/node-api';
import { EngineError } from '../engine.ts';
import { strangeFileName } from './file-names.ts';
import { FORBIDDEN_FUNCTIONS, FORBIDDEN_RELATIONS } from './forbidden-names.ts';

const SUSPECT = new RegExp(`\\b(?:${[...FORBIDDEN_FUNCTIONS, ...FORBIDDEN_RELATIONS].join('|')})\\b`, 'i');

/** Numbers that DuckDB writes and JSON does not have, of constants such as 1e400; and the texts that may have such words. */
const NUMBER_OR_TEXT = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?(?:Infinity|NaN)/g;

/** DuckDB rewrites PRAGMA and SHOW into SELECT before it reports the type of a statement. */
const BEGINS_AS_QUERY = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:\(|(?:select|with|from|values|table)\b)/i;

/**
 * Prepares `text` if it is one SELECT that calls nothing forbidden.
 *
 * A function can be called only if its name is in the text, so a text without these names is not parsed twice. For
 * other texts, DuckDB's own parser tells whether the name is a call or only a column.
 *
 * @param foreignFolder the only folder that names of files may begin with; absent: the sandbox alone decides
 * @throws EngineError `forbidden`; the driver's own error when the text does not compile
 */
export async function prepareSelect(
  connection: DuckDBConnection,
  text: string,
  foreignFolder?: string,
): Promise<DuckDBPreparedStatement> {
  if (text.includes('\0')) throw new EngineError('statement', new Error('the driver would cut the text at its NUL'));
  if (!BEGINS_AS_QUERY.test(text)) throw forbidden('only SELECT statements may run');
  if (foreignFolder !== undefined || SUSPECT.test(text)) await requireHarmless(connection, text, foreignFolder);
  const prepared = await connection.prepare(text).catch(async (error: unknown) => {
    const count = await countStatements(connection, text);
    if (count > 1) throw forbidden(`${count} statements where only one is allowed`);
    throw error;
  });
  if (prepared.statementType !== StatementType.SELECT) {
    prepared.destroySync();
    throw forbidden('only SELECT statements may run');
  }
  return prepared;
}

async function countStatements(connection: DuckDBConnection, text: string): Promise<number> {
  try {
    return (await connection.extractStatements(text)).count;
  } catch {
    return 0; // invalid SQL: `prepare` has thrown the reason
  }
}

async function requireHarmless(
  connection: DuckDBConnection,
  text: string,
  foreignFolder: string | undefined,
): Promise<void> {
  const tree = await serialised(connection, text);
  const name = forbiddenName(tree);
  if (name !== undefined) throw forbidden(`${name} may not be used`);
  const file = foreignFolder === undefined ? undefined : strangeFileName(tree, foreignFolder);
  if (file !== undefined)
    throw forbidden(`${file} may not be read: write names of files as texts, relative to the project, without '..'`);
}

/** A database may bring a macro of the same name as a function, but nothing in the catalog `system`. */
export async function serialised(connection: DuckDBConnection, text: string): Promise<unknown> {
  const serialise = 'SELECT CAST(system.main.json_serialize_sql(CAST($1 AS VARCHAR)) AS VARCHAR)';
  const result = await connection.runAndReadAll(serialise, [text]);
  return JSON.parse(
    String(result.getRows()[0]?.[0]).replaceAll(NUMBER_OR_TEXT, (found) => (found[0] === '"' ? found : 'null')),
  );
}

/** Searches DuckDB's serialised statement. A text that DuckDB cannot serialise is not a SELECT and fails later. */
function forbiddenName(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  for (const [key, value] of Object.entries(node)) {
    const names =
      key === 'function_name' ? FORBIDDEN_FUNCTIONS : key === 'table_name' ? FORBIDDEN_RELATIONS : undefined;
    if (names !== undefined && typeof value === 'string' && names.has(value.toLowerCase())) return value;
    const inside = forbiddenName(value);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function forbidden(reason: string): EngineError {
  return new EngineError('forbidden', new Error(reason));
}
