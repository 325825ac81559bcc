import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { timesOf } from '@orrery/semantic';
import type { ModelSnapshot } from '../runtime.ts';
import { ServedModel } from './served-model.ts';
import { eventually } from '../../../../tests/eventually.ts';

let directory: string;
let served: ServedModel | undefined;
let logged: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-variants-'));
  logged = '';
});

afterEach(async () => {
  await served?.close();
  served = undefined;
  rmSync(directory, { recursive: true });
});

const save = (path: string, text: string) => writeFileSync(join(directory, path), text);

async function open(variantBytes = 64 * 1024 * 1024): Promise<ServedModel> {
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged += chunk.toString('utf8');
      done();
    },
  });
  served = await ServedModel.open(directory, pino(sink), { variables: new Map(), variantBytes });
  return served;
}

const orders = (table: string) => `cubes:
  - name: orders
    sql_table: ${table}
    measures: [{name: count, type: count}]
`;
const byTenant = orders('orders_{{ COMPILE_CONTEXT.securityContext.tenant }}');
const plain = 'cubes: [{name: users, sql_table: users, measures: [{name: count, type: count}]}]';

const tableOf = ({ index }: ModelSnapshot) => JSON.stringify(index.pieces.get('orders') ?? 'none');

describe('a model whose templates read the security context', () => {
  it('has a variant for each value that is read, and shares what does not depend on it', async () => {
    save('orders.yml', byTenant);
    save('users.yml', plain);
    const model = await open();
    const acme = await model.snapshotFor({ tenant: 'acme' });
    const zed = await model.snapshotFor({ tenant: 'zed' });
    expect(tableOf(acme)).toContain('orders_acme');
    expect(tableOf(zed)).toContain('orders_zed');
    expect(JSON.stringify(zed.build)).not.toContain('acme');
    expect(acme.index.pieces.get('users')).toBe(zed.index.pieces.get('users'));
    expect(acme.version).not.toBe(zed.version);
  });

  it('is the same for contexts that differ only in what is not read', async () => {
    save('orders.yml', byTenant);
    const model = await open();
    const first = await model.snapshotFor({ tenant: 'acme', user: 1 });
    expect(await model.snapshotFor({ tenant: 'acme', user: 2, exp: 3 })).toBe(first);
    expect(model.figures.variants).toBe(1);
  });

  it('is compiled once for concurrent callers', async () => {
    save('orders.yml', byTenant);
    const model = await open();
    await model.snapshotFor({ tenant: 'known' });
    const asked = Array.from({ length: 50 }, (_, user) => model.snapshotFor({ tenant: `t${user % 2}`, user }));
    expect(new Set(await Promise.all(asked)).size).toBe(2);
    expect(model.figures.variants).toBe(3);
  });

  it('follows a value that is read only when another value requires it', async () => {
    save(
      'orders.yml',
      `{% set me = COMPILE_CONTEXT.securityContext %}${orders("{{ 'staff' if me.admin else me.tenant }}")}`,
    );
    const model = await open();
    const tables = async (context: object) => tableOf(await model.snapshotFor({ ...context }));
    const asked = [
      [{ admin: true, tenant: 'a' }, 'staff'],
      [{ admin: true, tenant: 'b' }, 'staff'],
      [{ admin: false, tenant: 'a' }, '"a"'],
      [{ admin: false, tenant: 'b' }, '"b"'],
      [{ tenant: 'b' }, '"b"'],
    ] as const;
    const all = await Promise.all(asked.map(([context]) => tables(context)));
    asked.forEach(([, table], at) => expect(all[at]).toContain(table));
    expect(model.figures.variants).toBe(4);
  });

  it('is unavailable only to callers for whom it is invalid', async () => {
    save('orders.yml', byTenant);
    save('users.yml', plain);
    const model = await open();
    const without = await model.snapshotFor({});
    const hostile = await model.snapshotFor({ tenant: "x' OR 1=1" });
    const sound = await model.snapshotFor({ tenant: 'acme' });
    expect(without.index.unavailable.has('orders')).toBe(true);
    expect(hostile.index.unavailable.has('orders')).toBe(true);
    expect(hostile.index.pieces.has('users')).toBe(true);
    expect(sound.index.unavailable.size).toBe(0);
    expect(model.snapshot.build.problems).toEqual([]);
    expect(logged).toContain('for some callers: orders.yml:3:23');
    expect(logged).not.toContain('OR 1=1');
  });

  it('drops variants that take too much memory, and compiles them again', async () => {
    save('orders.yml', byTenant);
    const model = await open(200_000);
    for (let at = 0; at < 60; at++) await model.snapshotFor({ tenant: `t${at}` });
    expect(model.figures.variants).toBeLessThan(30);
    expect(tableOf(await model.snapshotFor({ tenant: 't0' }))).toContain('orders_t0');
  });

  it('counts what queries leave with a variant, also after it was made', async () => {
    const cubes = Array.from(
      { length: 300 },
      (_, at) => `  - { name: c${at}, sql_table: c, measures: [{ name: n, type: count }] }`,
    );
    save('others.yml', `cubes:\n${cubes.join('\n')}\n`);
    save('orders.yml', byTenant);
    const model = await open(400_000);
    const tenants = Array.from({ length: 5 }, (_, at) => ({ tenant: `t${at}` }));
    const made: ModelSnapshot[] = [];
    for (const tenant of tenants) made.push(await model.snapshotFor(tenant));
    expect(model.figures.variants).toBe(5);
    for (const { index } of made) for (const name of index.pieces.keys()) timesOf(index, name);
    for (const tenant of tenants) await model.snapshotFor(tenant);
    expect(model.figures.variants).toBeLessThan(5);
    for (const [at, tenant] of tenants.entries()) {
      expect(tableOf(await model.snapshotFor(tenant))).toContain(`orders_t${at}`);
    }
  });

  it('serves a saved change at once, and the previous variant when it is broken', async () => {
    save('orders.yml', byTenant);
    save('users.yml', plain);
    const model = await open();
    await model.snapshotFor({ tenant: 'acme' });
    save('orders.yml', byTenant.replace('orders_', 'sales_'));
    await eventually(() => expect(model.figures.compiles).toBe(2));
    expect(tableOf(await model.snapshotFor({ tenant: 'acme' }))).toContain('sales_acme');
    save('orders.yml', 'cubes: [');
    await eventually(() => expect(model.figures.compiles).toBe(3));
    expect(tableOf(await model.snapshotFor({ tenant: 'acme' }))).toContain('sales_acme');
    expect(tableOf(await model.snapshotFor({ tenant: 'later' }))).toContain('sales_later');
  });
});

it('a model that reads no context has a single variant', async () => {
  save('users.yml', `{% set t = 'users' %}${plain.replace('sql_table: users', 'sql_table: "{{ t }}"')}`);
  const model = await open();
  for (let user = 0; user < 1000; user++) expect(model.snapshotFor({ user, tenant: `t${user}` })).toBe(model.snapshot);
  expect(model.figures).toMatchObject({ compiles: 1, variants: 0 });
});

it('a template behind a link out of the model folder does not exist', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'orrery-outside-'));
  writeFileSync(join(outside, 'secret.jinja'), 'title: secret');
  symlinkSync(join(outside, 'secret.jinja'), join(directory, 'link.jinja'));
  mkdirSync(join(directory, 'inside'));
  save('inside/own.jinja', '{% macro t() %}own{% endmacro %}');
  symlinkSync(join(directory, 'inside/own.jinja'), join(directory, 'own.jinja'));
  save('a.yml', "{% include 'link.jinja' %}");
  save('b.yml', `{% import 'own.jinja' as own %}${orders('{{ own.t() }}')}`);
  const model = await open();
  expect(logged).toContain("There is no template 'link.jinja'");
  expect(tableOf(model.snapshot)).toContain('own');
  rmSync(outside, { recursive: true });
});
