import type { DuckDBConnection } from '@duckdb/node-api';
import { EngineError } from '../engine.ts';
import { FORBIDDEN_FUNCTIONS, FORBIDDEN_RELATIONS } from './forbidden-names.ts';
import { quoteText } from './quote.ts';

const CALLS = new RegExp(`\\b(?:${[...FORBIDDEN_FUNCTIONS].join('|')})\\b"?\\s*\\(`, 'i');
const READS = new RegExp(`\\b(?:${[...FORBIDDEN_RELATIONS].join('|')})\\b`, 'i');

/**
 * Looks at what an attached database brings that runs when it is named: views, macros, computed columns. A statement that
 * names one does not show what is in it. `enable_logging` from a macro ends the process.
 *
 * DuckDB prints each from its tree, so that nothing hides behind comments or the way it was written.
 *
 * @throws EngineError `forbidden`
 */
export async function requireHarmlessCode(control: DuckDBConnection, catalog: string): Promise<void> {
  const where = `WHERE database_name = ${quoteText(catalog)}`;
  const result = await control.runAndReadAll(`
    SELECT 'the view ' || view_name, regexp_replace(sql, '^.*?\\sAS\\s', '', 's') FROM duckdb_views() ${where}
    UNION ALL SELECT 'the table ' || table_name, substr(sql, instr(sql, '(') + 1) FROM duckdb_tables() ${where}
    UNION ALL SELECT 'the macro ' || function_name, macro_definition FROM duckdb_functions()
      ${where} AND macro_definition IS NOT NULL`);
  for (const [what, code] of result.getRows()) {
    if (CALLS.test(String(code)) || READS.test(String(code))) {
      throw new EngineError('forbidden', new Error(`${String(what)} of the database uses what may not be used`));
    }
  }
}
