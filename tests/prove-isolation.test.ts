import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandInput } from '../packages/cli/src/command/command.ts';
import { proveIsolation } from '../packages/cli/src/commands/prove.ts';
import { serveInside } from '../packages/cli/src/serve-inside.ts';

/** Masks of each kind, by rows and by constants, on a cube and through a view. */
const people = `
cubes:
  - name: people
    sql: >
      SELECT * FROM (VALUES
        (1, 'Ana', 'ana@here', 'EU', 100, TIMESTAMP '2024-01-03'), (2, 'Ada', 'ada@here', 'EU', 400, TIMESTAMP '2024-02-03'),
        (3, 'Ben', 'ben@here', 'US', 200, TIMESTAMP '2024-02-05'), (4, 'Cai', NULL, NULL, 50, TIMESTAMP '2024-05-07'))
      AS t (id, name, email, region, pay, born)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: name, sql: name, type: string, mask: { sql: "LEFT({CUBE}.name, 1) || '***'" } }
      - { name: email, sql: email, type: string, mask: hidden }
      - { name: mailbox, sql: "{CUBE}.email || '!'", type: string, mask: { sql: "'box of ' || {region}" } }
      - { name: region, sql: region, type: string }
      - { name: pay, sql: pay, type: number, mask: { sql: "CASE WHEN {CUBE}.pay >= 100 THEN 100 ELSE 0 END" } }
      - { name: born, sql: born, type: time, mask: { sql: "DATE_TRUNC('year', {CUBE}.born)" } }
    measures:
      - { name: count, type: count }
      - { name: total_pay, sql: "{CUBE}.pay", type: sum, mask: { sql: "ROUND(SUM({CUBE}.pay) / 1000)" } }
      - { name: highest_pay, sql: "{CUBE}.pay", type: max, mask: -1 }
      - { name: lowest_pay, sql: "{CUBE}.pay", type: min }
    access_policy:
      - group: masked
        member_level: { includes: [id, region, count] }
        member_masking: { includes: [name, email, mailbox, pay, born, total_pay, highest_pay, lowest_pay] }
        row_level: { filters: [{ member: region, operator: equals, values: userAttributes.regions }] }
      - group: everything
      - group: nobody_is_in
        conditions: [{ if: "{ groups.includes('and this neither') }" }]
views:
  - name: shown
    cubes: [{ join_path: people, includes: [name, email, region, born, count, total_pay] }]
`;

/** Many rows that differ in one column only, so that the engine decides which of them a limit keeps. */
const events = `
cubes:
  - name: events
    sql: SELECT i AS id, i % 7 AS kind, i % 1000 AS pages FROM range(24000) t (i)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: kind, sql: kind, type: number }
    measures: [{ name: pages, sql: pages, type: sum }]
    access_policy: [{ group: everything }, { group: masked }]
`;

/** A view over a cube with a rule, of which it shows no member. */
const shop = `
cubes:
  - name: sales
    sql: SELECT * FROM (VALUES (1, 'EU', 'tea'), (2, 'elsewhere', 'coffee'), (3, 'elsewhere', 'tea')) AS t (id, region, product)
    public: false
    joins: [{ name: products, relationship: many_to_one, sql: "{CUBE}.product = {products.name}" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: region, sql: region, type: string }
    access_policy:
      - { group: masked, row_level: { filters: [{ member: region, operator: equals, values: userAttributes.regions }] } }
      - group: everything
  - name: products
    sql: SELECT * FROM (VALUES ('tea', 1), ('coffee', 2), ('unsold', 4)) AS t (name, price)
    dimensions: [{ name: name, sql: name, type: string, primary_key: true, public: true }]
    measures: [{ name: price, sql: price, type: sum }]
views:
  - { name: shop, cubes: [{ join_path: sales.products, includes: "*" }] }
`;

const maskedCaller = { cubeCloud: { groups: ['masked'], userAttributes: { regions: ['EU', 'US'] } } };
const tests = `
tests:
  - name: Somebody sees masks
    as: ${JSON.stringify(maskedCaller)}
    sees: [people.name]
    queries: [{ query: { measures: [people.count] }, rows: [{ people.count: 3 }] }]
`;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-prove-'));
  for (const folder of ['model', 'access_tests']) mkdirSync(join(directory, folder));
  writeFileSync(join(directory, 'orrery.yml'), 'data_sources: { default: { type: duckdb } }');
  write('model', people);
  write('access_tests', tests);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function write(folder: string, text: string) {
  writeFileSync(join(directory, folder, 'own.yml'), text);
}

async function prove(flags: CommandInput['flags'], serving: CommandInput['serveInside'] = serveInside) {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const serve = () => Promise.reject(new Error('nothing is served here'));
  const clock = { now: () => Date.parse('2024-05-15T10:20:30Z') };
  const input = { words: [], environment: {}, directory, clock, print, note: print, serve, serveInside: serving };
  const code = await proveIsolation.run({ ...input, flags: { project: '.', seed: '3', ...flags } });
  return { code, report: printed.join('\n') };
}

/** Callers who should see masks are given the rows of unrestricted callers, by one way of asking. */
const unmaskingBy =
  (leaky: string): CommandInput['serveInside'] =>
  async (...given) => {
    const served = await serveInside(...given);
    const owner = { cubeCloud: { groups: ['everything'] } };
    const isMasked = (context: unknown) => JSON.stringify(context).includes('"masked"');
    return {
      ...served,
      ask: (context, route, body) => served.ask(route === leaky && isMasked(context) ? owner : context, route, body),
    };
  };
