import { queryHistoryOperations } from '@orrery/contract';
import { expect, it } from 'vitest';
import { InvalidFields, readParameters } from '../invalid-fields.ts';
import { writeHistoryCursor } from './history-cursor.ts';
import { readHistoryFilter } from './read-history-filter.ts';

const read = (query: string) => {
  const given = new URLSearchParams(query);
  const values = [...new Set(given.keys())].map((name) => {
    const all = given.getAll(name);
    return [name, all.length > 1 ? all : all[0]] as const;
  });
  return readHistoryFilter(1, readParameters(queryHistoryOperations.list.query, Object.fromEntries(values)));
};

it('reads every filter', () => {
  const after = writeHistoryCursor(1, { startedAt: -5, id: 7 });
  expect(
    read(
      `from=2026-06-17T12:00:00Z&to=2026-06-17T14:00:00%2B01:00&status=400&error=query.unknown-member&endpoint=sql` +
        `&cached=false&member=orders.count&requestId=a/b:c&tenant=0123456789abcdef&slowerThanMs=1.5&first=5000&after=${after}`,
    ),
  ).toEqual({
    deploymentId: 1,
    from: Date.UTC(2026, 5, 17, 12),
    to: Date.UTC(2026, 5, 17, 13),
    status: 400,
    errorCode: 'query.unknown-member',
    endpoint: 'sql',
    isCached: false,
    member: 'orders.count',
    requestId: 'a/b:c',
    tenant: '0123456789abcdef',
    slowerThanMs: 1.5,
    after: { startedAt: -5, id: 7 },
    first: 1_000,
  });
  expect(read('')).toMatchObject({ first: 100, isCached: undefined });
});

it.each([
  'first=0',
  'after=x',
  'from=yesterday',
  'from=2026-06-17T12:00:00Z&to=2026-06-17T12:00:00Z',
  'status=20',
  'status=200&status=400',
  'cached=yes',
  'member=orders',
  'requestId=%00',
  'tenant=%27',
  'slowerThanMs=-1',
  'slowerThanMs=NaN',
  'endpoint=meta',
  'error=%25',
  'sloweThanMs=1',
  'constructor=1',
])('refuses %s', (query) => {
  expect(() => read(query)).toThrow(InvalidFields);
});

const own = '"queries of 1"';

it.each([
  ...['["queries of 2",1,1]', '[1,1,1]', '["queries of 1","1",1]', '{}', ''],
  ...[`[${own},1]`, `[${own},1,1] `, `[${own},1,01]`, `[${own},1,1,1]`, `[${own},1,-1]`, `[${own},1.5,1]`],
])('refuses the cursor %j', (text) => {
  const after = Buffer.from(text).toString('base64url');
  expect(() => readHistoryFilter(1, { after: after || '=' })).toThrow(InvalidFields);
});
