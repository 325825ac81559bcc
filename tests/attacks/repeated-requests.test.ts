import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mintToken } from '../../packages/deployments/src/token/mint-token.ts';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { eventually } from '../eventually.ts';
import { AttackedService } from './attacked-service.ts';

/*
 * A request that was answered from a cached answer is remembered, and its repetition is answered without being parsed.
 * Each test fills that memory, proves that it answers, and then revokes something.
 */

type Context = Readonly<Record<string, unknown>>;

const scraping = 'a-token-to-read-the-metrics-with';
const by = { via: 'app' } as const;
const people = { dimensions: ['people.name'], order: { 'people.name': 'asc' } };

let directory: string;
let service: AttackedService;
let clockOffsetMs: number;
const logged: Record<string, unknown>[] = [];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-repeated-'));
  for (const folder of ['model', 'data']) mkdirSync(join(directory, folder));
  writeFileSync(
    join(directory, 'orrery.yml'),
    'data_sources:\n  default:\n    type: duckdb\n    database: data/people.duckdb\n',
  );
  writeModel('eu');
  await replaceDatabase('Ann');
  clockOffsetMs = 0;
  logged.length = 0;
  const write = (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>);
  const { log } = createLog({ level: 'info', format: 'json' }, { write, flush: () => undefined });
  service = await AttackedService.open({
    directory,
    log,
    now: () => Date.now() + clockOffsetMs,
    environment: { ORRERY_METRICS_TOKEN: scraping },
  });
});

