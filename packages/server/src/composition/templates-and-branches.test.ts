import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Composition, compose } from './compose.ts';
import { readProject } from '../../../config/src/project.ts';
import { readSettings } from '../../../config/src/settings.ts';
import { mintToken } from '../../../deployments/src/token/mint-token.ts';
import { eventually } from '../../../../tests/eventually.ts';

const clock = { now: () => 1_770_000_000_000 };
const environment = { ORRERY_API_SECRET: 'the-secret-an-operator-set-for-the-installation', SALES: 'sales' };

let directory: string;
let composition: Composition;

const model = `
cubes:
  - name: orders
    title: "Orders of {{ COMPILE_CONTEXT.securityContext.tenant }}"
    sql_table: orders_{{ COMPILE_CONTEXT.securityContext.tenant }}
    measures:
      - { name: count, type: count }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: status, sql: status, type: string }
`;

const products = `cubes:
  - name: products
    sql_table: "{{ env_var('SALES') }}"
    measures:
      - { name: count, type: count }
`;

const project = `
data_sources:
  default:
    type: duckdb
    init:
      - CREATE TEMP TABLE orders_acme AS SELECT range AS id, 'acme' AS status FROM range(4)
      - CREATE TEMP TABLE orders_quux AS SELECT range AS id, 'quux' AS status FROM range(7)
      - CREATE TEMP TABLE sales AS SELECT 1 AS id
model_variables: [SALES]
branches:
  next: ../next
`;

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-templates-'));
  write({
    'shop/orrery.yml': project,
    'shop/model/orders.yml': model,
    'shop/model/products.yml': products,
    'next/model/orders.yml': model.replace('{ name: count, type: count }', '{ name: number, type: count }'),
  });
  const settings = readSettings({ flags: { dev: true }, environment, directory });
  const shop = readProject(join(directory, 'shop'), environment);
  composition = await compose({ settings, project: shop, log: pino({ level: 'silent' }), clock });
});

afterEach(async () => {
  await composition.close();
  rmSync(directory, { recursive: true });
});

async function tokenOf(securityContext: Readonly<Record<string, unknown>>): Promise<string> {
  const { ORRERY_API_SECRET: apiSecret } = environment;
  const request = { deployment: { apiSecret }, securityContext, expiresInSeconds: 600, clock };
  return (await mintToken(request, { algorithms: ['HS256'], scopes: [] })) ?? '';
}

async function ask(path: string, tenant: string | undefined, query?: object) {
  const authorization = await tokenOf(tenant === undefined ? {} : { tenant, user: 'u' });
  return composition.app.inject(
    query
      ? { method: 'POST', url: path, headers: { authorization }, payload: { query } }
      : { url: path, headers: { authorization } },
  );
}

const countByStatus = { measures: ['orders.count'], dimensions: ['orders.status'] };

describe('two callers of a model that reads their tenant', () => {
  const faces = [
    ['load', countByStatus],
    ['dry-run', countByStatus],
    ['sql', countByStatus],
    ['meta', undefined],
  ] as const;

  it.each(faces)('get their own answer from /v1/%s, in any order and any number', async (face, query) => {
    const url = `/cubejs-api/v1/${face}`;
    const asked = ['acme', 'quux', 'acme', 'quux', 'quux', 'acme'];
    const answers = await Promise.all(asked.map((tenant) => ask(url, tenant, query)));
    const again = [];
    for (const tenant of asked) again.push(await ask(url, tenant, query));
    [...answers, ...again].forEach((answer, at) => {
      const own = asked[at % asked.length] ?? '';
      expect(answer.statusCode).toBe(200);
      expect(answer.body).not.toContain(own === 'acme' ? 'quux' : 'acme');
      if (face !== 'dry-run') expect(answer.body).toContain(own);
    });
  });

  it('count their own rows', async () => {
    for (const [tenant, count] of [
      ['acme', '4'],
      ['quux', '7'],
      ['acme', '4'],
    ] as const) {
      const { data } = (await ask('/cubejs-api/v1/load', tenant, countByStatus)).json();
      expect(data).toEqual([{ 'orders.count': count, 'orders.status': tenant }]);
    }
  });

  it('get their own answer when many query at the same time', async () => {
    const tenants = Array.from({ length: 60 }, (_, at) => `tenant_${at % 30}_`);
    const answers = await Promise.all(tenants.map((tenant) => ask('/cubejs-api/v1/meta', tenant)));
    answers.forEach(({ body }, at) => {
      expect(new Set(body.match(/tenant_\d+_/g))).toEqual(new Set([tenants[at]]));
    });
  });

  it('share parts that are the same for both', async () => {
    for (const tenant of ['acme', 'quux']) {
      const { data } = (await ask('/cubejs-api/v1/load', tenant, { measures: ['products.count'] })).json();
      expect(data).toEqual([{ 'products.count': '1' }]);
    }
  });

  it.each([[undefined], ["x' OR '1'='1"], ['acme; DROP TABLE orders_quux'], ['nobody_"']])(
    'get an error when a caller has no table, as %j has none',
    async (tenant) => {
      const answer = await ask('/cubejs-api/v1/load', tenant, countByStatus);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error).toContain("'orders' is unavailable");
      expect(answer.body).not.toMatch(/acme|quux/);
      const others = (await ask('/cubejs-api/v1/load', tenant, { measures: ['products.count'] })).json();
      expect(others.data).toEqual([{ 'products.count': '1' }]);
    },
  );
});

describe('a branch', () => {
  const branchUrl = '/d/1/dev-mode/next/cubejs-api/v1';

  /** Branches open in the background, after the server has started. */
  const opened = () => eventually(async () => expect((await ask(`${branchUrl}/meta`, 'acme')).statusCode).toBe(200));

  it('answers from its own model, with the data and the rights of the project', async () => {
    await opened();
    const own = await ask(`${branchUrl}/load`, 'acme', { measures: ['orders.number'] });
    expect(own.json().data).toEqual([{ 'orders.number': '4' }]);
    const short = await ask('/dev-mode/next/cubejs-api/v1/load', 'quux', { measures: ['orders.number'] });
    expect(short.json().data).toEqual([{ 'orders.number': '7' }]);
    expect((await ask(`${branchUrl}/load`, 'acme', { measures: ['orders.count'] })).statusCode).toBe(400);
    expect((await ask('/cubejs-api/v1/load', 'acme', { measures: ['orders.number'] })).statusCode).toBe(400);
    const stranger = await composition.app.inject({ url: `${branchUrl}/meta`, headers: { authorization: 'x' } });
    expect(stranger.statusCode).toBe(401);
  });

  it('follows its own folder', async () => {
    await opened();
    write({ 'next/model/more.yml': 'cubes: [{name: more, sql_table: sales, measures: [{name: count, type: count}]}]' });
    await eventually(async () => expect((await ask(`${branchUrl}/meta`, 'acme')).body).toContain('more.count'));
    expect((await ask('/cubejs-api/v1/meta', 'acme')).body).not.toContain('more.count');
  });

  it('that does not exist is named in the error', async () => {
    const answer = await ask('/d/1/dev-mode/nope/cubejs-api/v1/meta', 'acme');
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error).toBe("There is no branch 'nope'");
  });
});