const unmasking = unmaskingBy('load');

describe('orrery prove isolation', { timeout: 600_000 }, () => {
  it('does not take a mask that varies by row for a leak', async () => {
    const { code, report } = await prove({ runs: '300' });
    expect(report).toMatch(/\*\*No difference was found; \d+ answers/);
    expect(report).toMatch(/- a mask of SQL that reads other members: \d/);
    expect(report).toMatch(/\| cubesql \|.* [1-9]\d+ \|.* [1-9]\d+ \|/);
    expect(report).toMatch(/\| cubesql, by itself \|.* [1-9]\d+ \|.* [1-9]\d+ \|/);
    expect(report).toMatch(/\| cubesql, everything \|.* [1-9]\d* \|/);
    expect(code).toBe(0);
  });

  it('sees that a statement of SQL shows what load does not', async () => {
    const { code, report } = await prove({ runs: '60' }, unmaskingBy('cubesql'));
    expect(report).toMatch(
      /## Difference \d+: cubesql\n\n(?:people\..* is answered|the rows differ from those of load)/,
    );
    expect(report).toMatch(/## Difference \d+: cubesql, by itself\n\n/);
    expect(code).toBe(1);
  });

  it.each([
    ['name', '60', [/^the rows differ$/m, /^- \[.*"A\*\*\*"/m, /^\+ \[.*"Ana"/m]],
    ['email', '200', [/email is masked by a constant and has more than one value/]],
    ['total_pay', '200', [/^- \[.*"1"/m, /^\+ \[.*"750"/m]],
  ])('sees that somebody is shown a real %s instead of its mask', async (member, runs, found) => {
    const masking = people.replace(/member_masking: .*/, `member_masking: { includes: [${member}] }`);
    write('model', masking.replace(/        row_level: .*\n/, ''));
    const { code, report } = await prove({ runs }, unmasking);
    for (const text of found) expect(report).toMatch(text);
    expect(code).toBe(1);
  });

  it('expects rows without what is reached through hidden rows of a cube that is only joined', async () => {
    write('model', shop);
    const as = JSON.stringify(maskedCaller);
    write('access_tests', `tests: [{ name: One, as: ${as}, sees: [shop.name] }]`);
    const { code, report } = await prove({ runs: '100' });
    expect(report).toMatch(/\*\*No difference was found; \d+ answers/);
    expect(code).toBe(0);
    const leaky = await prove({ runs: '40' }, unmasking);
    expect(leaky.report).toMatch(/^the rows differ$/m);
    expect(leaky.report).toMatch(/^\+ \["coffee"/m);
    expect(leaky.code).toBe(1);
  });

  it('does not take a limit that cuts among equal rows for a leak', async () => {
    write('model', events);
    write('access_tests', 'tests: [{ name: One, as: { cubeCloud: { groups: [masked] } }, sees: [events.pages] }]');
    const [one, other] = [await prove({ runs: '60' }), await prove({ runs: '60' })];
    expect(one.report).toMatch(/No difference was found/);
    expect(other).toEqual(one);
  });

  it('runs the access tests, and ends with 1 when one fails', async () => {
    write('access_tests', tests.replace('people.count: 3', 'people.count: 4').replace('sees:', 'must_not_see:'));
    const { code, report } = await prove({ runs: '40' });
    expect(report).toContain("**2 of the access tests' assertions do not hold.**");
    expect(report).toContain('- Access tests: 0 of 2 assertions hold');
    expect(report).toContain("own.yml:5:20: Somebody sees masks: 'people.name' is seen.");
    expect(code).toBe(1);
  });

  it('skips callers that cannot exist', async () => {
    write('access_tests', "tests: [{ name: Odd, as: { cubeCloud: { groups: 'masked' } }, sees: [people.name] }]");
    const { code, report } = await prove({ runs: '20' });
    expect(report).toContain('Odd: no caller can have this security context');
    expect(report).toContain('- Callers: 0 of access tests, 12 generated');
    expect(code).toBe(1);
  });

  it('reports that a model without policies protects nothing', async () => {
    write('model', people.replace(/    access_policy:[^]*?(?=views:)/, ''));
    write('access_tests', 'tests: [{ name: One, as: {}, sees: [people.name] }]');
    const { code, report } = await prove({ runs: '20' });
    expect(report).toContain('**Nothing is protected: no cube and no view has policies.**');
    expect(report).toContain('- Cubes and views without policies: people, shown');
    expect(code).toBe(1);
  });

  it('refuses a model that does not compile, with its problems', async () => {
    write('model', people.replace('- group: everything', '- gruop: everything'));
    await expect(prove({ runs: '20' })).rejects.toThrow(/The model has problems[^]*own\.yml[^]*gruop/);
  });

  it('lists the policies that applied to each caller, and those never tried', async () => {
    const { report } = await prove({ runs: '40' });
    const [, applied = '', rest = ''] = report.split(/^## Policies that .*$/m);
    const lines = (text: string) => text.split('\n').filter((line) => line.startsWith('- people, own.yml:'));
    expect(lines(applied)[0]).toMatch(/: Somebody sees masks/);
    expect(lines(rest)).toHaveLength(1);
    expect(report).toMatch(/- Orrery: \d+\.\d+\.\d+/);
    expect(report).toContain(`- Somebody sees masks: \`${JSON.stringify(maskedCaller)}\``);
  });
});
