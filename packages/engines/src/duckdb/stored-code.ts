import type { DuckDBConnection } from '@duckdb/node-api';
import { EngineError } from '../engine.ts';
import { FILE_FUNCTIONS, strangeFileName } from './file-names.ts';
import { FORBIDDEN_FUNCTIONS, FORBIDDEN_RELATIONS } from './forbidden-names.ts';
import { serialised } from './prepare-select.ts';
import { quoteText } from './quote.ts';

const CALLS = new RegExp(`\\b(?:${[...FORBIDDEN_FUNCTIONS].join('|')})\\b"?\\s*\\(`, 'i');
/** A call of a function that reads files, or a quoted name that may be that of a file. */
const MAY_NAME_FILES = new RegExp(
  `\\b(?:${[...FILE_FUNCTIONS].join('|')})\\b"?\\s*\\(|"[^"]*(?:[/\\\\~:]|\\.\\.)[^"]*"`,
  'i',
);
/** Lists in statements, including lists of file names, are calls of this function. */
const MAKES_LISTS = /^the macro list_value$/i;
const READS = new RegExp(`\\b(?:${[...FORBIDDEN_RELATIONS].join('|')})\\b`, 'i');

/**
 * Inspects objects of an attached database that run code when a statement names them: views, macros, computed columns.
 * Such a statement does not show their code. `enable_logging` from a macro ends the process. DuckDB prints each object
 * from its syntax tree, so that comments or formatting can hide nothing.
 *
 * @throws EngineError `forbidden`
 */
export async function requireHarmlessCode(
  control: DuckDBConnection,
  catalog: string,
  foreignFolder: string,
): Promise<void> {
  const where = `WHERE database_name = ${quoteText(catalog)}`;
  const result = await control.runAndReadAll(`
    SELECT 'the view ' || view_name, regexp_replace(sql, '^.*?\\sAS\\s', '', 's'), true FROM duckdb_views() ${where}
    UNION ALL SELECT 'the table ' || table_name, substr(sql, instr(sql, '(') + 1), false FROM duckdb_tables() ${where}
    UNION ALL SELECT 'the macro ' || function_name, macro_definition, true FROM duckdb_functions()
      ${where} AND macro_definition IS NOT NULL`);
  for (const [what, stored, mayQuery] of result.getRows()) {
    const code = String(stored);
    if (MAKES_LISTS.test(String(what))) throw forbidden(`${String(what)} of the database has the name of a function`);
    if (CALLS.test(code) || READS.test(code))
      throw forbidden(`${String(what)} of the database uses what may not be used`);
    if (mayQuery === true && MAY_NAME_FILES.test(code) && (await namesFiles(control, code, foreignFolder)))
      throw forbidden(`${String(what)} of the database reads files: make it a table, or a view in 'init'`);
  }
}

/** Code that cannot be inspected completely counts as reading files. */
async function namesFiles(control: DuckDBConnection, code: string, foreignFolder: string): Promise<boolean> {
  const tree = await serialised(control, `SELECT (${code.replace(/;\s*$/, '')})`);
  const isWhole = typeof tree === 'object' && tree !== null && 'error' in tree && tree.error === false;
  return !isWhole || strangeFileName(tree, foreignFolder) !== undefined;
}

function forbidden(reason: string): EngineError {
  return new EngineError('forbidden', new Error(reason));
}
