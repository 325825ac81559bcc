import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { check } from './check.ts';
import type { Command, CommandInput } from '../command/command.ts';
import { generate } from './generate.ts';

let directory: string;
let printed: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-generate-'));
  printed = '';
});

afterEach(() => rmSync(directory, { recursive: true }));

/** Writes a project over tables that exist on every connection. */
function projectOver(...statements: readonly string[]): void {
  mkdirSync(join(directory, 'model'), { recursive: true });
  const source = { type: 'duckdb', init: statements };
  writeFileSync(join(directory, 'orrery.yml'), JSON.stringify({ data_sources: { default: source, other: source } }));
}

function run(command: Command, flags: CommandInput['flags'] = {}): Promise<number> {
  const print = (text: string) => void (printed += `${text}\n`);
  const serve = () => Promise.reject(new Error('nothing is served here'));
  const input = { words: [], environment: {}, directory, clock: Date, print, note: print, serve, serveInside: serve };
  return command.run({ ...input, flags: { project: '.', ...flags } });
}

const files = () => globSync('**/*', { cwd: join(directory, 'model'), withFileTypes: true });
const names = () =>
  files()
    .flatMap((entry) => (entry.isFile() ? entry.name : []))
    .sort();
const model = (path: string) => readFileSync(join(directory, 'model', path), 'utf8');
/** Returns a dimension, measure or join as written, its keys on one line. */
const item = (path: string, name: string) => {
  const lines = model(path).split('\n');
  const at = lines.indexOf(`      - name: ${name}`);
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('        '));
  return lines
    .slice(at + 1, end)
    .map((line) => line.trim())
    .join('; ');
};

async function checked(): Promise<string> {
  printed = '';
  await run(check, { connect: true });
  return printed;
}

const shop = [
  'CREATE TEMP TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR, website_url VARCHAR, password_hash VARCHAR)',
  `CREATE TEMP TABLE orders (
     id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), placed_at TIMESTAMP,
     status VARCHAR, total DECIMAL(10, 2), payload BLOB
   )`,
  `COMMENT ON TABLE orders IS 'One row per order: "open" ones too'`,
  `COMMENT ON COLUMN orders.status IS 'open, paid'`,
];

