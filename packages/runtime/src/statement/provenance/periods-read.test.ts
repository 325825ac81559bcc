import type { Query, QueryFilter, Zone } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { prepareBlock } from '../../query/index.ts';
import { sampleRuntime } from '../../query/sample-runtime.ts';
import { periodsRead } from './periods-read.ts';

const at = Date.UTC(2026, 4, 20);

function read(timezone: string, filters: readonly QueryFilter[], dateRange?: string | readonly string[]) {
  const { runtime } = sampleRuntime(async function* () {});
  const query: Query = {
    measures: ['orders.count'],
    dimensions: [],
    segments: [],
    timeDimensions: dateRange === undefined ? [] : [{ dimension: 'orders.created_at', dateRange }],
    filters,
  };
  return periodsRead(prepareBlock(query, runtime, at, timezone as Zone).bound, runtime.model.index);
}

const test = (operator: 'beforeDate' | 'afterDate' | 'notInDateRange' | 'set', ...values: string[]): QueryFilter => {
  const member = { kind: 'member', member: 'orders.created_at', operator } as const;
  return values.length === 0 ? member : { ...member, values };
};
const day = (text: string) => `${text}T00:00:00.000`;

it('tells nothing where no time is limited', () => {
  expect(read('UTC', [])).toEqual([]);
});

it.each(['UTC', 'America/New_York', 'Asia/Kolkata'])('tells clocks of %s, the end excluded', (zone) => {
  expect(read(zone, [], 'last month')).toEqual([
    { member: 'orders.created_at', from: day('2026-04-01'), to: day('2026-05-01'), isExact: true },
  ]);
});

it('tells what all ranges have in common', () => {
  const both = read('UTC', [test('beforeDate', '2026-03-01')], ['2026-02-10', '2026-04-01']);
  expect(both).toEqual([
    { member: 'orders.created_at', from: day('2026-02-10'), to: day('2026-03-01'), isExact: true },
  ]);
});

it('leaves ends open', () => {
  expect(read('UTC', [test('beforeDate', '2026-03-01')])).toEqual([
    { member: 'orders.created_at', to: day('2026-03-01'), isExact: true },
  ]);
});

it('says where conditions limit the times by more than a range', () => {
  const [period] = read('UTC', [test('notInDateRange', '2026-02-01', '2026-02-02')], ['2026-01-01', '2026-03-01']);
  expect(period).toMatchObject({ from: day('2026-01-01'), to: day('2026-03-02'), isExact: false });
  const either = read('UTC', [{ kind: 'or', filters: [test('beforeDate', '2026-01-01'), test('set')] }]);
  expect(either).toEqual([{ member: 'orders.created_at', isExact: false }]);
});
