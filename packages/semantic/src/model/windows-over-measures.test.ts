import { describe, expect, it } from 'vitest';
import { buildModel, codes, ordersCube, pieceOf, reportedOf } from './model-fixture.ts';

const others = `measures:
  - {name: total, type: sum, sql: a}
  - {name: count, type: count}
  - {name: mean, type: avg, sql: a}
  - {name: kinds, type: count_distinct, sql: a}
  - {name: about, type: count_distinct_approx, sql: a}
  - {name: least, type: min, sql: a}
  - {name: net, type: number, sql: "{total} - 0.5 * {count}"}
  - {name: rate, type: number, sql: "{total} / {count}"}
  - {name: tested, type: number, sql: "{total}", filters: [{sql: "{count} > 1"}]}
  - {name: whole, type: sum, sql: "{total}", multi_stage: true, grain: {exclude: [status]}}
  - {name: same, type: number, sql: "{total}", multi_stage: true}
  - {name: week, type: sum, sql: a, rolling_window: {trailing: 7 day}}
  - {name: weeks, type: number, sql: "{week} / {count}"}`;
const dimensions = `dimensions:
  - {name: status, type: string, sql: status}
  - {name: at, type: time, sql: at}`;

function built(measure: string) {
  return buildModel(ordersCube(`${others}\n  - {name: m, ${measure}}\n${dimensions}`));
}

function kindOf(measure: string) {
  const build = built(measure);
  expect(reportedOf(build)).toEqual([]);
  return pieceOf(build, 'orders').measures.find(({ name }) => name === 'm')?.expression.kind;
}

const window = 'rolling_window: {trailing: 2 month}';

describe('a window over measures', () => {
  it.each([
    'type: sum, sql: "{total}"',
    'type: sum, sql: "{count}", multi_stage: true',
    'type: sum, sql: "{net}"',
    'type: sum, sql: "{same}"',
    'type: sum, sql: "({total} + COALESCE({net}, 0)) * 1.5 * (1 / 2) - -{count}"',
    'type: sum, sql: "{CUBE.total} + 0"',
    'type: min, sql: "{least}"',
    'type: number, sql: "{total} / {mean}"',
    'type: number, sql: "{rate}", multi_stage: true, filters: [{sql: "{count} > 1"}]',
    'type: string, sql: "CONCAT({total}, {least})"',
  ])('is a window over rows when that gives the same value, and when it is a calculation: %s', (measure) => {
    expect(kindOf(`${measure}, ${window}`)).toBe('windowed');
  });

  it.each([
    'type: avg, sql: "{total}"',
    'type: avg, sql: "{net}", multi_stage: true',
    'type: min, sql: "{total}"',
    'type: max, sql: "{least}"',
    'type: max, sql: "{rate}"',
    'type: count, sql: "{total}"',
    'type: count_distinct, sql: "{total}"',
    'type: count_distinct, sql: "{kinds}", multi_stage: true, grain: {include: [at.day]}',
    'type: sum, sql: "{rate}", multi_stage: true, grain: {include: [at.day]}',
    'type: avg, sql: "{mean}", multi_stage: true, grain: {include: [at.day]}',
    'type: number_agg, sql: "median({total})", multi_stage: true',
  ])('is a window over the values of buckets: %s', (measure) => {
    expect(kindOf(`${measure}, ${window}`)).toBe('stage');
  });

  it.each([
    'type: sum, sql: "{mean}"',
    'type: sum, sql: "{rate}"',
    'type: sum, sql: "{tested}"',
    'type: sum, sql: "{whole}"',
    'type: sum, sql: "{total} + 1"',
    'type: sum, sql: "{total} * {count}"',
    'type: sum, sql: "2 / {total}"',
    'type: sum, sql: "{count} / 2"',
    'type: sum, sql: "3 * {count} / 2.0 + {total}"',
    'type: sum, sql: "{kinds}"',
    'type: count_distinct, sql: "{kinds}"',
    'type: count_distinct, sql: "{about}", multi_stage: true',
    'type: count_distinct_approx, sql: "{about}"',
    'type: count_distinct_approx, sql: "{kinds} + {total}", multi_stage: true',
    'type: sum, sql: "COALESCE({total}, 1)"',
    'type: sum, sql: "ROUND({total})"',
    'type: sum, sql: "{total}", filters: [{sql: "{count} > 1"}], multi_stage: true',
    'type: avg, sql: "{mean}"',
  ])('is refused when the buckets of the query would change its value: %s', (measure) => {
    const [problem, ...rest] = reportedOf(built(`${measure}, ${window}`));
    expect(rest).toEqual([]);
    expect(problem).toMatchObject({ code: 'model.window-over-ratio' });
    expect(problem?.hint).toContain('type: number');
    expect(problem?.hint).toContain('grain: { include: [created_at.day] }');
  });

  it.each([
    ['type: sum, sql: "{week}"', 'model.window-over-window'],
    ['type: number, sql: "{weeks}"', 'model.window-over-window'],
    ['type: number, sql: "{whole}"', 'model.window-over-stage'],
    ['type: sum, sql: "{total}", multi_stage: true, grain: {exclude: [status]}', 'model.window-beside'],
    [
      'type: sum, sql: "{total}", multi_stage: true, time_shift: [{interval: 1 month, type: prior}]',
      'model.window-beside',
    ],
    ['type: sum, sql: "{total}", multi_stage: true, filter: {exclude: [status]}', 'model.window-beside'],
    ['type: number, sql: "{total}", multi_stage: true, grain: {include: [at.day]}', 'model.rolling-calculation'],
    ['type: number, sql: "SUM({total}) OVER ()", multi_stage: true', 'model.rolling-calculation'],
    ['type: sum, sql: "{total} + {CUBE}.a"', 'model.stage-reads-columns'],
  ])('is refused by name: %s', (measure, code) => {
    expect(codes(reportedOf(built(`${measure}, ${window}`)))).toEqual([code]);
  });

  it('disables only the measure itself', () => {
    const build = built(`type: sum, sql: "{mean}", ${window}`);
    expect(pieceOf(build, 'orders').unavailable?.map(({ member }) => member)).toEqual(['orders.m']);
  });

  it('adds up measures of other cubes, whatever they are calculated from', () => {
    const refunds = `  - name: refunds
    sql_table: refunds
    joins: [{name: orders, relationship: many_to_one, sql: "{CUBE}.order_id = {orders}.id"}]
    dimensions: [{name: id, type: number, sql: id, primary_key: true}]
    measures:
      - {name: given, type: sum, sql: a}
      - {name: kept, type: number, sql: "{orders.net} - {given}"}
      - {name: kept_so_far, type: sum, sql: "{kept}", rolling_window: {trailing: unbounded}}
      - {name: rate_so_far, type: sum, sql: "{orders.rate}", rolling_window: {trailing: unbounded}}
`;
    const keyed = `${dimensions}\n  - {name: id, type: number, sql: id, primary_key: true}`;
    const build = buildModel(ordersCube(`${others}\n${keyed}`) + refunds);
    expect(codes(reportedOf(build))).toEqual(['model.window-over-ratio']);
    const found = pieceOf(build, 'refunds').measures.find(({ name }) => name === 'kept_so_far');
    expect(found?.expression.kind).toBe('windowed');
  });
});
