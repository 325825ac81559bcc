import { expect, it } from 'vitest';
import { titleOf } from './title.ts';

it.each([
  ['order_items', 'Order Items'],
  ['created_at', 'Created at'],
  ['createdAt', 'Created at'],
  ['user_id', 'User ID'],
  ['userIds', 'User IDs'],
  ['id', 'ID'],
  ['sku', 'Sku'],
  ['total_amount', 'Total Amount'],
  ['in_stock', 'In Stock'],
  ['HTTPServer', 'Http Server'],
  ['__hidden__name', 'Hidden Name'],
  ['constructor', 'Constructor'],
])('%s is titled %s', (name, title) => {
  expect(titleOf(name)).toBe(title);
});
