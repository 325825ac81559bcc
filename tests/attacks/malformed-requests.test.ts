import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, AttackedService } from './attacked-service.ts';
import { internalsIn } from './internals.ts';

let service: AttackedService;
let before: number;

beforeAll(async () => {
  service = await AttackedService.open({ environment: { ORRERY_MAX_REQUEST_SIZE: '1mb' } });
});

beforeEach(() => {
  before = service.statements;
});

/** Nothing malformed reaches the data source. */
afterEach(() => expect(service.statements).toBe(before));

afterAll(() => service?.[Symbol.asyncDispose]());

function expectRefusal(answer: Answer, code: string, status = 400): void {
  expect([answer.status, answer.body?.problems?.[0]?.code, answer.text.slice(0, 300)]).toEqual([
    status,
    code,
    expect.any(String),
  ]);
  expect(answer.body?.error).toBeTruthy();
  expect(internalsIn(answer.text)).toEqual([]);
  expect(answer.text.length).toBeLessThan(50_000);
}

/** Bytes of a body without an end; the service reads a part of them and hangs up. */
const mostSent = 300_000_000;

const routes = ['load', 'sql', 'dry-run', 'explain'] as const;

describe.each(routes)('/v1/%s refuses', (route) => {
  it.each([
    '{',
    '{"query":{"measures":["orders.count"]}',
    '{"query":{measures:["orders.count"]}}',
    "{'query':{}}",
    '{"query":{"measures":["orders.count"],}}',
    '{"query":{"limit":01}}',
    '{"query":{"limit":NaN}}',
    '{"query":"\u0001"}',
    '{"query":{}} trailing',
    '{"query":"\\ud83"}',
    '\u0000',
    '{"query":{"measures":["orders.count"]}}\u0000',
    'undefined',
    '"',
  ])('a body that is not JSON: %j', async (body) => {
    expectRefusal(await service.post(body, route), 'request.not-json');
  });

  it('bytes that are not UTF-8', async () => {
    const answer = await service.post(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22]), route);
    expectRefusal(answer, 'request.not-json');
  });

  it.each(['', ' ', '[]', '5', 'null', 'true', '"text"', '{}', '{"query":null}', '{"query":""}'])(
    'a body without a query: %s',
    async (body) => expectRefusal(await service.post(body, route), 'request.query-required'),
  );

  it.each(['{', '[', '{"measures":[', '%', '{"measures":["orders.count"]}x'])(
    'a query in the URL that is not JSON: %s',
    async (query) => {
      const answer = await service.get(`/cubejs-api/v1/${route}?query=${encodeURIComponent(query)}`);
      expectRefusal(answer, 'request.not-json');
    },
  );

  it.each([
    '{"measures":["orders.count"],"limit":1,"limit":2}',
    '{"measures":["orders.count"],"\\u006deasures":[]}',
    '{"measures":["orders.count"],"filters":[{"member":"orders.id","member":"orders.status","operator":"set"}]}',
    '{"measures":["orders.count"],"order":{"orders.count":"asc","orders.count":"desc"}}',
  ])('a key given twice, however it is written: %s', async (query) => {
    expectRefusal(await service.post(`{"query":${query}}`, route), 'request.duplicate-key');
  });

  it.each(['__proto__', 'constructor', 'mesures', 'measures ', 'Measures', 'renewquery', 'securityContext', 'sql'])(
    'the unknown key %j, by name',
    async (key) => {
      const answer = await service.post(`{"query":{"measures":["orders.count"],"${key}":{"a":1}}}`, route);
      expectRefusal(answer, 'request.unknown-key');
      expect(answer.body?.problems?.[0]?.message).toContain(key);
    },
  );

  it('wrong types of all keys, in one answer', async () => {
    const wrong = {
      measures: 'orders.count',
      dimensions: { 0: 'orders.status' },
      segments: 5,
      timeDimensions: [5],
      filters: 'all',
      order: 5,
      limit: '10',
      offset: 1.5,
      timezone: ['UTC'],
      ungrouped: 'yes',
      total: 2,
      responseFormat: {},
    };
    const answer = await service.ask(wrong, route);
    const said = answer.body?.problems?.map(({ message }) => message).join('\n') ?? '';
    for (const key of Object.keys(wrong)) expect(said).toContain(`"${key}`);
    expect([answer.status, internalsIn(answer.text)]).toEqual([400, []]);
  });

  it.each([
    [{ limit: -1 }, 'request.too-small'],
    [{ limit: 1e300 }, 'request.too-big'],
    [{ limit: 50_001 }, 'query.limit-exceeded'],
    [{ limit: Number.MAX_SAFE_INTEGER }, 'query.limit-exceeded'],
    [{ offset: -1 }, 'request.too-small'],
    [{ timezone: 'Mars/Olympus' }, 'query.unknown-zone'],
    [{ timezone: "UTC'; DROP TABLE orders; --" }, 'query.unknown-zone'],
    [{ timezone: '' }, 'query.unknown-zone'],
    [{ timezone: '+99:99' }, 'query.unknown-zone'],
  ])('%j', async (part, code) => {
    expectRefusal(await service.ask({ measures: ['orders.count'], ...part }, route), code);
  });

  it.each([
    '',
    'someday',
    'last -1 days',
    'last 99999999999999999999 days',
    'last 999999 years',
    '2024-02-30',
    '2024-13-01',
    '2024-01-01T25:00:00',
    '0000-00-00',
    '99999-01-01',
    'from today',
    'today; DROP TABLE orders',
    'last 7 days '.repeat(1000),
    ['2024-02-30', '2024-03-01'],
    ['2024-01-01', 'x'],
    ['', ''],
  ])('the date range %j', async (dateRange) => {
    const timeDimensions = [{ dimension: 'orders.created_at', granularity: 'day', dateRange }];
    expectRefusal(await service.ask({ timeDimensions }, route), 'query.bad-date');
  });

  it('a date range with no or three ends', async () => {
    for (const dateRange of [[], ['2024-01-01', '2024-01-02', '2024-01-03']]) {
      const answer = await service.ask({ timeDimensions: [{ dimension: 'orders.created_at', dateRange }] }, route);
      expect([answer.status, answer.body?.problems?.[0]?.code]).toEqual([400, expect.stringMatching(/^request\.too-/)]);
    }
  });
});

