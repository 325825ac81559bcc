import { expect, it } from 'vitest';
import { titleOf } from './column.ts';
import { withDistinctTitles } from './distinct-titles.ts';

const titles = (...columns: Parameters<typeof withDistinctTitles>[0]) => withDistinctTitles(columns).map(titleOf);

it('puts the names of members behind the title that they share, and leaves others as they are', () => {
  const [shop, web] = ['shop_total', 'web_total'].map((name) => ({ name: `sales.${name}`, shortTitle: 'Total' }));
  const channel = { name: 'sales.channel', shortTitle: 'Channel' };
  expect(titles(shop!, channel, web!)).toEqual(['Total (shop_total)', 'Channel', 'Total (web_total)']);
  expect(titles(shop!, channel)).toEqual(['Total', 'Channel']);
});

it('names the cube where the names in cubes are the same, too', () => {
  const counts = ['orders', 'customers'].map((cube) => ({ name: `${cube}.count`, shortTitle: 'Count' }));
  expect(titles(...counts)).toEqual(['Count (orders.count)', 'Count (customers.count)']);
});

it('tells buckets of one time apart by their granularities', () => {
  const by = (member: string, granularity: string) => ({
    ...{ name: `sales.${member}.${granularity}`, shortTitle: 'Date' },
    granularity,
  });
  expect(titles(by('paid_at', 'month'), by('paid_at', 'quarter'))).toEqual(['Date (month)', 'Date (quarter)']);
  expect(titles(by('paid_at', 'month'), by('sent_at', 'month'))).toEqual([
    'Date (paid_at.month)',
    'Date (sent_at.month)',
  ]);
});
