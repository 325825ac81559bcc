import { describe, expect, it } from 'vitest';
import { bindSample, bound, problemsOf, saidAbout, sampleContext } from './bind-fixture.ts';
import type { Zone } from '../time/instant.ts';

const count = { measures: ['orders.count'] };

describe('columns', () => {
  it('are ordered as dimensions, time buckets, measures, each in the requested order', () => {
    const { outputs } = bound({
      measures: ['orders.total', 'orders.count'],
      dimensions: ['orders.created_at.month', 'users.city', 'orders.created_at'],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'day' }],
    });
    expect(outputs.map(({ name, alias, role, type }) => [name, alias, role, type])).toEqual([
      ['users.city', 'users__city', 'dimension', 'string'],
      ['orders.created_at', 'orders__created_at', 'dimension', 'time'],
      ['orders.created_at.month', 'orders__created_at_month', 'bucket', 'time'],
      ['orders.created_at.day', 'orders__created_at_day', 'bucket', 'time'],
      ['orders.total', 'orders__total', 'measure', 'number'],
      ['orders.count', 'orders__count', 'measure', 'number'],
    ]);
  });

  it('requested twice appear once', () => {
    const { outputs } = bound({
      measures: ['orders.count', 'orders.count'],
      dimensions: ['orders.created_at.day', 'orders.created_at.day'],
      timeDimensions: [
        { dimension: 'orders.created_at', granularity: 'day', dateRange: 'today' },
        { dimension: 'orders.created_at', granularity: 'day' },
      ],
    });
    expect(outputs.map(({ name }) => name)).toEqual(['orders.created_at.day', 'orders.count']);
  });

  it('that would share an alias get different ones', () => {
    const { outputs } = bound({ dimensions: ['orders.created_at_day', 'orders.created_at.day'] });
    expect(outputs.map(({ alias }) => alias)).toEqual(['orders__created_at_day', 'orders__created_at_day_2']);
  });

  it('of a view stay members of the view', () => {
    const { outputs } = bound({ dimensions: ['overview.status'] });
    expect(outputs[0]?.expression).toEqual({ kind: 'dimension', member: 'overview.status' });
  });
});

describe('a query without columns', () => {
  const message =
    'Query should contain either measures, dimensions or timeDimensions with granularities in order to be valid';

  it.each([
    {},
    { segments: ['orders.completed'] },
    { timeDimensions: [{ dimension: 'orders.created_at', dateRange: 'today' }] },
  ])('is refused: %j', (query) => {
    expect(problemsOf(query).map((one) => one.message)).toEqual([message]);
  });
});

