import { compileQuery, cubeOf, type MemberId, type QueryItem, timeProbe, timesOf } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accept, bindCase } from '../compile-case.ts';
import type { CaseQuery } from '../read-query.ts';
import { rowsOf } from '../rows-of.ts';
import type { Rows } from '../truth-rows.ts';
import { hasOldArithmetic } from '../../tests/servers/trino.ts';
import type { OpenDatabase } from './live-database.ts';
import { trino } from './trino.ts';

function member(name: string) {
  return { kind: 'member', member: name } as const;
}

/** A calculation of sums; before version 478 it has 12 decimals at least. */
function calculated(digits: string): string {
  return hasOldArithmetic ? digits.padEnd(digits.indexOf('.') + 13, '0') : digits;
}

type Argument = Extract<QueryItem, { name: string }>['expression'];

function calling(name: Extract<Argument, { kind: 'call' }>['function'], ...args: readonly Argument[]): Argument {
  return { kind: 'call', function: name, arguments: args };
}

describe.skipIf(trino.isMissing === true)('values that Trino treats in its own way', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await trino.open();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  /**
   * @param text cubes of a model
   * @param shownAs forms of members, as the runtime finds them in the source
   * @returns the rows with the passes of the planner, which are those without
   */
  async function rows(text: string, query: CaseQuery, shownAs: Record<string, 'double'> = {}): Promise<Rows> {
    const caseModel = { name: 'trino.test', text: `cubes:\n${text}`, stored: { shownAs } };
    const { query: bound, model } = accept(bindCase({ model: caseModel, query }));
    const compiled = (skipsPasses: boolean) => accept(compileQuery(bound, model, trino.dialect, { skipsPasses }));
    const found = await rowsOf(database.engine, compiled(false));
    expect(await rowsOf(database.engine, compiled(true))).toEqual(found);
    return found;
  }

  describe('decimals', () => {
    const amounts = `
  - name: amounts
    sql: >
      SELECT * FROM (VALUES
        (1, CAST(19.99 AS DECIMAL(10, 2)), CAST(0.0002 AS DECIMAL(10, 4)), CAST(1 AS DECIMAL(38, 18)), 9223372036854775807),
        (2, CAST(0.01 AS DECIMAL(10, 2)), CAST(0.0096 AS DECIMAL(10, 4)), CAST(0.000000000000000001 AS DECIMAL(38, 18)), 1)
      ) AS t (id, price, fee, fine, big)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: own_fees, sql: "{parts.fees}", type: number, sub_query: true }
      - { name: more_fees, sql: "{own_fees} + 0.5", type: number }
      - { name: own_counts, sql: "{parts.counts}", type: number, sub_query: true }
      - { name: more_counts, sql: "{own_counts} + 0.5", type: number }
    joins: [{ name: parts, sql: "{CUBE}.id = {parts}.of", relationship: one_to_many }]
    measures:
      - { name: prices, sql: price, type: sum }
      - { name: fees, sql: fee, type: sum }
      - { name: finest, sql: fine, type: sum }
      - { name: bigs, sql: big, type: sum }
      - { name: big_average, sql: big, type: avg }
      - { name: price_average, sql: price, type: avg }
      - { name: same_prices, sql: "{prices}", type: number }
      - { name: net, sql: "{prices} - {fees}", type: number }
      - { name: net_of_same, sql: "{same_prices} - {fees}", type: number }
      - { name: all, sql: "{prices} + {fees} + {finest}", type: number }
      - { name: share, sql: "{prices} / {parts.counts}", type: number }
  - name: parts
    sql: SELECT * FROM (VALUES (1, 1, 3, 0.25), (2, 1, 4, 0.125), (3, 2, 5, 0.0625)) AS t (id, of, n, fee)
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures:
      - { name: counts, sql: n, type: sum }
      - { name: fees, sql: fee, type: sum }
`;

    it('keep their digits where sums of several decimals are added or subtracted', async () => {
      const measures = ['amounts.net', 'amounts.net_of_same', 'amounts.all'];
      expect(await rows(amounts, { measures })).toEqual([
        [calculated('19.9902'), calculated('19.9902'), '21.009800000000000001'],
      ]);
      const less = {
        name: 'less',
        expression: {
          kind: 'call',
          function: 'subtract',
          arguments: [
            { kind: 'member', member: 'amounts.prices' },
            { kind: 'member', member: 'amounts.fees' },
          ],
        },
      } as const;
      expect(await rows(amounts, { measures: [less] })).toEqual([['19.9902']]);
    });

    it('have quotients with the decimals of their parts on older servers, which checks find out', async () => {
      const found = await rowsOf(database.engine, { text: trino.dialect.shortQuotients ?? '', params: [] });
      expect(found).toHaveLength(hasOldArithmetic ? 1 : 0);
    });

    it('keep their digits where a dimension is a sum', async () => {
      const dimensions = ['amounts.id', 'amounts.more_fees', 'amounts.more_counts'];
      expect(await rows(amounts, { dimensions, order: [['amounts.id', 'asc']] })).toEqual([
        ['1', calculated('0.8750'), calculated('7.5')],
        ['2', calculated('0.5625'), calculated('5.5')],
      ]);
    });

    it('are added beyond 64 bits, and averaged as such', async () => {
      const measures = ['amounts.bigs', 'amounts.big_average', 'amounts.price_average'];
      expect(await rows(amounts, { measures })).toEqual([['9223372036854775808', '4611686018427388000', '10']]);
    });

    it('fail where a sum has more digits than a calculation has room for', async () => {
      const vast = amounts.replaceAll('CAST(1 AS DECIMAL(38, 18))', "CAST('99999999999999999999' AS DECIMAL(38, 18))");
      expect(await rows(vast, { measures: ['amounts.finest'] })).toEqual([['99999999999999999999.000000000000000001']]);
      await expect(rows(vast, { measures: ['amounts.all'] })).rejects.toThrow('the data source reported');
    });
  });

  describe('products of a query', () => {
    const products = `
  - name: amounts
    sql: SELECT CAST(1.2345 AS DECIMAL(10, 4)) AS fine, CAST(1.5 AS DECIMAL(10, 2)) AS price, infinity() AS vast
    measures:
      - { name: fines, sql: fine, type: sum }
      - { name: prices, sql: price, type: sum }
      - { name: vasts, sql: vast, type: sum }
`;
    const product = (one: string, other: string): CaseQuery => ({
      measures: [{ name: 'product', expression: calling('multiply', member(one), member(other)) }],
    });

    it('keep their digits, or fail', async () => {
      const all = rows(products, product('amounts.fines', 'amounts.fines'));
      if (hasOldArithmetic) expect(await all).toEqual([['1.52399025']]);
      else await expect(all).rejects.toThrow('reported');
      expect(await rows(products, product('amounts.prices', 'amounts.fines'))).toEqual([['1.851750']]);
      expect(await rows(products, product('amounts.prices', 'amounts.vasts'))).toEqual([[null]]);
    });
  });

  describe('numbers of four bytes', () => {
    const weights = `
  - name: weights
    sql: >
      SELECT * FROM (VALUES (1, CAST(16777216 AS REAL), 16777217), (2, CAST(1 AS REAL), 9007199254740993)) AS t (id, weight, big)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: weight, sql: weight, type: number }
      - { name: big, sql: big, type: number }
    measures:
      - { name: total, sql: weight, type: sum }
      - { name: average, sql: weight, type: avg }
      - { name: bigs, sql: big, type: sum }
      - { name: greatest, sql: weight, type: max }
`;
    const first: QueryItem[] = [
      { name: 'first', expression: calling('coalesce', member('weights.weight'), member('weights.big')) },
    ];
    const less: QueryItem[] = [
      { name: 'less', expression: calling('subtract', member('weights.bigs'), member('weights.greatest')) },
    ];

    it('are added and combined in eight where the source tells their type', async () => {
      const known = {
        'weights.weight': 'double',
        'weights.total': 'double',
        'weights.average': 'double',
        'weights.greatest': 'double',
      } as const;
      const measures = ['weights.total', 'weights.average'];
      expect(await rows(weights, { measures }, known)).toEqual([['16777217', '8388608.5']]);
      expect(await rows(weights, { dimensions: first }, known)).toEqual([['1'], ['16777216']]);
      expect(await rows(weights, { measures: less }, known)).toEqual([['9007199254740994']]);
    });

    it('fail where nothing tells their type', async () => {
      for (const measure of ['weights.total', 'weights.average'])
        await expect(rows(weights, { measures: [measure] })).rejects.toThrow('reported');
      await expect(rows(weights, { dimensions: first })).rejects.toThrow('reported');
      await expect(rows(weights, { measures: less })).rejects.toThrow('reported');
    });

    it('are told by the source', async () => {
      const { model } = accept(
        bindCase({ model: { name: 'trino.test', text: `cubes:\n${weights}` }, query: { measures: ['weights.total'] } }),
      );
      const probe = timeProbe(model, { ...timesOf(model, cubeOf('weights.total' as MemberId)), made: [] });
      const { columns } = await database.engine.run(
        accept(compileQuery(probe.query, probe.model, trino.dialect, { context: { kind: 'probe' } })),
        new AbortController().signal,
      );
      expect(columns.map(({ isSingle }) => isSingle === true)).toEqual([false, true, false, true, true, false, true]);
    });
  });

  describe('numbers that are none', () => {
    const ratios = `
  - name: ratios
    sql: SELECT * FROM (VALUES (1, nan()), (2, 1e0), (3, -5e0), (4, NULL), (5, nan())) AS t (id, ratio)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: ratio, sql: ratio, type: number }
    measures:
      - { name: count, type: count }
      - { name: least, sql: ratio, type: min }
      - { name: greatest, sql: ratio, type: max }
      - { name: different, sql: ratio, type: count_distinct }
      - { name: double, sql: "{ratios.all} * 2", type: number }
      - { name: all, sql: ratio, type: sum }
`;

    it('are the greatest of all, and one group', async () => {
      // The engine shows none of them.
      const measures = ['ratios.least', 'ratios.greatest', 'ratios.different', 'ratios.double'];
      expect(await rows(ratios, { measures })).toEqual([['-5', null, '3', null]]);
      const groups = { measures: ['ratios.count'], dimensions: ['ratios.ratio'] };
      expect(await rows(ratios, { ...groups, order: [['ratios.ratio', 'asc']] })).toEqual([
        ['-5', '1'],
        ['1', '1'],
        [null, '2'],
        [null, '1'],
      ]);
    });

    it('are greater than others in filters and tests', async () => {
      const vast = ratios
        .replace('(5, nan())', '(5, nan()), (6, infinity())')
        .replace('    measures:\n', '    measures:\n      - { name: mean, sql: ratio, type: avg }\n');
      const order: [string, 'asc'][] = [['ratios.id', 'asc']];
      const found = async (query: CaseQuery) =>
        (await rows(vast, { dimensions: ['ratios.id'], order, ...query })).map(([id]) => Number(id));
      const filtered = (name: string, operator: 'gt' | 'gte' | 'lt' | 'lte') =>
        found({ filters: [{ member: name, operator, values: ['1'] }], measures: ['ratios.all', 'ratios.mean'] });
      for (const name of ['ratios.ratio', 'ratios.all', 'ratios.mean', 'ratios.greatest']) {
        expect(await filtered(name, 'gt')).toEqual([1, 5, 6]);
        expect(await filtered(name, 'gte')).toEqual([1, 2, 5, 6]);
        expect(await filtered(name, 'lt')).toEqual([3]);
        expect(await filtered(name, 'lte')).toEqual([2, 3]);
      }
      const ratio = member('ratios.ratio');
      const one = { kind: 'value', value: { type: 'number', text: '1' } } as const;
      const tested = async (...test: Parameters<typeof calling>) => {
        const dimensions: QueryItem[] = ['ratios.id', { name: 'test', expression: calling(...test) }];
        return (await rows(vast, { dimensions, order })).map(([, is]) => is);
      };
      expect(await tested('less', one, ratio)).toEqual([true, false, false, null, true, true]);
      expect(await tested('less-or-equal', ratio, one)).toEqual([false, true, true, null, false, false]);
    });

    it('are not made of an Infinity in SQL of an author', async () => {
      const vast = `
  - name: ratios
    sql: SELECT * FROM (VALUES (infinity(), -infinity(), 7e0)) AS t (high, low, plain)
    measures:
      - { name: highs, sql: high, type: sum }
      - { name: lows, sql: low, type: sum }
      - { name: plains, sql: plain, type: sum }
      - { name: tests, sql: "CASE WHEN {highs} > 5 AND {lows} < 5 AND {plains} = 7 THEN 1 ELSE 0 END", type: number }
`;
      expect(await rows(vast, { measures: ['ratios.tests'] })).toEqual([['1']]);
    });

    it('find themselves where each group is joined with what its measures make of it', async () => {
      const sized = ratios.replace(
        '    measures:\n',
        `      - name: size
        type: string
        multi_stage: true
        add_group_by: [ratio]
        case: { when: [{ sql: "{count} > 1", label: many }, { sql: "{count} > 0", label: one }], else: { label: none } }
    measures:
`,
      );
      const query: CaseQuery = {
        measures: ['ratios.count'],
        dimensions: ['ratios.size'],
        order: [['ratios.size', 'asc']],
      };
      expect(await rows(sized, query)).toEqual([
        ['many', '2'],
        ['one', '3'],
      ]);
    });
  });

  describe('times', () => {
    const events = `
  - name: events
    sql: >
      SELECT 1 AS id, TIMESTAMP '2023-12-31 23:59:59.9999999' AS fine, TIMESTAMP '2024-03-09 22:30:00.123456789 America/New_York' AS zoned, CAST('ab' AS CHAR(3)) AS code
      UNION ALL SELECT 2, TIMESTAMP '2024-01-01 00:00:00.0000001', TIMESTAMP '2024-03-10 23:30:00 America/New_York', 'a'
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: fine, sql: fine, type: time }
      - { name: zoned, sql: zoned, type: time }
      - { name: code, sql: code, type: string }
    measures:
      - { name: count, type: count }
      - { name: last, sql: zoned, type: max }
`;
    const byDay = (dimension: string, timezone: string): CaseQuery => ({
      measures: ['events.count'],
      timeDimensions: [{ dimension, granularity: 'day' }],
      order: [[dimension, 'asc']],
      timezone,
    });

    it('stay in their year, however many digits their seconds have', async () => {
      expect(await rows(events, byDay('events.fine', 'UTC'))).toEqual([
        ['2023-12-31T00:00:00.000', '1'],
        ['2024-01-01T00:00:00.000', '1'],
      ]);
      const dimensions = ['events.id', 'events.fine'];
      expect(await rows(events, { dimensions, order: [['events.id', 'asc']] })).toEqual([
        ['1', '2023-12-31T23:59:59.999'],
        ['2', '2024-01-01T00:00:00.000'],
      ]);
    });

    it('are read on the clock of the query where they have a zone of their own', async () => {
      expect(await rows(events, byDay('events.zoned', 'UTC'))).toEqual([
        ['2024-03-10T00:00:00.000', '1'],
        ['2024-03-11T00:00:00.000', '1'],
      ]);
      expect(await rows(events, byDay('events.zoned', 'America/New_York'))).toEqual([
        ['2024-03-09T00:00:00.000', '1'],
        ['2024-03-10T00:00:00.000', '1'],
      ]);
      const within = { dimension: 'events.zoned', dateRange: ['2024-03-10', '2024-03-10'] as const };
      expect(await rows(events, { measures: ['events.count'], timeDimensions: [within], timezone: 'UTC' })).toEqual([
        ['1'],
      ]);
    });

    it('are read in zones that the server does not know', async () => {
      expect(await rows(events, byDay('events.zoned', 'EST'))).toEqual([
        ['2024-03-09T00:00:00.000', '1'],
        ['2024-03-10T00:00:00.000', '1'],
      ]);
    });

    it('have buckets of minutes in years that are as many minutes away as 32 bits hold', async () => {
      const late = events
        .replace("'2024-01-01 00:00:00.0000001'", "'4100-01-02 23:59:59.9999999'")
        .replace(
          'sql: fine, type: time }',
          'sql: fine, type: time, granularities: [{ name: quarter_of_hour, interval: 15 minutes }] }',
        );
      const quarters: CaseQuery = {
        measures: ['events.count'],
        timeDimensions: [{ dimension: 'events.fine', granularity: 'quarter_of_hour' }],
        order: [['events.fine', 'asc']],
      };
      expect(await rows(late, quarters)).toEqual([
        ['2023-12-31T23:45:00.000', '1'],
        ['4100-01-02T23:45:00.000', '1'],
      ]);
    });

    it('are filled over more buckets than the server counts at once', async () => {
      const hours = {
        measures: ['events.count'],
        timeDimensions: [{ dimension: 'events.fine', granularity: 'hour', dateRange: ['2023-01-01', '2024-12-31'] }],
        limit: 50_000,
      } as const;
      const found = await rows(
        events.replace(
          '      - { name: count, type: count }\n',
          '      - { name: count, type: count, rolling_window: { trailing: unbounded } }\n',
        ),
        { ...hours, order: [['events.fine', 'asc']] },
      );
      expect(found).toHaveLength(731 * 24);
      expect(found.at(-1)).toEqual(['2024-12-31T23:00:00.000', '2']);
    });
  });

  describe('texts', () => {
    const words = `
  - name: words
    sql: SELECT CAST('ab' AS CHAR(3)) AS code, 'one' AS word UNION ALL SELECT 'a', 'two'
    dimensions:
      - { name: code, sql: code, type: string }
      - { name: word, sql: word, type: string }
    measures: [{ name: count, type: count }]
`;

    it('of a column of one width are found as the server compares them', async () => {
      const query = (member: string, operator: 'equals', value: string): CaseQuery => ({
        measures: ['words.count'],
        dimensions: ['words.word'],
        filters: [{ member, operator, values: [value] }],
      });
      // Version 476 keeps them in a UNION with a varchar.
      const value = hasOldArithmetic ? 'ab ' : 'ab';
      expect(await rows(words, query('words.code', 'equals', value))).toEqual([['one', '1']]);
    });

    it('are compared with ten thousand values', async () => {
      const values = Array.from({ length: 9_999 }, (_, index) => `word ${index}`);
      const filters = [{ member: 'words.word', operator: 'equals' as const, values: [...values, 'two'] }];
      expect(await rows(words, { measures: ['words.count'], filters })).toEqual([['1']]);
    });

    it('are compared with parts of as many texts as a query may name', async () => {
      const values = Array.from({ length: 999 }, (_, index) => `x${index}`);
      const filter = (operator: 'contains' | 'notContains') => [
        { member: 'words.word', operator, values: [...values, 'TW'] },
      ];
      expect(await rows(words, { measures: ['words.count'], filters: filter('contains') })).toEqual([['1']]);
      expect(await rows(words, { measures: ['words.count'], filters: filter('notContains') })).toEqual([['1']]);
    });
  });

  it('estimates how many values are different', async () => {
    const values = `
  - name: values
    sql: SELECT n FROM UNNEST(sequence(1, 10000)) AS t (n)
    measures:
      - { name: different, sql: n, type: count_distinct_approx }
      - { name: texts, sql: CAST(n AS VARCHAR), type: count_distinct_approx }
      - { name: few, sql: n % 50, type: count_distinct_approx }
`;
    const [row = []] = await rows(values, { measures: ['values.different', 'values.texts', 'values.few'] });
    for (const found of row.slice(0, 2)) expect(Math.abs(Number(found) / 10_000 - 1)).toBeLessThan(0.04);
    expect(row[2]).toBe('50');
  });
});
