import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { outsideRequests } from '@orrery/kernel';
import { StoreUnavailable } from './store-unavailable.ts';

/**
 * Wraps the pool for Kysely and separates an unreachable server from a wrong statement. A client that lost its server
 * is discarded, so that the next statement opens a new connection.
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
  // Listens because a lost connection is also emitted as an event, which would end the process without a listener.
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
    // Kysely's other form of `query` takes a cursor, which is not configured here.
    query: query as unknown as PostgresPoolClient['query'],
    release: (shallDestroy) => {
      client.removeListener('error', onError);
      outsideRequests(() => client.release(isBroken || shallDestroy === true));
    },
  };
}

/**
 * Whether an error says that the store is gone. Any error that the server itself did not send concerns the connection.
 * These errors of the server count: 08 connection, 53 out of resources, 57 operator intervention, 58 system error,
 * 25006 a read-only standby (PostgreSQL manual, appendix A).
 */
function isStoreGone(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false; // an error this driver made itself
  if (!(error instanceof DatabaseError)) return true;
  return /^(08|53|57|58|25006)/.test(error.code ?? '');
}
