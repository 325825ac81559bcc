import { describe, expect, it } from 'vitest';
import { storeKinds } from '../../../../tests/servers/store-place.ts';
import { GiveUp, type HeldJob, type JobHandler, LeaseLost } from './job.ts';
import { Nodes } from './nodes-for-test.ts';
import { beatEveryMs, deadAfterMs } from './pulse.ts';
import { longestRetryMs, retryAfterMs } from './retry-after.ts';

/** Greets the name in the payload, and records its jobs. */
function greeter(run: (job: HeldJob) => ReturnType<JobHandler['run']> = async () => undefined, mostAttempts = 3) {
  const greeted: unknown[] = [];
  const gaveUp: string[] = [];
  const handler: JobHandler = {
    kind: 'greet',
    mostAttempts,
    run: (job) => {
      greeted.push(job.payload['name']);
      return run(job);
    },
    gaveUp: async (_, { payload }, reason) => void gaveUp.push(`${payload['name']}: ${reason}`),
  };
  return { handler, greeted, gaveUp };
}

/** Blocks those who wait until it is opened. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

describe.each(storeKinds)('jobs on %s', (kind) => {
  it('run once, on any of three nodes', async () => {
    await using nodes = await Nodes.open(kind, 3);
    const { handler, greeted } = greeter();
    const names = Array.from({ length: 300 }, (_, index) => index);
    await nodes.add(names.map((name) => ({ payload: { name } })));
    const three = [0, 1, 2].map((index) => nodes.node(index, [handler], 7));
    const work = async ({ worker }: (typeof three)[number]) => {
      while ((await nodes.rows()).length > 0) {
        await worker.step();
        await worker.idle();
        await new Promise(setImmediate); // as the timer of a node does: the others wait for each other's locks by timers
      }
    };
    await Promise.all(three.map(work));
    expect(greeted.toSorted((one, other) => Number(one) - Number(other))).toEqual(names);
    for (const { worker } of three) await worker.close();
  });

  it('wait until they are due, run the longest due first, and at most as many as a node has slots', async () => {
    await using nodes = await Nodes.open(kind, 1);
    const { passed, open } = gate();
    const { handler, greeted } = greeter(() => passed);
    const { worker, clock } = nodes.node(0, [handler], 2);
    await nodes.add([
      { payload: { name: 'later' }, dueAt: 1_000_001 },
      { payload: { name: 'second' }, dueAt: 900_000 },
      { payload: { name: 'first' }, dueAt: 800_000 },
      { payload: { name: 'third' }, dueAt: 950_000 },
      { payload: { name: 'of nobody' }, kind: 'unknown', dueAt: 1 },
    ]);
    await worker.step();
    await worker.step();
    expect(greeted).toEqual(['first', 'second']);
    open();
    await worker.idle();
    await worker.step();
    await worker.idle();
    expect(greeted).toEqual(['first', 'second', 'third']);
    clock.at += 1;
    await worker.step();
    await worker.idle();
    expect([greeted.at(-1), (await nodes.rows()).map((row) => row.kind)]).toEqual(['later', ['unknown']]);
    await worker.close();
  });

  it('take turns: an account with many leaves the next slots to others', async () => {
    await using nodes = await Nodes.open(kind, 2);
    const account = { id: 2, name: 'other', created_at: 1, first_key_at: 1 };
    await nodes.store(0).database.insertInto('account').values(account).execute();
    const { passed, open } = gate();
    const { handler, greeted } = greeter(() => passed);
    const many = Array.from({ length: 10 }, (_, index) => ({ payload: { name: `a${index}` }, dueAt: 800_000 + index }));
    await nodes.add([...many, { accountId: 2, payload: { name: 'b' }, dueAt: 900_000 }]);
    const [first, second] = [0, 1].map((index) => nodes.node(index, [handler], 2));
    await first?.worker.step();
    expect(greeted).toEqual(['a0', 'b']);
    await nodes.add([{ accountId: 2, payload: { name: 'c' }, dueAt: 950_000 }]);
    await second?.worker.step();
    expect(greeted).toEqual(['a0', 'b', 'a1', 'c']);
    open();
    for (const node of [first, second]) await node?.worker.close();
  });

  it('take turns in a long queue that has just been filled', async () => {
    await using nodes = await Nodes.open(kind, 2);
    const account = { id: 2, name: 'other', created_at: 1, first_key_at: 1 };
    await nodes.store(0).database.insertInto('account').values(account).execute();
    const { handler, greeted } = greeter();
    const many = Array.from({ length: 10_000 }, (_, index) => ({ payload: { name: index }, dueAt: 700_000 + index }));
    await nodes.add([...many, { accountId: 2, payload: { name: 'other' }, dueAt: 900_000 }]);
    const workers = [0, 1].map((index) => nodes.node(index, [handler], 20).worker);
    for (let steps = 0; steps < 3; steps += 1) {
      await Promise.all(workers.map((worker) => worker.step()));
      await Promise.all(workers.map((worker) => worker.idle()));
    }
    expect(new Set(greeted)).toEqual(new Set(['other', ...many.slice(0, 119).map(({ payload }) => payload.name)]));
    expect(greeted.length).toBe(120);
    expect(greeted.indexOf('other')).toBeLessThan(40);
    for (const worker of workers) await worker.close();
  });

  it('exist once per key, until they are done or failed for good', async () => {
    await using nodes = await Nodes.open(kind, 1);
    const { handler, greeted } = greeter(async () => Promise.reject(new GiveUp('no')));
    const { worker } = nodes.node(0, [handler]);
    expect(await nodes.add([{ key: 'a', payload: { name: 1 } }, { key: 'a' }, { key: 'b' }, {}, {}])).toBe(4);
    expect(await nodes.add([{ key: 'a' }, { key: 'a', kind: 'other' }])).toBe(1);
    await worker.step();
    expect(await nodes.add([{ key: 'c' }])).toBe(1);
    await worker.idle();
    expect(await nodes.add([{ key: 'a', payload: { name: 2 } }])).toBe(1);
    await worker.step();
    await worker.idle();
    expect(greeted).toContain(2);
    await worker.close();
  });

  it('end in the transaction with their own writes', async () => {
    await using nodes = await Nodes.open(kind, 1);
    const { handler } = greeter(async () => async (transaction) => {
      await transaction.updateTable('account').set({ name: 'renamed' }).execute();
      throw new Error('after writing');
    });
    const { worker } = nodes.node(0, [handler]);
    await nodes.add([{ payload: { name: 1 } }]);
    await worker.step();
    await worker.idle();
    const { name } = await nodes.store(0).database.selectFrom('account').select('name').executeTakeFirstOrThrow();
    expect([name, (await nodes.rows())[0]]).toMatchObject(['acme', { attempts: 1, error: 'after writing' }]);
    await worker.close();
  });

  it('that fail are retried at growing intervals, and then logged and dropped', async () => {
    await using nodes = await Nodes.open(kind, 1);
    const { handler, greeted, gaveUp } = greeter(async () => Promise.reject(new Error('no paper')));
    const { worker, clock, logged } = nodes.node(0, [handler]);
    await nodes.add([{ payload: { name: 'ann' } }]);
    const waits: number[] = [];
    for (;;) {
      await worker.step();
      await worker.idle();
      const [row] = await nodes.rows();
      if (!row || row.failed_at !== null) break;
      waits.push(row.due_at - clock.at);
      clock.at = row.due_at - 1;
      await worker.step();
      expect(greeted).toHaveLength(waits.length);
      clock.at = row.due_at;
    }
    expect(waits).toEqual([10_000, 30_000]);
    expect(gaveUp).toEqual(['ann: no paper']);
    expect(logged).toContain('a job failed for good');
    expect(await nodes.rows()).toMatchObject([
      { attempts: 3, error: 'no paper', failed_at: clock.at, worker_id: null },
    ]);
    clock.at += 31 * 24 * 3_600_000;
    await worker.close();
  });

  it('of a dead node are taken over after thirty seconds without a heartbeat', async () => {
    await using nodes = await Nodes.open(kind, 3);
    const { passed, open } = gate();
    const left = greeter(() => passed);
    const dead = nodes.node(0, [left.handler]);
    const { handler, greeted } = greeter();
    const [one, other] = [nodes.node(1, [handler]), nodes.node(2, [handler])];
    await nodes.add([{ payload: { name: 'ann' } }, { payload: { name: 'bob' } }]);
    await dead.worker.step();
    expect(left.greeted).toEqual(['ann', 'bob']);
    for (let passedMs = 0; passedMs < deadAfterMs; passedMs += beatEveryMs) {
      for (const { worker, steady } of [one, other]) {
        await worker.step();
        expect(greeted).toEqual([]);
        steady.at += beatEveryMs;
      }
    }
    await one.worker.step();
    await other.worker.step();
    await Promise.all([one.worker.idle(), other.worker.idle()]);
    expect(greeted.toSorted()).toEqual(['ann', 'bob']);
    expect(one.logged).toContain('a worker stopped responding: other workers take over its jobs');
    expect(await nodes.rows()).toEqual([]);
    open();
    for (const { worker } of [dead, one, other]) await worker.close();
  });

  it('accept writes only from their present worker, also when an earlier one resumes', async () => {
    await using nodes = await Nodes.open(kind, 2);
    const { passed, open } = gate();
    let late: unknown;
    const sleeper = greeter(async (job) => {
      await passed;
      await job.hold(async () => undefined).catch((error: unknown) => void (late = error));
      expect(job.signal.aborted).toBe(true);
    });
    const asleep = nodes.node(0, [sleeper.handler]);
    const { handler, greeted } = greeter();
    const awake = nodes.node(1, [handler]);
    await nodes.add([{ payload: { name: 'ann' } }]);
    await asleep.worker.step();
    await awake.worker.step();
    awake.steady.at += deadAfterMs;
    await awake.worker.step();
    await awake.worker.idle();
    expect(greeted).toEqual(['ann']);
    open();
    await asleep.worker.idle();
    expect(late).toBeInstanceOf(LeaseLost);
    asleep.steady.at += beatEveryMs;
    await asleep.worker.step();
    expect(await nodes.rows()).toEqual([]);
    // The worker goes on under a new id.
    await nodes.add([{ payload: { name: 'bob' } }]);
    await asleep.worker.step();
    await asleep.worker.idle();
    expect(sleeper.greeted).toEqual(['ann', 'bob']);
    for (const { worker } of [asleep, awake]) await worker.close();
  });

  it('are abandoned by a node that cannot send heartbeats, before others take them', async () => {
    await using nodes = await Nodes.open(kind, 1);
    const { handler } = greeter(
      (job) => new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(job.signal.reason))),
    );
    const { worker, steady } = nodes.node(0, [handler]);
    await nodes.add([{ payload: { name: 'ann' } }]);
    await worker.step();
    steady.at += deadAfterMs - beatEveryMs;
    worker.letGoWhenFading();
    await worker.idle();
    expect(await nodes.rows()).toMatchObject([{ worker_id: null, attempts: 0 }]);
    await worker.close();
  });

  it('stay with a node whose clock jumps, and are not delayed by a clock that is set back', async () => {
    await using nodes = await Nodes.open(kind, 2);
    const { passed, open } = gate();
    const first = greeter(() => passed);
    const { handler, greeted } = greeter(async ({ attempt }) => {
      if (attempt === 1) throw new Error('once more');
    });
    const jumping = nodes.node(0, [first.handler]);
    const other = nodes.node(1, [handler]);
    const year = 365 * 24 * 3_600_000;
    await nodes.add([{ payload: { name: 'held' } }]);
    await jumping.worker.step();
    for (const at of [year, -year, year]) {
      jumping.clock.at += at;
      other.clock.at -= at;
      for (const { worker, steady } of [jumping, other]) {
        steady.at += beatEveryMs;
        await worker.step();
      }
    }
    expect([first.greeted, greeted]).toEqual([['held'], []]);
    open();
    await jumping.worker.idle();

    other.clock.at = 1_000_000 + year;
    await nodes.add([{ payload: { name: 'ahead' } }], other.clock.at);
    await other.worker.step();
    await other.worker.idle();
    expect((await nodes.rows())[0]?.due_at).toBe(other.clock.at + retryAfterMs(1));
    await nodes.add([{ payload: { name: 'made then' } }], other.clock.at);
    other.clock.at = 1_000_000;
    await other.worker.step();
    await other.worker.idle();
    expect(greeted).toEqual(['ahead', 'made then', 'ahead']);
    for (const { worker } of [jumping, other]) await worker.close();
  });

  it('that kill their worker are failed by the next one', async () => {
    await using nodes = await Nodes.open(kind, 4);
    await nodes.add([{ payload: { name: 'ann' } }]);
    const { passed, open } = gate();
    const opened = [];
    const { handler, greeted, gaveUp } = greeter(() => passed);
    for (let index = 0; index < 4; index += 1) {
      const node = nodes.node(index, [handler]);
      opened.push(node);
      await node.worker.step();
      node.steady.at += deadAfterMs;
      // The node before has seen this one's beat once, and it has not beaten since.
      if (index > 0) await node.worker.step();
    }
    expect(greeted).toEqual(['ann', 'ann', 'ann']);
    await opened[3]?.worker.idle();
    expect(gaveUp).toEqual(['ann: each worker that ran it died']);
    open();
    for (const { worker } of opened) await worker.close();
  });

  it('that are cancelled stop, and write nothing any more', async () => {
    await using nodes = await Nodes.open(kind, 1);
    const { passed, open } = gate();
    let signal: AbortSignal | undefined;
    const { handler, gaveUp } = greeter(async (job) => {
      signal = job.signal;
      await passed;
      return async (transaction) => {
        await transaction.updateTable('account').set({ name: 'renamed' }).execute();
      };
    });
    const { worker, jobs, steady } = nodes.node(0, [handler]);
    await nodes.add([{ key: 'a' }, { key: 'b', dueAt: 2_000_000 }, { key: 'a', kind: 'other' }]);
    await worker.step();
    const { database } = nodes.store(0);
    await jobs.cancel(database, 2, 'greet', ['a', 'b']);
    expect(await nodes.rows()).toHaveLength(3);
    await jobs.cancel(database, 1, 'greet', ['a', 'b', 'c']);
    expect((await nodes.rows()).map((row) => row.kind)).toEqual(['other']);
    steady.at += beatEveryMs;
    await worker.step();
    expect(signal?.aborted).toBe(true);
    open();
    await worker.idle();
    const { name } = await database.selectFrom('account').select('name').executeTakeFirstOrThrow();
    expect([name, gaveUp]).toEqual(['acme', []]);
    await worker.close();
  });

  it('of a node that stops wait for others as if they had not started', async () => {
    await using nodes = await Nodes.open(kind, 2);
    const waits = greeter(
      (job) => new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(new Error('stopped')))),
    );
    const ending = nodes.node(0, [waits.handler]);
    await nodes.add([{ payload: { name: 'ann' } }]);
    await ending.worker.step();
    ending.worker.announceEnd();
    await nodes.add([{ payload: { name: 'bob' } }]);
    await ending.worker.step();
    await ending.worker.close();
    expect(waits.greeted).toEqual(['ann']);
    expect(await nodes.rows()).toMatchObject([
      { attempts: 0, worker_id: null },
      { attempts: 0, worker_id: null },
    ]);
    expect(await nodes.store(0).database.selectFrom('job_worker').selectAll().execute()).toEqual([]);
    const { handler, greeted } = greeter();
    const { worker } = nodes.node(1, [handler]);
    await worker.step();
    await worker.idle();
    expect(greeted).toEqual(['ann', 'bob']);
    await worker.close();
  });

  it('of an unknown worker are taken over, as after a restored backup', async () => {
    await using nodes = await Nodes.open(kind, 1);
    await nodes.add([{ payload: { name: 'ann' } }]);
    await nodes.store(0).database.updateTable('job').set({ worker_id: 'long gone' }).execute();
    const { handler, greeted } = greeter();
    const { worker } = nodes.node(0, [handler]);
    await worker.step();
    await worker.idle();
    expect(greeted).toEqual(['ann']);
    await worker.close();
  });
});

it('retries wait longer each time, up to a quarter of an hour', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map(retryAfterMs)).toEqual([
    10_000, 30_000, 90_000, 270_000, 810_000, 900_000, 900_000,
  ]);
  expect(longestRetryMs).toBe(900_000);
});
