import { randomBytes } from 'node:crypto';
import { describe } from 'vitest';
import { sharedServer } from './shared-server.ts';
import {
  askTrino,
  missingOf,
  trinoHost,
  trinoServer,
  trinoUser,
  type TrinoServerSettings,
} from './trino/trino-server.ts';

const server: TrinoServerSettings = {
  // `npm run prove -- trino` names another one.
  version: process.env['ORRERY_TRINO'] ?? '483',
  catalogs: { memory: { 'connector.name': 'memory' }, tpch: { 'connector.name': 'tpch' } },
};
const missing = missingOf(server.version, server.catalogs);
if (missing !== undefined) console.warn(`Tests of Trino are skipped: ${missing}.`);

/** Whether this machine has what a Trino server needs. */
export const hasTrino = missing === undefined;

/** Whether the server has the arithmetic that decimals had before version 478. */
export const hasOldArithmetic = Number(server.version) < 478;

/** `describe` for tests that need a Trino server; without one they are skipped, and a line says what is missing. */
export const describeTrino = describe.skipIf(missing !== undefined);

/** A schema on the one Trino server of this test run, in its catalog `memory`; the catalog `tpch` has data to read. */
export interface TestSchema {
  readonly host: string;
  readonly port: number;
  readonly catalog: string;
  readonly schema: string;
  readonly user: string;
  /** Runs a statement without the engine, and returns its rows. */
  ask(sql: string): Promise<readonly (readonly unknown[])[]>;
  drop(): Promise<void>;
}

/** A fresh, empty schema. */
export async function trinoSchema(): Promise<TestSchema> {
  const { port } = await sharedServer(trinoServer(server));
  const schema = `test_${randomBytes(8).toString('hex')}`;
  const ask = (sql: string) => askTrino(port, schema, sql);
  await ask(`CREATE SCHEMA memory.${schema}`);
  return {
    host: trinoHost,
    port,
    catalog: 'memory',
    schema,
    user: trinoUser,
    ask,
    drop: async () => void (await ask(`DROP SCHEMA memory.${schema} CASCADE`)),
  };
}
