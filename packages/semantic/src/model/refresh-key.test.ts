import { describe, expect, it } from 'vitest';
import { postgres } from '../dialect/postgres.ts';
import { compileRefreshKey } from '../compile.ts';
import { buildModel, codes, cubeOf, messages, ordersCube, pieceOf, placeText, underlined } from './model-fixture.ts';
import { indexModel } from './model-index.ts';
import type { RefreshKey } from './model.ts';

const keyOf = (yaml: string): RefreshKey | undefined =>
  cubeOf(buildModel(ordersCube(`refresh_key: ${yaml}`)), 'orders').refreshKey;
const problemsOf = (yaml: string) => buildModel(ordersCube(`refresh_key: ${yaml}`)).problems;

const minute = 60_000;
const hour = 60 * minute;

describe('a refresh key', () => {
  it('is an interval, a schedule, or never', () => {
    const interval = { kind: 'schedule', phaseMs: 0, zone: 'UTC' };
    expect(keyOf('{every: 1 hour}')).toEqual({ ...interval, every: '1 hour', everyMs: hour });
    expect(keyOf('{every: 1 second}')).toEqual({ ...interval, every: '1 second', everyMs: 1000 });
    expect(keyOf('{every: 2 weeks}')).toEqual({ ...interval, every: '2 weeks', everyMs: 14 * 24 * hour });
    expect(keyOf('{every: 1 days, timezone: europe/berlin}')).toEqual({
      ...interval,
      every: '1 days',
      everyMs: 24 * hour,
      zone: 'Europe/Berlin',
    });
    expect(keyOf('{every: 30 5 * * *, timezone: America/New_York}')).toEqual({
      kind: 'schedule',
      every: '30 5 * * *',
      everyMs: 24 * hour,
      phaseMs: 5 * hour + 30 * minute,
      zone: 'America/New_York',
    });
    expect(keyOf('{immutable: true}')).toEqual({ kind: 'immutable' });
  });

  it('is the result of SQL, run every ten seconds or as configured', () => {
    const sql = { parts: [{ kind: 'text', text: 'SELECT max(id) FROM t' }] };
    expect(keyOf('{sql: SELECT max(id) FROM t;}')).toEqual({ kind: 'sql', sql, everyMs: 10_000 });
    expect(keyOf('{sql: SELECT max(id) FROM t, every: 2 minutes}')).toEqual({
      kind: 'sql',
      sql,
      every: '2 minutes',
      everyMs: 2 * minute,
    });
  });

  it('is read in camelCase too', () => {
    expect(cubeOf(buildModel(ordersCube('refreshKey: {every: 1 hour}')), 'orders').refreshKey).toMatchObject({
      every: '1 hour',
    });
  });

  it('is inherited or replaced as a whole', () => {
    const build = buildModel(
      `${ordersCube('refresh_key: {sql: "SELECT max(id) FROM ({CUBE.sql()}) AS t"}')}${[
        '  - {name: archive, extends: orders, sql_table: archive}',
        '  - {name: frozen, extends: orders, refresh_key: {immutable: true}}',
      ].join('\n')}\n`,
    );
    expect(cubeOf(build, 'archive').refreshKey).toMatchObject({
      sql: { parts: [{ text: 'SELECT max(id) FROM (' }, { kind: 'source', cube: 'archive' }, { text: ') AS t' }] },
    });
    expect(cubeOf(build, 'frozen').refreshKey).toEqual({ kind: 'immutable' });
  });

  it('is reported once when it is invalid in the base', () => {
    const text = `${ordersCube('refresh_key: {every: 0 days}')}  - {name: archive, extends: orders}\n`;
    expect(codes(buildModel(text).problems)).toEqual(['model.interval-range']);
  });

  it('is part of the hash of its cube and of cubes built on it', () => {
    const view = 'views: [{name: v, cubes: [{join_path: orders, includes: [count]}]}]\n';
    const build = (every: string) =>
      buildModel(`${ordersCube(`refresh_key: {every: ${every}}\nmeasures: [{name: count, type: count}]`)}${view}`);
    const [before, after] = [build('1 hour'), build('2 hours')];
    for (const name of ['orders', 'v']) expect(pieceOf(before, name).hash).not.toBe(pieceOf(after, name).hash);
    expect(pieceOf(before, 'v').hash).toBe(pieceOf(build('1 hour'), 'v').hash);
  });
});

