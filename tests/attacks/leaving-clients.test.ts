import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AttackedService } from './attacked-service.ts';
import { eventually } from '../eventually.ts';

let service: AttackedService;

beforeAll(async () => {
  service = await AttackedService.open();
});

afterAll(() => service?.[Symbol.asyncDispose]());

let questions = 0;

/** Makes a different query each time: equal ones would share one run. */
function nextPath(): string {
  const query = { measures: ['endless.count'], limit: 1 + (questions++ % 40_000) };
  return `/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`;
}

/** Processor time of all threads of this process, including the engine's, per second of wall time. */
async function busyRatio(): Promise<number> {
  const [before, startedAt] = [process.cpuUsage(), performance.now()];
  await pause(300);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (performance.now() - startedAt);
}

/**
 * Starts a client that sends an endless query and disconnects on demand. If it got an answer to try again before that,
 * it cancels by the id of its request: nothing else ends a run that is held for it.
 */
function client(): { leave(): void; readonly gone: Promise<unknown> } {
  const controller = new AbortController();
  const id = `leaving-${questions}-span-1`;
  const headers = { authorization: service.served.token, 'x-forwarded-proto': 'https', 'x-request-id': id };
  const giveUp = () =>
    fetch(`${service.served.origin}/cubejs-api/v1/running-query/${id}`, { method: 'DELETE', headers });
  const gone = fetch(`${service.served.origin}${nextPath()}`, { headers, signal: controller.signal }).then(
    async () => {
      await giveUp();
      return 'left';
    },
    () => 'left',
  );
  return { leave: () => controller.abort(), gone };
}

async function untilIdle(): Promise<void> {
  const deadline = performance.now() + 60_000;
  while ((await busyRatio()) > 0.3) {
    if (performance.now() > deadline) throw new Error('the engine still works for clients that have left');
  }
}

async function untilBusy(): Promise<void> {
  await eventually(() => expect(service.served.composition.runtime.queueOf('default').running).toBeGreaterThan(0));
}

const small = () => service.ask({ measures: ['orders.count'] });

beforeEach(untilIdle);

describe('a client that leaves', () => {
  it('cancels its query: the engine stops working', async () => {
    const one = client();
    await untilBusy();
    one.leave();
    expect(await one.gone).toBe('left');
    await untilIdle();
    expect((await small()).status).toBe(200);
  });

  it('frees its slot, however many clients leave at once', async () => {
    const all = Array.from({ length: 200 }, client);
    await untilBusy();
    for (const one of all) one.leave();
    expect(new Set(await Promise.all(all.map(({ gone }) => gone)))).toEqual(new Set(['left']));
    await untilIdle();
    const answers = await Promise.all(Array.from({ length: 8 }, small));
    expect(answers.map(({ status }) => status)).toEqual(new Array(8).fill(200));
  });

  it('leaves nothing behind, at any moment of the start', async () => {
    for (let delayMs = 0; delayMs < 40; delayMs += 1) {
      const one = client();
      await pause(delayMs / 2);
      one.leave();
      await one.gone;
    }
    await untilIdle();
    expect((await small()).status).toBe(200);
  });
});

it('a slow query delays neither the probes nor the queries of others', async () => {
  const slow = client();
  await untilBusy();
  for (const probe of ['/livez', '/readyz']) {
    expect(await service.get(probe)).toMatchObject({ status: 200, body: { health: 'HEALTH' } });
  }
  expect((await small()).body?.data).toEqual([{ 'orders.count': '5' }]);
  expect((await service.get('/cubejs-api/v1/meta')).status).toBe(200);
  slow.leave();
  await slow.gone;
});

it('probes and metadata are answered when slow queries hold every slot', async () => {
  const slow = Array.from({ length: 6 }, client);
  await untilBusy();
  for (const probe of ['/livez', '/readyz']) expect((await service.get(probe)).status).toBe(200);
  expect((await service.get('/cubejs-api/v1/meta')).status).toBe(200);
  for (const one of slow) one.leave();
  await Promise.all(slow.map(({ gone }) => gone));
  expect((await small()).status).toBe(200);
});