describe('the service refuses', () => {
  it('a body over the limit, with or without a content length', async () => {
    const body = JSON.stringify({ query: { measures: ['orders.count'], timezone: 'x'.repeat(2_000_000) } });
    for (const path of routes) {
      const answer = await service.post(body, path);
      expectRefusal(answer, 'request.too-large', 413);
    }
    let sent = 0;
    const pieces = new ReadableStream({
      // `fetch` reads on from a body whose connection has failed, and would never let anything else run.
      async pull(controller) {
        await setImmediate();
        if (sent > mostSent) return controller.error(new Error('the service still reads'));
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    const endless = fetch(`${service.served.origin}/cubejs-api/v1/load`, {
      method: 'POST',
      headers: {
        authorization: service.served.token,
        'x-forwarded-proto': 'https',
        'content-type': 'application/json',
      },
      body: pieces,
      duplex: 'half',
    });
    // The service may hang up while the client still sends: an answer or a closed connection, never endless reading.
    expect(
      await endless.then(
        (response) => response.status,
        () => 'closed',
      ),
    ).toSatisfy((end) => end === 413 || end === 'closed');
    expect(sent).toBeLessThan(mostSent);
  });

  it('a compressed body, which could expand without end', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(20_000_000)));
    const answer = await service.post(bomb, 'load', { 'content-encoding': 'gzip' });
    expect([answer.status, internalsIn(answer.text)]).toEqual([415, []]);
  });

  it('addresses that are not in their canonical form, or lead nowhere, briefly', async () => {
    for (const path of [
      '/cubejs-api/v1/lo%61d',
      '/cubejs-api/v1/load%2f',
      '/cubejs-api/v1/%c0%af',
      '/cubejs-api//v1/load',
    ]) {
      expect((await service.get(path)).status).toBe(400);
    }
    for (const path of [
      '/cubejs-api/v1/nothing',
      '/cubejs-api/v2/load',
      '/CUBEJS-API/v1/load',
      '/etc/passwd',
      '/.env',
    ]) {
      const answer = await service.get(path);
      expect([answer.status, answer.text]).toEqual([404, '{"error":"Not Found"}']);
    }
  });

  it('methods that a route does not have', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
      const response = await fetch(`${service.served.origin}/cubejs-api/v1/load`, {
        method,
        headers: { authorization: service.served.token, 'x-forwarded-proto': 'https' },
      });
      expect([method, response.status]).toEqual([method, 405]);
    }
  });
});
