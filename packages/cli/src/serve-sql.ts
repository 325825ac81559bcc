import { OperatorError } from '@orrery/kernel';
import type { Settings } from '@orrery/config';
import type { Composition } from '@orrery/server';
import { type CommandInput, listenFault } from './command/index.ts';

/**
 * Opens the port of PostgreSQL's protocol: the one that a setting names, else the usual one of a clone, without which the
 * server goes on where it is taken.
 *
 * @returns the port; undefined: none is open
 * @throws OperatorError where nothing can listen on the port that was named
 */
export async function serveSql(
  { listenForSql, close }: Pick<Composition, 'listenForSql' | 'close'>,
  { sql, http }: Pick<Settings, 'sql' | 'http'>,
  { usualSqlPort, note }: Pick<CommandInput, 'usualSqlPort' | 'note'>,
): Promise<number | undefined> {
  const port = sql.port ?? usualSqlPort;
  if (port === undefined || port === 'off') return undefined;
  try {
    return await listenForSql(port);
  } catch (error) {
    const fault = listenFault(error, { host: http.host, port }, '--sql-port');
    if (fault && sql.port === undefined) {
      note(`${fault.reason}, so SQL tools cannot connect; ${fault.wayOut}.`);
      return undefined;
    }
    await close();
    throw fault ? new OperatorError(`${fault.reason}; ${fault.wayOut}.`) : error;
  }
}
