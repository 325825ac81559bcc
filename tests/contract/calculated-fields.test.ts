import { convertedQuerySchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const share = {
  name: 'Orders (% of total)',
  sql: 'CAST("orders.count" AS DOUBLE PRECISION) / NULLIF(SUM("orders.count") OVER (), 0)',
};

async function convert(query: object, form: object, of = service) {
  const body = JSON.stringify({ input: 'rest', output: 'sql', query, ...form });
  const { status, text } = await of.post(body, 'convert-query');
  if (status !== 200) return { status, text };
  const converted = convertedQuerySchema.parse(JSON.parse(text));
  if (converted.status === 'error') return { status, text: converted.error };
  return { status, text: String(converted.query) };
}

async function answer(query: string, of = service) {
  const { text } = await of.post(JSON.stringify({ query }), 'cubesql');
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  if (head.error !== undefined) throw new Error(head.error);
  return { schema: head.schema, rows: lines.flatMap(({ data }) => data) };
}

describe('calculated fields', () => {
  const query = { measures: ['orders.count'], dimensions: ['orders.status'], limit: 2 };

  it('are computed over all groups, before rows are ordered and limited', async () => {
    const { text } = await convert(query, { calculatedFields: [share] });
    expect(text).toBe(
      [
        'SELECT *,',
        `  (${share.sql}) AS "Orders (% of total)"`,
        'FROM (',
        '  SELECT status AS "orders.status", MEASURE(count) AS "orders.count"',
        '  FROM orders',
        '  GROUP BY 1',
        ') AS q',
        'ORDER BY 2 DESC NULLS LAST, 1',
        'LIMIT 2',
      ].join('\n'),
    );
    const { schema, rows } = await answer(text);
    // Two of five groups are shown: seven orders are the total.
    expect(rows).toEqual([
      ['completed', '2', String(2 / 7)],
      ['new', '2', String(2 / 7)],
    ]);
    expect(schema).toEqual([
      {
        ...{ name: 'orders.status', column_type: 'String', title: 'Orders Status', shortTitle: 'Status' },
        role: 'dimension',
      },
      {
        ...{ name: 'orders.count', column_type: 'Int64', title: 'Orders Count', shortTitle: 'Count' },
        ...{ role: 'measure', aggType: 'count' },
      },
      { name: 'Orders (% of total)', column_type: 'Double' },
    ]);
  });

  it('can be ordered by, before and after members', async () => {
    const count = { name: 'c', sql: '"orders.count" % 2 -- odd or even' };
    const orders = async (order: unknown) => {
      const { text } = await convert({ ...query, limit: 10, order }, { calculatedFields: [count] });
      return (await answer(text)).rows.map(([status]) => status);
    };
    expect(
      await orders([
        ['c', 'desc'],
        ['orders.status', 'asc'],
      ]),
    ).toEqual(['50% off', '500 off', null, 'completed', 'new']);
    expect(await orders({ c: 'asc', 'orders.status': 'desc' })).toEqual([
      'new',
      'completed',
      '500 off',
      '50% off',
      null,
    ]);
    expect(await orders([['c', 'asc']])).toEqual(['completed', 'new', '50% off', '500 off', null]);
  });

  it.each([
    ['1) AS a, (2', 'is not one expression of SQL'],
    ['1) FROM orders WHERE (1 = 1', 'is not one expression of SQL'],
    ['1); DELETE FROM orders; SELECT (1', 'is not one expression of SQL'],
    ['1) UNION ALL SELECT (2', 'is not one expression of SQL'],
    ['1) ORDER BY (1', 'is not one expression of SQL'],
    ['"orders.count" +', 'is not one expression of SQL'],
    ['-- nothing', 'is not one expression of SQL'],
  ])('%s is none', async (sql, words) => {
    const { status, text } = await convert(query, { calculatedFields: [{ name: 'field', sql }] });
    expect([status, text]).toEqual([400, expect.stringContaining(words)]);
  });

  it('aggregate dimensions in each group, below fields that read them', async () => {
    const calculatedFields = [
      { name: 'per city', sql: '"orders.count" / "cities"' },
      { name: 'cities', aggregate: 'count_distinct', of: 'users.city' },
      { name: 'months', aggregate: 'count_distinct', of: 'orders.created_at.month' },
      { name: 'largest', aggregate: 'max', of: 'orders.number' },
    ];
    const order = [['largest', 'desc']];
    const { text } = await convert(
      { ...query, measures: ['orders.count'], order, limit: 10 },
      { calculatedFields: calculatedFields.slice(1) },
    );
    expect((await answer(text)).rows).toEqual([
      [null, '1', '0', '1', '7'],
      ['500 off', '1', '1', '1', '6'],
      ['50% off', '1', '1', '1', '5'],
      ['completed', '2', '1', '1', '4'],
      ['new', '2', '1', '1', '2'],
    ]);
    const filters = [{ member: 'orders.status', operator: 'set' }];
    const both = await convert({ ...query, filters, order: [['per city', 'desc']] }, { calculatedFields });
    expect((await answer(both.text)).rows).toEqual([
      ['completed', '2', '1', '1', '4', '2'],
      ['new', '2', '1', '1', '2', '2'],
    ]);
  });

  it('are measures of the rows that have some values, whatever the groups are', async () => {
    const where = (dimension: string, value: unknown) => ({ dimension, value });
    const calculatedFields = [
      { name: 'paid', of: 'orders.count', where: [where('orders.is_paid', true)] },
      { name: 'in May', of: 'orders.count', where: [where('orders.created_at.month', '2024-05-01T00:00:00.000')] },
      { name: 'none', of: 'orders.count', where: [where('orders.status', null), where('orders.number', '7')] },
      { name: "it's", of: 'orders.total_amount', where: [where('orders.status', "it's")] },
    ];
    const { text } = await convert(
      { measures: ['orders.count'], dimensions: ['users.city'], order: [['users.city', 'asc']] },
      { calculatedFields },
    );
    expect((await answer(text)).rows).toEqual([
      ['Oslo', '3', '3', '1', '0', null],
      ['Rome', '3', '1', '0', '0', null],
      [null, '1', '0', '1', '1', null],
    ]);
  });

  it.each([
    [{ of: 'orders.count', where: [{ dimension: 'orders.number', value: '1 OR 1=1' }] }, "The value '1 OR 1=1'"],
    [{ of: 'orders.count', where: [{ dimension: 'orders.is_paid', value: 'x' }] }, "The value 'x'"],
    [{ of: 'orders.count', where: [{ dimension: 'orders.created_at.day', value: 'x' }] }, "The value 'x'"],
    [{ of: 'orders.count', where: [{ dimension: 'orders.created_at', value: '2024' }] }, 'Equality of times'],
    [{ of: 'orders.count', where: [{ dimension: 'orders.note', value: 'x' }] }, "there is no 'orders.note'"],
    [{ of: 'orders.count', where: [{ dimension: 'orders.nothing', value: 'x' }] }, "there is no 'orders.nothing'"],
    [{ of: 'orders.profit', where: [{ dimension: 'orders.status', value: 'x' }] }, "there is no 'orders.profit'"],
    [{ of: 'orders.note', aggregate: 'max' }, "there is no 'orders.note'"],
  ])('%o is refused, and what is hidden as what is not there', async (field, words) => {
    const { text } = await convert(query, { calculatedFields: [{ name: 'field', ...field }] });
    expect(text).toContain(words);
  });

  it('have names of their own', async () => {
    const taken = async (...names: readonly string[]) =>
      (await convert(query, { calculatedFields: names.map((name) => ({ name, sql: '1' })) })).text;
    const words = 'Provided rest query can not be converted to sql query: several columns are named';
    expect(await taken('orders.count')).toBe(`${words} 'orders.count'`);
    expect(await taken('a', 'a')).toBe(`${words} 'a'`);
    expect((await answer(await taken('a "b', `it's; -- `))).rows).toEqual([
      ['completed', '2', '1', '1'],
      ['new', '2', '1', '1'],
    ]);
  });

  it('are read as strictly as everything else', async () => {
    const { status, text } = await convert(query, { calculatedFields: [{ name: 'a', sql: 1 }] });
    expect([status, text]).toEqual([400, expect.stringContaining('calculatedFields.0')]);
  });
});

describe('relative dates that are kept', () => {
  const phrases = [
    ...['today', 'yesterday', 'tomorrow', 'now'],
    ...['this week', 'last month', 'next quarter', 'this year', 'last day'],
    ...['last 7 days', 'last 2 weeks', 'last 12 months', 'next 3 quarters', 'last 1 years'],
    ...['3 months ago', 'from 40 days ago to now', '1 month ago to yesterday', '2 weeks from now'],
    ...['2024-01-31 to today', '2024-01-05', 'january 2024', 'feb 2024 to this month'],
  ];

  it.each([
    ['UTC', '2024-05-31T10:20:30Z'],
    ['America/New_York', '2024-03-15T03:30:00Z'],
    ['Asia/Tokyo', '2024-02-29T23:10:00Z'],
  ])('mean the same days in %s, whenever that is', async (zone, now) => {
    await using there = await ContractService.open({
      environment: { CUBEJS_DEFAULT_TIMEZONE: zone },
      now: Date.parse(now),
    });
    for (const dateRange of phrases) {
      const query = { measures: ['orders.count'], timeDimensions: [{ dimension: 'orders.created_at', dateRange }] };
      const { text } = await convert(query, { keepsRelativeDates: true }, there);
      const back = await there.post(JSON.stringify({ input: 'sql', output: 'rest', query: text }), 'convert-query');
      const { timeDimensions } = JSON.parse(back.text).query;
      const days = (await there.load(query)).query.timeDimensions?.[0]?.dateRange;
      expect([dateRange, timeDimensions]).toEqual([dateRange, [{ dimension: 'orders.created_at', dateRange: days }]]);
      const isOfDates = ['2024-01-05', 'january 2024'].includes(dateRange);
      expect([dateRange, text.includes('CURRENT_DATE')]).toEqual([dateRange, !isOfDates]);
    }
  });

  it.each([
    [{ timeDimensions: [{ dimension: 'orders.created_at', dateRange: 'last 24 hours' }] }, "The range 'last 24 hours'"],
    [{ timeDimensions: [{ dimension: 'orders.created_at', dateRange: 'monday' }] }, "The range 'monday'"],
    [{ timezone: 'Europe/Berlin' }, 'it has the time zone Europe/Berlin, and the project has UTC'],
  ])('%o has no such form', async (part, words) => {
    const { text } = await convert({ measures: ['orders.count'], ...part }, { keepsRelativeDates: true });
    expect(text).toContain(words);
  });
});
