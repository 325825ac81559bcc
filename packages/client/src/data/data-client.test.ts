import { describe, expect, it } from 'vitest';
import { AnsweringServer, dropped, endless, json, pieces, silent } from '../answering-server-fixture.ts';
import { createDataClient } from './data-client.ts';

const retry = { waitMs: 1 };
const annotation = {
  measures: { 'orders.total': { title: 'Total', shortTitle: 'Total', type: 'number' } },
  dimensions: { 'orders.city': { title: 'City', shortTitle: 'City', type: 'string' } },
  segments: {},
  timeDimensions: {},
};
const result = (data: unknown) => ({ query: {}, annotation, data, lastRefreshTime: 'now' });
const loaded = (...data: readonly unknown[]) =>
  json({ queryType: 'regularQuery', results: data.map(result), pivotQuery: {}, slowQuery: false });
const wait = (stage: string) => json({ error: 'Continue wait', stage, timeElapsed: 5000 });
const end = { done: true, value: undefined };
const query = { measures: ['orders.total'], dimensions: ['orders.city'] };
const rows = [{ 'orders.city': 'Oslo', 'orders.total': '12.50' }];

describe('load', () => {
  it('asks again while the answer is not there, with one id', async () => {
    await using server = await AnsweringServer.open(wait('#2 in queue'), wait('Executing query'), loaded(rows));
    const client = createDataClient({ apiUrl: `${server.address}/cubejs-api/v1/`, token: 't' });
    const stages: unknown[] = [];
    const { data } = await client.load(query, { cache: 'no-cache', onProgress: ({ stage }) => stages.push(stage) });
    expect([data, stages]).toEqual([rows, ['#2 in queue', 'Executing query']]);
    const ids = server.asked.map(({ headers }) => String(headers['x-request-id']));
    expect(ids.map((id) => id.replace(/^[0-9a-f]{32}/, ''))).toEqual(['-span-1', '-span-2', '-span-3']);
    expect(new Set(ids.map((id) => id.slice(0, 32))).size).toBe(1);
    for (const { method, path, body, headers } of server.asked) {
      expect([method, path, JSON.parse(body)]).toEqual([
        'POST',
        '/cubejs-api/v1/load',
        { query, queryType: 'multi', cache: 'no-cache' },
      ]);
      expect(headers.authorization).toBe('t');
    }
  });

  it('does not run hot when the server does not wait', async () => {
    await using server = await AnsweringServer.open(wait('a'), wait('b'), loaded(rows));
    const started = performance.now();
    await createDataClient({ apiUrl: server.address, token: 't' }).load(query);
    expect(performance.now() - started).toBeGreaterThan(350);
  });

  it('repeats after a line that broke, and a page of a proxy', async () => {
    const proxy = (response: Parameters<typeof dropped>[0]) => response.writeHead(502).end('<html>');
    await using server = await AnsweringServer.open(dropped, proxy, loaded(rows));
    expect((await createDataClient({ apiUrl: server.address, token: 't', retry }).load(query)).data).toEqual(rows);
  });

  it('gives up after 502 without end', async () => {
    await using server = await AnsweringServer.open((response) => response.writeHead(502).end());
    const client = createDataClient({ apiUrl: server.address, token: 't', retry });
    await expect(client.load(query)).rejects.toMatchObject({ status: 502 });
    expect(server.asked).toHaveLength(4);
  });

  it('is ended by its signal, and leaves the request', async () => {
    const controller = new AbortController();
    let isLeft: Promise<unknown> = Promise.resolve();
    await using server = await AnsweringServer.open((response) => {
      isLeft = new Promise((done) => response.on('close', done));
      controller.abort(new Error('left'));
    });
    const client = createDataClient({ apiUrl: server.address, token: 't' });
    await expect(client.load(query, { signal: controller.signal })).rejects.toThrow('left');
    await isLeft;
  });

  it('refuses a comparison before it runs, and loadMany takes it', async () => {
    await using server = await AnsweringServer.open(loaded(rows, []));
    const client = createDataClient({ apiUrl: server.address, token: 't' });
    const compareDateRange = ['last week', 'this week'];
    const compared = { ...query, timeDimensions: [{ dimension: 'orders.at', compareDateRange }] };
    await expect(client.load(compared)).rejects.toMatchObject({ code: 'client.several-results' });
    expect(server.asked).toEqual([]);
    expect((await client.loadMany(compared)).results.map(({ data }) => data)).toEqual([rows, []]);
  });
});

