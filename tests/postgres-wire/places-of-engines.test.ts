import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { scramVerifierText } from '../../packages/config/src/sql-users/scram-verifier.ts';
import { type ServedProject, serveProject } from '../serve-project.ts';

const callers = ['first', 'second', 'third'] as const;

interface PlannedAct {
  readonly ms: number;
  readonly at: number;
  readonly act: () => void;
}

/** Time that passes when the test says so. */
class ManualClock {
  readonly #acts = new Set<PlannedAct>();
  #now = 0;

  readonly now = (): number => this.#now;

  readonly after = (ms: number, act: () => void): (() => void) => {
    const planned = { ms, at: this.#now + ms, act };
    this.#acts.add(planned);
    if (ms === 0) queueMicrotask(() => this.#run(planned));
    return () => void this.#acts.delete(planned);
  };

  /** Times of the acts to come, shortest first. */
  get pending(): readonly number[] {
    return [...this.#acts].map(({ ms }) => ms).toSorted((a, b) => a - b);
  }

  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#acts].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      this.#now = next.at;
      this.#run(next);
    }
    this.#now = end;
  }

  #run(planned: PlannedAct): void {
    if (this.#acts.delete(planned)) planned.act();
  }
}

/** Waits for what comes, however slow the machine is. */
const patiently = { timeout: 300_000 };

const clock = new ManualClock();
let folder: string;
let served: ServedProject;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-places-'));
  mkdirSync(join(folder, 'model'));
  const users = await Promise.all(
    callers.map(async (name) => {
      const verifier = await scramVerifierText(name);
      return `    ${name}:\n      verifier: "${verifier}"\n      security_context: { name: ${name} }\n      may_switch_to: []\n`;
    }),
  );
  const settings = `data_sources:\n  default:\n    type: duckdb\nquery:\n  concurrency: 2\n  concurrency_per_tenant: 1\nsql:\n  users:\n${users.join('')}`;
  writeFileSync(join(folder, 'orrery.yml'), settings);
  writeFileSync(join(folder, 'model', 'none.yml'), 'cubes: []\n');
  served = await serveProject(folder, { rowClock: clock });
  port = await served.composition.listenForSql(0);
});
afterAll(async () => {
  await served?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(user: (typeof callers)[number]): Promise<Client> {
  const client = new Client({ host: '127.0.0.1', port, database: '1', user, password: user });
  client.on('error', () => undefined);
  onTestFinished(() => client.end().catch(() => undefined));
  await client.connect();
  return client;
}

/** Number of statements that wait for a place. */
const waiting = () => served.composition.runtime.figures().queues.reduce((sum, queue) => sum + queue.waiting, 0);

/** Rows that are more than what the connections of a caller keep. */
const large = (number: number) => `SELECT g, g + ${number}, repeat('x', 600) FROM generate_series(1, 300000) g`;

it('leaves places of the engine to others that slow readers of cursors hold', async () => {
  const holders = [await connect('first'), await connect('second')];
  for (const [number, holder] of holders.entries()) {
    await holder.query(`BEGIN; DECLARE c CURSOR FOR ${large(number)}; FETCH 1 FROM c`);
  }
  const asked = (await connect('third')).query('SELECT count(*)::int AS n FROM generate_series(1, 3000) g');
  await vi.waitFor(() => expect(waiting()).toBe(1), patiently);
  for (const holder of holders) await holder.query('FETCH 1 FROM c');
  // Each rest looks for others, and ends after a minute.
  await vi.waitFor(() => expect(clock.pending).toEqual([250, 250, 60_000, 60_000]), patiently);
  clock.pass(4_750);
  expect(waiting()).toBe(1);
  clock.pass(250);
  expect((await asked).rows).toEqual([{ n: 3000 }]);
  // One place was enough, so one of both goes on.
  const fetched = await Promise.allSettled(holders.map((holder) => holder.query('FETCH 1 FROM c')));
  expect(fetched.flatMap((one) => (one.status === 'fulfilled' ? one.value.rows.length : []))).toEqual([1]);
  expect(fetched.flatMap((one) => (one.status === 'rejected' ? one.reason : []))).toEqual([
    expect.objectContaining({
      code: '53400',
      message: expect.stringContaining('the rest of the rows was given up: others waited for its place'),
    }),
  ]);
}, 600_000);
