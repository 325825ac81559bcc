import { expect, it } from 'vitest';
import { inOneForm } from './fields.ts';

const asked = { measures: ['sales.amount'], dimensions: ['sales.channel'] };

it('has the order as a list, since the fields of an object have none in keys', () => {
  const one = inOneForm({ ...asked, order: { 'sales.channel': 'asc', 'sales.amount': 'desc' } });
  const other = inOneForm({ ...asked, order: { 'sales.amount': 'desc', 'sales.channel': 'asc' } });
  expect(one.order).toEqual([
    ['sales.channel', 'asc'],
    ['sales.amount', 'desc'],
  ]);
  expect(other.order).toEqual([...Object.values(one.order ?? [])].toReversed());
  expect(inOneForm({ ...asked, order: [['sales.amount', 'asc']] }).order).toEqual([['sales.amount', 'asc']]);
  expect(inOneForm({ ...asked, order: {} })).toEqual(asked);
});
