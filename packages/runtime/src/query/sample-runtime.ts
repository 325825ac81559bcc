import { type Batch, encodeRows, firstValueOf, type Statement } from '@orrery/engines';
import { dialectFor, openAccess, type Zone } from '@orrery/semantic';
import type { CallerRuntime } from '../runtime.ts';
import { RunQueue } from '../source/index.ts';
import { sampleModel } from './sample-model.ts';

export type CannedAnswer = (statement: Statement, signal: AbortSignal) => AsyncIterable<Batch>;

/**
 * A runtime over the sample model whose engine returns canned batches, for tests; `statements` records its requests.
 */
export function sampleRuntime(answer: CannedAnswer): {
  readonly runtime: CallerRuntime;
  readonly statements: Statement[];
} {
  const statements: Statement[] = [];
  const run = (statement: Statement, signal: AbortSignal) => {
    statements.push(statement);
    return { columns: [], batches: answer(statement, signal) };
  };
  const dialect = dialectFor('duckdb');
  if (!dialect) throw new Error('no duckdb dialect');
  const queue = new RunQueue({ size: 4, perTenant: 3 });
  const model = {
    index: sampleModel(),
    build: { pieces: [], unavailable: [], problems: [], notices: [] },
    version: 'v',
  };
  const runtime: CallerRuntime = {
    serial: 1,
    deploymentId: 1,
    accountId: 1,
    branch: null,
    modelDirectory: 'model',
    agentsDirectory: 'agents',
    modelVariables: new Map(),
    model,
    access: openAccess,
    caller: { securityContext: {}, groups: [], roles: [], userAttributes: undefined },
    modelFor: () => model,
    query: {
      defaultZone: 'UTC' as Zone,
      defaultLimit: 10_000,
      maxLimit: 50_000,
      maxResultMb: 1,
      maxIntermediateMb: 256,
      timeoutMs: 1000,
      concurrency: 4,
      concurrencyPerTenant: 3,
      masks: {},
      rules: [],
    },
    sources: {
      types: new Map(),
      rows: async ({ statement, encoding }, signal) => ({
        ...(await encodeRows(run(statement, signal), encoding, 2 ** 20)),
        generation: undefined,
        engineMs: 0,
      }),
      firstValue: async ({ statement }, signal) => firstValueOf(run(statement, signal)),
      columns: async () => [],
      written: unused,
      tables: unused,
      isWaitedFor: () => false,
    },
    times: { of: (known) => known, learn: async (_, known) => known },
    numbers: { of: (known) => known, learn: async (_, known) => known },
    generationOf: async () => undefined,
    isWhollyKnown: () => false,
    dialectFor: () => dialect,
    figures: () => ({
      model: { compiles: 1, refusedCompiles: 0, lastCompileMs: 1, problems: 0, variants: 0 },
      queues: [],
    }),
    queueOf: () => queue,
    checkModel: () => undefined,
    checkData: async () => undefined,
    close: async () => undefined,
  };
  return { runtime, statements };
}

async function unused(): Promise<never> {
  throw new Error('no statement of a user is expected');
}

/** Rows as an engine streams them: `columns[c][r]`. */
export async function* canned(...columns: Batch['columns']): AsyncGenerator<Batch> {
  yield { rowCount: columns[0]?.length ?? 0, columns };
}
