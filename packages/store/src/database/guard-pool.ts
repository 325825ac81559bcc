import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { outsideRequests } from '@orrery/kernel';
import { StoreUnavailable } from './store-unavailable.ts';

/**
 * The pool as Kysely wants it, telling a server that is gone from a statement that is wrong. A client whose server is
 * gone is thrown away, so that the next statement asks for a new connection.
 */
export function guardPool(pool: Pool): PostgresPool {
  pool.on('error', () => undefined); // an idle connection ended; whoever needs one next is told
  return {
    options: {},
    connect: async () => {
      try {
        return guardClient(await outsideRequests(() => pool.connect()));
      } catch (error) {
        throw new StoreUnavailable(error);
      }
    },
    end: () => pool.end(),
  };
}

function guardClient(client: PoolClient): PostgresPoolClient {
  let isBroken = false;
  // Beside failing the statement, a lost connection is told here, and ends the process if nobody listens.
  const onError = () => {
    isBroken = true;
  };
  client.on('error', onError);
  const query = async (text: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(text, [...parameters]);
    } catch (error) {
      if (!isStoreGone(error)) throw error;
      isBroken = true;
      throw new StoreUnavailable(error);
    }
  };
  return {
    // Kysely's other form of `query` takes a cursor, which it has none of here.
    query: query as unknown as PostgresPoolClient['query'],
    release: (shallDestroy) => {
      client.removeListener('error', onError);
      outsideRequests(() => client.release(isBroken || shallDestroy === true));
    },
  };
}

/**
 * What the server itself did not say comes from the way to it. Of what it says: 08 connection, 53 out of resources,
 * 57 operator intervention, 58 system error, 25006 a standby that only reads (PostgreSQL manual, appendix A).
 */
function isStoreGone(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false; // a value of ours
  if (!(error instanceof DatabaseError)) return true;
  return /^(08|53|57|58|25006)/.test(error.code ?? '');
}
