import type { DuckDBConnection } from '@duckdb/node-api';
import { EngineError } from '../engine.ts';
import { prepareSelect } from './prepare-select.ts';
import { readTemporaryView } from './temporary-view.ts';

/**
 * Runs a statement if it only creates a temporary view over one SELECT that calls no forbidden function.
 *
 * @throws EngineError `forbidden`; the driver's own error when the text does not compile
 */
export async function makeTemporaryView(
  connection: DuckDBConnection,
  text: string,
  foreignFolder: string,
): Promise<void> {
  const view = readTemporaryView(text);
  if (!view) throw new EngineError('forbidden', new Error('only CREATE TEMP VIEW may run here'));
  (await prepareSelect(connection, view.query, foreignFolder)).destroySync();
  await connection.run(`${view.head} ${view.query}`);
}
