import { describe, expect, it } from 'vitest';
import { fromFilter, toQuery } from './wire.ts';

describe('toQuery', () => {
  it('moves a dimension with a granularity to the end of the time dimensions', () => {
    const query = toQuery({
      dimensions: ['orders.created_at.day', 'orders.status'],
      timeDimensions: [{ dimension: 'orders.paid_at', dateRange: 'today' }],
    });
    expect(query.dimensions).toEqual(['orders.status']);
    expect(query.timeDimensions).toEqual([
      { dimension: 'orders.paid_at', dateRange: 'today' },
      { dimension: 'orders.created_at', granularity: 'day', path: 'dimensions[0]' },
    ]);
  });

  it('reads both spellings of filters and converts values to text', () => {
    const query = toQuery({
      filters: [
        { dimension: 'orders.status', operator: 'equals', values: ['a', 0.5, true, null] },
        { or: [{ and: [{ member: 'orders.id', operator: 'set' }] }] },
      ],
    });
    expect(query.filters).toEqual([
      { kind: 'member', member: 'orders.status', operator: 'equals', values: ['a', '0.5', 'true', null] },
      { kind: 'or', filters: [{ kind: 'and', filters: [{ kind: 'member', member: 'orders.id', operator: 'set' }] }] },
    ]);
    expect(query.filters.map(fromFilter)).toEqual([
      { member: 'orders.status', operator: 'equals', values: ['a', '0.5', 'true', null] },
      { or: [{ and: [{ member: 'orders.id', operator: 'set' }] }] },
    ]);
  });

  it('distinguishes an empty order from the default order', () => {
    expect(toQuery({})).not.toHaveProperty('order');
    expect(toQuery({ order: {} }).order).toEqual([]);
    expect(toQuery({ order: { 'a.b': 'desc', 'a.c': 'asc' } }).order).toEqual([
      { member: 'a.b', descending: true },
      { member: 'a.c', descending: false },
    ]);
    expect(toQuery({ order: [['a.b', 'asc']] }).order).toEqual([{ member: 'a.b', descending: false }]);
  });
});
