import { describe, expect, it } from 'vitest';
import type { Zone } from '../time/instant.ts';
import { utc } from '../time/zone.ts';
import {
  type Asked,
  candidatesOf,
  during,
  rollupA,
  rollupB,
  rollupJ,
  rollupJoined,
  rollupM,
  rollupModel,
  rollupV,
  rollupW,
  verdicts,
  where,
} from './rollup-fixture.ts';

const berlin = 'Europe/Berlin' as Zone;
const done = [where('status', 'equals', 'done')];

const single = (rollup: string) => rollupModel({ rollups: [rollup] });
const verdict = (rollup: string, asked: Asked) => Object.values(verdicts(single(rollup), asked)).join();

describe('cases of the contract about matching', () => {
  it.each<[string, string, Asked, string]>([
    ['PA-01', rollupA, { m: ['count', 'total'], d: ['status'], td: 'created_at/day' }, 'merging'],
    ['PA-02', rollupA, { m: ['total'], td: 'created_at/month' }, 'merging'],
    ['PA-03', rollupA, { m: ['smallest', 'largest'], td: 'created_at/month' }, 'merging'],
    ['PA-04', rollupA, { m: ['total'], td: 'created_at/hour' }, 'finer'],
    ['PA-05', rollupA, { m: ['total'], td: 'created_at/week' }, 'merging'],
    ['PA-06', rollupA, { m: ['total'], filters: done }, 'merging'],
    ['PA-07', rollupA, { m: ['total'], filters: [where('amount_value', 'gt', '20')] }, 'dimension'],
    ['PA-08', rollupA, { m: ['total'], d: ['customers.region'] }, 'dimension'],
    ['PA-09', rollupA, { m: ['total'], d: ['status'], filters: [where('total', 'gt', '30')] }, 'merging'],
    ['PA-10 week', rollupW, { m: ['total'], td: 'created_at/week' }, 'merging'],
    ['PA-10 day', rollupW, { m: ['total'], td: 'created_at/day' }, 'finer'],
    ['PA-10 month', rollupW, { m: ['total'], td: 'created_at/month' }, 'uneven'],
    ['PA-10 year', rollupW, { m: ['total'], td: 'created_at/year' }, 'uneven'],
    ['PA-11 month', rollupM, { m: ['total'], td: 'created_at/month' }, 'merging'],
    ['PA-11 quarter', rollupM, { m: ['total'], td: 'created_at/quarter' }, 'merging'],
    ['PA-11 year', rollupM, { m: ['total'], td: 'created_at/year' }, 'merging'],
    ['PA-11 week', rollupM, { m: ['total'], td: 'created_at/week' }, 'finer'],
    ['PA-12', rollupA, { m: ['average'], d: ['status'], td: 'created_at/day' }, 'measure'],
    ['PA-13', rollupA, { m: ['ratio'], td: 'created_at/month' }, 'merging'],
    ['PA-14', rollupV, { m: ['average'], d: ['status'], td: 'created_at/day' }, 'merging'],
    // Averages are stored as sum and count, so these two differ from the contract.
    ['PA-15', rollupV, { m: ['average'], d: ['status'], td: 'created_at/week' }, 'merging'],
    ['PA-18', rollupV, { m: ['average'], td: 'created_at/day' }, 'merging'],
    ['PA-16', rollupV, { m: ['average'], td: 'created_at/day', filters: done }, 'merging'],
    [
      'PA-17 of distinct values',
      rollupB,
      { m: ['buyers'], td: 'created_at/day', filters: [where('status', 'equals', 'done', 'open')] },
      'not-additive, not-pinned',
    ],
    ['PA-16 of distinct values', rollupB, { m: ['buyers'], td: 'created_at/day', filters: done }, 'stored-rows'],
    ['PA-19', rollupB, { m: ['buyers'], d: ['status'], td: 'created_at/day' }, 'stored-rows'],
    ['PA-20', rollupB, { m: ['buyers'], td: 'created_at/month' }, 'not-additive, other-granularity, not-pinned'],
    ['PA-21', rollupB.replace('buyers', 'about'), { m: ['about'], td: 'created_at/month' }, 'merging'],
    ['PA-22', rollupJ, { m: ['total'], d: ['status'] }, 'multiplied-in-rollup, not-pinned'],
    ['PA-23', rollupJ, { m: ['total'], d: ['items.product', 'status'] }, 'stored-rows'],
    ['PA-24', rollupJ, { m: ['total'], d: ['items.product'] }, 'multiplied-in-rollup, not-pinned'],
    [
      'PA-27',
      rollupA,
      { m: ['total'], td: during('2024-01-01T12:00:00.000', '2024-01-15T12:00:00.000') },
      'range-edges',
    ],
    [
      'PA-28',
      `${rollupA}, allow_non_strict_date_range_match: false`,
      { m: ['total'], td: during('2024-01-01T12:00:00.000', '2024-01-15T12:00:00.000') },
      'range-edges',
    ],
    [
      'PA-29',
      `${rollupA}, allow_non_strict_date_range_match: false`,
      { m: ['total'], td: during('2024-01-01', '2024-01-31') },
      'merging',
    ],
    [
      'PA-30',
      rollupA,
      { m: ['total'], filters: [where('created_at', 'inDateRange', '2024-01-01', '2024-01-31')] },
      'date-filter',
    ],
    ['PA-35', rollupA, { d: ['status'], ungrouped: true }, 'rows-one-by-one'],
  ])('%s', (_, rollup, asked, expected) => {
    expect(verdict(rollup, asked)).toBe(expected);
  });

  it('PA-25: members of a view are those of the cubes behind it', () => {
    const more = 'views:\n  - name: v\n    cubes: [{join_path: orders, includes: "*"}]\n';
    const model = rollupModel({ rollups: [rollupA], more });
    const td = { dimension: 'v.created_at', granularity: 'month' };
    expect(verdicts(model, { m: ['v.total'], td })).toEqual({ A: 'merging' });
  });

  it('PA-26: a stored segment is tested, or summed away', () => {
    const model = single(`${rollupA}, segments: [done_only]`);
    expect(verdicts(model, { m: ['count'], segments: ['orders.done_only'] })).toEqual({ A: 'merging' });
    expect(verdicts(model, { m: ['count'] })).toEqual({ A: 'merging' });
    expect(verdicts(model, { m: ['count'], segments: ['orders.open_only'] })).toEqual({ A: 'segment' });
  });

  it('PA-31: candidates are listed in the order of definition', () => {
    const model = rollupModel({ rollups: [rollupM, rollupA] });
    expect(Object.entries(verdicts(model, { m: ['total'], td: 'created_at/month' }))).toEqual([
      ['M', 'merging'],
      ['A', 'merging'],
    ]);
    expect(verdicts(model, { m: ['total'], td: 'created_at/day' })).toEqual({ M: 'finer', A: 'merging' });
  });

  it('PA-32: custom buckets are served by themselves, and by days that make them up', () => {
    const fiscal = rollupA.replace('name: A', 'name: F').replace('granularity: day', 'granularity: fiscal');
    const model = rollupModel({ rollups: [rollupA, rollupW, fiscal] });
    expect(verdicts(model, { m: ['total'], td: 'created_at/fiscal' })).toEqual({
      A: 'merging',
      W: 'uneven',
      F: 'merging',
    });
    expect(verdicts(model, { m: ['total'], td: 'created_at/year' })).toMatchObject({ F: 'uneven' });
  });

  it('PA-33 and PA-34: measures over windows are refused by name, because they are not served yet', () => {
    const measures = [
      'name: running, type: sum, sql: amount, rolling_window: {trailing: unbounded}',
      'name: recent, type: sum, sql: amount, rolling_window: {trailing: 7 day}',
    ];
    const rollup = rollupM.replace('[count,', '[running, recent, count,');
    const model = rollupModel({ rollups: [rollup], measures });
    for (const measure of ['running', 'recent']) {
      const td = during('2024-01-01', '2024-03-31', 'month');
      expect(verdicts(model, { m: [measure], td })['M']).toContain('window');
    }
  });

  it('PA-36 and PA-37: days serve the zones that they are built for', () => {
    const model = single(rollupA);
    const inBerlin = { m: ['total'], timezone: 'Europe/Berlin' };
    expect(verdicts(model, { ...inBerlin, td: 'created_at/day' })).toEqual({ A: 'zone' });
    const zones = [utc, berlin] as const;
    expect(verdicts(model, { ...inBerlin, td: 'created_at/month' }, { zones })).toEqual({ A: 'merging' });
  });

  it('PA-38: a query beyond a build range still matches: the source has the rest', () => {
    const sales =
      'name: S, measures: [total], time_dimension: day, granularity: day, partition_granularity: month, build_range_end: {sql: SELECT 1}';
    const model = rollupModel({ ofSales: [sales] });
    const td = { dimension: 'sales.day', granularity: 'month' };
    expect(verdicts(model, { m: ['sales.total'], td })).toEqual({ 'sales.S': 'merging' });
  });

  it('PA-39: other types are refused by name', () => {
    const model = rollupModel({
      rollups: ['name: L, type: rollup_lambda, rollups: [A]', 'name: O, type: original_sql', rollupA],
    });
    expect(verdicts(model, { m: ['total'] })).toEqual({ L: 'other-type', A: 'merging', O: 'other-type' });
  });

  it('PA-46: a rule over a member that is not stored', () => {
    const policyOfCustomers = 'group: "*", row_level: {filters: [{member: region, operator: equals, values: [EU]}]}';
    const model = rollupModel({ rollups: [rollupJoined], policyOfCustomers });
    const [candidate] = candidatesOf(model, { m: ['total'], d: ['customers.city'] });
    expect(candidate?.reasons.map(({ kind }) => kind)).toEqual(['rule']);
    expect(candidate?.change).toBeUndefined();
    expect(JSON.stringify(candidate)).not.toContain('region');
    const stored = rollupJoined.replace('customers.city', 'customers.city, customers.region');
    const storing = rollupModel({ rollups: [stored], policyOfCustomers });
    expect(verdicts(storing, { m: ['total'], d: ['customers.city'] })).toEqual({ C: 'merging' });
  });
});
