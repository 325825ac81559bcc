import type { DashboardFilter, DashboardTimeGrain } from '@orrery/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStatements } from '../cases/statements/read-statements.ts';
import { openTruths, Shop, type SourceKind } from '../cases/statements/shop.ts';
import { comparable, readTruth } from '../cases/truth-rows.ts';
import { QueryRunner, type StoredQueryRun } from '../packages/content/src/query/query-runner.ts';
import { AnswerService } from '../packages/runtime/src/answer/answer-service.ts';
import type { QueryEvent } from '../packages/runtime/src/query/query-observer.ts';
import { runtimeFor } from '../packages/runtime/src/runtime-for.ts';
import { ask } from '../packages/runtime/src/ask/ask.ts';
import { Statements } from '../packages/runtime/src/statement/statements.ts';

type Operator = NonNullable<DashboardFilter['operator']>;

interface Added {
  readonly filters?: readonly DashboardFilter[];
  readonly timeGrains?: readonly DashboardTimeGrain[];
}

const kinds: readonly SourceKind[] = ['duckdb', 'postgres'];

describe.each(kinds)('what dashboards add to statements, on %s', (kind) => {
  let shop: Shop;
  let truths: DuckDBConnection;
  let runner: QueryRunner;
  const events: QueryEvent[] = [];
  const statements = new Statements();
  const clock = { now: () => Date.parse('2024-05-15T10:20:30Z') };

  beforeAll(async () => {
    [shop, truths] = await Promise.all([Shop.open(kind), openTruths()]);
    runner = runnerOf(shop);
  });

  function runnerOf({ served }: Shop): QueryRunner {
    const { runtime } = served.composition;
    const user = { groups: [], roles: [], userAttributes: {} };
    return new QueryRunner({
      runtimes: { get: async () => runtime },
      users: { in: () => ({ of: async () => user }) },
      answers: new AnswerService({ cacheBytes: 1_000_000, clock }),
      statements,
      observer: { observe: (event) => events.push(event) },
      clock,
    });
  }

  afterAll(async () => {
    await Promise.all([shop?.[Symbol.asyncDispose](), statements.close()]);
    truths?.closeSync();
  });

  function run(sql: string, { on = runner, ...added }: Added & Partial<StoredQueryRun> & { on?: QueryRunner } = {}) {
    const asked = { deploymentId: 1, claims: { cubeCloud: { user: 7 } }, requestId: 'r' };
    const { signal } = new AbortController();
    return on.run({ ...asked, query: { kind: 'statement', text: sql }, signal, ...added });
  }

  async function tableOf(sql: string, added: Added & Partial<StoredQueryRun> = {}) {
    const outcome = await run(sql, added);
    if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.problems));
    return outcome.table;
  }

  const isNew: DashboardFilter = { member: 'orders.status', operator: 'equals', value: ['new', 'shipped'] };
  const kept = "(SELECT * FROM orders WHERE status IN ('new', 'shipped')) AS orders";

  /** Statements whose rows SQL leaves open. */
  const choosesAnyRows = /\b(?:limit|fetch|distinct on|any_value|random|gen_random_uuid)\b/i;

  /** Sums of doubles depend on the order of the rows in their last digits. */
  function rounded(cell: unknown): unknown {
    return typeof cell === 'string' && /^-?\d+\.\d+(?:e[+-]?\d+)?$/i.test(cell) ? Number(cell).toPrecision(10) : cell;
  }

  describe('filters of a dashboard', () => {
    it.each([
      [
        'a grouping',
        'SELECT priority, MEASURE(count) AS c FROM orders WHERE amount > 5 GROUP BY 1',
        `SELECT priority, COUNT(*) FROM ${kept} WHERE amount > 5 GROUP BY 1`,
      ],
      ['rows', 'SELECT id, note FROM orders ORDER BY id LIMIT 3', `SELECT id, note FROM ${kept} ORDER BY id LIMIT 3`],
      [
        'each part of a share',
        `WITH all_of AS (SELECT MEASURE(total_amount) AS whole FROM orders)
       SELECT priority, SUM(total_amount) / (SELECT whole FROM all_of) FROM orders GROUP BY 1`,
        `SELECT priority, SUM(CAST(amount AS DOUBLE)) / (SELECT SUM(CAST(amount AS DOUBLE)) FROM ${kept})
       FROM ${kept} GROUP BY 1`,
      ],
      [
        'both sides of a union and of an IN',
        `SELECT priority FROM orders WHERE id IN (SELECT MAX(id) FROM orders GROUP BY priority)
       UNION ALL SELECT note FROM orders WHERE amount < 20`,
        `SELECT priority FROM ${kept} WHERE id IN (SELECT MAX(id) FROM ${kept} GROUP BY priority)
       UNION ALL SELECT note FROM ${kept} WHERE amount < 20`,
      ],
      [
        'renamed columns and layers, below a limit',
        `SELECT p, SUM(n) FROM (SELECT priority AS p, 1 AS n FROM (SELECT * FROM orders) o ORDER BY id LIMIT 6) x GROUP BY 1`,
        `SELECT p, SUM(n) FROM (SELECT priority AS p, 1 AS n FROM ${kept} ORDER BY id LIMIT 6) x GROUP BY 1`,
      ],
      [
        'the total of a calculated field, below its limit',
        `SELECT *, (CAST("orders.count" AS DOUBLE PRECISION) / NULLIF(SUM("orders.count") OVER (), 0)) AS "part" FROM (
         SELECT priority AS "orders.priority", MEASURE(count) AS "orders.count" FROM orders GROUP BY 1) AS q
       ORDER BY 2 DESC NULLS LAST, 1`,
        `SELECT priority, COUNT(*), COUNT(*) / (SELECT COUNT(*) FROM ${kept}) FROM ${kept} GROUP BY 1 ORDER BY 2 DESC, 1`,
      ],
      [
        'windows',
        'SELECT id, RANK() OVER (ORDER BY amount DESC) FROM orders',
        `SELECT id, RANK() OVER (ORDER BY amount DESC NULLS FIRST) FROM ${kept}`,
      ],
      [
        'joins along the model',
        'SELECT c.nation, MEASURE(o.count) FROM orders o CROSS JOIN customers c GROUP BY 1',
        `SELECT c.nation, COUNT(*) FROM ${kept} LEFT JOIN customers c ON c.id = orders.customer_id GROUP BY 1`,
      ],
    ])('are joined to %s', async (_, sql, truth) => {
      const { rows } = await tableOf(sql, { filters: [isNew] });
      const expected = readTruth(await truths.runAndReadAll(truth));
      const isOrdered = sql.includes('ORDER BY id LIMIT 3');
      const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? String(cell) : cell)));
      expect(comparable(texts, expected, isOrdered)).toEqual(comparable(expected.rows, expected, isOrdered));
      expect(rows.length).toBeGreaterThan(1);
    });

    it('show what each statement of the cases shows where other rows are not there', async () => {
      const few = await Shop.open(kind, "DELETE FROM orders WHERE status IS NULL OR status NOT IN ('new', 'shipped')");
      const on = runnerOf(few);
      const said = (outcome: Awaited<ReturnType<typeof run>>) =>
        outcome.kind === 'refused'
          ? outcome.problems.map(({ code }) => code)
          : outcome.table.rows.map((row) => JSON.stringify(row.map(rounded))).sort();
      let equal = 0;
      const compare = async ({ name, sql }: { readonly name: string; readonly sql: string }) => {
        const filtered = await run(sql, { filters: [isNew] }).catch((error: unknown) => String(error));
        if (typeof filtered !== 'string' && said(filtered)[0] === 'sql.added-filter') return;
        const whole = await run(sql, { on }).catch((error: unknown) => String(error));
        const [shown, expected] = [filtered, whole].map((each) => (typeof each === 'string' ? each : said(each)));
        expect([name, shown]).toEqual([name, expected]);
        equal += typeof filtered !== 'string' && filtered.kind === 'rows' ? 1 : 0;
      };
      // A filter on a joined cube chooses rows of the cube that it is joined to.
      const compared = readStatements().filter(
        ({ sql, ordered = false }) => !sql.includes('line_items') && (ordered || !choosesAnyRows.test(sql)),
      );
      await severalAtATime(compared, compare);
      expect(equal).toBeGreaterThan(200);
      await few[Symbol.asyncDispose]();
    }, 900_000); // over a minute on a machine that does nothing else

    it('mean what they mean for queries in JSON', async () => {
      const counted = async (filter: DashboardFilter) => {
        const inSql = await tableOf('SELECT MEASURE(count) FROM orders', { filters: [filter] });
        const text = JSON.stringify({ measures: ['orders.count'] });
        const inJson = await tableOf('', { filters: [filter], query: { kind: 'json', text } });
        expect(inSql.rows).toEqual(inJson.rows);
        return Number(inSql.rows[0]?.[0] ?? 0);
      };
      const on = (member: string, operator: Operator, value?: DashboardFilter['value']) =>
        counted({ member: `orders.${member}`, operator, ...(value === undefined ? {} : { value }) });
      expect(await on('note', 'contains', 'SPECIAL')).toBe(3);
      expect(await on('note', 'is_null')).toBe(3);
      expect(await on('status', 'not_equals', 'new')).toBe(10);
      expect(await on('amount', 'between', ['10', '40.1'])).toBe(6);
      expect(await on('created_at', 'between', ['2024-01-01', '2024-01-31'])).toBe(3);
      expect(await on('count', 'greater_than', 100)).toBe(0);
    });

    it('on a measure choose among the groups that are shown, and never among those that are combined', async () => {
      const filters: DashboardFilter[] = [{ member: 'orders.count', operator: 'greater_than', value: 3 }];
      const grouped = 'SELECT status, MEASURE(count) AS c FROM orders GROUP BY 1';
      const { rows } = await tableOf(`${grouped} ORDER BY 2 DESC LIMIT 10`, { filters });
      expect(rows).toEqual([
        ['new', '6'],
        ['shipped', '5'],
      ]);
      const combined = [
        `SELECT SUM(c) FROM (${grouped}) x`,
        `${grouped} UNION ALL ${grouped}`,
        'SELECT id FROM orders',
      ];
      for (const sql of combined) {
        const problem = { code: 'sql.added-filter', path: 'dashboardFilters[0]' };
        expect(await run(sql, { filters })).toMatchObject({ kind: 'refused', problems: [problem] });
      }
    });

    it.each([
      [
        'a part reads something else',
        'SELECT status FROM orders\nUNION SELECT city FROM customers',
        isNew,
        "sql.added-filter: Unsupported Error: The filter on orders.status cannot be joined to the part of the statement that reads 'customers': it is a member of something else at Line: 2, Column: 24",
      ],
      ['its member is that of a cube behind a view', 'SELECT status FROM orders_view', isNew, 'sql.added-filter'],
      [
        'its member is hidden',
        'SELECT status FROM orders',
        { ...isNew, member: 'orders.hidden_note' },
        'unknown-member',
      ],
      ['its member is missing', 'SELECT status FROM orders', { ...isNew, member: 'orders.nothing' }, 'unknown-member'],
      ['it has no value', 'SELECT status FROM orders', { member: 'orders.status' }, 'content.bad-filter'],
      ['it is custom', 'SELECT status FROM orders', { ...isNew, operator: 'custom' }, 'content.filter-not-supported'],
    ])('refuse a widget when %s', async (_, sql, filter, said) => {
      const before = events.filter(({ statements: texts }) => texts.length > 0).length;
      const outcome = await run(sql, { filters: [filter as DashboardFilter] });
      const problems = outcome.kind === 'refused' ? outcome.problems : [];
      expect(problems.map(({ path }) => path)).toEqual(['dashboardFilters[0]']);
      expect(problems.map(({ code, message }) => `${code}: ${message}`).join()).toContain(said);
      expect(events.filter(({ statements: texts }) => texts.length > 0)).toHaveLength(before);
    });

    it('leave what reads no cube as it is', async () => {
      expect((await tableOf('SELECT 100 AS target', { filters: [isNew] })).rows).toEqual([['100']]);
    });

    it('and rows at most are part of what a kept answer is of', async () => {
      const sql = 'SELECT id FROM orders ORDER BY id DESC LIMIT 4';
      const rows = async (added: Parameters<typeof run>[1]) =>
        (await tableOf(sql, { ...added, cacheMode: 'must-revalidate' })).rows.flat();
      for (const _ of [1, 2]) {
        expect(await rows({})).toEqual(['16', '15', '14', '13']);
        expect(await rows({ filters: [isNew] })).toEqual(['16', '15', '14', '12']);
        expect(await rows({ mostRows: 2 })).toEqual(['16', '15']);
      }
      const left = await tableOf(sql, { mostRows: 2 });
      expect(left.warnings).toMatchObject([{ code: 'content.rows-left-out' }]);
      expect((await tableOf(sql, { mostRows: 4 })).warnings).toEqual([]);
      expect((await tableOf('SELECT id FROM orders', { mostRows: 3 })).rows).toHaveLength(3);
      expect((await tableOf(`${sql} + 0`, { mostRows: 3 })).rows.flat()).toEqual(['16', '15', '14']);
    });
  });

  describe('time grains of a dashboard', () => {
    const byQuarter = { timeGrains: [{ member: 'orders.created_at', grain: 'quarter' }] };

    it.each([
      [
        'a group',
        "SELECT DATE_TRUNC('month', created_at) AS t, MEASURE(count) FROM orders GROUP BY 1 ORDER BY 1",
        "SELECT DATE_TRUNC('quarter', created_at) AS t, COUNT(*) FROM orders GROUP BY 1 ORDER BY 1",
      ],
      [
        'renamed columns, casts, and expressions',
        "SELECT CAST(DATE_TRUNC('day', x) AS DATE) AS t, COUNT(*) FROM (SELECT created_at AS x FROM orders) o GROUP BY 1",
        "SELECT CAST(DATE_TRUNC('quarter', created_at) AS DATE) AS t, COUNT(*) FROM orders GROUP BY 1",
      ],
      [
        'a group below a running total',
        `SELECT *, (SUM("c") OVER (ORDER BY "t" ROWS UNBOUNDED PRECEDING)) AS "total" FROM (
         SELECT DATE_TRUNC('month', created_at) AS "t", MEASURE(count) AS "c" FROM orders GROUP BY 1) AS q ORDER BY 1`,
        `SELECT DATE_TRUNC('quarter', created_at) AS t, COUNT(*), SUM(COUNT(*)) OVER (ORDER BY t) FROM orders GROUP BY 1
       ORDER BY 1`,
      ],
      [
        'each part, joined by its buckets',
        `WITH a AS (SELECT DATE_TRUNC('month', created_at) AS t, MEASURE(count) AS c FROM orders WHERE is_paid GROUP BY 1),
         b AS (SELECT DATE_TRUNC('month', created_at) AS t, MEASURE(count) AS c FROM orders GROUP BY 1)
       SELECT b.t, a.c, b.c FROM b LEFT JOIN a ON a.t = b.t`,
        `SELECT DATE_TRUNC('quarter', created_at) AS t, NULLIF(COUNT(*) FILTER (WHERE is_paid), 0), COUNT(*)
       FROM orders WHERE created_at IS NOT NULL GROUP BY 1 UNION ALL SELECT NULL, NULL, 1`,
      ],
      [
        'rows, and not the condition that chooses them',
        `SELECT DISTINCT DATE_TRUNC('month', created_at) FROM orders
       WHERE DATE_TRUNC('month', created_at) >= '2024-03-01'`,
        "SELECT DISTINCT DATE_TRUNC('quarter', created_at) FROM orders WHERE created_at >= '2024-03-01'",
      ],
      [
        'names of buckets, and not conditions beside them',
        `SELECT TO_CHAR(DATE_TRUNC('month', created_at), 'YYYY-MM'), EXTRACT(year FROM DATE_TRUNC('month', created_at)),
         SUM(CASE WHEN DATE_TRUNC('month', created_at) = '2024-02-01' THEN 1 ELSE 0 END) FROM orders GROUP BY 1, 2`,
        `SELECT strftime(DATE_TRUNC('quarter', created_at), '%Y-%m'), EXTRACT(year FROM created_at),
         SUM(CASE WHEN DATE_TRUNC('month', created_at) = '2024-02-01' THEN 1 ELSE 0 END) FROM orders GROUP BY 1, 2`,
      ],
      [
        'no other time, and no count of buckets',
        `SELECT DATE_TRUNC('month', shipped_at), COUNT(DISTINCT DATE_TRUNC('month', created_at)) FROM orders GROUP BY 1`,
        `SELECT DATE_TRUNC('month', shipped_at), COUNT(DISTINCT DATE_TRUNC('month', created_at)) FROM orders GROUP BY 1`,
      ],
    ])('replace the unit of %s', async (_, sql, truth) => {
      const { rows } = await tableOf(sql, byQuarter);
      const expected = readTruth(await truths.runAndReadAll(truth));
      expect(comparable(rows as never, expected, false)).toEqual(comparable(expected.rows, expected, false));
    });

    it('may be granularities that the model declares', async () => {
      const sql =
        "SELECT DATE_TRUNC('month', created_at) AS t, MEASURE(count) FROM orders GROUP BY 1 ORDER BY 1 LIMIT 2";
      const timeGrains = [{ member: 'orders.created_at', grain: 'fiscal_quarter' }];
      const days = (await tableOf(sql, { timeGrains })).rows.map(([day]) => String(day).slice(0, 10));
      expect(days).toEqual(['2023-05-01', '2023-11-01']);
    });

    it.each([
      [
        "SELECT t FROM (SELECT DATE_TRUNC('month', created_at) AS t FROM orders) x WHERE t = '2024-03-01'",
        'time-grain',
      ],
      [
        `WITH a AS (SELECT DATE_TRUNC('month', created_at) AS t, MEASURE(count) AS c FROM orders GROUP BY 1)
       SELECT b.t, a.c FROM a JOIN a b ON a.t = b.t - INTERVAL '1 month'`,
        'time-grain',
      ],
      [
        `SELECT SUM(c) FILTER (WHERE t = '2024-03-01') FROM
         (SELECT DATE_TRUNC('month', created_at) AS t, MEASURE(count) AS c FROM orders GROUP BY 1) x`,
        'time-grain',
      ],
      [
        `SELECT t, CASE WHEN t < '2024-03-01' THEN 'before' ELSE 'after' END FROM
         (SELECT DATE_TRUNC('month', created_at) AS t FROM orders GROUP BY 1) x`,
        'time-grain',
      ],
      [
        `SELECT t, c / EXTRACT(day FROM t + INTERVAL '1 month' - INTERVAL '1 day') FROM
         (SELECT DATE_TRUNC('month', created_at) AS t, MEASURE(count) AS c FROM orders GROUP BY 1) x`,
        'time-grain',
      ],
      ["SELECT DATE_TRUNC('year', DATE_TRUNC('month', created_at)), COUNT(*) FROM orders GROUP BY 1", 'time-grain'],
      [
        `SELECT *, (CASE WHEN LAG("t") OVER (ORDER BY "t") = "t" - INTERVAL '1 month' THEN "c" / LAG("c") OVER (ORDER BY "t") END)
         FROM (SELECT DATE_TRUNC('month', created_at) AS "t", MEASURE(count) AS "c" FROM orders GROUP BY 1) AS q`,
        'time-grain',
      ],
    ])('refuse a widget that reckons with the unit of a bucket: %s', async (sql, code) => {
      const outcome = await run(sql, byQuarter);
      expect(outcome).toMatchObject({ kind: 'refused', problems: [{ code: `sql.${code}`, hint: expect.any(String) }] });
      expect(await run(sql)).not.toHaveProperty('problems');
    });

    it('are refused when they are no granularity of the member', async () => {
      const sql = "SELECT DATE_TRUNC('month', created_at) FROM orders";
      const path = 'dashboardTimeGrains[0]';
      const refused = async (grain: string) => {
        const outcome = await run(sql, { timeGrains: [{ member: 'orders.created_at', grain }] });
        return outcome.kind === 'refused' ? outcome.problems.map((one) => [one.code, one.path]) : outcome.kind;
      };
      expect(await refused('fortnight')).toEqual([['sql.unknown-granularity', path]]);
      expect(await refused("x'; DROP")).toEqual([['content.bad-time-grain', path]]);
    });
  });

  it('the rows without the bound of a caller are counted on demand', async () => {
    const { runtime } = shop.served.composition;
    const principal = { deploymentId: 1, securityContext: {} };
    const answers = new AnswerService({ cacheBytes: 1_000_000, clock });
    const dependencies = { answers, clock, observer: { observe: () => {} }, isDevelopment: false };
    const asked = async (sql: string, more: { readonly mostRows?: number; readonly countsTotal?: boolean }) => {
      const { signal } = new AbortController();
      const caller = { endpoint: 'cubesql', principal, requestId: 'r', signal, cacheMode: 'stale-if-slow' } as const;
      const question = { kind: 'statement', text: sql, statements, ...more } as const;
      const options = { ...caller, takes: 'rows', waitsForAnswer: true } as const;
      const { rows, totalRows } = await ask(await runtimeFor(runtime, {}), question, options, dependencies);
      return [rows.length, totalRows];
    };
    const sql = "SELECT id, note AS id FROM orders WHERE status = 'new' ORDER BY amount";
    for (const _ of [1, 2]) {
      expect(await asked(sql, { mostRows: 2, countsTotal: true })).toEqual([2, 6]);
      expect(await asked(sql, { mostRows: 2 })).toEqual([2, undefined]);
    }
    expect(await asked(`${sql} LIMIT 4 OFFSET 1`, { mostRows: 3, countsTotal: true })).toEqual([3, 4]);
    expect(await asked('WITH a AS (SELECT 1 UNION SELECT 2) SELECT * FROM a', { countsTotal: true })).toEqual([2, 2]);
    expect(await asked('SELECT id FROM orders WHERE 1 = 0', { mostRows: 3, countsTotal: true })).toEqual([0, 0]);
  });

  it('a table has the names of the statement, types, and all digits', async () => {
    const sql = `SELECT id AS "Id ""x""", is_paid, created_at, CAST(created_at AS DATE) AS d, note, amount AS id FROM orders
    WHERE id IN (2, 7) ORDER BY 1`;
    const { columns, rows } = await tableOf(sql);
    expect(columns.map(({ name, title, type }) => [name === title, name, type])).toEqual([
      [true, 'Id "x"', 'number'],
      [true, 'is_paid', 'boolean'],
      [true, 'created_at', 'time'],
      [true, 'd', 'time'],
      [true, 'note', 'string'],
      [true, 'id', 'number'],
    ]);
    expect(rows).toEqual([
      ['2', false, '2024-01-01T00:00:00.000', '2024-01-01', null, '20.25'],
      ['7', true, '2024-03-10T06:59:59.000', '2024-03-10', 'SPECIAL', '5.00'],
    ]);
    const noted = events.at(-1);
    const members = ['id', 'is_paid', 'created_at', 'note', 'amount'].map((name) => `orders.${name}`);
    expect([noted?.endpoint, noted?.query, noted?.status, noted?.rows]).toEqual(['cubesql', { sql, members }, 200, 2]);
  });
});

/** Keeps a few statements on their way, so that the engine has one to run while another is bound. */
async function severalAtATime<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all.values();
  const worker = async () => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}
