import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { PostgresAddress } from '@orrery/config';
import type { Tables } from './database.ts';
import { guardPool } from './guard-pool.ts';
import { PostgresEpochs } from './postgres-epochs.ts';
import { clientConfig } from './postgres-client-config.ts';
import type { Store } from './store.ts';

/** Connections, and so statements that run at the same time; further ones wait. */
const poolSize = 10;

/**
 * Creates the store without connecting: the first statement connects, and so does the first one after the server was
 * unreachable.
 */
export function connectPostgres(address: PostgresAddress): Store {
  const config = clientConfig(address);
  const pool = new Pool({ ...config, max: poolSize });
  // Statements of the store take milliseconds; the server would spend a second on compiling those whose cost it overrates.
  pool.on('connect', (client) => void client.query('SET jit = off').catch(() => undefined));
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guardPool(pool) }) });
  return {
    kind: 'postgres',
    database,
    openEpochs: () => PostgresEpochs.open(config),
    close: async () => {
      await database.destroy();
      if (!pool.ended) await pool.end(); // Kysely ends what it has used only
    },
  };
}
