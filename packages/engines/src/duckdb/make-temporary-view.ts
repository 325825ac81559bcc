import type { DuckDBConnection } from '@duckdb/node-api';
import { EngineError } from '../engine.ts';
import { prepareSelect } from './prepare-select.ts';
import { readTemporaryView } from './temporary-view.ts';

/**
 * Runs a statement that makes a temporary view, if that is all it does: what it selects is one SELECT that calls nothing
 * forbidden.
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