afterEach(async () => {
  await service?.[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

/** @param group that may see names; its users see people of the region with the same name */
function writeModel(group: string): void {
  writeFileSync(
    join(directory, 'model', 'people.yml'),
    `cubes:
  - name: people
    sql_table: people
    dimensions:
      - { name: name, sql: name, type: string }
      - { name: region, sql: region, type: string }
    measures:
      - { name: count, type: count }
    access_policy:
      - { group: '*', member_level: { includes: [count] } }
      - group: ${group}
        member_level: { includes: '*' }
        row_level: { filters: [{ member: region, operator: equals, values: [eu] }] }
      - group: us
        member_level: { includes: '*' }
        row_level: { filters: [{ member: region, operator: equals, values: [us] }] }
`,
  );
}

async function replaceDatabase(name: string): Promise<void> {
  const file = join(directory, 'data', 'people.duckdb');
  const instance = await DuckDBInstance.create(`${file}.new`);
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE people AS SELECT * FROM (VALUES ('${name}', 'eu'), ('Bob', 'us')) AS t (name, region)`,
  );
  connection.closeSync();
  instance.closeSync();
  renameSync(`${file}.new`, file);
}

async function tokenOf(securityContext: Context, expiresInSeconds = 600): Promise<string> {
  const { deployments, metadata } = service.served.composition;
  const [deployment] = deployments;
  const [apiSecret = ''] = await metadata.deployments.secretsOf(1);
  if (!deployment) throw new Error('no deployment');
  const request = { deployment: { ...deployment, apiSecret }, securityContext, expiresInSeconds, clock: Date };
  return (await mintToken(request, { algorithms: ['HS256'], scopes: [] })) ?? '';
}

interface Sent {
  readonly path: string;
  readonly body?: string;
}

/** The ways in which a request may be sent that is remembered: the people's names, and their number. */
const ways: readonly { readonly way: string; readonly names: Sent; readonly count: Sent }[] = [
  { way: 'a query in the address', names: inAddress(people), count: inAddress({ measures: ['people.count'] }) },
  { way: 'a query in the body', names: inBody(people), count: inBody({ measures: ['people.count'] }) },
  {
    way: 'a statement',
    names: statement('SELECT name FROM people GROUP BY 1 ORDER BY 1'),
    count: statement('SELECT MEASURE(count) AS n FROM people'),
  },
  { way: 'a page of queries', names: pageOf([people]), count: pageOf([{ measures: ['people.count'] }]) },
  {
    way: 'a document of GraphQL',
    names: document('{ cube { people { name } } }'),
    count: document('{ cube { people { count } } }'),
  },
];

function inAddress(query: object): Sent {
  return { path: `/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}` };
}

function inBody(query: object): Sent {
  return { path: '/cubejs-api/v1/load', body: JSON.stringify({ query }) };
}

function statement(query: string): Sent {
  return { path: '/cubejs-api/v1/cubesql', body: JSON.stringify({ query }) };
}

function pageOf(queries: readonly object[]): Sent {
  const named = queries.map((query, index) => ({ id: `tile-${index}`, query }));
  return { path: '/cubejs-api/v1/load-each', body: JSON.stringify({ queries: named }) };
}

function document(query: string): Sent {
  return { path: '/cubejs-api/graphql', body: JSON.stringify({ query }) };
}

function send({ path, body }: Sent, headers: Readonly<Record<string, string>>) {
  return service.get(path, body === undefined ? headers : { 'content-type': 'application/json', ...headers }, body);
}

function fetchRaw({ path, body }: Sent, headers: Readonly<Record<string, string>>) {
  return fetch(`${service.served.origin}${path}`, {
    headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https', ...headers },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
}

/** By its status, by its only line, or by the line of its only query. */
function isRefused({ status, text }: { readonly status: number; readonly text: string }): boolean {
  return status === 400 || /^\{(?:"errors?":|"id":"tile-0","status":400,)/.test(text);
}

/** Number of requests answered without being parsed. */
async function answered(): Promise<number> {
  const { text } = await service.get('/metrics', { authorization: `Bearer ${scraping}` });
  return Number(/^orrery_repeated_requests_answered_total (\d+)$/m.exec(text)?.[1]);
}

interface Warm {
  readonly first: string;
  again(headers?: Readonly<Record<string, string>>): ReturnType<AttackedService['get']>;
}

/** Repeats the request until it is answered from memory. */
async function warm(authorization: string, sent: Sent): Promise<Warm> {
  const again = (headers = {}) => send(sent, { authorization, ...headers });
  const { text: first } = await again();
  const before = await answered();
  await eventually(async () => {
    const { status, text } = await again();
    expect([status, text]).toEqual([200, first]);
    expect(await answered()).toBeGreaterThan(before);
  });
  return { first, again };
}

const euToken = () => tokenOf({ cubeCloud: { groups: ['eu'] } });

describe.each(ways)('$way that was answered from memory', ({ names, count }) => {
  it('is logged each time, with its own id', async () => {
    const { again } = await warm(await euToken(), names);
    const before = await answered();
    for (const id of ['one', 'two', 'three']) await again({ 'x-request-id': id });
    expect(await answered()).toBe(before + 3);
    const found = logged.filter(({ requestId }) => ['one', 'two', 'three'].includes(String(requestId)));
    expect(found).toMatchObject(
      ['one', 'two', 'three'].map((requestId) => ({
        requestId,
        deployment: 1,
        tenant: expect.any(String),
        method: names.body === undefined ? 'GET' : 'POST',
        path: names.path.split('?')[0],
        status: 200,
      })),
    );
  });

  it('is answered with the same head and body as before', async () => {
    const headers = { authorization: await euToken(), origin: 'https://bi.example' };
    const ask = async () => {
      const response = await fetchRaw(names, headers);
      const { date: _, ...head } = Object.fromEntries(response.headers);
      // Lines that are sent one by one have no length, and the same lines at once have one.
      const framing = names.path.endsWith('/load-each') ? { 'content-length': '', 'transfer-encoding': '' } : {};
      return { head: { ...head, ...framing }, text: await response.text() };
    };
    const first = await ask();
    const before = await answered();
    await eventually(async () => {
      expect(await ask()).toEqual(first);
      expect(await answered()).toBeGreaterThan(before);
    });
  });

  it('is refused when its token has expired', async () => {
    const { again } = await warm(await tokenOf({ cubeCloud: { groups: ['eu'] } }, 30), names);
    clockOffsetMs = 100_000;
    expect((await again()).status).toBe(401);
  });

  it('is refused when the secret that signed its token is removed', async () => {
    const { again } = await warm(await euToken(), names);
    const { changes, accountId, deployments } = service.served.composition.metadata;
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) => deployments.rotateSecret(change, 1));
    expect((await again()).status).toBe(200);
    await warm(await euToken(), names);
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) => deployments.removeSecret(change, 1, 1));
    expect((await again()).status).toBe(401);
  });

  it('is refused when its user is deactivated, and follows the groups of the user', async () => {
    const { changes, accountId, users, groups } = service.served.composition.metadata;
    const ann = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: 'ann', role: 'viewer' }),
    );
    const eu = await changes.changeRights({ accountId, by }, (change) =>
      groups.create(change, { name: 'eu', members: { add: [ann.id] } }),
    );
    const us = await changes.changeRights({ accountId, by }, (change) =>
      groups.create(change, { name: 'us', members: { add: [] } }),
    );
    const { again, first } = await warm(await tokenOf({ cubeCloud: { user: ann.id } }), names);
    expect(first).toContain('Ann');
    await changes.changeRights({ accountId, by }, (change) =>
      groups.update(change, eu.id, { members: { exactly: [] } }),
    );
    expect(isRefused(await again())).toBe(true);
    await changes.changeRights({ accountId, by }, (change) =>
      groups.update(change, us.id, { members: { exactly: [ann.id] } }),
    );
    const asUs = await again();
    expect([asUs.status, asUs.text.includes('Bob'), asUs.text.includes('Ann')]).toEqual([200, true, false]);
    const counted = await warm(await tokenOf({ cubeCloud: { user: ann.id } }), count);
    await changes.changeRights({ accountId, by }, (change) => users.update(change, ann.id, { status: 'deactivated' }));
    expect([(await again()).status, (await counted.again()).status]).toEqual([401, 401]);
  });

  it('follows the policies of the model', async () => {
    const { again } = await warm(await euToken(), names);
    const { runtime } = service.served.composition;
    const before = runtime.model;
    writeModel('nobody');
    await eventually(() => expect(runtime.model).not.toBe(before));
    expect(isRefused(await again())).toBe(true);
  });

  it('follows the data', async () => {
    const { again } = await warm(await euToken(), names);
    await replaceDatabase('Zoe');
    const { text } = await again();
    expect([text.includes('Zoe'), text.includes('Ann')]).toEqual([true, false]);
  });

  it('is not found when its deployment is closed', async () => {
    const { again } = await warm(await euToken(), names);
    await service.served.composition.closeDeployment(1);
    expect((await again()).status).toBe(404);
  });

  it('closes its connection when the service is about to end', async () => {
    const authorization = await euToken();
    await warm(authorization, names);
    service.served.composition.announceEnd();
    const response = await fetchRaw(names, { authorization });
    expect(response.headers.get('connection')).toBe('close');
  });

  it.each([
    ['the same with another token', {}, 'us'],
    ['the same over plain HTTP', { 'x-forwarded-proto': 'http' }, 'eu'],
    ['the same with a broken token', { authorization: 'eyJhbGciOiJIUzI1NiJ9.e30.e30' }, 'eu'],
    ['the same with a compressed body', { 'content-encoding': 'gzip' }, 'eu'],
  ])('is not mistaken for %s', async (_, headers, group) => {
    const { first } = await warm(await euToken(), names);
    const authorization = await tokenOf({ cubeCloud: { groups: [group] } });
    for (let round = 0; round < 3; round += 1) {
      const { text } = await send(names, { authorization, ...headers });
      expect(text).not.toBe(first);
      expect(text).not.toContain('Ann');
    }
  });

  it('is answered correctly to callers with equal and with different rights', async () => {
    const groups = ['eu', 'us'];
    const tokens = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const group = groups[index % 2] ?? '';
        return [group, await tokenOf({ sub: String(index), cubeCloud: { groups: [group] } })] as const;
      }),
    );
    const before = await answered();
    for (let round = 0; round < 5; round += 1) {
      const texts = await Promise.all(
        tokens.map(async ([group, authorization]) => [group, (await send(names, { authorization })).text]),
      );
      for (const [group, text] of texts) {
        expect([text?.includes('Ann'), text?.includes('Bob')]).toEqual([group === 'eu', group === 'us']);
      }
    }
    expect(await answered()).toBeGreaterThan(before);
  });
});