describe('an unknown name', () => {
  it.each([
    ['nope.count', "Cube 'nope' not found for path 'nope.count'", undefined],
    ['order.count', "Cube 'order' not found for path 'order.count'", 'Did you mean orders.count?'],
    ['orders.nope', "'nope' not found for path 'orders.nope'", undefined],
    ['orders.cuont', "'cuont' not found for path 'orders.cuont'", 'Did you mean orders.count?'],
    ['orders.Count', "'Count' not found for path 'orders.Count'", 'Did you mean orders.count?'],
    ['orders.status', "'status' not found for path 'orders.status'", 'orders.status is a dimension'],
    ['orders.completed', "'completed' not found for path 'orders.completed'", 'orders.completed is a segment'],
    ['users.count', "measures not defined for path 'users.count'", 'Did you mean orders.count?'],
    ['orders.count.day', "'count.day' not found for path 'orders.count.day'", undefined],
    ['orders', "Can't resolve member 'orders'", undefined],
    ['.count', "Can't resolve member '.count'", undefined],
    ['orders.', "Can't resolve member 'orders.'", undefined],
    ['constructor.name', "Cube 'constructor' not found for path 'constructor.name'", undefined],
    ['orders.__proto__', "'__proto__' not found for path 'orders.__proto__'", undefined],
    [
      'broken.count',
      "'broken' is unavailable because its model file has problems",
      'orrery check lists them with their dependents',
    ],
  ])('%s among measures', (name, message, hint) => {
    const [problem, ...rest] = problemsOf({ measures: [name] });
    expect(rest).toEqual([]);
    expect(problem).toMatchObject({ message, at: { kind: 'request', path: 'measures[0]' } });
    expect(problem?.hint).toBe(hint);
  });

  it('is reported at any position, with every other problem', () => {
    expect(
      saidAbout({
        measures: ['orders.count', 'orders.a'],
        dimensions: ['orders.count', 'users.b', 'orders.created_at.eon', 'orders.status.day'],
        filters: [{ kind: 'or', filters: [{ kind: 'member', member: 'x.y', operator: 'set' }] }],
        timeDimensions: [
          { dimension: 'orders.status', granularity: 'day', dateRange: ['2024-02-30'] },
          { dimension: 'orders.created_at', granularity: 'nope', dateRange: 'whenever' },
        ],
        order: [{ member: 'orders.z', descending: false }],
        segments: ['orders.nope'],
        timezone: "UTC'; DROP TABLE orders; --",
        limit: 50_001,
        offset: -1,
      }),
    ).toEqual([
      ['measures[1]', "'a' not found for path 'orders.a'"],
      ['dimensions[0]', "'count' not found for path 'orders.count'"],
      ['dimensions[1]', "'b' not found for path 'users.b'"],
      ['dimensions[2]', 'Granularity "eon" does not exist in dimension orders.created_at'],
      ['dimensions[3]', "'orders.status' is not a time dimension"],
      ['filters[0].or[0].member', "Cube 'x' not found for path 'x.y'"],
      ['timeDimensions[0].dateRange[0]', "Can't parse date: '2024-02-30'"],
      ['timeDimensions[0].dimension', "'orders.status' is not a time dimension"],
      ['timeDimensions[1].dateRange', "Can't parse date: 'whenever'"],
      ['timeDimensions[1].granularity', 'Granularity "nope" does not exist in dimension orders.created_at'],
      ['order[0]', "'z' not found for path 'orders.z'"],
      ['segments[0]', "'nope' not found for path 'orders.nope'"],
      ['timezone', "Unknown timezone: UTC'; DROP TABLE orders; --"],
      ['limit', 'The query limit has been exceeded.'],
      ['offset', 'Invalid query format: "offset" must be an integer greater than or equal to 0'],
    ]);
  });
});

describe('a member the caller may not see', () => {
  const places = {
    measures: (name: string) => ({ measures: [name] }),
    dimensions: (name: string) => ({ dimensions: [name] }),
    'dimension buckets': (name: string) => ({ dimensions: [`${name}.day`] }),
    'time dimensions': (name: string) => ({ ...count, timeDimensions: [{ dimension: name, dateRange: 'today' }] }),
    segments: (name: string) => ({ ...count, segments: [name] }),
    order: (name: string) => ({ ...count, order: [{ member: name, descending: true }] }),
    filters: (name: string) => ({
      ...count,
      filters: [{ kind: 'member' as const, member: name, operator: 'set' as const }],
    }),
    expressions: (name: string) => ({
      dimensions: [{ name: 'x', expression: { kind: 'member' as const, member: name } }],
    }),
  };
  const hidden = [
    ['users.tax_id', 'users.not_id'],
    ['orders.id', 'orders.xy'],
    ['orders.secret', 'orders.absent'],
    ['vault.code', 'attic.code'],
    ['vault.count', 'attic.count'],
  ] as const;
  const table = Object.entries(places).flatMap(([place, make]) =>
    hidden.map(([name, absent]) => ({ place, name, absent, make })),
  );

  it.each(table)('gets the same answer as a missing one: $name in $place', ({ name, absent, make }) => {
    const withoutName = (query: ReturnType<typeof make>, own: string) =>
      JSON.stringify(problemsOf(query))
        .replaceAll(own, '?')
        .replaceAll(own.split('.')[0]!, '?')
        .replaceAll(own.split('.')[1]!, '?');
    expect(problemsOf(make(name))).not.toEqual([]);
    expect(withoutName(make(name), name)).toBe(withoutName(make(absent), absent));
  });

  it('is never suggested', () => {
    expect(problemsOf({ dimensions: ['users.tax_ix'] })[0]?.hint).toBeUndefined();
    expect(problemsOf({ dimensions: ['vaults.code'] })[0]?.hint).toBeUndefined();
  });
});

