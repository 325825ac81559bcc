import { sqlAnswersSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService, refused } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const count = { measures: ['orders.count'] };
const byDay = { dimension: 'orders.created_at', granularity: 'day' };
const january = ['2024-01-01', '2024-01-07'];
const compared = { ...count, timeDimensions: [{ ...byDay, compareDateRange: [january, 'today'] }] };
const blended = [
  { ...count, timeDimensions: [{ ...byDay, dateRange: january }] },
  { measures: ['orders.paid_count'], dimensions: ['orders.status', 'orders.created_at.day'] },
];
const first = '2024-01-01T00:00:00.000 - 2024-01-07T23:59:59.999';
const second = '2024-05-15T00:00:00.000 - 2024-05-15T23:59:59.999';

const rowsOf = (answer: Awaited<ReturnType<ContractService['loadMulti']>>) => answer.results.map(({ data }) => data);

describe('a comparison of ranges', () => {
  it('must be announced', async () => {
    expect(await service.refusal(compared)).toMatchObject({
      status: 400,
      error: "'compareDateRangeQuery' query type is not supported by the client.Please update the client.",
    });
  });

  it('has a result for each range, whose rows name the range', async () => {
    const answer = await service.loadMulti(compared);
    const at = (day: string) => ({
      'orders.created_at.day': `${day}T00:00:00.000`,
      'orders.created_at': `${day}T00:00:00.000`,
    });
    expect(rowsOf(answer)).toEqual([
      [
        { ...at('2024-01-01'), 'orders.count': '1', compareDateRange: first },
        { ...at('2024-01-05'), 'orders.count': '1', compareDateRange: first },
        { ...at('2024-01-07'), 'orders.count': '1', compareDateRange: first },
      ],
      [{ ...at('2024-05-15'), 'orders.count': '1', compareDateRange: second }],
    ]);
    expect(answer.queryType).toBe('compareDateRangeQuery');
    expect(answer.pivotQuery).toEqual({ ...answer.results[0]?.query, dimensions: ['compareDateRange'] });
    expect(answer.results.map(({ query }) => query.timeDimensions)).toEqual([
      [{ ...byDay, dateRange: ['2024-01-01T00:00:00.000', '2024-01-07T23:59:59.999'] }],
      [{ ...byDay, dateRange: ['2024-05-15T00:00:00.000', '2024-05-15T23:59:59.999'] }],
    ]);
  });

  it('compares rows without a bucket, one date, and a range without rows', async () => {
    const timeDimensions = [
      { dimension: 'orders.created_at', compareDateRange: [['2024-01-10'], 'last year'], dateRange: 'today' },
    ];
    const answer = await service.loadMulti({ ...count, timeDimensions });
    const day = '2024-01-10T00:00:00.000 - 2024-01-10T23:59:59.999';
    const year = '2023-01-01T00:00:00.000 - 2023-12-31T23:59:59.999';
    expect(rowsOf(answer)).toEqual([
      [{ 'orders.count': '2', compareDateRange: day }],
      [{ 'orders.count': '0', compareDateRange: year }],
    ]);
  });

  it('compares a period with its start, which is a range of its own', async () => {
    const month = { dimension: 'orders.created_at', granularity: 'month' };
    const compareDateRange = ['this year', 'first month of this year'];
    const answer = await service.loadMulti({
      measures: ['orders.count', 'orders.avg_amount'],
      timeDimensions: [{ ...month, compareDateRange }],
      filters: [{ member: 'orders.status', operator: 'equals', values: ['new', '500 off'] }],
    });
    const of = (data: unknown) =>
      (data as readonly Readonly<Record<string, unknown>>[]).map((row) => [
        row['orders.created_at.month'],
        row['orders.count'],
        row['orders.avg_amount'],
      ]);
    expect(answer.results.map(({ data }) => of(data))).toEqual([
      [
        ['2024-01-01T00:00:00.000', '2', '15.375'],
        ['2024-05-01T00:00:00.000', '1', '12.5'],
      ],
      [['2024-01-01T00:00:00.000', '2', '15.375']],
    ]);
    expect(answer.results.map(({ query }) => query.timeDimensions[0]?.dateRange)).toEqual([
      ['2024-01-01T00:00:00.000', '2024-12-31T23:59:59.999'],
      ['2024-01-01T00:00:00.000', '2024-01-31T23:59:59.999'],
    ]);
  });

  it('is given in short forms, with the totals of each', async () => {
    const asked = { ...compared, limit: 2, total: true };
    const compact = await service.loadMulti({ ...asked, responseFormat: 'compact' });
    expect(compact.results.map(({ total }) => total)).toEqual([3, 1]);
    const members = ['orders.created_at.day', 'orders.count', 'orders.created_at', 'compareDateRange'];
    const row = (day: string, range: string) => [`${day}T00:00:00.000`, '1', `${day}T00:00:00.000`, range];
    expect(rowsOf(compact)).toEqual([
      { members, dataset: [row('2024-01-01', first), row('2024-01-05', first)] },
      { members, dataset: [row('2024-05-15', second)] },
    ]);
    const columnar = await service.loadMulti({ ...asked, responseFormat: 'columnar' });
    expect(columnar.results[0]?.data).toMatchObject({ members, columns: [{}, ['1', '1'], {}, [first, first]] });
    expect(columnar.results[0]?.query.responseFormat).toBe('columnar');
  });

  it('is refused for an unreadable range, and once for faults of all ranges', async () => {
    const refusal = await service.refusal(
      {
        measures: ['orders.nope'],
        timeDimensions: [{ ...byDay, compareDateRange: ['today', 'Foo Bar'] }],
        queryType: undefined,
      },
      'dry-run',
    );
    expect(refusal.problems?.map(({ message, path }) => [message, path])).toEqual([
      ["'nope' not found for path 'orders.nope'", 'measures[0]'],
      ["Can't parse date: 'foo bar'", 'timeDimensions[0].compareDateRange[1]'],
    ]);
  });

  it('is for one time dimension', async () => {
    const timeDimensions = [
      ...compared.timeDimensions,
      { dimension: 'orders.created_at', compareDateRange: ['today'] },
    ];
    expect((await service.refusal({ ...count, timeDimensions })).error).toBe(
      'compareDateRange can only exist for one timeDimension',
    );
  });
});

