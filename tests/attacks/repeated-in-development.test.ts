import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintToken } from '../../packages/deployments/src/token/mint-token.ts';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { eventually } from '../eventually.ts';
import { AttackedService } from './attacked-service.ts';

/*
 * Development mode remembers repeated requests as production mode does (`repeated-requests.test.ts`). Its answers show
 * the id of their request, which is written into the remembered bytes.
 */

const scraping = 'a-token-to-read-the-metrics-with';
/** Looks like the place of the id in an answer, and is echoed before it. */
const misleading = '","requestId":""';
const people = {
  dimensions: ['people.name'],
  filters: [{ member: 'people.name', operator: 'notEquals', values: [misleading] }],
  order: { 'people.name': 'asc' },
};
const path = `/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(people))}`;

let directory: string;
let service: AttackedService;
let clockOffsetMs = 0;
/** Within the hour in which an answer stays good, however far the tests move it. */
const clock = { now: () => Date.parse('2026-03-01T10:05:00Z') + clockOffsetMs };
const logged: Record<string, unknown>[] = [];

function writeModel(group: string): void {
  const names = Array.from({ length: 60 }, (_, index) => `SELECT 'Ann ${index}' AS name, 'eu' AS region`);
  writeFileSync(
    join(directory, 'model', 'people.yml'),
    `cubes:
  - name: people
    sql: ${[...names, "SELECT 'Bob' AS name, 'us' AS region"].join(' UNION ALL ')}
    refresh_key: { every: 1 hour }
    dimensions:
      - { name: name, sql: name, type: string }
      - { name: region, sql: region, type: string }
    access_policy:
      - group: ${group}
        member_level: { includes: '*' }
        row_level: { filters: [{ member: region, operator: equals, values: [eu] }] }
      - group: us
        member_level: { includes: '*' }
        row_level: { filters: [{ member: region, operator: equals, values: [us] }] }
`,
  );
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-repeated-'));
  mkdirSync(join(directory, 'model'));
  writeFileSync(join(directory, 'orrery.yml'), 'data_sources:\n  default:\n    type: duckdb\n');
  writeModel('eu');
  const write = (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>);
  const { log } = createLog({ level: 'info', format: 'json' }, { write, flush: () => undefined });
  service = await AttackedService.open({
    directory,
    log,
    isProduction: false,
    now: clock.now,
    environment: { ORRERY_METRICS_TOKEN: scraping },
  });
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

async function tokenOf(group: string, expiresInSeconds = 600): Promise<string> {
  const [deployment] = service.served.composition.deployments;
  if (!deployment) throw new Error('no deployment');
  const securityContext = { cubeCloud: { groups: [group] } };
  const request = { deployment, securityContext, expiresInSeconds, clock };
  return (await mintToken(request, { algorithms: ['HS256'], scopes: [] })) ?? '';
}

/** Number of requests answered without being parsed. */
async function answered(): Promise<number> {
  const { text } = await service.get('/metrics', { authorization: `Bearer ${scraping}` });
  return Number(/^orrery_repeated_requests_answered_total (\d+)$/m.exec(text)?.[1]);
}

type Headers = Readonly<Record<string, string>>;

async function ask(headers: Headers) {
  const response = await fetch(`${service.served.origin}${path}`, { headers: { 'x-request-id': 'given', ...headers } });
  const { date: _, ...head } = Object.fromEntries(response.headers);
  return { status: response.status, head, text: await response.text() };
}

/** Repeats a request until it is answered from memory. */
async function warm(headers: Headers) {
  await eventually(async () => {
    const before = await answered();
    expect((await ask(headers)).status).toBe(200);
    expect(await answered()).toBeGreaterThan(before);
  });
}

let count = 0;
/** A header that no other request has had, so that this one is examined. */
const examined = () => ({ 'x-examined': String((count += 1)) });

it.each(['identity', 'gzip'])(
  'a repeated answer is, byte by byte, that of the examined request, but for its id (%s)',
  async (encoding) => {
    const headers = { authorization: await tokenOf('eu'), 'accept-encoding': encoding };
    await warm(headers);
    for (const id of ['one', 'a-longer-id/of=somebody', 'x'.repeat(128)]) {
      const before = await answered();
      const repeated = await ask({ ...headers, 'x-request-id': id });
      expect(await answered()).toBe(before + 1);
      const slow = await ask({ ...headers, ...examined(), 'x-request-id': id });
      expect(await answered()).toBe(before + 1);
      expect(repeated).toEqual(slow);
      expect(repeated.head['content-encoding'] ?? 'identity').toBe(encoding);
      expect(JSON.parse(repeated.text)).toMatchObject({ requestId: id, transformedQuery: null });
      expect(repeated.text.split(`"requestId":"${id}"`)).toHaveLength(2);
    }
  },
);

it.each(['identity', 'gzip'])('the lines of a repeated page are those of the examined one (%s)', async (encoding) => {
  const queries = [people, { ...people, limit: 3 }, { dimensions: ['people.region'] }, people];
  const named = queries.map((query, index) => ({ id: `tile ${index} "${misleading}`, query }));
  const authorization = await tokenOf('eu');
  const load = async (more: Headers) => {
    const response = await fetch(`${service.served.origin}/cubejs-api/v1/load-each`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'accept-encoding': encoding, ...more },
      body: JSON.stringify({ queries: named }),
    });
    const lines = (await response.text()).split('\n');
    return { encoding: response.headers.get('content-encoding') ?? 'identity', lines };
  };
  let before = 0;
  await eventually(async () => {
    before = await answered();
    await load({ 'x-request-id': 'first' });
    expect(await answered()).toBe(before + 1);
  });
  for (const id of ['one', 'x'.repeat(128)]) {
    const repeated = await load({ 'x-request-id': id });
    const slow = await load({ 'x-request-id': id, ...examined() });
    expect([repeated.encoding, slow.encoding]).toEqual([encoding, encoding]);
    expect(repeated.lines.slice(-2)).toEqual(['{"done":true}', '']);
    expect(repeated.lines.toSorted()).toEqual(slow.lines.toSorted());
    const rows = repeated.lines.slice(0, -2).map((line) => JSON.parse(line) as { id: string; requestId: string });
    expect(rows.map((row) => [row.id, row.requestId])).toEqual(named.map((each) => [each.id, id]));
  }
  const us = await load({ authorization: await tokenOf('us') });
  expect([us.lines.join().includes('Ann'), us.lines.join().includes('Bob')]).toEqual([false, true]);
});

