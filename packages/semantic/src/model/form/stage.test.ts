import { describe, expect, it } from 'vitest';
import { buildModel, ordersCube, reportedOf } from '../model-fixture.ts';

const said = (measures: string, dimensions = '') =>
  reportedOf(
    buildModel(
      ordersCube(`dimensions: [{name: status, type: string, sql: status}, {name: at, type: time, sql: at}, {name: cur, type: switch, values: [usd, eur]}${dimensions}]
measures: [{name: total, type: sum, sql: x}, ${measures}]`),
    ),
  ).map(({ message }) => message);

describe('a multi-stage measure', () => {
  it.each([
    '{name: m, type: sum, sql: "{total}", multi_stage: true, grain: {exclude: [status, at.month, CUBE.at]}}',
    '{name: m, type: sum, sql: "{total}", multiStage: true, reduceBy: [status], addGroupBy: [at.month]}',
    '{name: m, type: number, sql: "{total}", multi_stage: true, timeShift: [{interval: 1 year 6 months, type: next}]}',
    '{name: m, type: rank, multi_stage: true, order_by: [{sql: "{total}", dir: desc}, {sql: "{status}"}]}',
    '{name: m, type: numberAgg, sql: "MAX({total})", multi_stage: true, grain: {include: [status]}}',
    '{name: m, type: sum, case: {switch: "{CUBE.cur}", when: [{value: usd, sql: "{total}"}], else: {sql: "0"}}}',
    '{name: m, type: count, multi_stage: true, grain: {include: [status]}}',
    '{name: m, type: number, sql: "SUM({total}) OVER ()", multi_stage: true}',
  ])('is accepted: %s', (measure) => {
    expect(said(measure)).toEqual([]);
  });

  it.each<[string, string]>([
    [
      '{name: m, type: sum, sql: "{total}", grain: {exclude: [status]}}',
      'orders cube: "measures.m.grain" needs multi_stage: true',
    ],
    [
      '{name: m, type: rank, order_by: [{sql: "{total}"}]}',
      'orders cube: "measures.m.order_by" needs multi_stage: true',
    ],
    [
      '{name: m, type: number_agg, sql: "MAX({total})"}',
      'orders cube: "measures.m.type: number_agg" needs multi_stage: true',
    ],
    [
      '{name: m, type: sum, sql: "{total}", multi_stage: true, grain: {exclude: [status], keep_only: [at]}}',
      'orders cube: "measures.m.grain" takes either exclude or keep_only, not both',
    ],
    [
      '{name: m, type: sum, sql: "{total}", multi_stage: true, grain: {exclude: [status]}, reduce_by: [status]}',
      'orders cube: "measures.m" takes either grain.exclude or reduce_by, not both',
    ],
    [
      '{name: m, type: sum, sql: "{total}", multi_stage: true, grain: {exclude: [total]}}',
      "'total' in grain is not a dimension",
    ],
    [
      '{name: m, type: sum, sql: "{total}", multi_stage: true, grain: {exclude: [ghost]}}',
      "orders.ghost cannot be resolved. There's no such member or cube.",
    ],
    [
      '{name: m, type: sum, sql: "{total}", multi_stage: true, filter: {exclude: [total]}}',
      "'total' in filter is neither a dimension nor a segment",
    ],
    [
      '{name: m, type: sum, sql: "{total}", multi_stage: true, filter: {include: [{member: status, operator: is}]}}',
      `orders cube: "measures.m.filter.include.0.operator" names no operator: 'is'`,
    ],
    [
      '{name: m, type: sum, sql: "{total}", multi_stage: true, filter: {mode: other}}',
      'orders cube: "measures.m.filter.mode" must be one of [relative, fixed]',
    ],
    [
      '{name: m, type: sum, sql: "{CUBE}.x + {total}", multi_stage: true}',
      "'orders.m' is computed from the results of other measures and cannot read columns",
    ],
    [
      '{name: m, type: sum, sql: "{status}", multi_stage: true}',
      "'orders.m' is a multi-stage measure and should reference at least one measure",
    ],
    [
      '{name: m, type: number_agg, sql: "{total}", multi_stage: true}',
      "'orders.m' of type number_agg should aggregate its measures: sql names no aggregate function",
    ],
    [
      '{name: m, type: number, sql: "MAX({total})", multi_stage: true}',
      "'orders.m' aggregates measure 'orders.total', which is an aggregate already",
    ],
    ['{name: m, type: rank, multi_stage: true}', 'orders cube: "measures.m.order_by" is required'],
    [
      '{name: m, type: number_agg, sql: "MAX({total})", multi_stage: true, filters: [{sql: "{total} > 1"}]}',
      'orders cube: "measures.m.filters" does not belong to a measure of type number_agg, whose own SQL selects the inner rows',
    ],
    [
      '{name: m, type: rank, multi_stage: true, sql: "{total}", order_by: [{sql: "{total}"}]}',
      'orders cube: "measures.m.sql" does not belong to a measure of type rank, which consists of order_by only',
    ],
    [
      '{name: m, type: sum, sql: "{total}", multi_stage: true, order_by: [{sql: "{total}"}]}',
      'orders cube: "measures.m.order_by" needs type: rank',
    ],
    [
      '{name: m, type: sum, sql: "{m}", multi_stage: true, grain: {exclude: [status]}}',
      'Members refer to each other in a circle: orders.m -> orders.m',
    ],
    [
      '{name: m, type: sum, case: {switch: "{CUBE.cur} || 1", when: [{value: usd, sql: "{total}"}]}}',
      `'orders.m' switches on an expression; it takes one dimension: "{CUBE.name}"`,
    ],
    [
      '{name: m, type: sum, case: {switch: "{CUBE.cur}", when: [{value: uds, sql: "{total}"}]}}',
      "'orders.m' has a branch for 'uds', which is not a value of 'orders.cur'",
    ],
    ['{name: m, type: sum, sql: "{cur}"}', "'orders.m' reads 'orders.cur', a switch, which has no value in a row"],
  ])('is refused: %s', (measure, message) => {
    expect(said(measure)).toContain(message);
  });

  it('needs a time dimension in each of several time shifts', () => {
    const shifts = (more: string) =>
      said(
        `{name: m, type: number, sql: "{total}", multi_stage: true, time_shift: [{time_dimension: at, interval: 1 day, type: prior}, {${more}interval: 1 day, type: prior}]}`,
      );
    expect(shifts('time_dimension: at, ')).toEqual([]);
    expect(shifts('time_dimension: status, ')).toEqual(["'status' is not a time dimension, so it cannot be shifted"]);
    const [message] = shifts('');
    expect(message).toMatch(/timeShift\[1\]\.timeDimension\) is required$/);
  });

  it('is shifted by whole intervals', () => {
    const interval = (text: string) =>
      said(
        `{name: m, type: number, sql: "{total}", multi_stage: true, time_shift: [{interval: ${text}, type: prior}]}`,
      );
    expect(interval('1 fortnight')).toEqual([
      `orders cube: "measures.m.time_shift.0.interval" must be an interval such as '1 hour', not '1 fortnight'`,
    ]);
  });
});

