import { expect, it } from 'vitest';
import type { QueryableView } from '../../model/views.ts';
import { sentenceOf } from './sentence.ts';

const member = (name: string, title: string) => ({
  ...{ name, title, description: undefined, kind: 'text' as const, aggType: undefined, isPublic: true },
  ...{ synonyms: [], granularities: [], hasSuggestions: false },
});

const view: QueryableView = {
  ...{ name: 'sales', title: 'Sales', description: undefined, isCube: false, groups: [], defaultFilters: [] },
  ...{ runsItself: true, queryable: undefined },
  members: [
    member('sales.amount', 'Sales'),
    member('sales.orders', 'Orders'),
    member('sales.at', 'Ordered at'),
    member('sales.channel', 'Channel'),
    member('sales.paid', 'Paid'),
  ],
};

it('says what a query asks', () => {
  const text = sentenceOf(
    {
      measures: ['sales.amount', 'sales.orders'],
      dimensions: ['sales.at.month', 'sales.channel', 'sales.gone'],
      timeDimensions: [{ dimension: 'sales.at', dateRange: 'last 12 months' }],
      segments: ['sales.paid'],
      filters: [
        { member: 'sales.channel', operator: 'equals', values: ['a', null, 'c', 'd', 'e'] },
        {
          or: [
            { member: 'sales.channel', operator: 'set' },
            { member: 'sales.orders', operator: 'gt', values: ['1'] },
          ],
        },
      ],
    },
    view,
  );
  expect(text).toBe(
    'Sales and Orders by Ordered at (month), Channel, and sales.gone, Ordered at: last 12 months, Paid, ' +
      'Channel is a, (none), c, and 2 more, Channel is not empty or Orders is greater than 1',
  );
});

it('says one of them alone, and days without their midnight', () => {
  expect(sentenceOf({ measures: ['sales.amount'] }, view)).toBe('Sales');
  const timeDimensions = [{ dimension: 'sales.at', dateRange: ['2026-01-01', '2026-01-31'] }];
  expect(sentenceOf({ dimensions: ['sales.channel'], timeDimensions }, view)).toBe(
    'Channel, Ordered at: 2026-01-01 to 2026-01-31',
  );
});

it('says of which entities a measure is tested', () => {
  const filters = [{ member: 'sales.amount', per: 'sales.channel', operator: 'gt' as const, values: [3] }];
  expect(sentenceOf({ measures: ['sales.amount'], filters }, view)).toBe('Sales, Sales per Channel is greater than 3');
});
