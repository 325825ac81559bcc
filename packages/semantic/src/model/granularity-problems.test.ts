import { expect, it } from 'vitest';
import { buildModel, messages, ordersCube, placeText } from './model-fixture.ts';

const at = (granularities: string) =>
  ordersCube(`dimensions:\n  - {name: at, type: time, sql: at, granularities: [${granularities}]}`);
const problemsOf = (granularities: string) => messages(buildModel(at(granularities)).problems);

it.each([
  '{name: a, interval: 7 years}',
  '{name: a, interval: 6 months}',
  '{name: a, interval: 2 quarters}',
  '{name: a, interval: 1 week, offset: -1 day}',
  '{name: a, interval: 1 day}',
  '{name: a, interval: 8 hours}',
  '{name: a, interval: 15 minutes}',
  '{name: a, interval: 30 seconds, title: Half a minute}',
  '{name: a, interval: 10 days, origin: 2024-01-31}',
  '{name: a, interval: 1 year 6 months, origin: 2024}',
  '{name: a, interval: 1 month, origin: "2024-05-31T08:30"}',
  '{name: a, interval: 1 day, origin: 2024-01-01T00:00:00-05:00}',
  '{name: a, interval: 1 day, origin: "2024-01-01 08:30Z"}',
  '{name: a, interval: 1 day, origin: "2024-01-01T08:30:00.250+0530"}',
])('accepts %s', (granularity) => {
  expect(problemsOf(granularity)).toEqual([]);
});

it.each([
  '10 days',
  '5 months',
  '3 quarters',
  '2 weeks',
  '2 days',
  '7 hours',
  '7 minutes',
  '45 seconds',
  '1 year 6 months',
])('requires an origin for %s, which does not divide its parent unit', (interval) => {
  expect(problemsOf(`{name: a, interval: ${interval}}`)).toEqual([
    'orders cube: Arbitrary intervals cannot be used without origin point specified',
  ]);
});

it.each([
  'yesterday',
  '2024-02-30',
  '2024-13-01',
  '24-01-01',
  '2024-01-01T25:00',
  '2024-01-01Z',
  '2024-01-01T00:00+24:00',
  '2024-01-01T00:00+01:60',
  '2024-01-01T00:00 Europe/Berlin',
])('refuses the origin %s', (origin) => {
  expect(problemsOf(`{name: a, interval: 10 days, origin: "${origin}"}`)).toEqual([
    expect.stringMatching(/^orders cube: Origin should be valid date-only form: /),
  ]);
});

it.each(['1 fortnight', 'day', '1.5 days', '1 day 2', '0 days', '-1 day', '1 day -1 hour', '99999 years'])(
  'refuses the interval %s',
  (interval) => {
    expect(problemsOf(`{name: a, interval: ${interval}}`)).toEqual([
      `orders cube: "dimensions.at.granularities.a.interval" must be an interval such as '15 minutes' or '1 year 6 months', not '${interval}'`,
    ]);
  },
);

it('refuses two with the same name', () => {
  const build = buildModel(at('{name: g, interval: 1 day}, {name: g, interval: 1 hour}'));
  expect(messages(build.problems)).toEqual([
    "Found duplicate dimension.granularity 'g' in time dimension 'at' in cube 'orders'.",
  ]);
  expect(build.problems.map(placeText)).toHaveLength(1);
});

it('refuses built-in names, SQL and invalid mixtures', () => {
  expect(problemsOf('{name: week, interval: 1 week, offset: -1 day}')).toEqual([
    "orders cube: 'week' is a built-in granularity; only a calendar cube defines another one, with sql",
  ]);
  expect(problemsOf('{name: a, sql: x}')).toEqual([
    'orders cube: "dimensions.at.granularities.a.sql" can only be used in a calendar cube (calendar: true)',
  ]);
  expect(problemsOf('{name: a, interval: 1 day, origin: 2024-01-01, offset: 1 hour}')).toEqual([
    'orders cube: "dimensions.at.granularities.a" takes either origin or offset, not both',
  ]);
  expect(problemsOf('{name: a}')).toEqual(['orders cube: "dimensions.at.granularities.a.interval" is required']);
  expect(problemsOf('{interval: 1 day}')).toEqual([expect.stringContaining("name isn't defined for granularity")]);
});

it.each(['{name: day, interval: 1 day}', '{name: week, interval: 7 days}', '{name: quarter, interval: 3 months}'])(
  'accepts a repeat of a built-in one: %s',
  (granularity) => {
    const { problems, pieces } = buildModel(at(granularity));
    expect([problems, pieces.length]).toEqual([[], 1]);
    expect(pieces[0]?.dimensions.find(({ name }) => name === 'at')?.granularities).toBeUndefined();
  },
);

it.each([
  '{name: day, interval: 2 days}',
  '{name: a, interval: 7 days}',
  '{name: a, sql: x}',
  '{name: a, interval: 1 day, unknown: 1}',
])('costs the cube no other member if it is wrong: %s', (granularity) => {
  const { problems, pieces, unavailable } = buildModel(at(`${granularity}, {name: b, interval: 2 hours}`));
  expect([problems.length, unavailable]).toEqual([1, []]);
  const known = pieces[0]?.dimensions.find(({ name }) => name === 'at')?.granularities ?? [];
  expect(known.map(({ name }) => name)).toEqual(['b']);
});

it('belong to time dimensions only', () => {
  const text = ordersCube(
    'dimensions:\n  - {name: a, type: string, sql: a, granularities: [{name: g, interval: 1 day}]}',
  );
  expect(messages(buildModel(text).problems)).toEqual([
    'orders cube: "dimensions.a.granularities" can only be used with dimensions of type "time"',
  ]);
});