describe('a refresh key is refused', () => {
  const interval = 'must be at least 1 second and at most 100 years';
  it.each([
    ['{every: 0 seconds}', `orders cube: "refresh_key.every" ${interval}, not '0 seconds'`],
    ['{every: 999999999999 weeks}', `orders cube: "refresh_key.every" ${interval}, not '999999999999 weeks'`],
    [`{every: ${'9'.repeat(400)} days}`, `orders cube: "refresh_key.every" ${interval}, not '${'9'.repeat(400)} days'`],
    ['{every: 1 month}', "Invalid cron string '1 month' in refreshKey (it has 2 of 5 or 6 fields)"],
    ['{every: 1.5 hours}', "Invalid cron string '1.5 hours' in refreshKey (it has 2 of 5 or 6 fields)"],
    ['{every: 60 * * * *}', "Invalid cron string '60 * * * *' in refreshKey (minute 60 is not between 0 and 59)"],
    ['{every: 0 0 1 * *}', "Your cron string ('0 0 1 * *') is correct, but we support only equal time intervals."],
    ['{every: 5}', 'orders cube: "refresh_key.every" must be a string'],
    ["{every: ''}", 'orders cube: "refresh_key.every" is not allowed to be empty'],
    ['{every: 1 day, timezone: Mars/Base}', `orders cube: "refresh_key.timezone" is not a time zone: 'Mars/Base'`],
    ['{every: 1 day, timezone: "+02:00"}', `orders cube: "refresh_key.timezone" is not a time zone: '+02:00'`],
    [
      '{timezone: Europe/Berlin, immutable: true}',
      'orders cube: "refresh_key" takes either immutable or timezone, not both',
    ],
    ['{immutable: true, every: 1 day}', 'orders cube: "refresh_key" takes either immutable or every, not both'],
    ['{immutable: true, sql: SELECT 1}', 'orders cube: "refresh_key" takes either immutable or sql, not both'],
    ['{immutable: 1}', 'orders cube: "refresh_key.immutable" must be a boolean'],
    ['{sql: SELECT 1, every: 30 5 * * *}', 'orders cube: "refresh_key" takes either sql or a cron schedule, not both'],
    ['{sql: SELECT 1, timezone: UTC}', 'orders cube: "refresh_key" takes either sql or timezone, not both'],
    ['{timezone: UTC}', 'orders cube: "refresh_key.timezone" needs every'],
    ['{}', 'orders cube: "refresh_key" needs sql, every or immutable: true'],
    ['{immutable: false}', 'orders cube: "refresh_key" needs sql, every or immutable: true'],
    ['{every: 1 day, incremental: true}', 'orders cube: "refresh_key.incremental" is not allowed'],
    ['1 hour', 'orders cube: "refresh_key" must be of type object'],
    ['{sql: "SELECT {CUBE}.id"}', "orders cube: '{CUBE}' cannot be used in its refresh_key"],
    ['{sql: "SELECT {id}"}', "orders cube: '{id}' cannot be used in its refresh_key"],
    ['{sql: "SELECT 1 FROM ({nope.sql()}) t"}', "Cube nope doesn't exist"],
    ['{sql: "SELECT {"}', 'Unmatched brace in SQL: {'],
  ])('%s', (yaml, message) => {
    expect(messages(problemsOf(yaml))).toContain(message);
  });

  it('with its position and a hint', () => {
    const text = ordersCube('refresh_key: {every: 1 month}');
    const [problem] = buildModel(text).problems;
    expect(problem && placeText(problem)).toBe('model.yml:4:26');
    expect(underlined(problem, text)).toBe('1 month');
    expect(problem?.hint).toContain('10 minutes');
    expect(problemsOf('{every: 0 0 * * 1-5}')[0]?.hint).toContain('once a week');
    expect(problemsOf('{every: 0 days}')[0]?.hint).toContain('immutable');
    const [reference] = problemsOf('{sql: "SELECT 1 FROM {CUBE}"}');
    expect(reference?.hint).toBe('Write {CUBE.sql()} to build on the source of CUBE');
  });

  it('when it reads a cube of another data source', () => {
    const text = `${ordersCube('refresh_key: {sql: "SELECT 1 FROM ({far.sql()}) t"}')}  - {name: far, sql_table: t, data_source: lake}\n`;
    expect(messages(buildModel(text).problems)).toEqual([
      "orders cube: '{far.sql()}' belongs to data source 'lake', not to 'default'",
    ]);
  });
});

describe('compileRefreshKey', () => {
  it("writes the author's statement with the sources it names", () => {
    const text = ordersCube(
      'data_source: lake\nrefresh_key: {sql: "SELECT max(a.at), count(b.id) FROM ({CUBE.sql()}) AS a, ({b.sql()}) AS b;"}',
    );
    const build = buildModel(`${text}  - {name: b, sql: SELECT id FROM t WHERE on_sale, data_source: lake}\n`);
    const key = cubeOf(build, 'orders').refreshKey;
    if (key?.kind !== 'sql') throw new Error('no SQL');
    const compiled = compileRefreshKey(key, 'orders', indexModel(build.pieces), postgres);
    expect(compiled).toMatchObject({ params: [], columns: [], dataSource: 'lake' });
    expect(compiled.text.replace(/\s+/g, ' ')).toBe(
      'SELECT max(a.at), count(b.id) FROM ((SELECT * FROM orders)) AS a, ((SELECT id FROM t WHERE on_sale)) AS b',
    );
  });
});
