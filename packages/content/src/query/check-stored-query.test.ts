import { describe, expect, it } from 'vitest';
import type { MemberId } from '@orrery/semantic';
import { sampleRuntime } from '../../../runtime/src/query/sample-runtime.ts';
import { storedQueryProblems } from './check-stored-query.ts';

const { runtime } = sampleRuntime(async function* () {});
const context = { kind: 'caller', securityContext: {} } as const;
const check = (query: unknown, state: Parameters<typeof storedQueryProblems>[1] = runtime) => {
  return storedQueryProblems(
    typeof query === 'string' ? query : JSON.stringify(query),
    state,
    context,
    Date.UTC(2026, 5),
  );
};

describe('problems of a stored query', () => {
  it('are empty when it can be answered', () => {
    expect(check({ measures: ['orders.count'], dimensions: ['orders.status'] })).toEqual([]);
    const compareDateRange = ['last week', ['2026-01-01', '2026-01-07']];
    expect(
      check({ measures: ['orders.count'], timeDimensions: [{ dimension: 'orders.created_at', compareDateRange }] }),
    ).toEqual([]);
  });

  it('name every missing member, with the nearest one', () => {
    const query = { measures: ['orders.cuont'], dimensions: ['orders.stat', 'users.town'] };
    expect(check(query).map(({ code, path, hint }) => [code, path, hint])).toEqual([
      ['query.unknown-member', 'measures[0]', 'Did you mean orders.count?'],
      ['query.unknown-member', 'dimensions[0]', 'Did you mean orders.status?'],
      ['query.unknown-member', 'dimensions[1]', undefined],
    ]);
  });

  it('are the same for hidden and missing members', () => {
    const hidden = new Set(['orders.total_amount' as MemberId]);
    const blind = { ...runtime, access: { ...runtime.access, hidden } };
    const [unseen] = check({ measures: ['orders.total_amount'] }, blind);
    const [unknown] = check({ measures: ['orders.no_such_thing'] }, blind);
    expect(unseen).toEqual({ ...unknown, message: unknown?.message.replaceAll('no_such_thing', 'total_amount') });
    expect(JSON.stringify(check({ measures: ['orders.total_amoun'] }, blind))).not.toContain('total_amount?');
    expect(check({ measures: ['secret.code'] })).toMatchObject([{ code: 'query.unknown-cube' }]);
  });

  it('include a plan that cannot be made, an invalid date, and a missing granularity', () => {
    const range = { dimension: 'orders.created_at', granularity: 'fortnight', dateRange: 'someday' };
    expect(check({ timeDimensions: [range] }).map(({ code }) => code)).toContain('query.unknown-granularity');
  });

  it.each([
    ['no JSON', 'not json', 'request.not-json'],
    ['no object', '[{"measures":["orders.count"]}]', 'request.wrong-type'],
    ['nothing', 'null', 'request.wrong-type'],
    ['a key twice', '{"limit":1,"limit":2}', 'request.duplicate-key'],
    ['an unknown key', '{"measure":["orders.count"]}', 'request.unknown-key'],
  ])('include its shape when it is %s', (_, text, code) => {
    expect(check(text)[0]?.code).toBe(code);
  });
});
