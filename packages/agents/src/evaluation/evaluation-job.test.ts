import { Unavailable } from '@orrery/kernel';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { migratedPlace, type StorePlace, storeKinds } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { connect } from '../../../store/src/database/connect.ts';
import type { Store } from '../../../store/src/database/store.ts';
import { JobWorker } from '../../../store/src/job/job-worker.ts';
import type { Examinee } from './ask-question.ts';
import type { EvaluationToRun, PendingQuestion } from './evaluation.ts';
import { EvaluationJob } from './evaluation-job.ts';
import { EvaluationService } from './evaluation-service.ts';
import { dataWith, examineeOf, resultOf, turnWith } from './results-fixture.ts';
import { RunStopped } from './run-stopped.ts';

const by = { via: 'command' } as const;
const bounds = { sliceSeconds: 60, runSeconds: 3_600, questionSeconds: 60 };
const data = dataWith({ truth: resultOf(['n:number'], [['7']]), other: resultOf(['n:number'], [['8']]) });
const correct = (): Examinee => examineeOf(data, () => turnWith(['truth']));
const names = (count: number) => Array.from({ length: count }, (_, index) => `q${index}`);

type Examine = (run: EvaluationToRun, question: PendingQuestion) => Promise<Examinee>;

describe.each(storeKinds)('evaluations on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let service: EvaluationService;
  let userId: number;
  const others: Store[] = [];
  const clock = { at: Date.UTC(2026, 5, 17), now: () => clock.at };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

  beforeAll(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    service = new EvaluationService({
      database: metadata.store.database,
      runtimes: { get: () => Promise.resolve(undefined) },
      configurationOf: async () => ({ spaces: [], agents: [], evalQuestions: [] }),
    });
  });

  beforeEach(async () => {
    const { changes, users, accountId } = metadata;
    await setEvals(true);
    const user = { username: `ann-${crypto.randomUUID()}`, role: 'developer' } as const;
    userId = (await changes.make({ accountId, by }, (change) => users.create(change, user))).id;
  });

  afterEach(async () => {
    const { database } = metadata.store;
    await database.deleteFrom('evaluation_run').execute();
    await database.deleteFrom('job').execute();
  });

  afterAll(async () => {
    await Promise.all(others.map((store) => store.close()));
    await metadata.close();
    await place.remove();
  });

  const here = () => ({ accountId: metadata.accountId, deploymentId: 1 });
  const setEvals = (evals: boolean) =>
    metadata.changes.changeRights({ accountId: metadata.accountId, by }, (change) =>
      metadata.settings.update(change, { flags: { evals } }),
    );
  const setStatus = (status: 'active' | 'deactivated') =>
    metadata.changes.changeRights({ accountId: metadata.accountId, by }, (change) =>
      metadata.users.update(change, userId, { status }),
    );
  const start = async (count: number) => {
    const questions = names(count).map((name) => ({ name, question: `${name}?`, truthSql: 'truth' }));
    const planned = { deploymentId: 1, branch: null, agentName: 'auto', questionFile: undefined, questions };
    const run = await metadata.changes.make({ accountId: metadata.accountId, by }, (change) =>
      service.start(change, userId, planned),
    );
    return run.id;
  };
  const jobs = () => metadata.store.database.selectFrom('job').selectAll().where('kind', '=', 'evaluation').execute();
  const runOf = (id: number) => service.get(here(), id);
  const resultsOf = async (id: number) => (await service.results(here(), id, { afterId: 0, most: 1_000 })).results;

  /** A node that works on jobs. */
  const node = (
    examine: Examine,
    { store = metadata.store, ...more }: { store?: Store; clock?: typeof clock } = {},
  ) => {
    const { users, roles, settings } = metadata;
    const dependencies = { users, roles, settings, examine, clock: more.clock ?? clock, log, bounds };
    const job = new EvaluationJob({ database: store.database, ...dependencies });
    const steady = { at: 0, now: () => steady.at };
    const worker = new JobWorker({ database: store.database, handlers: [job], most: 10, clock, steady, log });
    const pass = async () => {
      await worker.step();
      await worker.idle();
    };
    return { worker, steady, pass };
  };

  it('grades every question, and counts verdicts and outcomes', async () => {
    const id = await start(6);
    expect(await runOf(id)).toMatchObject({ state: 'queued', counts: { total: 6, finished: 0 }, createdBy: userId });
    const turns = [['truth'], ['truth'], ['other'], [], ['gone'], ['truth']];
    const { pass, worker } = node(async (_, { name }) =>
      examineeOf(data, () => turnWith(turns[Number(name.slice(1))] ?? [])),
    );
    await pass();
    expect(await runOf(id)).toMatchObject({
      state: 'completed',
      model: 'scripted',
      error: undefined,
      counts: {
        ...{ total: 6, finished: 6, pass: 3, fail: 1, review: 1, error: 1 },
        ...{ correct: 3, wrong: 1, withheld: 1 },
      },
      startedAt: clock.at,
      finishedAt: clock.at,
    });
    expect((await resultsOf(id)).map(({ name, verdict, outcome }) => [name, verdict, outcome])).toEqual([
      ['q0', 'pass', 'correct'],
      ['q1', 'pass', 'correct'],
      ['q2', 'fail', 'wrong'],
      ['q3', 'review', 'withheld'],
      ['q4', 'error', undefined],
      ['q5', 'pass', 'correct'],
    ]);
    expect(await jobs()).toEqual([]);
    await worker.close();
  });

  it('asks at most four questions at once', async () => {
    await start(12);
    let [now, most] = [0, 0];
    const four = Promise.withResolvers<void>();
    const { pass, worker } = node(async () => {
      most = Math.max(most, (now += 1));
      if (now === 4) four.resolve();
      await four.promise;
      now -= 1;
      return correct();
    });
    await pass();
    expect(most).toBe(4);
    await worker.close();
  });

  it('lets other jobs go first after a while, and goes on behind them', async () => {
    const id = await start(12);
    const { pass, worker } = node(async () => {
      clock.at += 20_000;
      return correct();
    });
    await pass();
    const { state, counts } = await runOf(id);
    expect([state, counts.finished > 0, counts.finished < 12]).toEqual(['running', true, true]);
    expect((await jobs())[0]).toMatchObject({ attempts: 0, due_at: clock.at });
    while ((await jobs()).length > 0) await pass();
    expect(await runOf(id)).toMatchObject({ state: 'completed', counts: { pass: 12 } });
    await worker.close();
  });

  it('keeps what a node graded that dies in the middle, and asks only the rest again', async () => {
    const id = await start(5);
    const asked: string[] = [];
    const first = await connect(place.settings);
    others.push(first);
    const dying = node(
      async (_, { name }) => {
        asked.push(name);
        return Number(name.slice(1)) < 2 ? correct() : new Promise(() => undefined);
      },
      { store: first },
    );
    await dying.worker.step();
    await expect.poll(async () => (await runOf(id)).counts.finished).toBe(2);
    const { pass, steady, worker } = node(async (_, { name }) => {
      asked.push(`${name} again`);
      return correct();
    });
    await pass();
    expect((await runOf(id)).state).toBe('running');
    steady.at += 31_000;
    await pass();
    expect(asked.toSorted()).toEqual(['q0', 'q1', 'q2', 'q2 again', 'q3', 'q3 again', 'q4', 'q4 again']);
    expect(await runOf(id)).toMatchObject({ state: 'completed', counts: { total: 5, pass: 5 } });
    await worker.close();
  });

  it('goes on when the node that asks ends in order', async () => {
    const id = await start(3);
    const ending = node(async (_, { name }) => (name === 'q0' ? correct() : { data, answer: untilStopped }));
    await ending.worker.step();
    await expect.poll(async () => (await runOf(id)).counts.finished).toBe(1);
    await ending.worker.close();
    expect(await jobs()).toMatchObject([{ worker_id: null, attempts: 0 }]);
    const { pass, worker } = node(async () => correct());
    await pass();
    expect(await runOf(id)).toMatchObject({ state: 'completed', counts: { pass: 3 } });
    await worker.close();
  });

  it.each([
    ['the user is deactivated', () => setStatus('deactivated'), 'the user who started it is not active'],
    ['evaluations are switched off', () => setEvals(false), 'evaluations were switched off'],
    [
      'the user loses the right',
      () =>
        metadata.changes.changeRights({ accountId: metadata.accountId, by }, (change) =>
          metadata.users.update(change, userId, { role: 'viewer' }),
        ),
      'the user who started it may not read the model any more',
    ],
    [
      'the user is deleted',
      () =>
        metadata.changes.changeRights({ accountId: metadata.accountId, by }, (change) =>
          metadata.users.delete(change, userId),
        ),
      'the user who started it was deleted',
    ],
  ])('fails in the middle when %s, and keeps what was graded', async (_, happens, error) => {
    const id = await start(20);
    const { pass, worker } = node(async (_run, { name }) => {
      if (name === 'q4') await happens();
      return correct();
    });
    await pass();
    const run = await runOf(id);
    expect([run.state, run.error]).toEqual(['failed', error]);
    expect(run.counts.finished).toBeGreaterThan(0);
    expect(run.counts.finished).toBeLessThan(20);
    expect(await jobs()).toEqual([]);
    await worker.close();
  });

  it('gives no grade to a question whose user was deactivated while it was asked', async () => {
    const id = await start(1);
    const { pass, worker } = node(async () => ({
      data,
      answer: async () => {
        await setStatus('deactivated');
        throw new Error('nothing may be read');
      },
    }));
    await pass();
    expect(await runOf(id)).toMatchObject({ state: 'failed', counts: { finished: 0 } });
    await worker.close();
  });

  it('fails when what it asks is not there any more, and when it takes too long', async () => {
    const gone = await start(2);
    const stopped = node(async () => Promise.reject(new RunStopped("the branch 'b' is not there any more")));
    await stopped.pass();
    expect(await runOf(gone)).toMatchObject({ state: 'failed', error: "the branch 'b' is not there any more" });
    const long = await start(9);
    const late = node(async () => {
      clock.at += bounds.runSeconds * 1_000;
      return correct();
    });
    while ((await jobs()).length > 0) await late.pass();
    expect(await runOf(long)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('longer than 3600 seconds'),
    });
    await Promise.all([stopped.worker.close(), late.worker.close()]);
  });

  it('is tried again while its data cannot be reached, and fails after five attempts', async () => {
    const id = await start(2);
    let isClosed = true;
    const { pass, worker } = node(async () => {
      if (isClosed) throw new Unavailable('deployment.closed', 'The deployment is closing');
      return correct();
    });
    await pass();
    expect([(await runOf(id)).state, (await jobs())[0]?.error]).toEqual(['running', 'The deployment is closing']);
    isClosed = false;
    clock.at += 60_000;
    await pass();
    expect((await runOf(id)).state).toBe('completed');
    isClosed = true;
    const second = await start(1);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await pass();
      clock.at += 300_000;
    }
    expect(await runOf(second)).toMatchObject({ state: 'failed', error: 'The deployment is closing' });
    await worker.close();
  });

  it('refuses an eleventh run of a deployment at once, and keeps the last two hundred', async () => {
    const { database } = metadata.store;
    const { pass, worker } = node(async () => correct());
    for (let runs = 0; runs < 10; runs += 1) await start(1);
    await expect(start(1)).rejects.toMatchObject({ status: 429 });
    await pass();
    const [first] = (await service.list(here(), { beforeId: undefined, most: 100 })).toReversed();
    const row = await database.selectFrom('evaluation_run').selectAll().executeTakeFirstOrThrow();
    const { id: _, ...copy } = row;
    await database
      .insertInto('evaluation_run')
      .values(Array.from({ length: 190 }, () => copy))
      .execute();
    await start(1);
    const { count } = await database
      .selectFrom('evaluation_run')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(200);
    await expect(service.get(here(), first?.id ?? 0)).rejects.toThrow('There is no evaluation');
    await worker.close();
  });

  it('lists the newest first, and no runs of other deployments and accounts', async () => {
    const ids = [await start(1), await start(1), await start(1)];
    const list = async (range: { beforeId: number | undefined; most: number }, at = here()) =>
      (await service.list(at, range)).map(({ id }) => id);
    expect(await list({ beforeId: undefined, most: 2 })).toEqual([ids[2], ids[1]]);
    expect(await list({ beforeId: ids[1], most: 2 })).toEqual([ids[0]]);
    for (const other of [
      { ...here(), deploymentId: 2 },
      { ...here(), accountId: 99 },
    ]) {
      expect(await list({ beforeId: undefined, most: 9 }, other)).toEqual([]);
      await expect(service.get(other, ids[0] ?? 0)).rejects.toThrow('There is no evaluation');
      await expect(service.results(other, ids[0] ?? 0, { afterId: 0, most: 9 })).rejects.toThrow(
        'There is no evaluation',
      );
    }
  });

  it('stores answers with characters that no store accepts', async () => {
    const id = await start(1);
    const text = `a\0b \ud800 ${'😀'.repeat(20_000)}`;
    const { pass, worker } = node(async () => examineeOf(data, () => turnWith(['truth'], { text })));
    await pass();
    const [{ agentAnswer = '' } = {}] = await resultsOf(id);
    expect(agentAnswer).toMatch(/^ab \ufffd 😀/);
    expect([agentAnswer.length, agentAnswer.isWellFormed()]).toEqual([32_000, true]);
    await worker.close();
  });
});

function untilStopped(_: string, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