describe('loadEach', () => {
  const queries = [
    { id: 'a', query },
    { id: 'b', query },
  ];
  const progress = '{"id":"a","progress":{"stage":"Executing query","timeElapsed":5000}}\n';
  const refused =
    '{"id":"b","status":400,"error":"Unknown member","problems":[{"code":"query.unknown","message":"m"}]}\n';
  const answered = `${JSON.stringify({ id: 'a', ...result(rows) })}\n`;

  it('yields what becomes of each query', async () => {
    await using server = await AnsweringServer.open(pieces([progress, refused, answered, '{"done":true}\n']));
    const client = createDataClient({ apiUrl: server.address, token: 't', numbers: 'number' });
    const seen: unknown[] = [];
    for await (const { id, ...rest } of client.loadEach(queries, { cache: 'no-cache' })) seen.push([id, rest]);
    expect(seen).toEqual([
      ['a', { progress: { stage: 'Executing query', elapsedMs: 5000 } }],
      ['b', { error: expect.objectContaining({ status: 400, code: 'query.unknown', message: 'Unknown member' }) }],
      ['a', { result: expect.objectContaining({ data: [{ 'orders.city': 'Oslo', 'orders.total': 12.5 }] }) }],
    ]);
    expect(server.asked.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ['/load-each', { queries: queries.map((each) => ({ ...each, cache: 'no-cache' })) }],
    ]);
  });

  it('throws where answers are missing at the end, and asks nothing for no queries', async () => {
    await using server = await AnsweringServer.open(pieces([answered]));
    const client = createDataClient({ apiUrl: server.address, token: 't', retry });
    const all = async (some: typeof queries) => {
      const seen: string[] = [];
      for await (const { id } of client.loadEach(some)) seen.push(id);
      return seen;
    };
    await expect(all(queries)).rejects.toMatchObject({ code: 'client.network' });
    expect(await all([])).toEqual([]);
    expect(server.asked).toHaveLength(1);
  });

  it('ends its request when it is left while it waits', async () => {
    const { answer, left } = silent(`${progress}{"id":"b","sta`);
    await using server = await AnsweringServer.open(answer);
    const answers = createDataClient({ apiUrl: server.address, token: 't' }).loadEach(queries);
    expect(await answers.next()).toMatchObject({ value: { id: 'a' } });
    const next = answers.next();
    expect([await answers.return(), await next]).toEqual([end, end]);
    await left;
  });
});

describe('numbers', () => {
  const totals = [
    ['Oslo', '12.50'],
    ['Bergen', null],
  ] as const;
  const members = ['orders.city', 'orders.total'];
  const compact = { members, dataset: totals };
  const columnar = {
    members,
    columns: [
      ['Oslo', 'Bergen'],
      ['12.50', null],
    ],
  };

  it('are texts, with all their digits', async () => {
    await using server = await AnsweringServer.open(loaded([{ 'orders.total': '9007199254740993' }]));
    const { data } = await createDataClient({ apiUrl: server.address, token: 't' }).load(query);
    expect(data).toEqual([{ 'orders.total': '9007199254740993' }]);
  });

  it('are numbers on request, in every format of rows', async () => {
    await using server = await AnsweringServer.open(loaded(rows), loaded(compact), loaded(columnar));
    const client = createDataClient({ apiUrl: server.address, token: 't', numbers: 'number' });
    expect((await client.load(query)).data).toEqual([{ 'orders.city': 'Oslo', 'orders.total': 12.5 }]);
    expect((await client.load({ ...query, responseFormat: 'compact' })).data.dataset).toEqual([
      ['Oslo', 12.5],
      ['Bergen', null],
    ]);
    expect((await client.load({ ...query, responseFormat: 'columnar' })).data.columns).toEqual([
      ['Oslo', 'Bergen'],
      [12.5, null],
    ]);
  });

  it('are an error where digits would be lost', async () => {
    await using server = await AnsweringServer.open(loaded([{ 'orders.total': '9007199254740993' }]));
    const client = createDataClient({ apiUrl: server.address, token: 't', numbers: 'number' });
    await expect(client.load(query)).rejects.toMatchObject({ code: 'client.inexact-number' });
  });
});

