import { EngineError, type ResultColumn } from '@orrery/engines';
import { compileModel, dialectFor, isDay, type MemberId, type Zone } from '@orrery/semantic';
import { expect, it, vi } from 'vitest';
import { RunQueue } from './run-queue.ts';
import { snapshotOf } from '../model/model-snapshot.ts';
import type { DataRequest } from '../runtime.ts';
import { SourceTimes } from './source-times.ts';

const text = `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: day, sql: day, type: time }
      - { name: at, sql: at, type: time }
      - { name: bad, sql: bad, type: time }
`;
const asker = { tenant: 'somebody', insists: true };

/** A source whose column `day` is a day; `bad` is missing. */
async function source({ hasBad = false } = {}) {
  const { build } = compileModel([{ path: 'm.yml', text: hasBad ? text : text.replace(/.*bad.*\n/, '') }]);
  const statements: string[] = [];
  const state = { now: 0, generation: 'one', isLost: false, isSilent: false, dayIsDay: true };
  const dialect = dialectFor('duckdb');
  if (!dialect) throw new Error('no duckdb dialect');
  const queue = new RunQueue({ size: 2, perTenant: 1 });
  const columns = async ({ statement }: DataRequest, signal: AbortSignal): Promise<readonly ResultColumn[]> => {
    statements.push(statement.text);
    if (state.isSilent) await new Promise((_, reject) => signal.addEventListener('abort', reject));
    if (state.isLost) throw new EngineError('connection', new Error('gone'));
    if (statement.text.includes('.bad') || /\bbad\b/.test(statement.text))
      throw new EngineError('statement', new Error('no bad'));
    const names = [...statement.text.matchAll(/"orders"\.(\w+) AS/g)].map(([, name = '']) => name);
    return names.map((name) => ({ name, type: 'time', ...(name === 'day' && state.dayIsDay ? { isDay: true } : {}) }));
  };
  const query = {
    defaultZone: 'UTC' as Zone, // a name that every runtime knows
    defaultLimit: 1,
    maxLimit: 1,
    timeoutMs: 60_000,
    maxResultMb: 1,
    maxIntermediateMb: 256,
    concurrency: 2,
    concurrencyPerTenant: 1,
    masks: {},
    rules: [],
  };
  const runtime = {
    sources: { columns },
    query,
    generationOf: async () => state.generation,
    dialectFor: () => dialect,
    queueOf: () => queue,
  };
  const times = new SourceTimes({ runtime, now: () => state.now });
  return { times, model: await snapshotOf(build), statements, state, queue };
}

const days = (model: Awaited<ReturnType<typeof snapshotOf>>) =>
  ['day', 'at', 'bad'].filter((name) => isDay(model.index, `orders.${name}` as MemberId));

it('runs one statement without rows, also for concurrent callers', async () => {
  const { times, model, statements } = await source();
  const [one, other] = await Promise.all([
    times.learn(['orders'], model, asker),
    times.learn(['orders'], model, asker),
  ]);
  expect(days(one)).toEqual(['day']);
  expect(days(other)).toEqual(['day']);
  const known = times.of(model);
  expect(await times.learn(['orders'], model, asker)).toBe(known);
  expect(statements).toHaveLength(1);
  expect(statements[0]).toContain('LIMIT 0');
  expect(known.version).not.toBe(model.version);
});

it('runs again for another definition and for other data, and remembers earlier results', async () => {
  const { times, model, statements, state } = await source();
  await times.learn(['orders'], model, asker);
  await times.learn(['orders'], await snapshotOf(model.build), asker);
  expect(statements).toHaveLength(1);
  Object.assign(state, { generation: 'two', dayIsDay: false });
  expect(days(await times.learn(['orders'], model, asker))).toEqual([]);
  expect(statements).toHaveLength(2);
});

it('runs again after some minutes, while queries use the known result', async () => {
  const { times, model, state } = await source();
  await times.learn(['orders'], model, asker);
  Object.assign(state, { now: 11 * 60_000, dayIsDay: false });
  expect(days(await times.learn(['orders'], model, asker))).toEqual(['day']);
  await expect.poll(async () => days(await times.learn(['orders'], model, asker))).toEqual([]);
});

it('knows the other columns when the source refuses one', async () => {
  const { times, model } = await source({ hasBad: true });
  const known = await times.learn(['orders'], model, asker);
  expect(days(known)).toEqual(['day']);
  expect([...(known.index.stored?.unknown ?? [])]).toEqual(['orders.bad']);
});

it('fails when the source is lost, unless the caller accepts that, and remembers nothing', async () => {
  const { times, model, state } = await source();
  state.isLost = true;
  await expect(times.learn(['orders'], model, asker)).rejects.toMatchObject({ errorClass: 'connection' });
  const without = await times.learn(['orders'], model, { ...asker, insists: false });
  expect([...(without.index.stored?.unknown ?? [])]).toEqual(['orders.id', 'orders.day', 'orders.at']);
  expect(await times.learn(['orders'], model, { ...asker, insists: false })).toBe(without);
  state.isLost = false;
  expect(days(await times.learn(['orders'], model, asker))).toEqual(['day']);
});

it('stops waiting for a silent source soon, and does not try it again at once', async () => {
  vi.useFakeTimers();
  try {
    const { times, model, state, statements } = await source();
    state.isSilent = true;
    const without = times.learn(['orders'], model, { ...asker, insists: false });
    await vi.advanceTimersByTimeAsync(5000);
    const known = await without;
    expect([...(known.index.stored?.unknown ?? [])]).toEqual(['orders.id', 'orders.day', 'orders.at']);
    expect(await times.learn(['orders'], model, { ...asker, insists: false })).toBe(known);
    expect(statements).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

it('stops its statement when all callers have left, and runs again for the next', async () => {
  const { times, model, statements, state, queue } = await source();
  state.isSilent = true;
  const [one, other] = [new AbortController(), new AbortController()];
  const asked = [one, other].map(({ signal }) => times.learn(['orders'], model, { ...asker, signal }));
  const ends = asked.map((each) => expect(each).rejects.toThrow('left'));
  await expect.poll(() => statements).toHaveLength(1);
  one.abort(new Error('left'));
  await ends[0];
  expect(queue.running).toBe(1);
  other.abort(new Error('left'));
  state.isSilent = false;
  expect(days(await times.learn(['orders'], model, asker))).toEqual(['day']);
  await ends[1];
  expect(statements).toHaveLength(2);
  expect(queue.running).toBe(0);
});
