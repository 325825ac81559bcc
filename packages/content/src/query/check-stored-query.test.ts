import { afterAll, describe, expect, it } from 'vitest';
import type { MemberId } from '@orrery/semantic';
import { sampleRuntime } from '../../../runtime/src/query/sample-runtime.ts';
import { Unavailable } from '../../../kernel/src/failure/errors.ts';
import { Statements } from '../../../runtime/src/statement/statements.ts';
import { type CheckedAgainst, storedQueryProblems } from './check-stored-query.ts';

const { runtime } = sampleRuntime(async function* () {});
const context = { kind: 'caller', securityContext: {} } as const;
const statements = new Statements();
afterAll(() => statements.close());
const now = Date.UTC(2026, 5);
const check = (query: unknown, state: CheckedAgainst['state'] = runtime) => {
  const text = typeof query === 'string' ? query : JSON.stringify(query);
  return storedQueryProblems({ kind: 'json', text }, { state, context, now, statements });
};
const checkSql = (text: string, state: CheckedAgainst['state'] = runtime) =>
  storedQueryProblems({ kind: 'statement', text }, { state, context, now, statements });

describe('problems of a stored query', () => {
  it('are empty when it can be answered', async () => {
    expect(await check({ measures: ['orders.count'], dimensions: ['orders.status'] })).toEqual([]);
    const compareDateRange = ['last week', ['2026-01-01', '2026-01-07']];
    expect(
      await check({
        measures: ['orders.count'],
        timeDimensions: [{ dimension: 'orders.created_at', compareDateRange }],
      }),
    ).toEqual([]);
  });

  it('name every missing member, with the nearest one', async () => {
    const query = { measures: ['orders.cuont'], dimensions: ['orders.stat', 'users.town'] };
    expect((await check(query)).map(({ code, path, hint }) => [code, path, hint])).toEqual([
      ['query.unknown-member', 'jsonQuery.measures[0]', 'Did you mean orders.count?'],
      ['query.unknown-member', 'jsonQuery.dimensions[0]', 'Did you mean orders.status?'],
      ['query.unknown-member', 'jsonQuery.dimensions[1]', undefined],
    ]);
  });

  it('are the same for hidden and missing members', async () => {
    const hidden = new Set(['orders.total_amount' as MemberId]);
    const blind = { ...runtime, access: { ...runtime.access, hidden } };
    const [unseen] = await check({ measures: ['orders.total_amount'] }, blind);
    const [unknown] = await check({ measures: ['orders.no_such_thing'] }, blind);
    expect(unseen).toEqual({ ...unknown, message: unknown?.message.replaceAll('no_such_thing', 'total_amount') });
    expect(JSON.stringify(await check({ measures: ['orders.total_amoun'] }, blind))).not.toContain('total_amount?');
    expect(await check({ measures: ['secret.code'] })).toMatchObject([{ code: 'query.unknown-cube' }]);
  });

  it('include a plan that cannot be made, an invalid date, and a missing granularity', async () => {
    const range = { dimension: 'orders.created_at', granularity: 'fortnight', dateRange: 'someday' };
    expect((await check({ timeDimensions: [range] })).map(({ code }) => code)).toContain('query.unknown-granularity');
  });

  it.each([
    ['no JSON', 'not json', 'request.not-json'],
    ['no object', '[{"measures":["orders.count"]}]', 'request.wrong-type'],
    ['nothing', 'null', 'request.wrong-type'],
    ['a key twice', '{"limit":1,"limit":2}', 'request.duplicate-key'],
    ['an unknown key', '{"measure":["orders.count"]}', 'request.unknown-key'],
  ])('include its shape when it is %s', async (_, text, code) => {
    expect((await check(text))[0]?.code).toBe(code);
  });
});

describe('problems of a stored statement', () => {
  it('are empty when it can be answered, also where nothing of the model is read', async () => {
    expect(await checkSql('SELECT status, MEASURE(count) FROM orders GROUP BY 1 LIMIT 5')).toEqual([]);
    expect(await checkSql('SELECT 1')).toEqual([]);
  });

  it.each([
    [
      'a column',
      'SELECT\n  statos FROM orders',
      'sql.unknown-column',
      ' at Line: 2, Column: 3',
      'Did you mean status?',
    ],
    ['a table', 'SELECT 1 FROM ordres', 'sql.unknown-table', ' at Line: 1, Column: 15', 'Did you mean orders?'],
    ['the grammar', 'SELECT\n status status FRM', 'sql.syntax', ' at Line: 2, Column: 16', undefined],
    ['several statements', 'SELECT 1; SELECT 2', 'sql.several', '', undefined],
    ['no query', 'DROP TABLE orders', 'sql.statement', '', undefined],
  ])('name %s with its place and the way out, in one line', async (_, text, code, place, hint) => {
    const [problem, ...others] = await checkSql(text);
    expect([problem?.code, problem?.path, problem?.hint, others]).toEqual([code, 'sqlQuery', hint, []]);
    expect(problem?.message).toMatch(new RegExp(`^[^\\n]+${place}$`));
  });

  it('are the same for hidden and missing members', async () => {
    const hidden = new Set(['orders.total_amount' as MemberId]);
    const blind = { ...runtime, access: { ...runtime.access, hidden } };
    const [unseen] = await checkSql('SELECT MEASURE(total_amount) FROM orders', blind);
    const [unknown] = await checkSql('SELECT MEASURE(no_such_thing) FROM orders', blind);
    expect(unseen).toEqual({ ...unknown, message: unknown?.message.replaceAll('no_such_thing', 'total_amount') });
    expect(JSON.stringify(await checkSql('SELECT total_amoun FROM orders', blind))).not.toContain('total_amount');
    expect(await checkSql('SELECT MEASURE(total_amount) FROM orders')).toEqual([]);
  });

  it('name a data source that the project does not define', async () => {
    const dialectFor = () => {
      throw new Unavailable('data-source.unknown', "The project defines no data source 'other'");
    };
    const state = { ...runtime, dialectFor };
    expect(await checkSql('SELECT status FROM orders', state)).toMatchObject([{ code: 'data-source.unknown' }]);
  });
});
