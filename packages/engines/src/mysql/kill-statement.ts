import type { MySqlSession } from './session.ts';

/** The connection no longer exists. */
const NO_SUCH_THREAD = 1094;

/**
 * Asks the server to stop the statement that `victim` runs. The connection of `victim` shows whether it stopped.
 *
 * @param session another connection
 * @throws the driver's error; an error when `session` leads to another server, where the same number identifies a
 * different connection
 */
export async function killStatement(session: MySqlSession, victim: MySqlSession): Promise<void> {
  if (session.server !== victim.server) throw new Error('another server answers at this address');
  await session.ask(`KILL QUERY ${victim.id}`).catch((error: unknown) => {
    if (!(error instanceof Error && 'errno' in error && error.errno === NO_SUCH_THREAD)) throw error;
  });
}
