import type { Problem } from '../problem/index.ts';
import { expect, it } from 'vitest';
import { problemsOf } from './bind-fixture.ts';
import type { Query } from './query.ts';

const said = (query: Partial<Query>) =>
  problemsOf({ measures: ['orders.count'], ...query }).map(({ message, hint, at }: Problem) => ({
    message,
    hint,
    path: at?.kind === 'request' ? at.path : undefined,
  }));

it.each([
  ['Europe/Berln', 'Did you mean Europe/Berlin?'],
  ['berlin', 'Did you mean Europe/Berlin?'],
  ['New York', 'Did you mean America/New_York?'],
  ['+02:00', "Give an IANA name such as 'UTC' or 'Europe/Berlin'"],
])('suggests the zone that was meant by %s', (timezone, hint) => {
  expect(said({ timezone })).toMatchObject([{ hint }]);
});

it('lists the time dimensions when another member is used as one', () => {
  expect(said({ timeDimensions: [{ dimension: 'orders.status', granularity: 'day' }] })).toMatchObject([
    { message: "'orders.status' is not a time dimension", hint: 'Its type is string; a time is orders.created_at' },
  ]);
});

it('prefers a name that shares a whole word over similar names', () => {
  expect(said({ dimensions: ['orders.created'] })).toMatchObject([{ hint: 'Did you mean orders.created_at?' }]);
});

it('suggests a name that begins with the text, when no name is similar', () => {
  expect(said({ segments: ['orders.compl'] })).toMatchObject([{ hint: 'Did you mean orders.completed?' }]);
});

it('explains how to test rows and measures together', () => {
  const filters = (['orders.status', 'orders.count'] as const).map((member) => ({
    kind: 'member' as const,
    member,
    operator: 'set' as const,
  }));
  expect(said({ filters: [{ kind: 'or', filters }] })[0]?.hint).toContain('give each its own filter');
});

it('reports a granularity at its position in the request', () => {
  const entry = { dimension: 'orders.created_at', granularity: 'fortnight' };
  expect(said({ timeDimensions: [{ ...entry, path: 'dimensions[2]' }] })[0]?.path).toBe('dimensions[2]');
  expect(said({ timeDimensions: [entry] })[0]?.path).toBe('timeDimensions[0].granularity');
});
