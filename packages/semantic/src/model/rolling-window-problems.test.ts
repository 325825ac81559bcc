import { expect, it } from 'vitest';
import { buildModel, messages, ordersCube, reportedOf } from './model-fixture.ts';

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
])('accepts %s', (window) => {
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
    '{type: to_date, granularity: day, trailing: 1 day}',
    'orders cube: "measures.m.rolling_window" takes either type: to_date or trailing, not both',
  ],
  ['{granularity: day}', 'orders cube: "measures.m.rolling_window" takes either type: fixed or granularity, not both'],
  ['{width: 3}', 'orders cube: "measures.m.rolling_window.width" is not allowed'],
])('refuses %s', (window, message) => {
  expect(problemsOf(window)).toEqual([message]);
});

it('refuses windows over running totals', () => {
  expect(problemsOf('{trailing: 1 day}', 'running_total')).toEqual([
    'orders cube: "measures.m" takes either type: running_total or rolling_window, not both',
  ]);
});

it('accepts the granularities of time dimensions joined to the measure, and no others', () => {
  const days = `  - name: days
    sql_table: days
    dimensions: [{name: day, type: time, sql: day, granularities: [{name: season, interval: 6 months}]}]
`;
  const by = (name: string, joins: string) =>
    reportedOf(
      buildModel(
        ordersCube(
          `joins: [${joins}]\nmeasures: [{name: m, type: sum, sql: a, rolling_window: {type: to_date, granularity: ${name}}}]\ndimensions: [{name: id, type: number, sql: id, primary_key: true}, {name: at, type: time, sql: at, granularities: [{name: fiscal_year, interval: 1 year, offset: 1 month}]}]`,
        ) + days,
      ),
    ).map(({ message, hint }) => [message, hint]);
  const reported = (name: string) =>
    `'orders.m' has a rolling window to date by '${name}', and no time dimension it can be queried by has this granularity`;
  const toDays = '{name: days, relationship: many_to_one, sql: "{CUBE}.at = {days}.day"}';
  expect(by('fiscal_year', '')).toEqual([]);
  expect(by('season', toDays)).toEqual([]);
  expect(by('season', '')).toEqual([[reported('season'), undefined]]);
  expect(by('fiscal_yaer', toDays)).toEqual([[reported('fiscal_yaer'), 'Did you mean fiscal_year?']]);
  expect(by('hour', '')).toEqual([[reported('hour'), undefined]]);
});
