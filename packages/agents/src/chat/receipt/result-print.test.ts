import { expect, it } from 'vitest';
import type { DescribedColumn, ResultOfStatement } from '../../turn/turn.ts';
import { printOf } from './result-print.ts';

const column = (name: string, type: string): DescribedColumn => ({
  name,
  column_type: type,
  type: type === 'String' ? 'string' : 'number',
  isConstant: false,
});
const columns = [column('city', 'String'), column('sales', 'Double')];
const print = (...rows: ResultOfStatement['rows'][number][]) => printOf({ columns, rows });

it('does not depend on the order of rows', () => {
  expect(print(['Oslo', '1'], ['Rome', '2'])).toEqual(print(['Rome', '2'], ['Oslo', '1']));
});

it('depends on which values stand together', () => {
  const [one, other] = [print(['Oslo', '1'], ['Rome', '2']), print(['Oslo', '2'], ['Rome', '1'])];
  expect(one.rows).not.toBe(other.rows);
  expect(one.columns).toEqual(other.columns);
});

it('tells which column has other values', () => {
  const [one, other] = [print(['Oslo', '1']), print(['Oslo', '2'])];
  const changed = one.columns.flatMap(({ name, values }, index) =>
    other.columns[index]?.values === values ? [] : [name],
  );
  expect(changed).toEqual(['sales']);
});

it('takes doubles that differ in their last digits for the same, and whole numbers for what they are', () => {
  expect(print(['Oslo', '0.30000000000000004'])).toEqual(print(['Oslo', '0.3']));
  expect(print(['Oslo', '0.300001'])).not.toEqual(print(['Oslo', '0.3']));
  const whole = (text: string) => printOf({ columns: [column('n', 'Int64')], rows: [[text]] });
  expect(whole('9007199254740993')).not.toEqual(whole('9007199254740992'));
});

it('tells NULL, the text null, nothing and numbers apart', () => {
  const cells = [null, 'null', '', '0', false].map((cell) => print([cell, '1']).rows);
  expect(new Set(cells).size).toBe(cells.length);
});
