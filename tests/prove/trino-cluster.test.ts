import { join } from 'node:path';
import { EngineError, openEngine } from '@orrery/engines';
import { rowsOf } from '../../packages/engines/src/rows-for-test.ts';
import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { serverDirectory } from '../servers/server-directory.ts';
import { startServer } from '../servers/shared-server.ts';
import {
  askTrino,
  missingOf,
  trinoHost,
  trinoServer,
  type TrinoServerSettings,
  trinoUser,
} from '../servers/trino/trino-server.ts';

const common = { version: '483', catalogs: { tpch: { 'connector.name': 'tpch' } } } as const;
const missing = missingOf(common.version, common.catalogs);
const clients = 8;
/** As `query.timeout_seconds: 30` bounds a statement. */
const timeoutMs = 30_000;
/** The engine gives up a statement that its server does not end within five seconds; the others are for its threads. */
const slackMs = 10_000;

/** Statements with tasks on every worker, and the totals that TPC-H has at this scale. */
const lines = 'tpch."sf0.1".lineitem';
const statements: readonly (readonly [text: string, rows: readonly (readonly string[])[]])[] = [
  [`SELECT count(*), sum(CAST(quantity AS DECIMAL(12, 2))) FROM ${lines}`, [['600572', '15334802.00']]],
  [
    `SELECT returnflag, count(*) FROM ${lines} GROUP BY 1 ORDER BY 1`,
    [
      ['A', '147790'],
      ['N', '304481'],
      ['R', '148301'],
    ],
  ],
  [`SELECT count(*) FROM ${lines} l JOIN tpch."sf0.1".orders o ON l.orderkey = o.orderkey`, [['600572']]],
];

describe.skipIf(missing !== undefined)('a coordinator with two workers', () => {
  it('answers right or with an error that says try again while a worker is killed', async () => {
    const start = (name: string, settings: TrinoServerSettings) =>
      startServer(trinoServer(settings), join(serverDirectory(), name));
    const coordinator = await start('cluster-coordinator', {
      ...common,
      heap: '1500m',
      // The coordinator waits for a worker that is lost, for a minute by default.
      settings: { 'node-scheduler.include-coordinator': 'false', 'query.remote-task.max-error-duration': '10s' },
    });
    const address = `http://${trinoHost}:${coordinator.port}`;
    const worker = (name: string) => start(name, { ...common, coordinator: address, heap: '768m' });
    const [killed] = await Promise.all([worker('cluster-one'), worker('cluster-other')]);
    const nodes = "SELECT count(*) FROM system.runtime.nodes WHERE state = 'active'";
    await eventually(async () => expect(await askTrino(coordinator.port, 'none', nodes)).toEqual([[3]]));

    const engine = await openEngine('trino', {
      host: trinoHost,
      port: coordinator.port,
      catalog: 'tpch',
      user: trinoUser,
      login: { kind: 'none' },
      roles: [],
      clientTags: [],
      tls: { mode: 'off' },
      applicationName: 'orrery',
      connectTimeoutMs: 10_000,
      maxRunning: clients,
      timeoutMs,
    });
    const answers: Answer[] = [];
    let [isKilled, isOver] = [false, false];
    const client = async (first: number) => {
      for (let asked = first; !isOver; asked += 1) {
        const [text, rows] = statements[asked % statements.length] ?? ['', []];
        const started = performance.now();
        const outcome = await outcomeOf(rowsOf(engine, text), rows);
        answers.push({ client: first, isKilled, tookMs: performance.now() - started, outcome });
      }
    };
    const running = Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
    const rightOf = (which: boolean) =>
      new Set(
        answers.filter(({ outcome, isKilled: is }) => outcome === 'right' && is === which).map((one) => one.client),
      );
    try {
      await eventually(async () => expect(rightOf(false).size).toBe(clients));
      process.kill(-killed.pid, 'SIGKILL');
      await killed.ended;
      isKilled = true;
      await eventually(async () => expect(rightOf(true).size).toBe(clients));
    } finally {
      isOver = true;
      await running;
      await engine.close();
    }
    const counts = Map.groupBy(answers, ({ outcome, isKilled: is }) => `${is ? 'after' : 'before'}: ${outcome}`);
    const longest = Math.max(...answers.map(({ tookMs }) => tookMs));
    console.log(
      [...counts].map(([name, all]) => `${name} ${all.length}`).join(', '),
      `longest ${(longest / 1000).toFixed(1)} s`,
    );
    expect(answers.filter(({ outcome }) => !allowed.has(outcome))).toEqual([]);
    expect(longest).toBeLessThan(timeoutMs + slackMs);
  });
});

const allowed: ReadonlySet<string> = new Set(['right', 'try again', 'took too long']);

interface Answer {
  readonly client: number;
  /** Whether the worker was gone when it ended. */
  readonly isKilled: boolean;
  readonly tookMs: number;
  readonly outcome: string;
}

async function outcomeOf(answer: Promise<unknown>, rows: unknown): Promise<string> {
  try {
    return JSON.stringify(await answer) === JSON.stringify(rows) ? 'right' : 'wrong';
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.errorClass === 'connection') return 'try again';
    if (error.errorClass === 'timeout') return 'took too long';
    return `${error.errorClass}: ${error.cause instanceof Error ? error.cause.message : ''}`;
  }
}
