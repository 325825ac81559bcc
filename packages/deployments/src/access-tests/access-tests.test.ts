import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { check } from '../../../cli/src/commands/check.ts';
import { readAccessTestFile } from './read-access-tests.ts';

let directory: string;

const model = `
cubes:
  - name: orders
    sql: SELECT * FROM (VALUES (1, 'paid', 10.5), (2, 'open', 20), (3, 'open', NULL)) AS t (id, status, amount)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: secret, sql: id, type: number, public: false }
    measures:
      - { name: count, type: count }
      - { name: total, sql: amount, type: sum }
`;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-access-'));
  mkdirSync(join(directory, 'model'));
  mkdirSync(join(directory, 'access_tests'));
  writeFileSync(join(directory, 'orrery.yml'), 'data_sources: { default: { type: duckdb } }');
  writeFileSync(join(directory, 'model', 'm.yml'), model);
});

afterEach(() => rmSync(directory, { recursive: true }));

async function checked(tests: string, connects = false) {
  writeFileSync(join(directory, 'access_tests', 'all.yml'), tests);
  let printed = '';
  const print = (text: string) => void (printed += `${text}\n`);
  const serve = () => Promise.reject(new Error('nothing is served here'));
  const flags = { project: '.', data: '.orrery', ...(connects ? { connect: true } : {}) };
  const code = await check.run({
    flags,
    words: [],
    environment: {},
    directory,
    clock: Date,
    print,
    note: print,
    serve,
    serveInside: serve,
  });
  return { code, printed };
}

const holding = `
tests:
  - name: Everybody
    as: {}
    sees: [orders.status, orders.total]
    must_not_see: [orders.secret, orders.id]
    queries:
      - query: { dimensions: [orders.secret] }
        refused: true
      - query: { dimensions: [orders.secret], measures: [orders.count] }
        refused: not found
      - query: { measures: [orders.count, orders.total], dimensions: [orders.status] }
        rows:
          - { orders.status: open, orders.count: 2, orders.total: 20 }
          - { orders.total: 10.5, orders.count: 1, orders.status: paid }
      - query: { dimensions: [orders.status] }
        count: 2
`;

describe('access tests that hold', () => {
  it('are counted, and those about rows run once the data may be queried', async () => {
    const { code, printed } = await checked(holding);
    expect(printed).toContain('6 of 6 assertions of the access tests pass.');
    expect(printed).toContain('2 more are about rows: orrery check --connect.');
    expect(code).toBe(0);
    const connected = await checked(holding, true);
    expect(connected.printed).toContain('8 of 8 assertions of the access tests pass.');
    expect(connected.code).toBe(0);
  });
});

describe('access tests that do not hold', () => {
  it('are reported with their position', async () => {
    const { code, printed } = await checked(
      `tests:
  - name: Everybody
    as: {}
    sees: [orders.secret]
    must_not_see:
      - orders.status
      - orders.statsu
    queries:
      - query: { measures: [orders.count] }
        refused: true
      - query: { dimensions: [orders.secret] }
        refused: something else
      - query: { dimensions: [orders.id] }
        count: 3
      - query: { measures: [orders.count], dimensions: [orders.status] }
        rows:
          - { orders.status: open, orders.count: 3 }
          - { orders.status: paid, orders.count: 1 }
      - query: { dimensions: [orders.status], order: { orders.status: desc } }
        rows: [{ orders.status: open }, { orders.status: paid }]
      - query: { dimensions: [orders.status] }
        count: 1
`,
      true,
    );
    expect(code).toBe(1);
    expect(printed).toContain("access_tests/all.yml:4:12: Everybody: 'orders.secret' is not seen: it is not public.");
    expect(printed).toContain("access_tests/all.yml:6:9: Everybody: 'orders.status' is seen.");
    expect(printed).toMatch(/all\.yml:7:9: Everybody: the model has no 'orders.statsu'\. Did you mean orders\.status/);
    expect(printed).toContain('access_tests/all.yml:10:9: Everybody: the query is answered.');
    expect(printed).toContain('access_tests/all.yml:12:9: Everybody: the query is refused with another text:');
    expect(printed).toContain('access_tests/all.yml:13:9: Everybody: the query is refused:');
    expect(printed).toMatch(/all\.yml:16:9: Everybody: the rows differ\n +- .*count: 3,.*\n +\+ .*count: 2,/);
    expect(printed).toMatch(/all\.yml:20:9: Everybody: the rows differ/);
    expect(printed).toContain('access_tests/all.yml:22:9: Everybody: the query gives 2 rows, not 1.');
  });

  it('report impossible callers', async () => {
    const { printed } = await checked(
      'tests: [{ name: Nobody, as: { cubeCloud: { groups: eu } }, sees: [orders.count] }]',
    );
    expect(printed).toContain(
      'Nobody: no caller can have this security context: cubeCloud.groups is not a list of texts.',
    );
  });
});

const guarded = `
cubes:
  - name: people
    sql: SELECT 1 AS id, 'EU' AS region
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: region, sql: region, type: string }
      - { name: name, sql: region, type: string }
    measures:
      - { name: count, type: count }
    access_policy:
      - group: eu
        member_level: { excludes: [name] }
      - group: managerz
      - group: "*"
        conditions: [{ if: "not groups.includes('interrns')" }]
        member_level: { includes: [region] }
`;

