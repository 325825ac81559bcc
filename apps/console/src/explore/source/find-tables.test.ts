import { expect, it } from 'vitest';
import { findTables } from './find-tables.ts';
import { columnName, tableName } from './names.ts';

const table = (name: string, ...columns: readonly string[]) => ({
  schema: 'main',
  name,
  kind: 'table' as const,
  isOnPath: true,
  columns: columns.map((column) => ({ name: column, type: 'text' })),
});
const tables = [table('orders', 'id', 'city'), table('cities', 'id', 'name'), table('Notes', 'order_id')];

it('finds tables by their names, then by those of their columns', () => {
  const found = (search: string) => findTables(tables, search).map(({ name }) => name);
  expect(found('')).toEqual(['orders', 'cities', 'Notes']);
  expect(found(' ORDER ')).toEqual(['orders', 'Notes']);
  expect(found('cit')).toEqual(['cities', 'orders']);
  expect(found('nothing')).toEqual([]);
});

it('quotes all names, since some are words that a source would read in another way', () => {
  expect(['user', 'Order', 'two words', 'a"b'].map(columnName)).toEqual(['"user"', '"Order"', '"two words"', '"a""b"']);
  expect(tableName({ schema: 'Sales', name: 'orders', isOnPath: false })).toBe('"Sales"."orders"');
  expect(tableName({ schema: 'main', name: 'orders', isOnPath: true })).toBe('"orders"');
});