it('a repeated answer without an id of its client shows the id in the log', async () => {
  const headers = { authorization: await tokenOf('eu') };
  const send = async () => (await service.get(path, headers)).text;
  await send();
  const before = await answered();
  await eventually(async () => {
    await send();
    expect(await answered()).toBeGreaterThan(before);
  });
  const ids = (await Promise.all([send(), send()])).map(
    (text) => (JSON.parse(text) as { requestId: string }).requestId,
  );
  expect(new Set(ids).size).toBe(2);
  await eventually(() => {
    const known = logged.map(({ requestId }) => requestId);
    expect(ids.filter((id) => known.includes(id))).toEqual(ids);
  });
});

it('a repeated answer is not that of another token', async () => {
  const [eu, us] = [await tokenOf('eu'), await tokenOf('us')];
  await warm({ authorization: eu });
  await warm({ authorization: us });
  for (let round = 0; round < 3; round += 1) {
    const [ofEu, ofUs] = [await ask({ authorization: eu }), await ask({ authorization: us })];
    expect([ofEu.text.includes('Ann'), ofEu.text.includes('Bob')]).toEqual([true, false]);
    expect([ofUs.text.includes('Ann'), ofUs.text.includes('Bob')]).toEqual([false, true]);
  }
});

it('a repeated request is refused once its token has expired, or its group may see nothing', async () => {
  const short = { authorization: await tokenOf('eu', 30) };
  await warm(short);
  clockOffsetMs = 100_000;
  expect((await ask(short)).status).toBe(401);
  clockOffsetMs = 0;
  const headers = { authorization: await tokenOf('eu') };
  await warm(headers);
  const { runtime } = service.served.composition;
  const before = runtime.model;
  writeModel('nobody');
  await eventually(() => expect(runtime.model).not.toBe(before));
  expect((await ask(headers)).status).toBe(400);
});
