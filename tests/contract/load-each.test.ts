import { type LoadEachLine, loadEachLineSchema } from '@orrery/contract';
import { createDataClient } from '@orrery/client/data';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { ContractService, refused } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open({ environment: { CUBEJS_CONTINUE_WAIT_TIMEOUT: '1' } });
});
afterAll(() => service?.[Symbol.asyncDispose]());

const count = { measures: ['orders.count'] };
const byStatus = { ...count, dimensions: ['orders.status'] };
const wrong = { measures: ['orders.nothing'] };

const linesIn = (text: string): readonly LoadEachLine[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => loadEachLineSchema.parse(JSON.parse(line)));

const ask = async (queries: readonly object[]) => {
  const answer = await service.post(JSON.stringify({ queries }), 'load-each');
  return { ...answer, lines: answer.status === 200 ? linesIn(answer.text) : [] };
};

/** Keeps statements from reaching the engine until it is opened. */
function closeGate() {
  const { sources } = service.served.composition.runtime;
  const { promise, resolve } = Promise.withResolvers<void>();
  const rows = sources.rows.bind(sources);
  const statements = vi.spyOn(sources, 'rows').mockImplementation(async (request, signal) => {
    const left = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    await Promise.race([promise, left]);
    return rows(request, signal);
  });
  return { statements, open: resolve, [Symbol.dispose]: () => (resolve(), statements.mockRestore()) };
}

const client = () =>
  createDataClient({
    apiUrl: `${service.served.origin}/cubejs-api/v1`,
    token: service.served.token,
    fetch: (url, options) => {
      const headers = new Headers(options?.headers);
      headers.set('x-forwarded-proto', 'https');
      return fetch(url, { ...options, headers });
    },
  });

describe('POST /v1/load-each', () => {
  it('answers each query as /v1/load does, and what is wrong with one is no matter of the others', async () => {
    const { status, headers, lines } = await ask([
      { id: 'all "of" them', query: count },
      { id: 'wrong', query: wrong },
      { id: 'multi', query: byStatus, queryType: 'multi', responseFormat: 'compact' },
      { id: 'not a query', query: 7 },
    ]);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    expect(lines.at(-1)).toEqual({ done: true });
    const byId = new Map(lines.map((line) => ['id' in line ? line.id : '', line]));
    expect(byId.size).toBe(5);
    const { lastRefreshTime: _, ...alone } = await service.load(count);
    expect(byId.get('all "of" them')).toMatchObject(alone);
    const multi = await service.loadMulti({ ...byStatus, responseFormat: 'compact' });
    expect(byId.get('multi')).toMatchObject({ queryType: 'regularQuery', results: [{ data: multi.results[0]?.data }] });
    const { status: refusedWith, ...refusal } = await service.refusal(wrong);
    expect(byId.get('wrong')).toEqual({ id: 'wrong', status: refusedWith, ...refusal });
    expect(byId.get('not a query')).toMatchObject({ status: 400, problems: [{ code: 'request.wrong-type' }] });
  });

  it('refuses what is no list of queries with ids of their own, and more than 100 of them', async () => {
    const problemsOf = async (body: unknown) => {
      const { status, problems } = refused(await service.post(JSON.stringify(body), 'load-each'));
      return [status, problems?.map(({ code, path }) => `${code} ${path}`)];
    };
    const many = Array.from({ length: 101 }, (_, index) => ({ id: String(index), query: count }));
    expect(await problemsOf({ queries: many })).toEqual([400, ['request.too-big queries']]);
    expect(await problemsOf({})).toEqual([400, ['request.required queries']]);
    expect(await problemsOf({ queries: [] })).toEqual([400, ['request.too-small queries']]);
    expect(await problemsOf({ queries: [{ query: count }] })).toEqual([400, ['request.required queries[0].id']]);
    const twice = { id: 'a', query: count };
    expect(await problemsOf({ queries: [twice, twice] })).toEqual([400, ['request.invalid-value queries[1].id']]);
  });

  it('begins queries in their order, and sends each answer when it is there', async () => {
    using gate = closeGate();
    const queries = Array.from({ length: 9 }, (_, index) => ({
      id: `${index}`,
      query: { ...byStatus, limit: index + 1 },
    }));
    const seen: string[] = [];
    let progress = 0;
    const { running, waiting } = service.served.composition.runtime.queueOf('default');
    expect(running + waiting).toBe(0);
    for await (const answer of client().loadEach([{ id: 'bad', query: wrong }, ...queries])) {
      if ('progress' in answer) {
        progress += 1;
        // The wrong one is there while six others run or wait for their turn at the engine.
        const queue = service.served.composition.runtime.queueOf('default');
        if (progress === 1) expect([seen, queue.running + queue.waiting]).toEqual([['bad'], 6]);
        gate.open();
      } else seen.push(answer.id);
      if ('error' in answer)
        expect([answer.error.status, answer.error.message]).toEqual([400, expect.stringContaining('nothing')]);
    }
    expect(progress).toBeGreaterThan(0);
    expect(seen.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', 'bad']);
  });

  it('a client that leaves ends its queries, also those that it was told to wait for', async () => {
    using gate = closeGate();
    const leaving = new AbortController();
    const asked = client().loadEach([{ id: 'a', query: { ...count, limit: 77 } }], { signal: leaving.signal });
    expect((await asked.next()).value).toMatchObject({ id: 'a', progress: { stage: expect.any(String) } });
    const { runtime } = service.served.composition;
    expect(runtime.queueOf('default').running).toBe(1);
    leaving.abort(new Error('left'));
    await expect(asked.next()).rejects.toThrow('left');
    await eventually(() => expect(runtime.queueOf('default').running).toBe(0));
    expect(gate.statements).toHaveBeenCalledOnce();
  });
});
