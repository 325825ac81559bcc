import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import cube from '@cubejs-client/core';
import { mintToken } from '../../packages/deployments/src/token/mint-token.ts';
import { AttackedService } from '../attacks/attacked-service.ts';
import { eventually } from '../eventually.ts';

let service: AttackedService;
/** Keeps statements from reaching the engine until the gate is opened. */
let gate: { open(): void };
let statements: ReturnType<typeof vi.spyOn>;

const query = { measures: ['orders.count'] };
const headers = (id: string) => ({ 'x-request-id': id });

beforeAll(async () => {
  service = await AttackedService.open();
});

afterAll(() => service?.[Symbol.asyncDispose]());

beforeEach(() => {
  const { sources } = service.served.composition.runtime;
  const { promise, resolve } = Promise.withResolvers<void>();
  const rows = sources.rows.bind(sources);
  gate = { open: resolve };
  statements = vi.spyOn(sources, 'rows').mockImplementation(async (request, signal) => {
    const aborted = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    await Promise.race([promise, aborted]);
    return rows(request, signal);
  });
});

afterEach(() => {
  gate.open();
  statements.mockRestore();
});

const load = (asked: object, id: string) => {
  const text = encodeURIComponent(JSON.stringify(asked));
  return service.get(`/cubejs-api/v1/load?query=${text}`, headers(id));
};

/** Another tenant of the same deployment. */
async function strangersToken(): Promise<string> {
  const { composition } = service.served;
  const [deployment] = composition.deployments;
  if (!deployment) throw new Error('no deployment');
  const request = { deployment, securityContext: { tenant: 'another' }, expiresInSeconds: 600, clock: Date };
  return (await mintToken(request, { algorithms: ['HS256'], scopes: [] })) ?? '';
}

const cancel = async (id: string, token = service.served.token) => {
  const response = await fetch(`${service.served.origin}/cubejs-api/v1/running-query/${id}`, {
    method: 'DELETE',
    headers: { authorization: token, 'x-forwarded-proto': 'https' },
  });
  return { status: response.status, body: (await response.json()) as { result: { requestId: string }[] } };
};

const untilRunning = () => eventually(() => expect(statements).toHaveBeenCalled());

it('a slow query is answered with Continue wait, and its repetitions end with the result of one run', async () => {
  const asked = { ...query, cache: 'must-revalidate' };
  const first = await load(asked, 'slow-span-1');
  expect([first.status, first.body]).toEqual([
    200,
    { error: 'Continue wait', stage: 'Executing query', timeElapsed: expect.any(Number) },
  ]);
  const second = load(asked, 'slow-span-2');
  gate.open();
  expect((await second).body?.data).toEqual([{ 'orders.count': '5' }]);
  expect(statements).toHaveBeenCalledOnce();
});

it('the public client waits for it and receives its progress', async () => {
  const { fetch: plainFetch } = globalThis;
  const asFromProxy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
    const sent = new Headers(options?.headers);
    sent.set('x-forwarded-proto', 'https');
    return plainFetch(url, { ...options, headers: sent });
  });
  try {
    const client = cube(service.served.token, { apiUrl: `${service.served.origin}/cubejs-api/v1` });
    const heard: string[] = [];
    const progressCallback = (progress: { stage(): string; timeElapsed(): number }) => {
      heard.push(progress.stage());
      gate.open();
    };
    const result = await client.load({ ...query, limit: 7 }, { progressCallback });
    expect(result.rawData()).toEqual([{ 'orders.count': '5' }]);
    expect(heard).toEqual(['Executing query']);
    expect(statements).toHaveBeenCalledOnce();
  } finally {
    asFromProxy.mockRestore();
  }
});

describe('DELETE /v1/running-query', () => {
  it('cancels by the request id of the query, which then reports it', async () => {
    const asked = load({ ...query, limit: 11 }, 'cancelled-span-1');
    await untilRunning();
    expect(await cancel('cancelled-span-1')).toEqual({
      status: 200,
      body: { result: [{ queryHandler: 'query', queryKey: expect.any(String), requestId: 'cancelled-span-1' }] },
    });
    expect((await asked).body).toEqual({
      error: 'The query was cancelled',
      problems: [{ code: 'request.cancelled', message: 'The query was cancelled' }],
    });
    expect((await asked).status).toBe(400);
    expect(service.served.composition.runtime.queueOf('default').running).toBe(0);
  });

  it('finds nothing under the id of another tenant, and nothing that has ended', async () => {
    const asked = load({ ...query, limit: 12 }, 'mine-span-1');
    await untilRunning();
    expect(await cancel('mine-span-1', await strangersToken())).toEqual({ status: 200, body: { result: [] } });
    gate.open();
    expect((await asked).body?.data).toEqual([{ 'orders.count': '5' }]);
    expect(await cancel('mine-span-1')).toEqual({ status: 200, body: { result: [] } });
  });

  it('requires a token', async () => {
    expect((await cancel('any', 'none')).status).toBe(401);
  });
});
