import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOrrery } from '../command/run-orrery.ts';

let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-query-'));
  await runOrrery(['init', 'shop'], { directory });
});

afterAll(() => rmSync(directory, { recursive: true }));

const run = (...args: string[]) => runOrrery([...args, '--project', 'shop'], { directory });
const question = '{"measures":["orders.count"],"dimensions":["orders.status"],"order":{"orders.status":"asc"}}';

describe('orrery query', () => {
  it('prints a table', async () => {
    const { code, output } = await run('query', question);
    expect([code, output]).toEqual([
      0,
      'orders.status  orders.count\n-------------  ------------\nopen                      1\npaid                      2\nrefunded                  1\n',
    ]);
  });

  it('prints CSV and JSON', async () => {
    expect((await run('query', '--format', 'csv', question)).output).toBe(
      'orders.status,orders.count\r\nopen,1\r\npaid,2\r\nrefunded,1\n',
    );
    expect(JSON.parse((await run('query', '--format', 'json', question)).output)).toHaveLength(3);
  });

  it('prints the warnings and the row count of the HTTP answer with the rows', async () => {
    const first =
      '{"dimensions":["orders.status"],"measures":["orders.count"],"order":{"orders.status":"asc"},"limit":1,"total":true}';
    const { output, errors } = await run('query', '--format', 'csv', first);
    expect(output.trimEnd()).toBe('orders.status,orders.count\r\nopen,1');
    expect(errors).toContain('3 rows without limit and offset');
    const backwards =
      '{"measures":["orders.count"],"timeDimensions":[{"dimension":"orders.created_at","dateRange":["2026-03-05","2026-03-01"]}]}';
    expect((await run('query', backwards)).errors).not.toBe('');
  });

  it('lists every problem of the query, with hints', async () => {
    const { code, errors } = await run('query', '{"measures":["orders.cuont"],"dimensions":["order.status"]}');
    expect(code).toBe(1);
    expect(errors).toContain("'cuont' not found for path 'orders.cuont'");
    expect(errors).toContain('orders.count');
    expect(errors).toContain("Cube 'order' not found for path 'order.status'");
  });
});

it('orrery sql prints the plan, the statement and its values', async () => {
  const filter = '{"member":"orders.status","operator":"equals","values":["paid"]}';
  const { code, output } = await run('sql', `{"measures":["orders.count"],"filters":[${filter}]}`);
  expect(code).toBe(0);
  expect(output).toContain('scan orders');
  expect(output).toContain('SELECT');
  expect(output).toContain('$1 = "paid"');
});

describe('orrery explain', () => {
  it('explains a query in sentences', async () => {
    const { code, output } = await run('explain', question);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^Members\n {2}orders\.status: string dimension, selected, .*\.yml:\d+\n/),
    ]);
    expect(output).toContain('\n\nRows\n  from orders\n  by orders.status\n  orders.count: count\n');
    expect(output).toContain('\n\nSQL (default)\n  SELECT');
  });

  it('prints JSON for programs, a list for several queries', async () => {
    expect(JSON.parse((await run('explain', '--json', question)).output)).toHaveProperty('passes');
    const several = '[{"dimensions":["orders.created_at.day"]},{"dimensions":["orders.created_at.day"]}]';
    expect(JSON.parse((await run('explain', '--json', several)).output)).toHaveLength(2);
  });
});

it('orrery query prints the rows of each compared range', async () => {
  const compared =
    '{"measures":["orders.count"],"timeDimensions":[{"dimension":"orders.created_at","compareDateRange":["last year",["2020-01-01"]]}]}';
  const { output } = await run('query', '--format', 'csv', compared);
  expect(output).toMatch(/\n0,2020-01-01T00:00:00.000 - 2020-01-01T23:59:59.999\r?\n/);
});

describe('a caller on the command line', () => {
  const own = '{"measures":["own.count"]}';
  const acme = '{"tenant":"acme"}';

  beforeAll(() => {
    const sql = "SELECT * FROM (VALUES (1, 'acme'), (2, 'acme'), (3, 'zeta')) AS t (id, tenant)";
    const model = `cubes:
  - name: own
    sql: ${sql} WHERE {SECURITY_CONTEXT.tenant.requiredFilter('tenant')}
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures: [{ name: count, type: count }]
`;
    writeFileSync(join(directory, 'shop/model/own.yml'), model);
  });

  it('is given with --context, for explain with --as', async () => {
    expect((await run('query', '--format', 'csv', '--context', acme, own)).output).toBe('own.count\r\n2\n');
    expect((await run('sql', '--context', acme, own)).output).toContain('$1 = "acme"');
    expect((await run('explain', '--as', acme, own)).output).toContain('acme');
  });

  it('sees the template positions as they are rendered for this caller', async () => {
    const template = `{% set names = ['one', 'two'] %}
cubes:
  - name: of_{{ COMPILE_CONTEXT.securityContext.tenant | default('nobody') }}
    sql: SELECT 1 AS id
    measures:
      {%- for name in names %}
      - { name: {{ name }}, type: count }
      {%- endfor %}
`;
    writeFileSync(join(directory, 'shop/model/templated.yml'), template);
    const { output } = await run('explain', '--as', acme, '{"measures":["of_acme.two"]}');
    rmSync(join(directory, 'shop/model/templated.yml'));
    expect(output).toContain('of_acme.two: count number measure, selected, templated.yml:7\n');
  });

  it.each(['query', 'sql', 'explain'])('has no rights without it: orrery %s', async (command) => {
    const { code, errors } = await run(command, own);
    expect(code).toBe(1);
    expect(errors).toContain("has no 'tenant', which the model requires");
  });
});

describe('a branch on the command line', () => {
  const own = '{"measures":["later.count"]}';

  beforeAll(() => {
    mkdirSync(join(directory, 'next/model'), { recursive: true });
    const model = `cubes:
  - name: later
    sql: SELECT * FROM (VALUES (1), (2)) AS t (id)
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures: [{ name: count, type: count }]
`;
    writeFileSync(join(directory, 'next/model/later.yml'), model);
    const yml = join(directory, 'shop/orrery.yml');
    writeFileSync(yml, `${readFileSync(yml, 'utf8')}branches:\n  next: ../next\n`);
  });

  it('is queried with --branch', async () => {
    expect((await run('query', '--format', 'csv', '--branch', 'next', own)).output).toBe('later.count\r\n2\n');
    expect((await run('sql', '--branch', 'next', own)).output).toContain('scan later');
    expect((await run('explain', '--branch', 'next', own)).output).toContain('later.count');
    expect((await run('query', own)).errors).toContain("Cube 'later' not found");
    expect((await run('query', '--branch', 'previous', own)).errors).toContain(
      "orrery.yml has no branch 'previous'. Its branches are next.",
    );
  });
});
