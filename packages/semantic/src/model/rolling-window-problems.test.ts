import { expect, it } from 'vitest';
import { buildModel, messages, ordersCube } from './model-fixture.ts';

const problemsOf = (window: string, type = 'sum') =>
  messages(
    buildModel(ordersCube(`measures:\n  - {name: m, type: ${type}, sql: a, rolling_window: ${window}}`)).problems,
  );

it.each([
  '{}',
  '{trailing: 7 day}',
  '{trailing: unbounded, leading: 1 month, offset: start}',
  '{type: fixed, trailing: 1 year 6 months}',
  '{type: to_date, granularity: week}',
  '{type: toDate, granularity: year}',
  '{type: year_to_date}',
  '{type: quarterToDate}',
])('takes %s', (window) => {
  expect(problemsOf(window)).toEqual([]);
});

it.each([
  [
    '{trailing: -1 day}',
    "orders cube: \"measures.m.rolling_window.trailing\" must be unbounded or an interval such as '7 day', not '-1 day'",
  ],
  [
    '{leading: soon}',
    "orders cube: \"measures.m.rolling_window.leading\" must be unbounded or an interval such as '7 day', not 'soon'",
  ],
  ['{trailing: 1 day, offset: middle}', 'orders cube: "measures.m.rolling_window.offset" must be one of [start, end]'],
  ['{type: to_date}', 'orders cube: "measures.m.rolling_window.granularity" is required'],
  [
    '{type: to_date, granularity: hour}',
    'orders cube: "measures.m.rolling_window.granularity" must be one of [day, week, month, quarter, year]',
  ],
  [
    '{type: to_date, granularity: day, trailing: 1 day}',
    'orders cube: "measures.m.rolling_window" takes either type: to_date or trailing, not both',
  ],
  ['{granularity: day}', 'orders cube: "measures.m.rolling_window" takes either type: fixed or granularity, not both'],
  ['{width: 3}', 'orders cube: "measures.m.rolling_window.width" is not allowed'],
])('refuses %s', (window, message) => {
  expect(problemsOf(window)).toEqual([message]);
});

it('keeps windows off measures of several stages', () => {
  const measures = `measures:
  - {name: total, type: sum, sql: a}
  - {name: m, type: sum, sql: "{total}", multi_stage: true, rolling_window: {trailing: 2 month}}`;
  expect(messages(buildModel(ordersCube(measures)).problems)).toEqual([
    "'orders.m' is calculated from other measures and cannot have a rolling_window",
  ]);
});

it('keeps windows off running totals and calculations', () => {
  expect(problemsOf('{trailing: 1 day}', 'running_total')).toEqual([
    'orders cube: "measures.m" takes either type: running_total or rolling_window, not both',
  ]);
  const text = ordersCube(`measures:
  - {name: total, type: sum, sql: a}
  - {name: twice, type: number, sql: "2 * {total}", rolling_window: {trailing: 1 day}}`);
  expect(messages(buildModel(text).problems)).toEqual([
    "'orders.twice' is calculated from other measures and cannot have a rolling_window",
  ]);
});
