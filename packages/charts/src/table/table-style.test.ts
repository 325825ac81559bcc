import { expect, it } from 'vitest';
import type { Column } from '../column.ts';
import { cellLookOf, formattedColumns, readTableStyle, styledColumns, type TableStyle } from './table-style.ts';

const full: TableStyle = {
  hasTotals: true,
  columns: {
    a: { isHidden: true, isPinned: true, width: 120, display: 'link' },
    m: {
      ...{ format: { type: 'currency', decimalPlaces: 2 }, display: 'bar' },
      rules: [{ when: 'above', value: 5, tone: 'positive' }],
    },
  },
};
const columns: readonly Column[] = [
  { name: 'a', type: 'string' },
  { name: 'm', type: 'number' },
  { name: 'n', type: 'number' },
];

it('reads every setting, and leaves out what is none', () => {
  expect(readTableStyle(JSON.parse(JSON.stringify(full)))).toEqual(full);
  expect(
    readTableStyle({ hasTotals: 'yes', columns: { a: { width: 1e9, display: 'html', rules: [{}] } } }),
  ).toBeUndefined();
  expect(readTableStyle(JSON.parse('{"columns": {"__proto__": {"isHidden": true}}}'))).toBeUndefined();
});

it('shows pinned columns first, hidden ones not at all, and values with their columns', () => {
  const set = { n: { isPinned: true }, a: { isHidden: true } } as const;
  const styled = styledColumns(columns, [['x', '1', '2']], ({ name }) =>
    Object.hasOwn(set, name) ? set[name as 'n'] : {},
  );
  expect([styled.columns.map(({ name }) => name), styled.rows, styled.pinned]).toEqual([['n', 'm'], [['2', '1']], 1]);
  expect(formattedColumns(columns, full)[1]?.format).toMatchObject({ value: '$,.2f' });
});

it('leads to addresses of pages only, and only where links are wanted', () => {
  const [text] = columns;
  const look = cellLookOf(text ?? { name: '' }, [], { display: 'link' });
  expect(look('https://example.com/a b').link).toBeUndefined();
  expect(look('javascript:alert(1)').link).toBeUndefined();
  expect(look(' https://example.com').link).toBeUndefined();
  expect(look('https://example.com/x').link).toBe('https://example.com/x');
  expect(cellLookOf(text ?? { name: '' }, [], {})('https://example.com/x')).toEqual({});
  const modelled: Column = { name: 'a', type: 'string', format: { type: 'link', label: 'Open' } };
  expect(cellLookOf(modelled, [], {})('https://example.com/x').link).toBe('https://example.com/x');
});

it('measures bars by the largest value of the column, and marks values by the first rule that is met', () => {
  const look = cellLookOf({ name: 'm', type: 'number' }, ['10', '-20', null, 'NaN'], {
    display: 'bar',
    rules: [
      { when: 'below', value: 0, tone: 'negative' },
      { when: 'equal', value: 10, tone: 'warning' },
      { when: 'above', value: -100, tone: 'positive' },
    ],
  });
  expect(look('10')).toEqual({ size: { share: 0.5, isNegative: false, form: 'bar' }, tone: 'warning' });
  expect(look('-20')).toEqual({ size: { share: 1, isNegative: true, form: 'bar' }, tone: 'negative' });
  expect([look(null), look('NaN')]).toEqual([{}, {}]);
});