describe('access tests of policies', () => {
  beforeEach(() => writeFileSync(join(directory, 'model', 'm.yml'), guarded));

  const test = (as: string, says: string) => `tests: [{ name: One, as: ${as}, ${says} }]`;
  const eu = '{ cubeCloud: { groups: [eu] } }';

  it.each([
    ['{ dimensions: [people.nmae] }', "'nmae' not found"],
    ['{ dimensions: [poeple.name] }', "'poeple' not found"],
    ['{ dimension: [people.name] }', 'dimension'],
    [
      '{ dimensions: [people.name], filters: [{ member: people.id, operator: gtt, values: [1] }] }',
      'Did you mean "gt"?',
    ],
  ])('fail for a refusal of %s, which no caller could name', async (query, message) => {
    const { code, printed } = await checked(test(eu, `queries: [{ query: ${query}, refused: true }]`));
    expect(code).toBe(1);
    expect(printed).toContain('One: the query is refused for every caller: ');
    expect(printed).toContain(message);
  });

  it('pass for a refusal of what other callers may query', async () => {
    const says = 'queries: [{ query: { dimensions: [people.name] }, refused: true }]';
    const { code, printed } = await checked(test(eu, says));
    expect([code, printed]).toEqual([0, expect.stringContaining('1 of 1 assertions')]);
  });

  it('explain why a member is hidden', async () => {
    const { printed } = await checked(test(eu, 'sees: [people.name]'));
    expect(printed).toContain("'people.name' is not seen: no policy that applies includes it (m.yml:12, m.yml:15).");
    writeFileSync(join(directory, 'model', 'm.yml'), guarded.replace('"*"', 'all'));
    const { printed: denied } = await checked(test('{ cubeCloud: { groups: [UE] } }', 'sees: [people.region]'));
    expect(denied).toContain(
      "'people.region' is not seen: no policy applies; m.yml:12 does not apply: the caller has none",
    );
  });

  it('report groups that none of their callers belong to, once', async () => {
    const { code, printed } = await checked(test(eu, 'sees: [people.region]'));
    expect(printed).toContain(
      'note: No access test has a caller in these groups, which policies name: interrns, managerz.',
    );
    expect(printed.match(/note: No access test/g)).toHaveLength(1);
    expect([code, printed]).toEqual([0, expect.stringContaining('No problems.')]);
  });

  it('report callers without the element that policies read', async () => {
    const misplaced = await checked(test('{ groups: [eu] }', 'must_not_see: [people.name]'));
    expect(misplaced.printed).toMatch(/note: .*One: 'groups' is not read by policies .*: write cubeCloud\.groups/);
    const without = await checked(test('{ tenant: acme }', 'must_not_see: [people.name]'));
    expect(without.printed).toMatch(/note: .*One: 'as' has no cubeCloud/);
    const unknown = await checked(test('{ cubeCloud: { group: [eu] } }', 'must_not_see: [people.name]'));
    expect(unknown.printed).toContain('Did you mean cubeCloud.groups?');
    expect((await checked(test('{}', 'must_not_see: [people.name]'))).printed).not.toContain('cubeCloud');
  });

  it('do not run while the model has problems, and one message says so', async () => {
    writeFileSync(join(directory, 'model', 'm.yml'), guarded.replace('type: count', 'type: cuont'));
    const says = 'sees: [people.count, people.region], queries: [{ query: { dimensions: [people.x] }, refused: true }]';
    const { code, printed } = await checked(test(eu, says));
    expect(code).toBe(1);
    expect(printed).toContain('The access tests are not run while the model has problems.');
    expect(printed).not.toContain('One:');
    expect(printed).not.toContain('assertions');
  });
});

describe('a file of access tests', () => {
  it.each([
    ['tests: [{ as: {}, sees: [a.b] }]', "A test needs a 'name'"],
    ['tests: [{ name: a, sees: [a.b] }]', "A test needs 'as'"],
    ['tests: [{ name: a, as: [], sees: [a.b] }]', "'as' must be a mapping"],
    ['tests: [{ name: a, as: {} }]', 'A test has no effect'],
    ['tests: [{ name: a, as: {}, must_see: [] }]', "Unknown key 'must_see'"],
    ['tests: [{ name: a, as: {}, sees: a.b }]', "'sees' must be a list"],
    ['tests: [{ name: a, as: {}, queries: [{ rows: [] }] }]', "It has no 'query'"],
    ['tests: [{ name: a, as: {}, queries: [{ query: {} }] }]', 'It expects nothing'],
    ['tests: [{ name: a, as: {}, queries: [{ query: {}, rows: [], count: 1 }] }]', "It expects 'rows' already"],
    ['tests: [{ name: a, as: {}, queries: [{ query: {}, rows: [1] }] }]', "'rows' must be a list of mappings"],
    ['tests: [{ name: a, as: {}, queries: [{ query: {}, refused: false }] }]', "'refused' must be true"],
    ['tests: {}', "'tests' must be a list"],
    ['', "The file has no 'tests'"],
    ['tests: [', ''],
  ])('with the fault %s is refused with its position', (text, message) => {
    const { problems } = readAccessTestFile(text, 'access_tests/a.yml');
    expect(problems.map((problem) => problem.message).join('\n')).toContain(message);
    expect(problems[0]?.at).toMatchObject({ file: 'access_tests/a.yml', line: 1 });
  });
});
