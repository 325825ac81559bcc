import { describe, expect, it } from 'vitest';
import { compileModel } from '../compile-model.ts';
import { buildModel, messages, ordersCube, placeText } from '../model-fixture.ts';
import type { ModelBuild } from '../compile-model.ts';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** Dimensions `d0`, made of `d1`, made of `d2` and so on; the last one is a column. */
const dimensions = (count: number, sql: (next: string) => string): string =>
  `dimensions:\n${lines(count, (i) => `  - {name: d${i}, type: number, sql: "${sql(`{d${i + 1}}`)}"}`)}\n  - {name: d${count}, type: number, sql: x}`;

const measures = (count: number, sql: (next: string) => string, more = ''): string =>
  `measures:\n${lines(count, (i) => `  - {name: m${i}, type: number, sql: "${sql(`{m${i + 1}}`)}"${more}}`)}\n  - {name: m${count}, type: sum, sql: x}`;

const sources = (count: number, sql: (next: string) => string): string =>
  `cubes:\n${lines(count, (i) => `  - {name: c${i}, sql: "${sql(`{c${i + 1}.sql()}`)}"}`)}\n  - {name: c${count}, sql: SELECT 1 AS a}`;

const twice = (next: string): string => `${next} + ${next}`;
const once = (next: string): string => `${next} + 1`;

/** Remaining members of a model with a single cube. */
const left = (build: ModelBuild): readonly string[] =>
  build.pieces.flatMap((piece) => [...piece.dimensions, ...piece.measures, ...piece.segments].map(({ id }) => id));

describe('a member that expands too far', () => {
  it.each([
    ['dimensions', dimensions(28, twice), 'd'],
    ['measures', measures(28, twice), 'm'],
    [
      'dimensions of a case',
      dimensions(28, twice)
        .replaceAll('sql: "', 'case: {when: [{sql: "')
        .replaceAll('"}', ' > 1", label: a}], else: {label: b}}}'),
      'd',
    ],
  ])('is disabled with its dependents: %s', (_, body, letter) => {
    const build = buildModel(ordersCube(body));
    expect(messages(build.problems)).toEqual([]);
    const [notice, ...others] = build.notices;
    expect(others).toEqual([]);
    expect(notice?.code).toBe('model.expands-too-far');
    const first = Number(/^'orders\.[dm](\d+)'/.exec(notice?.message ?? '')?.[1]);
    expect(left(build)).toEqual(Array.from({ length: 28 - first }, (__, i) => `orders.${letter}${first + 1 + i}`));
    expect(notice?.takes?.slice(0, 2)).toEqual([`orders.${letter}${first}`, `orders.${letter}${first - 1}`]);
  });

  it('counts the SQL of its mask', () => {
    const masked = `${dimensions(28, twice)}\n  - {name: shown, type: number, sql: y, mask: {sql: "{d0}"}}\n  - {name: plain, type: number, sql: y}`;
    const build = buildModel(ordersCube(masked));
    expect(left(build)).not.toContain('orders.shown');
    expect(left(build)).toContain('orders.plain');
  });

  it("disables members of views that depend on it, and is found among a view's own members", () => {
    const text = `${ordersCube(dimensions(28, twice))}views:
  - {name: all, cubes: [{join_path: orders, includes: '*'}]}
  - name: own
    cubes: [{join_path: orders, includes: [d28]}]
    dimensions:
${lines(28, (i) => `      - {name: v${i}, type: number, sql: "{${i === 27 ? 'd28' : `v${i + 1}`}} + {${i === 27 ? 'd28' : `v${i + 1}`}}"}`)}
`;
    const build = buildModel(text);
    expect(messages(build.problems)).toEqual([]);
    expect(left(build)).not.toContain('all.d0');
    expect(left(build)).toContain('all.d28');
    expect(left(build)).not.toContain('own.v0');
    expect(left(build)).toContain('own.v27');
    expect(build.notices.map(({ code }) => code)).toEqual(['model.expands-too-far', 'model.expands-too-far']);
  });

  it('is reported once, where it is defined, for all that inherit it', () => {
    const build = buildModel(`${ordersCube(dimensions(28, twice))}  - {name: vip, extends: orders}\n`);
    expect(build.notices).toHaveLength(1);
    expect(build.notices.map(placeText)[0]).toMatch(/^model\.yml:\d+:/);
    expect(left(build)).not.toContain('vip.d0');
    expect(left(build)).toContain('vip.d28');
  });

  it('may be the URL of a link, and then disables nothing else', () => {
    const link = `links: [{name: go, label: Go, url: "{long}/{long}"}]`;
    const long = `{name: long, type: string, sql: "CONCAT('${'x'.repeat(90_000)}')"}`;
    const build = buildModel(ordersCube(`dimensions: [${long}, {name: shown, type: string, sql: y, ${link}}]`));
    expect(messages(build.notices)).toEqual([
      "'orders.shown___link_go_url' expands to more than 1,000,000 characters of SQL, because references are replaced by their definitions",
    ]);
    expect(left(build)).toEqual(['orders.long', 'orders.shown']);
  });

  it('is not a member whose own SQL is long', () => {
    const build = buildModel(
      ordersCube(`dimensions:\n  - {name: long, type: string, sql: "'${'x'.repeat(1_000_001)}'"}`),
    );
    expect(build.notices).toEqual([]);
  });
});

