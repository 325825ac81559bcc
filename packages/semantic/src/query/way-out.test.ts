import { expect, it } from 'vitest';
import type { Problem } from '../problem/problem.ts';
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
])('names the zone that was meant by %s', (timezone, hint) => {
  expect(said({ timezone })).toMatchObject([{ hint }]);
});

it('says which times there are for what is none', () => {
  expect(said({ timeDimensions: [{ dimension: 'orders.status', granularity: 'day' }] })).toMatchObject([
    { message: "'orders.status' is not a time dimension", hint: 'Its type is string; a time is orders.created_at' },
  ]);
});

it('takes a whole word of a name for what was meant, before other words that look alike', () => {
  expect(said({ dimensions: ['orders.created'] })).toMatchObject([{ hint: 'Did you mean orders.created_at?' }]);
});

it('takes the beginning of one name for what was meant, where no name looks alike', () => {
  expect(said({ segments: ['orders.compl'] })).toMatchObject([{ hint: 'Did you mean orders.completed?' }]);
});

it('says how rows and measures are tested together', () => {
  const filters = (['orders.status', 'orders.count'] as const).map((member) => ({
    kind: 'member' as const,
    member,
    operator: 'set' as const,
  }));
  expect(said({ filters: [{ kind: 'or', filters }] })[0]?.hint).toContain('give each its own filter');
});

it('places a granularity where the request wrote it', () => {
  const entry = { dimension: 'orders.created_at', granularity: 'fortnight' };
  expect(said({ timeDimensions: [{ ...entry, path: 'dimensions[2]' }] })[0]?.path).toBe('dimensions[2]');
  expect(said({ timeDimensions: [entry] })[0]?.path).toBe('timeDimensions[0].granularity');
});
