import { expect, it } from 'vitest';
import { NameSpace, snakeName, titleOfSource } from './names.ts';
import { namesSame, singular } from './words.ts';

it.each([
  ['OrderID', 'order_id'],
  ['customerId', 'customer_id'],
  ['HTTPStatus', 'http_status'],
  ['Größe (cm)', 'grosse_cm'],
  ['Straße', 'strasse'],
  ['  spaces  and-dashes ', 'spaces_and_dashes'],
  ['2020_sales', '_2020_sales'],
  ['日本語', 'fallback'],
  ['__proto__', 'proto'],
  ['a"; DROP TABLE x; --', 'a_drop_table_x'],
  ['x'.repeat(300), 'x'.repeat(100)],
])('turns %j into %s', (source, name) => {
  expect(snakeName(source, 'fallback')).toBe(name);
});

it('gives a title only where the name lost characters', () => {
  expect(titleOfSource('customer_id')).toBeUndefined();
  expect(titleOfSource('Order Details')).toBeUndefined();
  expect(titleOfSource('Größe\n(cm)')).toBe('Größe (cm)');
  expect(titleOfSource('日本語')).toBe('日本語');
});

it('uses each name once', () => {
  const names = new NameSpace(['orders']);
  expect(names.take('orders', 'archive_orders')).toBe('archive_orders');
  expect(names.take('orders', 'archive_orders')).toBe('archive_orders_2');
  expect(names.take('constructor')).toBe('constructor');
});

it.each([
  ['categories', 'category'],
  ['order_items', 'order_item'],
  ['addresses', 'address'],
  ['boxes', 'box'],
  ['houses', 'house'],
  ['statuses', 'status'],
  ['status', 'status'],
  ['people', 'person'],
  ['news', 'news'],
  ['bus', 'bus'],
  ['sales', 'sale'],
])('knows that each row of %s is one %s', (plural, one) => {
  expect(singular(plural)).toBe(one);
  expect(namesSame(plural, one)).toBe(true);
});
