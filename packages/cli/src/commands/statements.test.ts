import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOrrery } from '../command/run-orrery.ts';

let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-statements-'));
  await runOrrery(['init', 'shop'], { directory });
});

afterAll(() => rmSync(directory, { recursive: true }));

const run = (...args: string[]) => runOrrery([...args, '--project', 'shop'], { directory });
const statement = 'SELECT status, MEASURE(count) AS c FROM orders GROUP BY 1 ORDER BY 1';

it('orrery query runs a statement of SQL over the model', async () => {
  const { code, output } = await run('query', statement);
  expect([code, output]).toEqual([0, 'status    c\n--------  -\nopen      1\npaid      2\nrefunded  1\n']);
  expect((await run('query', '--format', 'csv', statement)).output).toBe(
    'status,c\r\nopen,1\r\npaid,2\r\nrefunded,1\n',
  );
  const { output: json } = await run('query', '--format', 'json', `${statement} LIMIT 1`);
  expect(JSON.parse(json)).toEqual([{ status: 'open', c: '1' }]);
});

it('orrery query says why a statement is refused, and where', async () => {
  const { code, errors } = await run('query', 'SELECT statsu FROM orders');
  expect(code).toBe(1);
  expect(errors).toContain('Planning Error');
  expect(errors).toContain('Line: 1, Column: 8');
});

it('orrery sql and explain print the queries of the model in a statement, and its SQL', async () => {
  for (const command of ['sql', 'explain']) {
    const { code, output } = await run(command, statement);
    expect([code, output]).toEqual([0, expect.stringMatching(/^regular: one query of the model\nblock 1 of orders\n/)]);
    expect(output).toContain('\n\ndata source: default\nSELECT');
  }
  expect(JSON.parse((await run('explain', '--json', statement)).output)).toMatchObject({
    queryType: 'regular',
    blocks: [{ pieces: ['orders'] }],
  });
});

it('orrery sql --semantic prints a query as SQL that gives the same rows', async () => {
  const question =
    '{"measures":["orders.count"],"dimensions":["orders.status"],"filters":[{"member":"orders.status","operator":"notEquals","values":["paid"]}],"order":{"orders.status":"asc"}}';
  const { code, output } = await run('sql', '--semantic', question);
  expect([code, output]).toEqual([
    0,
    [
      'SELECT status AS "orders.status", MEASURE(count) AS "orders.count"',
      'FROM orders',
      "WHERE status IS DISTINCT FROM 'paid'",
      'GROUP BY 1',
      'ORDER BY 1',
      'LIMIT 10000',
      '',
    ].join('\n'),
  ]);
  expect((await run('query', output)).output).toBe((await run('query', question)).output);
  expect((await run('sql', '--semantic', statement)).errors).toContain('--semantic takes a JSON query');
});