describe('an array of queries', () => {
  it('must be announced', async () => {
    expect(await service.refusal(blended)).toMatchObject({
      status: 400,
      error: "'blendingQuery' query type is not supported by the client.Please update the client.",
    });
  });

  it('has a result for each, whose rows share a time', async () => {
    const answer = await service.loadMulti(blended);
    expect(answer.queryType).toBe('blendingQuery');
    expect(answer.results.map(({ data }) => Array.isArray(data) && data[0])).toEqual([
      {
        'orders.created_at.day': '2024-01-01T00:00:00.000',
        'orders.count': '1',
        'orders.created_at': '2024-01-01T00:00:00.000',
        'time.day': '2024-01-01T00:00:00.000',
      },
      {
        'orders.status': 'new',
        'orders.created_at.day': '2024-01-01T00:00:00.000',
        'orders.paid_count': '1',
        'orders.created_at': '2024-01-01T00:00:00.000',
        'time.day': '2024-01-01T00:00:00.000',
      },
    ]);
    expect(answer.pivotQuery).toEqual({
      ...answer.results[0]?.query,
      measures: ['orders.count', 'orders.paid_count'],
      dimensions: ['orders.status'],
      timeDimensions: [{ dimension: 'time', granularity: 'day' }],
    });
  });

  it('is answered in the default form, which the answer names', async () => {
    const compact = blended.map((query) => ({ ...query, responseFormat: 'compact' }));
    const { results } = await service.loadMulti(compact);
    expect(results.map(({ data, query }) => [Array.isArray(data), query.responseFormat])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
    expect(results[1]?.warnings).toMatchObject([{ code: 'request.ignored', path: '[1].responseFormat' }]);
  });

  it.each([
    [
      [blended[0], { ...count, dimensions: ['orders.created_at.month'] }],
      'Data blending query granularities must match',
    ],
    [[count, count], 'Data blending query without granularity is not supported'],
  ])('%j is refused', async (query, error) => {
    expect(await service.refusal(query, 'dry-run')).toMatchObject({ status: 400, error });
  });

  it('is refused for each query that the model cannot answer', async () => {
    const unknown = { ...blended[0], measures: ['orders.nope'] };
    const answer = refused(await service.askQuery([unknown, blended[1], unknown], 'load', { queryType: 'multi' }));
    expect(answer).toMatchObject({ status: 400, type: 'UserError', error: "'nope' not found for path 'orders.nope'" });
    expect(answer.problems?.map(({ path }) => path)).toEqual(['[0].measures[0]', '[2].measures[0]']);
  });
});

describe('several queries', () => {
  it('are answered by subscribe as by load', async () => {
    for (const asked of [compared, blended]) {
      const [load, subscribe] = await Promise.all(
        ['load', 'subscribe'].map((route) => service.askQuery(asked, route, { queryType: 'multi' })),
      );
      expect(subscribe?.text).toBe(load?.text);
    }
  });

  it('become an array of statements', async () => {
    for (const asked of [compared, blended]) {
      const { text } = await service.askQuery(asked, 'sql');
      expect(sqlAnswersSchema.parse(JSON.parse(text))).toHaveLength(2);
    }
  });

  it('are normalised one by one by a dry run', async () => {
    const comparison = await service.dryRun(compared);
    expect(comparison).toMatchObject({
      queryType: 'compareDateRangeQuery',
      queryOrder: [{ 'orders.created_at': 'asc' }, { 'orders.created_at': 'asc' }],
      transformedQueries: [null, null],
    });
    expect(comparison.normalizedQueries[0]).toEqual(comparison.pivotQuery);
    expect(comparison.normalizedQueries.map(({ dimensions }) => dimensions)).toEqual([['compareDateRange'], []]);
    expect((await service.dryRun(blended)).pivotQuery).toEqual({
      measures: ['orders.count', 'orders.paid_count'],
      dimensions: ['orders.status'],
      timeDimensions: [{ dimension: 'time', granularity: 'day' }],
      queryType: 'blendingQuery',
    });
  });

  it('are answered completely, whatever their announcement says', async () => {
    const { text } = await service.askQuery(compared, 'load', { queryType: 'several' });
    expect(JSON.parse(text)).toMatchObject({ results: [{}, {}] });
  });
});

describe('join hints', () => {
  it('are repeated in a dry run, and not in an answer', async () => {
    const hinted = { ...count, joinHints: [['orders', 'users']] };
    expect((await service.dryRun(hinted)).normalizedQueries[0]?.joinHints).toEqual([['orders', 'users']]);
    expect((await service.load(hinted)).query).not.toHaveProperty('joinHints');
  });

  it('reveal nothing of hidden cubes', async () => {
    for (const name of ['vault', 'ledger', 'nope']) {
      expect((await service.refusal({ ...count, joinHints: [['orders', name]] })).error).toBe(
        `Cube '${name}' not found for joinHints`,
      );
    }
  });
});