describe('a time shift of a calendar', () => {
  const calendar = (dimension: string, measure = '', isCalendar = true) =>
    buildModel(
      ordersCube(`calendar: ${isCalendar}
dimensions: [{name: at, type: time, sql: at, time_shift: [${dimension}]}]
measures: [{name: total, type: sum, sql: x}${measure}]`),
    ).problems.map(({ message }) => message);
  const twin = '{name: twin, sql: twin}';

  it('has a name of its own', () => {
    expect(calendar(twin)).toEqual([]);
    expect(calendar(`${twin}, ${twin}`)).toEqual([
      "Time shift names must be unique within a dimension. Found duplicate time shift 'twin' in dimension 'at' in cube 'orders'.",
    ]);
  });

  it('may be a name for an interval', () => {
    expect(
      calendar('{name: before, interval: 1 year, type: prior}, {name: after, interval: 1 week, type: next}'),
    ).toEqual([]);
    expect(calendar('{name: before, interval: 1 year}')).toEqual([
      'orders cube: "dimensions.at.time_shift.0.type" is required',
    ]);
    expect(calendar('{name: before, type: prior}')).toEqual([
      'orders cube: "dimensions.at.time_shift.0.interval" is required',
    ]);
    expect(calendar('{name: before, interval: 1 year, type: prior, sql: year_ago}')).toEqual([
      'orders cube: "dimensions.at.time_shift.0" takes either sql or interval, not both',
    ]);
  });

  it('belongs to a calendar', () => {
    expect(calendar(twin, '', false)).toEqual([
      'orders cube: "dimensions.at.time_shift.0" belongs to a time dimension of a calendar cube: calendar: true',
    ]);
  });

  it('is visible to the measure that uses it', () => {
    const shifted = (name: string) =>
      `, {name: m, type: number, sql: "{total}", multi_stage: true, time_shift: [{time_dimension: at, name: ${name}}]}`;
    expect(calendar(twin, shifted('twin'))).toEqual([]);
    expect(calendar(twin, shifted('ghost'))).toEqual(["'orders.at' has no time shift 'ghost'"]);
  });
});

describe('a switch', () => {
  const dimension = (text: string) => said('{name: m, type: count}', `, ${text}`);

  it.each<[string, string]>([
    ['{name: s, type: switch}', 'orders cube: "dimensions.s.values" is required'],
    [
      '{name: s, type: switch, values: [a], sql: a}',
      'orders cube: "dimensions.s.sql" does not belong to a dimension of type switch, which consists of its values only',
    ],
    ['{name: s, type: string, sql: a, values: [a]}', 'orders cube: "dimensions.s.values" needs type: switch'],
    [
      '{name: s, type: string, sql: "{total}", add_group_by: [status]}',
      'orders cube: "dimensions.s.add_group_by" needs multi_stage: true',
    ],
  ])('is refused: %s', (text, message) => {
    expect(dimension(text)).toEqual([message]);
  });
});
