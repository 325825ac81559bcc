import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { defaultDeploymentId, firstAccountId } from '@orrery/kernel';
import { AnswerService, makeDataDirectory, openRuntime, RequestMemory, runtimeFor, Statements } from '@orrery/runtime';
import { pino } from 'pino';
import { prepareShop } from '../../../../examples/shop/prepare.ts';
import { readProject } from '../../../config/src/project.ts';
import { dataOfRuntime } from './data-of-runtime.ts';
import type { DataOfTurn } from './turn.ts';

const shop = resolve(import.meta.dirname, '../../../../examples/shop');
const today = '2026-03-01';

/** The example shop on DuckDB, opened as on a server. */
export async function openShop(edit: (directory: string) => Promise<void> = () => Promise.resolve()) {
  const directory = await mkdtemp(join(tmpdir(), 'turn-'));
  for (const each of ['model', 'orrery.yml']) await cp(join(shop, each), join(directory, each), { recursive: true });
  const { file } = await prepareShop({ directory: join(directory, 'data'), today });
  await edit(directory);
  const dataDirectory = join(directory, '.orrery');
  makeDataDirectory(dataDirectory);
  const runtime = await openRuntime({
    deploymentId: defaultDeploymentId,
    branch: null,
    accountId: firstAccountId,
    project: readProject(directory, {}),
    dataDirectory,
    engineMemoryMb: 512,
    log: pino({ level: 'silent' }),
  });
  const clock = { now: () => Date.parse(`${today}T12:00:00Z`) };
  const statements = new Statements();
  const memory = new RequestMemory();
  return {
    directory,
    /** The data of a caller, with answers of its own. */
    dataFor: async (securityContext: Readonly<Record<string, unknown>> = {}): Promise<DataOfTurn> => {
      const caller = { principal: { deploymentId: defaultDeploymentId, securityContext }, requestId: 'turn' };
      const answers = new AnswerService({ cacheBytes: 1_000_000, clock, isEnding: () => false });
      const own = await runtimeFor(runtime, securityContext);
      return dataOfRuntime(own, caller, { answers, statements, observer: { observe: () => undefined }, clock, memory });
    },
    /** Rows of hand-written SQL on the same data. */
    rowsOf: async (sql: string): Promise<readonly (readonly unknown[])[]> => {
      const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
      const connection = await instance.connect();
      try {
        return (await connection.runAndReadAll(sql)).getRowsJson();
      } finally {
        connection.closeSync();
        instance.closeSync();
      }
    },
    /** Queries that run or wait. */
    figures: () => runtime.figures().queues,
    close: async () => {
      await statements.close();
      await runtime.close();
      await rm(directory, { recursive: true });
    },
  };
}