describe('time dimensions', () => {
  it('restrict rows by their range and select a bucket by their granularity', () => {
    const { outputs, rowFilters, dateRanges } = bound({
      ...count,
      timeDimensions: [
        { dimension: 'orders.created_at', dateRange: ['2024-01-01', '2024-01-31'] },
        { dimension: 'orders.created_at', granularity: 'month' },
      ],
    });
    expect(outputs.map(({ name }) => name)).toEqual(['orders.created_at.month', 'orders.count']);
    expect(rowFilters).toEqual([
      {
        kind: 'range',
        operand: { kind: 'dimension', member: 'orders.created_at' },
        from: Date.parse('2024-01-01T00:00:00Z'),
        to: Date.parse('2024-02-01T00:00:00Z'),
        isNegated: false,
        isPeriod: true,
      },
    ]);
    expect(dateRanges).toEqual([{ from: '2024-01-01T00:00:00.000', to: '2024-01-31T23:59:59.999' }, null]);
  });

  it('read their range in the zone of the query', () => {
    const { rowFilters, zone } = bound({
      ...count,
      timezone: 'america/new_york',
      timeDimensions: [{ dimension: 'orders.created_at', dateRange: ['2024-03-10', '2024-03-10'] }],
    });
    expect(zone).toBe('America/New_York');
    expect(rowFilters).toMatchObject([
      { from: Date.parse('2024-03-10T05:00:00Z'), to: Date.parse('2024-03-11T04:00:00Z') },
    ]);
  });

  it('warn of an empty range', () => {
    const outcome = bindSample({
      ...count,
      timeDimensions: [{ dimension: 'orders.created_at', dateRange: ['2024-02-01', '2024-01-01'] }],
    });
    expect(outcome).toMatchObject({ ok: true, warnings: [{ code: 'query.empty-range' }] });
  });
});

describe('segments', () => {
  it('restrict rows, each once', () => {
    const { rowFilters } = bound({ ...count, segments: ['orders.completed', 'orders.completed'] });
    expect(rowFilters).toEqual([{ kind: 'segment', member: 'orders.completed' }]);
  });
});

describe('limit, offset and zone', () => {
  it('have defaults', () => {
    expect(bound(count)).toMatchObject({ limit: 10_000, offset: 0, zone: 'UTC', isUngrouped: false });
    expect(bound(count, { maxLimit: 500 }).limit).toBe(500);
    expect(bound(count, { defaultZone: 'Asia/Tokyo' as Zone }).zone).toBe('Asia/Tokyo');
  });

  it('are used as requested', () => {
    expect(bound({ ...count, limit: 0, offset: 7, timezone: 'Europe/Kyiv', ungrouped: true })).toMatchObject({
      limit: 0,
      offset: 7,
      zone: 'Europe/Kyiv',
      isUngrouped: true,
    });
    expect(bound({ ...count, limit: 50_000 }).limit).toBe(50_000);
  });

  it('mean all rows when there is no limit', () => {
    expect(bound(count, { defaultLimit: Infinity, maxLimit: Infinity })).not.toHaveProperty('limit');
  });

  it.each([-1, 1.5, Number.NaN, Infinity, 2 ** 53])('are whole numbers from 0 on, not %d', (limit) => {
    expect(saidAbout({ ...count, limit })[0]?.[0]).toBe('limit');
    expect(saidAbout({ ...count, offset: limit })[0]?.[0]).toBe('offset');
  });
});

describe('a bound query', () => {
  it('is plain data', () => {
    const query = bound({
      ...count,
      dimensions: ['orders.status'],
      filters: [{ kind: 'member', member: 'orders.amount', operator: 'gt', values: ['9007199254740993'] }],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'day', dateRange: 'last 7 days' }],
    });
    expect(JSON.parse(JSON.stringify(query))).toEqual(query);
  });

  it('depends on nothing but its arguments', () => {
    const query = { ...count, timeDimensions: [{ dimension: 'orders.created_at', dateRange: 'today' }] };
    expect(bound(query)).toEqual(bound(query));
    const nextDay = { now: (sampleContext.now + 86_400_000) as typeof sampleContext.now };
    expect(bound(query, nextDay)).not.toEqual(bound(query));
  });
});
