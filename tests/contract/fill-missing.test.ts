import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const created = { dimension: 'orders.created_at', granularity: 'day' };
const range = ['2024-01-09', '2024-01-11'];
const days = { measures: ['orders.count', 'orders.avg_amount'], timeDimensions: [{ ...created, dateRange: range }] };

const shown = (rows: unknown) =>
  (rows as readonly Readonly<Record<string, unknown>>[]).map((row) => [
    row['orders.created_at.day'],
    row['orders.count'],
    row['orders.avg_amount'],
  ]);

describe('buckets without rows', () => {
  it('are part of the answer, which says so of its query, also where it was answered before without them', async () => {
    expect(await service.rows(days)).toHaveLength(1);
    const { data, query } = await service.load({ ...days, fillMissing: true });
    expect(shown(data)).toEqual([
      ['2024-01-09T00:00:00.000', '0', null],
      ['2024-01-10T00:00:00.000', '2', '1'],
      ['2024-01-11T00:00:00.000', '0', null],
    ]);
    expect(query).toMatchObject({ fillMissing: true });
    expect(await service.rows({ ...days, fillMissing: false })).toHaveLength(1);
  });

  it('have the value that the query says', async () => {
    const zero = await service.rows({ ...days, fillMissing: true, fillWith: 0 });
    expect(shown(zero)[0]).toEqual(['2024-01-09T00:00:00.000', '0', '0']);
    const nothing = await service.load({ ...days, fillMissing: true, fillWith: null });
    expect(shown(nothing.data)[0]).toEqual(['2024-01-09T00:00:00.000', null, null]);
    expect(nothing.query).toMatchObject({ fillMissing: true, fillWith: null });
  });

  it('are those of each range that is compared', async () => {
    const compareDateRange = [range, ['2024-01-04', '2024-01-05']];
    const { results } = await service.loadMulti({
      measures: ['orders.count'],
      timeDimensions: [{ ...created, compareDateRange }],
      fillMissing: true,
    });
    expect(results.map(({ data }) => shown(data).map(([, value]) => value))).toEqual([
      ['0', '2', '0'],
      ['0', '1'],
    ]);
  });

  it('are refused by name where they cannot be added, or written otherwise', async () => {
    const refused = async (query: object) => (await service.refusal(query)).error;
    expect(await refused({ ...days, fillMissing: true, fillWith: 5 })).toContain('"fillWith" must be one of [0, null]');
    expect(await refused({ ...days, fillMissing: 'yes' })).toContain('"fillMissing" must be a boolean');
    expect(await refused({ ...days, fillWith: 0 })).toContain('fillMissing: true');
    expect(await refused({ ...days, fillMissing: true, ungrouped: true })).toContain('ungrouped');
    expect(await service.refusal({ ...days, fill_missing: true })).toMatchObject({
      status: 400,
      problems: [{ hint: 'Did you mean "fillMissing"?' }],
    });
  });

  it('have no form in SQL', async () => {
    const query = { ...days, fillMissing: true };
    const { text } = await service.post(JSON.stringify({ input: 'rest', output: 'sql', query }), 'convert-query');
    expect(JSON.parse(text)).toMatchObject({
      status: 'error',
      error: expect.stringContaining('fillMissing has no form'),
    });
  });
});