describe('orrery generate', () => {
  it('writes a file per cube and a view per fact, from the declarations of the source', async () => {
    projectOver(...shop);
    expect(await run(generate)).toBe(0);
    expect(names()).toEqual(['customers.yml', 'orders.yml', 'orders_view.yml']);
    expect(model('cubes/orders.yml')).toContain(`description: 'One row per order: "open" ones too'`);
    expect(item('cubes/orders.yml', 'customers')).toBe(
      'relationship: many_to_one; sql: "{CUBE}.customer_id = {customers.id}"',
    );
    expect(item('cubes/orders.yml', 'id')).toBe('sql: id; type: number; primary_key: true');
    expect(item('cubes/orders.yml', 'customer_id')).toBe('sql: customer_id; type: number; public: false');
    expect(item('cubes/orders.yml', 'placed_at')).toBe('sql: placed_at; type: time');
    expect(item('cubes/orders.yml', 'status')).toBe('description: open, paid; sql: status; type: string');
    expect(item('cubes/orders.yml', 'total')).toBe('sql: total; type: sum; format: currency');
    expect(item('cubes/customers.yml', 'website_url')).toBe('sql: website_url; type: string; format: link');
    expect(model('cubes/customers.yml')).toContain('# password_hash is left out: its name sounds like a secret.');
    expect(printed).toContain('orders.payload: queries cannot use its type, BLOB');
    expect(model('views/orders_view.yml')).toContain('alias: customer');
    expect(await checked()).toContain('2 cubes, 1 view, ');
    expect(printed).toContain('2 cubes compared with the data.');
    expect(printed).toContain('No problems.');
  });

  it('infers keys and joins from names when the data confirms them, and says so', async () => {
    projectOver(
      'CREATE TEMP TABLE customers AS SELECT * FROM (VALUES (1), (2)) AS t (id)',
      'CREATE TEMP TABLE stores AS SELECT * FROM (VALUES (1), (1)) AS t (id)',
      'CREATE TEMP TABLE orders AS SELECT * FROM (VALUES (7, 1, 1, 1), (8, NULL, 1, 9)) AS t (id, customer_id, store_id, buyer_customer_id)',
      'CREATE TEMP TABLE order_tags AS SELECT * FROM (VALUES (7, 1), (7, 2)) AS t (order_id, tag_id)',
      'CREATE TEMP TABLE tags AS SELECT * FROM (VALUES (1), (2)) AS t (id)',
    );
    expect(await run(generate)).toBe(0);
    expect(model('cubes/orders.yml')).toContain('# Key, inferred: present and unique in all rows.');
    expect(model('cubes/orders.yml')).toContain('# Inferred: every value of customer_id is one of id in customers.');
    expect(item('cubes/orders.yml', 'store_id')).toBe('sql: store_id; type: number');
    expect(model('cubes/stores.yml')).toContain('# id is not a primary key: it has duplicate or missing values.');
    expect(model('cubes/orders.yml')).toContain(
      '# buyer_customer_id is not joined to customers.id: it has values that are not there.',
    );
    expect(model('cubes/order_tags.yml')).toContain('public: false');
    expect(model('cubes/order_tags.yml')).toContain('# Key, together with tag_id, inferred');
    expect(item('cubes/orders.yml', 'order_tags')).toBe(
      'relationship: one_to_many; sql: "{CUBE}.id = {order_tags.order_id}"',
    );
    expect(await checked()).toContain('No problems.');
  });

  it('joins a table without a declared key by the row identifier of the engine', async () => {
    projectOver(
      'CREATE TEMP TABLE customers (id INTEGER PRIMARY KEY)',
      'CREATE TEMP TABLE calls (buyer_customer_id INTEGER REFERENCES customers (id), minutes INTEGER)',
      'INSERT INTO customers VALUES (1)',
      'INSERT INTO calls VALUES (1, 2), (1, 2)',
      'CREATE TEMP VIEW seen AS SELECT * FROM calls',
    );
    expect(await run(generate)).toBe(0);
    expect(item('cubes/calls.yml', 'row_key')).toBe('sql: "{CUBE}.rowid"; type: number; primary_key: true');
    expect(model('views/calls_view.yml')).toContain('alias: buyer_customer');
    expect(model('cubes/seen.yml')).toContain(
      '# No primary key was found, so nothing is joined. With one (primary_key: true), join buyer_customer_id to customers (id).',
    );
    expect(await checked()).toContain('No problems.');
  });

  it('joins a table once under its own name, and again for each role that its columns name', async () => {
    projectOver(
      'CREATE TEMP TABLE airports (id INTEGER PRIMARY KEY, city VARCHAR)',
      'CREATE TEMP TABLE pilots (id INTEGER PRIMARY KEY, name VARCHAR, manager_id INTEGER REFERENCES pilots (id))',
      `CREATE TEMP TABLE flights (
         id INTEGER PRIMARY KEY, pilot_id INTEGER REFERENCES pilots (id), second_pilot_id INTEGER REFERENCES pilots (id),
         origin_id INTEGER REFERENCES airports (id), destination_id INTEGER REFERENCES airports (id)
       )`,
    );
    expect(await run(generate)).toBe(0);
    const joins = (path: string) =>
      [...model(path).matchAll(/^ {6}- name: (\w+)\n {8}relationship/gm)].map(([, to]) => to);
    expect(joins('cubes/flights.yml')).toEqual(['pilots', 'second_pilot', 'origin', 'destination']);
    expect(joins('cubes/pilots.yml')).toEqual(['manager']);
    expect(model('cubes/origin.yml')).toContain('extends: airports');
    expect(model('cubes/manager.yml')).toContain('sql_table: pilots');
    expect(model('views/flights_view.yml')).toContain('join_path: flights.second_pilot');
    expect(await checked()).toContain('No problems.');
  });

  it('never overwrites an existing file, and writes a removed file again', async () => {
    projectOver(...shop);
    await run(generate);
    writeFileSync(
      join(directory, 'model', 'cubes', 'customers.yml'),
      model('cubes/customers.yml').replace('# W', '# My w'),
    );
    rmSync(join(directory, 'model', 'cubes', 'orders.yml'));
    printed = '';
    expect(await run(generate)).toBe(0);
    expect(printed).toContain('customers: it has the cube customers, in cubes/customers.yml');
    expect(model('cubes/customers.yml')).toMatch(/^# My written/);
    expect(await checked()).toContain('No problems.');
    printed = '';
    expect(await run(generate)).toBe(0);
    expect(printed).toContain('Nothing was written.');
  });

  it('leaves out tables that cubes written by hand cover', async () => {
    projectOver(...shop);
    const byHand = `cubes:
      - { name: buyers, sql_table: '"customers"', dimensions: [{ name: id, sql: id, type: number, primary_key: true }] }
      - { name: orders, sql: SELECT * FROM orders WHERE status = 'paid' }`;
    writeFileSync(join(directory, 'model', 'mine.yml'), byHand);
    expect(await run(generate)).toBe(0);
    expect(names()).toEqual(['mine.yml']);
    expect(printed).toContain('customers: it has the cube buyers, in mine.yml');
    expect(printed).toContain('orders: the model has a cube of its name, in mine.yml');
  });

  it('names the data source when it is not the default one', async () => {
    projectOver(...shop);
    await run(generate, { source: 'other' });
    expect(model('cubes/orders.yml')).toContain('data_source: other');
    await expect(run(generate, { source: 'ohter' })).rejects.toThrow(
      "orrery.yml has no data source 'ohter'. Did you mean 'other'?",
    );
  });

  it('writes nothing for a broken model, an empty database, or a missing project', async () => {
    projectOver();
    await expect(run(generate)).rejects.toThrow("The data source 'default' has no tables");
    projectOver(...shop);
    writeFileSync(join(directory, 'model', 'broken.yml'), 'cubes: [');
    await expect(run(generate)).rejects.toThrow('The model there is has a problem, which orrery check names.');
    expect(names()).toEqual(['broken.yml']);
    expect(existsSync(join(directory, 'model', 'cubes'))).toBe(false);
  });

  it('reads the existing model with the variables and context of its templates', async () => {
    projectOver('CREATE TEMP TABLE boxes (id INTEGER PRIMARY KEY)');
    const project = JSON.parse(readFileSync(join(directory, 'orrery.yml'), 'utf8')) as object;
    writeFileSync(join(directory, 'orrery.yml'), JSON.stringify({ ...project, model_variables: ['TABLE_OF_BOXES'] }));
    const table = "{{ env_var('TABLE_OF_BOXES', 'boxes') }}";
    const tenant = '{{ COMPILE_CONTEXT.securityContext.tenant }}';
    writeFileSync(
      join(directory, 'model', 'mine.yml'),
      `cubes: [{name: crates, sql_table: "${table}", description: "of ${tenant}"}]`,
    );
    await expect(run(generate)).rejects.toThrow('Give the security context that its templates read with --context');
    expect(await run(generate, { context: '{"tenant":"acme"}' })).toBe(0);
    expect(names()).toEqual(['mine.yml']);
  });

  it('reports why a data source cannot be read', async () => {
    projectOver();
    writeFileSync(
      join(directory, 'orrery.yml'),
      JSON.stringify({ data_sources: { default: { type: 'duckdb', database: 'none.duckdb' } } }),
    );
    await expect(run(generate)).rejects.toThrow(/^The data source 'default' cannot be read: there is no database file/);
  });

  it('says what to do for a data source that nothing connects to', async () => {
    projectOver();
    writeFileSync(
      join(directory, 'orrery.yml'),
      JSON.stringify({ data_sources: { default: { type: 'athena', experimental: true } } }),
    );
    await expect(run(generate)).rejects.toThrow(
      /^Nothing connects to 'athena', .* write the cubes of 'default' by hand/,
    );
  });

  it('quotes names of any form so that they keep their meaning', async () => {
    const columns = [
      'id',
      'count',
      'Order ID',
      'a"b',
      '{x}',
      '{{y}}',
      '{% z',
      '{# c',
      'null',
      'CUBE',
      '日本',
      'a b',
      'a_b',
    ];
    const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
    const body = columns
      .map((name) => `${quote(name)} ${name === 'id' ? 'INTEGER PRIMARY KEY' : 'VARCHAR'}`)
      .join(', ');
    const tables = [
      'user',
      'groups',
      'TABLE',
      'Order Details',
      'or"der',
      '{{t}}',
      '{% u',
      '日本語',
      'x--y',
      `\\{b`,
      `l${'o'.repeat(300)}ng`,
      'null',
      'a b',
      'A_B',
    ];
    projectOver(
      'CREATE TEMP TABLE order_details AS SELECT 1 AS id',
      ...tables.map((name) => `CREATE TEMP TABLE ${quote(name)} (${body})`),
      `CREATE TEMP TABLE members (id INTEGER PRIMARY KEY, group_id INTEGER REFERENCES "groups" (id))`,
      `COMMENT ON TABLE "user" IS '# no: {{ template }} {% x %}'`,
    );
    expect(await run(generate)).toBe(0);
    expect(names()).toHaveLength(tables.length + 3);
    expect(model('cubes/user.yml')).toContain(`sql_table: '"user"'`);
    expect(await checked()).toContain('No problems.');
  });
});