it('disables a join that reads members too often', () => {
  const wide = `CASE ${'x'.repeat(50_000)} END`;
  const build = buildModel(`cubes:
  - name: orders
    sql_table: orders
    joins: [{name: users, relationship: many_to_one, sql: "${Array.from({ length: 30 }, () => '{orders.long} = {users.id}').join(' OR ')}"}]
    dimensions: [{name: id, type: number, sql: id, primary_key: true}, {name: long, type: string, sql: "${wide}"}]
  - {name: users, sql_table: users, dimensions: [{name: id, type: number, sql: id, primary_key: true}]}
`);
  expect(messages(build.notices)).toEqual([
    "The join from 'orders' to 'users' expands to more than 1,000,000 characters of SQL, because references are replaced by their definitions",
  ]);
  expect(build.pieces.map(({ name }) => name)).toEqual(['orders', 'users']);
});

describe('a cube whose source expands too far', () => {
  it('is unavailable with all cubes built on it', () => {
    const build = buildModel(sources(28, (next) => `SELECT * FROM (${next}) UNION ALL ${next}`));
    expect(build.problems.map(({ code }) => code)).toEqual(['model.expands-too-far']);
    const names = build.pieces.map(({ name }) => name);
    expect(names).toContain('c20');
    expect(names).not.toContain('c0');
  });

  it('may exceed the limit through its refresh key', () => {
    const key = Array.from({ length: 30 }, () => 'SELECT 1 FROM ({CUBE.sql()})').join(' UNION ALL ');
    const build = buildModel(`cubes: [{name: a, sql: "SELECT ${'x'.repeat(50_000)}", refresh_key: {sql: "${key}"}}]`);
    expect(messages(build.problems)).toEqual([
      "The refresh key of 'a' expands to more than 1,000,000 characters of SQL, because references are replaced by their definitions",
    ]);
  });
});

describe('a chain of references', () => {
  it('of members has at most 256 steps, not counting those that views only rename', () => {
    const all = `views: [{name: all, cubes: [{join_path: orders, includes: '*'}]}]\n`;
    expect(buildModel(ordersCube(dimensions(255, once)) + all).notices).toEqual([]);
    const build = buildModel(ordersCube(dimensions(3000, once)));
    expect(messages(build.notices)).toEqual(["'orders.d2744' refers to others over more than 256 steps"]);
    expect(left(build)).toHaveLength(256);
  });

  it('of sources has at most 256 steps', () => {
    const build = buildModel(sources(3000, (next) => `SELECT * FROM (${next})`));
    expect(messages(build.problems)).toEqual(["The source of 'c2744' refers to others over more than 256 steps"]);
    expect(build.pieces).toHaveLength(256);
  });

  it('of multi-stage measures has at most 16 stages', () => {
    const id = 'dimensions: [{name: id, type: number, sql: id, primary_key: true}]\n';
    const chain = (count: number) =>
      ordersCube(
        id +
          measures(count, once, ', multi_stage: true, grain: {include: [id]}').replaceAll(
            'type: number, sql: "{',
            'type: sum, sql: "{',
          ),
      );
    expect(messages(buildModel(chain(16)).notices)).toEqual([]);
    expect(messages(buildModel(chain(17)).notices)).toEqual([
      "'orders.m0' is made of more than 16 multi-stage members inside of each other",
    ]);
  });

  it('of definitions that extend each other has at most 64 steps', () => {
    const chain = (count: number) =>
      `cubes:\n  - {name: c0, sql_table: t}\n${lines(count, (i) => `  - {name: c${i + 1}, extends: c${i}}`)}`;
    expect(compileModel([{ path: 'm.yml', text: chain(64) }]).build.problems).toEqual([]);
    const { build } = compileModel([{ path: 'm.yml', text: chain(20_000) }]);
    expect(messages(build.problems)).toEqual(["'c65' extends others over more than 64 steps"]);
    expect(build.pieces).toHaveLength(65);
    expect(build.unavailable).toHaveLength(20_001 - 65);
  });
});

it('refuses a join_path of a view with more than 64 joins', () => {
  const path = Array.from({ length: 66 }, (_, i) => `c${i}`).join('.');
  const cubes = lines(66, (i) => {
    const joins =
      i === 65 ? '' : `, joins: [{name: c${i + 1}, relationship: many_to_one, sql: "{c${i}.id} = {c${i + 1}.id}"}]`;
    return `  - {name: c${i}, sql_table: t${joins}, dimensions: [{name: id, type: number, sql: id, primary_key: true}]}`;
  });
  const views = (joinPath: string) =>
    `cubes:\n${cubes}\nviews: [{name: v, cubes: [{join_path: ${joinPath}, includes: '*'}]}]`;
  expect(messages(buildModel(views(path)).problems)).toEqual(["View 'v' has a join_path of more than 64 joins"]);
  expect(buildModel(views(path.replace('c0.', ''))).problems).toEqual([]);
});
