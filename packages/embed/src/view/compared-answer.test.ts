import { expect, it } from 'vitest';
import { answerComparison } from './compared-answer.ts';

const rangeOf = (month: string, days: number) => [`${month}-01T00:00:00.000`, `${month}-${days}T23:59:59.999`] as const;

it('tells rows by the range of the compared time, where other times have ranges too', async () => {
  const shipped = { dimension: 's.shipped_at', dateRange: rangeOf('2026-05', 31) };
  const result = (range: readonly string[], rows: readonly unknown[][], rowLimit = 100) => ({
    query: { timeDimensions: [shipped, { dimension: 's.created_at', dateRange: range }], rowLimit, timezone: 'UTC' },
    annotation: { measures: { 's.sales': { type: 'number', title: 'Sales' } }, dimensions: {}, timeDimensions: {} },
    data: {
      members: rows.length > 0 ? ['s.city', 's.sales', 'compareDateRange'] : [],
      dataset: rows.map((row) => [...row, range.join(' - ')]),
    },
    lastRefreshTime: '2026-05-01T00:00:00.000Z',
  });
  const [april, march] = [rangeOf('2026-04', 30), rangeOf('2026-03', 31)];
  const answerOf = (...results: readonly unknown[]) =>
    answerComparison(
      { loadMany: async () => ({ results }) } as unknown as Parameters<typeof answerComparison>[0],
      {
        measures: ['s.sales'],
        dimensions: ['s.city'],
        timeDimensions: [
          shipped,
          { dimension: 's.created_at', compareDateRange: ['last month', 'period before last month'] },
        ],
      },
      [],
      {},
    );
  const both = await answerOf(result(april, [['Oslo', '1']]), result(march, [['Oslo', '2']]));
  expect(both.rows).toEqual([['Oslo', '1', '2']]);
  expect(both.columns.map(({ title }) => title)).toEqual([undefined, 'Sales, 2026-04', 'Sales, 2026-03']);
  const cut = await answerOf(result(april, [['Oslo', '1']]), result(march, [['Rome', '2']], 1));
  expect(cut).toMatchObject({
    isTruncated: true,
    rows: [
      ['Oslo', '1', '?'],
      ['Rome', null, '2'],
    ],
  });
  const without = await answerOf(result(april, []), result(march, [['Oslo', '2']]));
  expect(without.rows).toEqual([['Oslo', null, '2']]);
});
