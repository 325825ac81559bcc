import type { Query } from '@orrery/client/data';
import { describe, expect, it } from 'vitest';
import {
  addMember,
  granularityFor,
  moveMember,
  removeMember,
  setFilter,
  setGranularity,
  setRange,
  sortBy,
} from './edit-query.ts';
import { inOneForm, viewNameIn } from './fields.ts';

const sales = { name: 'sales.amount', kind: 'measure' } as const;
const time = { name: 'sales.at', kind: 'time' } as const;
const channel = { name: 'sales.channel', kind: 'text' } as const;

const added = (...members: readonly Parameters<typeof addMember>[1][]): Query =>
  members.reduce((query: Query, member) => addMember(query, member), {});

describe('adding members', () => {
  it('puts each where it belongs, once', () => {
    const segment = { name: 'sales.paid', kind: 'segment' } as const;
    const query = added(sales, time, channel, segment, sales, time, channel, segment);
    expect(query).toEqual({
      measures: ['sales.amount'],
      dimensions: ['sales.at.month', 'sales.channel'],
      segments: ['sales.paid'],
    });
  });

  it.each([
    ['last 12 months', 'month'],
    ['last 2 months', 'day'],
    ['last 7 days', 'day'],
    ['this year', 'month'],
    ['last 5 years', 'quarter'],
    ['today', 'hour'],
    [['2026-01-01', '2026-01-31'], 'day'],
    [['2026-01-01', '2026-12-31'], 'month'],
    ['january 2026', 'month'],
  ] as const)('groups a time with the range %j by %s', (range, granularity) => {
    expect(
      granularityFor(setRange({}, 'sales.at', [range].flat().length === 1 ? String(range) : [...range]), 'sales.at'),
    ).toBe(granularity);
  });
});

describe('changing a query', () => {
  it('takes a member out with the order by it, and leaves its filters', () => {
    const filtered = setFilter(added(sales, channel), 0, { member: 'sales.channel', operator: 'set' });
    const ordered = sortBy(sortBy(filtered, 'sales.channel', 'asc'), 'sales.amount', 'desc');
    expect(ordered.order).toEqual([
      ['sales.amount', 'desc'],
      ['sales.channel', 'asc'],
    ]);
    expect(removeMember(ordered, 'sales.channel')).toEqual({
      measures: ['sales.amount'],
      filters: [{ member: 'sales.channel', operator: 'set' }],
      order: [['sales.amount', 'desc']],
    });
    expect(removeMember(removeMember(ordered, 'sales.channel'), 'sales.amount')).not.toHaveProperty('order');
  });

  it('keeps the order by a time when its granularity changes', () => {
    const query = sortBy(added(time), 'sales.at.month', 'desc');
    expect(setGranularity(query, 'sales.at.month', 'week')).toEqual({
      dimensions: ['sales.at.week'],
      order: [['sales.at.week', 'desc']],
    });
  });

  it('moves members among their kind, and not past the ends', () => {
    const query = added(time, channel, sales);
    expect(moveMember(query, 'sales.channel', -1).dimensions).toEqual(['sales.channel', 'sales.at.month']);
    expect(moveMember(query, 'sales.channel', 1)).toEqual(query);
    expect(moveMember(query, 'sales.amount', -1)).toEqual(query);
  });
});

it('reads queries of others in the form that is edited', () => {
  const timeDimensions = [
    { dimension: 'sales.at', granularity: 'day', dateRange: 'last week' },
    { dimension: 'sales.paid_at', granularity: 'month' },
  ];
  const query = inOneForm({ timeDimensions, dimensions: ['sales.channel'], timezone: 'Europe/Madrid' });
  expect(query).toEqual({
    dimensions: ['sales.at.day', 'sales.paid_at.month', 'sales.channel'],
    timeDimensions: [{ dimension: 'sales.at', dateRange: 'last week' }],
    timezone: 'Europe/Madrid',
  });
  expect(viewNameIn(query)).toBe('sales');
});