describe('subscribe', () => {
  it('yields what differs, and outlives errors that pass', async () => {
    const other = [{ 'orders.city': 'Oslo', 'orders.total': '13' }];
    await using server = await AnsweringServer.open(
      loaded(rows),
      loaded(rows),
      (response) => response.writeHead(503).end(),
      loaded(rows),
      loaded(other),
    );
    const client = createDataClient({ apiUrl: server.address, token: 't', retry: { attempts: 1 } });
    const seen: unknown[] = [];
    for await (const { data } of client.subscribe(query, { everyMs: 1 })) {
      seen.push(data);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual([rows, other]);
    expect(server.asked).toHaveLength(5);
  });

  it('asks no more when it is left while it waits', async () => {
    await using server = await AnsweringServer.open(loaded(rows));
    const client = createDataClient({ apiUrl: server.address, token: 't' });
    const results = client.subscribe(query, { everyMs: 600_000 });
    expect(await results.next()).toMatchObject({ value: { data: rows } });
    const next = results.next();
    expect([await results.return(), await next]).toEqual([end, end]);
    expect(server.asked).toHaveLength(1);
  });

  it('ends with what the server refuses', async () => {
    await using server = await AnsweringServer.open(json({ error: 'Unknown member' }, 400));
    const client = createDataClient({ apiUrl: server.address, token: 't' });
    await expect(client.subscribe(query).next()).rejects.toThrow('Unknown member');
  });
});

describe('the other requests', () => {
  it('say what they are', async () => {
    await using server = await AnsweringServer.open(json({}));
    const client = createDataClient({ apiUrl: server.address, token: 't' });
    await client.sql(query);
    await client.sql('SELECT 1');
    await client.dryRun([query]);
    await client.explain(query);
    await client.values({ member: 'orders.city', search: 'os' });
    await client.meta();
    await client.meta({ onlyViews: true, isExtended: true });
    expect(server.asked.map(({ method, path, body }) => [method, path, body === '' ? body : JSON.parse(body)])).toEqual(
      [
        ['POST', '/sql', { query }],
        ['POST', '/sql', { query: 'SELECT 1', format: 'sql' }],
        ['POST', '/dry-run', { query: [query] }],
        ['POST', '/explain', { query }],
        ['POST', '/values', { member: 'orders.city', search: 'os' }],
        ['GET', '/meta', ''],
        ['GET', '/meta?onlyViews=true&extended', ''],
      ],
    );
  });

  it('wait for values too', async () => {
    await using server = await AnsweringServer.open(wait('a'), json({ member: 'm', values: ['x'], complete: true }));
    const client = createDataClient({ apiUrl: server.address, token: 't' });
    expect((await client.values({ member: 'm' })).values).toEqual(['x']);
  });

  it('take no JSON for a file, nor ask for ever', async () => {
    const { answer, left } = endless('{"error":"Out of order"}\n');
    await using server = await AnsweringServer.open(answer, pieces([''], { isBroken: true }));
    const client = createDataClient({ apiUrl: server.address, token: 't', retry: { attempts: 2, waitMs: 1 } });
    await expect(client.exportRows(query)).rejects.toMatchObject({ message: 'Out of order', code: 'http.200' });
    await left;
    await expect(client.exportRows(query)).rejects.toMatchObject({ code: 'client.network' });
    expect(server.asked).toHaveLength(3);
  });

  it('give files that are whole, or break off with an error of ours', async () => {
    const parts = ['\u{feff}a,b\n', '1,2\n', '3,4\n'];
    const csv = (isBroken: boolean) => pieces(parts, { type: 'text/csv', isBroken });
    await using server = await AnsweringServer.open(csv(false), csv(true), pieces([], { type: 'text/csv' }));
    const client = createDataClient({ apiUrl: server.address, token: 't', retry: { attempts: 1 } });
    const bytes = await new Response(await client.exportRows(query)).arrayBuffer();
    expect(Buffer.from(bytes).toString()).toBe(parts.join(''));
    await expect(client.exportRows(query).then((file) => new Response(file).text())).rejects.toMatchObject({
      name: 'OrreryError',
      code: 'client.network',
    });
    await expect(client.exportRows(query)).rejects.toMatchObject({ code: 'client.network' });
  });

  it('end the request of a file that is left, and break a file off with the reason of the signal', async () => {
    const [first, second] = [silent('\u{feff}a,b\n'), silent('\u{feff}a,b\n')];
    await using server = await AnsweringServer.open(first.answer, second.answer);
    const client = createDataClient({ apiUrl: server.address, token: 't' });
    await (await client.exportRows(query)).cancel();
    await first.left;
    const by = new AbortController();
    const file = new Response(await client.exportRows(query, { signal: by.signal })).text();
    by.abort(new Error('enough'));
    await expect(file).rejects.toThrow('enough');
    await second.left;
  });

  it('are errors when they are cut', async () => {
    await using server = await AnsweringServer.open(pieces(['{'], { isBroken: true }));
    const client = createDataClient({ apiUrl: server.address, token: 't', retry });
    await expect(client.meta()).rejects.toMatchObject({ code: 'client.network' });
  });
});
