import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindSample, bound, filter, problemsOf, saidAbout } from '../bind-fixture.ts';
import { type FilterOperator, type Query, type QueryFilter, filterOperators } from '../query.ts';

const count = { measures: ['orders.count'] };

function rowsOf(filters: readonly QueryFilter[], query: Partial<Query> = {}) {
  return bound({ ...count, ...query, filters }).rowFilters;
}

/** The single condition on rows, without its operand. */
function conditionOf(one: QueryFilter, query: Partial<Query> = {}) {
  const [condition, ...rest] = rowsOf([one], query);
  expect(rest).toEqual([]);
  const { operand: _, ...test } = condition as { operand?: unknown };
  return test;
}

const said = (...filters: QueryFilter[]) => saidAbout({ ...count, filters });
const text = (value: string) => ({ type: 'string', text: value });
const number = (value: string) => ({ type: 'number', text: value });

describe('equality', () => {
  it.each<[FilterOperator, (string | null)[], object]>([
    ['equals', ['new'], { kind: 'one-of', values: [text('new')], isNegated: false, keepsNull: false }],
    ['in', ['a', 'b'], { kind: 'one-of', values: [text('a'), text('b')], isNegated: false, keepsNull: false }],
    ['equals', ['new', null], { kind: 'one-of', values: [text('new')], isNegated: false, keepsNull: true }],
    ['equals', [null], { kind: 'null', isNegated: false }],
    ['notEquals', ['new'], { kind: 'one-of', values: [text('new')], isNegated: true, keepsNull: true }],
    ['notIn', ['new', null], { kind: 'one-of', values: [text('new')], isNegated: true, keepsNull: false }],
    ['notEquals', [null, null], { kind: 'null', isNegated: true }],
  ])('%s %j', (operator, values, condition) => {
    expect(conditionOf(filter('orders.status', operator, ...values))).toEqual(condition);
  });

  it('keeps the digits of a number', () => {
    const values = ['9007199254740993', '-0.10', '1e3', '1E-7'];
    expect(conditionOf(filter('orders.amount', 'equals', ...values))).toMatchObject({ values: values.map(number) });
  });

  it('reads booleans', () => {
    expect(conditionOf(filter('orders.is_paid', 'equals', 'true', 'false'))).toMatchObject({
      values: [
        { type: 'boolean', isTrue: true },
        { type: 'boolean', isTrue: false },
      ],
    });
  });

  it('compares a time as stored, without padding or zone', () => {
    const condition = conditionOf(filter('orders.created_at', 'equals', '2024-01-10'), { timezone: 'Asia/Tokyo' });
    expect(condition).toMatchObject({
      kind: 'one-of',
      values: [{ type: 'time', instant: Date.parse('2024-01-10T00:00:00Z') }],
    });
  });

  it.each([
    ['orders.amount', '', "'' is not a number, as 'orders.amount' is"],
    ['orders.amount', '1,5', "'1,5' is not a number, as 'orders.amount' is"],
    ['orders.amount', '0x10', "'0x10' is not a number, as 'orders.amount' is"],
    ['orders.amount', 'NaN', "'NaN' is not a number, as 'orders.amount' is"],
    ['orders.amount', '1e9999', "'1e9999' is not a number, as 'orders.amount' is"],
    ['orders.amount', '1 OR 1=1', "'1 OR 1=1' is not a number, as 'orders.amount' is"],
    ['orders.amount', '１', "'１' is not a number, as 'orders.amount' is"],
    ['orders.is_paid', 'yes', "'yes' is not a boolean, as 'orders.is_paid' is"],
    ['orders.is_paid', '1', "'1' is not a boolean, as 'orders.is_paid' is"],
    ['orders.created_at', 'yesterday', "Can't parse date: 'yesterday'"],
    ['orders.created_at', '2024-02-30', "Can't parse date: '2024-02-30'"],
    [
      'orders.status',
      'a\0b',
      "A value for 'orders.status' is not text: it holds a NUL character or half of a surrogate pair",
    ],
    [
      'orders.status',
      '\ud800',
      "A value for 'orders.status' is not text: it holds a NUL character or half of a surrogate pair",
    ],
  ])('of %s refuses %j', (member, value, message) => {
    expect(said(filter(member, 'equals', null, value))).toEqual([['filters[0].values[1]', message]]);
  });

  it('accepts any other text as it is', () => {
    const hostile = ["'; DROP TABLE orders; --", '\\', '%_', '__proto__', '\u202egnirts', '💥', '', ' ', '\n'];
    expect(conditionOf(filter('orders.status', 'equals', ...hostile))).toMatchObject({ values: hostile.map(text) });
  });
});

describe('matching of text', () => {
  it.each<[FilterOperator, (string | null)[], object]>([
    ['contains', ['a', 'b'], { match: 'contains', values: ['a', 'b'], isNegated: false, keepsNull: false }],
    ['contains', ['50%', null], { match: 'contains', values: ['50%'], isNegated: false, keepsNull: true }],
    ['startsWith', ['a'], { match: 'starts-with', values: ['a'], isNegated: false, keepsNull: false }],
    ['endsWith', ['a'], { match: 'ends-with', values: ['a'], isNegated: false, keepsNull: false }],
    ['notContains', ['a', 'b'], { match: 'contains', values: ['a', 'b'], isNegated: true, keepsNull: true }],
    ['notStartsWith', ['a', null], { match: 'starts-with', values: ['a'], isNegated: true, keepsNull: false }],
    ['notEndsWith', ['a'], { match: 'ends-with', values: ['a'], isNegated: true, keepsNull: true }],
  ])('%s %j', (operator, values, condition) => {
    expect(conditionOf(filter('orders.status', operator, ...values))).toEqual({ kind: 'text', ...condition });
  });

  it('with only NULL is a test for NULL', () => {
    expect(conditionOf(filter('orders.status', 'contains', null))).toEqual({ kind: 'null', isNegated: false });
    expect(conditionOf(filter('orders.status', 'notContains', null))).toEqual({ kind: 'null', isNegated: true });
  });

  it('is for strings', () => {
    expect(said(filter('orders.amount', 'contains', '1'))).toEqual([
      [
        'filters[0].operator',
        'Operator contains not supported for filter: {"member":"orders.amount","operator":"contains","values":["1"]}',
      ],
    ]);
  });
});

describe('comparison', () => {
  it.each<[FilterOperator, string]>([
    ['gt', '>'],
    ['gte', '>='],
    ['lt', '<'],
    ['lte', '<='],
  ])('%s is %s', (operator, sign) => {
    const expected = { kind: 'compare', operator: sign, value: number('10') };
    expect(conditionOf(filter('orders.amount', operator, '10'))).toEqual(expected);
  });

  it('uses the first value that is not NULL and warns about it', () => {
    const filters = [filter('orders.amount', 'gt', null, '10', '99')];
    expect(rowsOf(filters)).toMatchObject([{ value: number('10') }]);
    expect(bindSample({ ...count, filters })).toMatchObject({
      warnings: [{ message: 'Operator gt uses 1 of the 3 values', at: { path: 'filters[0].values' } }],
    });
  });

  it('needs a value', () => {
    expect(said(filter('orders.amount', 'gt', null))).toEqual([
      ['filters[0].values', 'Expected one parameter but nothing found'],
    ]);
  });

  it('of a time splits at the millisecond, so that each value is on one side', () => {
    const at = Date.parse('2024-01-10T08:00:00Z');
    const range = (operator: FilterOperator) =>
      conditionOf(filter('orders.created_at', operator, '2024-01-10T08:00:00'));
    expect(range('lt')).toEqual({ kind: 'range', to: at, isNegated: false, isOfValues: true });
    expect(range('gte')).toEqual({ kind: 'range', from: at, isNegated: false, isOfValues: true });
    expect(range('lte')).toEqual({ kind: 'range', to: at + 1, isNegated: false, isOfValues: true });
    expect(range('gt')).toEqual({ kind: 'range', from: at + 1, isNegated: false, isOfValues: true });
  });

  it('has no meaning for booleans', () => {
    expect(problemsOf({ ...count, filters: [filter('orders.is_paid', 'gt', 'true')] })[0]).toMatchObject({
      code: 'query.operator-not-supported',
    });
  });
});

describe('dates', () => {
  const range = (operator: FilterOperator, values: string[], timezone = 'UTC') => {
    const { from, to, ...rest } = conditionOf(filter('orders.created_at', operator, ...values), { timezone }) as {
      from?: number;
      to?: number;
    };
    const show = (at?: number) => (at === undefined ? undefined : new Date(at).toISOString());
    return { ...rest, from: show(from), to: show(to) };
  };

  it.each<[FilterOperator, string[], string | undefined, string | undefined]>([
    ['inDateRange', ['2024-02-01', '2024-02-29'], '2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    ['onTheDate', ['2024-02-10'], '2024-02-10T00:00:00.000Z', '2024-02-11T00:00:00.000Z'],
    ['onTheDate', ['2024-02-10T08:00:00'], '2024-02-10T00:00:00.000Z', '2024-02-11T00:00:00.000Z'],
    ['onTheDate', ['2024-02-10', '2024-02-11'], '2024-02-10T00:00:00.000Z', '2024-02-12T00:00:00.000Z'],
    ['beforeDate', ['2024-02-10'], undefined, '2024-02-10T00:00:00.000Z'],
    ['beforeOrOnDate', ['2024-02-10'], undefined, '2024-02-11T00:00:00.000Z'],
    ['afterDate', ['2024-02-10'], '2024-02-11T00:00:00.000Z', undefined],
    ['afterOrOnDate', ['2024-02-10'], '2024-02-10T00:00:00.000Z', undefined],
    ['beforeDate', ['2024-02-10T08:00:00'], undefined, '2024-02-10T08:00:00.000Z'],
    ['beforeOrOnDate', ['2024-02-10T08:00:00'], undefined, '2024-02-10T08:00:00.001Z'],
    ['afterDate', ['2024-02-10T08:00:00.000'], '2024-02-10T08:00:00.001Z', undefined],
    ['afterOrOnDate', ['2024-02-10T10:00:00+02:00'], '2024-02-10T08:00:00.000Z', undefined],
  ])('%s %j', (operator, values, from, to) => {
    expect(range(operator, values)).toEqual({ kind: 'range', isNegated: false, from, to });
  });

  it('out of range exclude everything or nothing', () => {
    expect(range('notInDateRange', ['2024-02-01', '2024-02-29'])).toMatchObject({ kind: 'range', isNegated: true });
  });

  it('are days on the clock of the query', () => {
    expect(range('onTheDate', ['2024-03-10'], 'America/New_York')).toMatchObject({
      from: '2024-03-10T05:00:00.000Z',
      to: '2024-03-11T04:00:00.000Z',
    });
    expect(range('afterDate', ['2024-03-10'], 'America/New_York').from).toBe('2024-03-11T04:00:00.000Z');
    expect(range('onTheDate', ['2024-03-10T02:00:00Z'], 'America/New_York').from).toBe('2024-03-09T05:00:00.000Z');
  });

  it('treat a repeated hour consistently at a boundary', () => {
    const before = (clock: string) => range('beforeDate', [clock], 'America/New_York').to;
    expect(before('2024-11-03T01:00')).toBe('2024-11-03T05:00:00.000Z');
    expect(before('2024-11-03T01:30')).toBe('2024-11-03T06:30:00.000Z');
    const after = (clock: string) => range('afterOrOnDate', [clock], 'America/New_York').from;
    expect(after('2024-11-03T01:30')).toBe('2024-11-03T05:30:00.000Z');
  });

  it.each(['inDateRange', 'notInDateRange'] as const)('%s takes two dates', (operator) => {
    expect(said(filter('orders.created_at', operator, '2024-01-01'))).toEqual([
      ['filters[0].values', '2 arguments expected for date range'],
    ]);
    expect(said(filter('orders.created_at', operator, '2024-01-01', null))).toHaveLength(1);
  });

  it('after the second are ignored, with a warning', () => {
    const filters = [filter('orders.created_at', 'inDateRange', '2024-01-01', '2024-01-02', '2024-01-03')];
    expect(bindSample({ ...count, filters })).toMatchObject({ ok: true, warnings: [{ code: 'query.values-ignored' }] });
  });

  it('are not relative', () => {
    expect(said(filter('orders.created_at', 'inDateRange', 'last week', '2024-02-30'))).toEqual([
      ['filters[0].values[0]', "Can't parse date: 'last week'"],
      ['filters[0].values[1]', "Can't parse date: '2024-02-30'"],
    ]);
  });

  it('apply to time dimensions only', () => {
    expect(problemsOf({ ...count, filters: [filter('orders.status', 'afterDate', '2024-01-01')] })[0]).toMatchObject({
      code: 'query.operator-not-supported',
      hint: 'It is for times; orders.status is a string',
    });
  });
});

describe('tests without values', () => {
  it('test for NULL', () => {
    expect(conditionOf(filter('orders.status', 'set'))).toEqual({ kind: 'null', isNegated: true });
    expect(conditionOf(filter('orders.status', 'notSet'))).toEqual({ kind: 'null', isNegated: false });
  });

  it('apply the filters of a measure to rows', () => {
    expect(rowsOf([filter('orders.total', 'measureFilter')])).toEqual([
      { kind: 'measure-filters', member: 'orders.total' },
    ]);
    expect(problemsOf({ ...count, filters: [filter('orders.status', 'measureFilter')] })[0]?.code).toBe(
      'query.operator-not-supported',
    );
  });

  it('ignore values, with a warning', () => {
    const filters = [filter('orders.status', 'set', 'x')];
    expect(bindSample({ ...count, filters })).toMatchObject({ warnings: [{ code: 'query.values-ignored' }] });
  });

  it('are a closed list', () => {
    for (const operator of filterOperators) {
      const isAllowed = ['set', 'notSet', 'measureFilter'].includes(operator);
      const member = operator === 'measureFilter' ? 'orders.total' : 'orders.status';
      for (const values of [undefined, []]) {
        const one = { kind: 'member' as const, member, operator, ...(values ? { values } : {}) };
        const wire = JSON.stringify({ member, operator, ...(values ? { values } : {}) });
        expect(said(one)).toEqual(isAllowed ? [] : [['filters[0]', `Values required for filter: ${wire}`]]);
      }
    }
  });
});

describe('an operator that does not exist', () => {
  it.each(['like', 'constructor', ''])('is refused, never ignored: %j', (operator) => {
    expect(said(filter('orders.status', operator as FilterOperator, 'x'))).toEqual([
      [
        'filters[0].operator',
        `Operator ${operator} not supported for filter: {"member":"orders.status","operator":"${operator}","values":["x"]}`,
      ],
    ]);
  });
});

describe('filters on measures', () => {
  it('restrict groups, whether the measure is selected or not', () => {
    const { rowFilters, groupFilters } = bound({ ...count, filters: [filter('orders.total', 'gt', '5')] });
    expect(rowFilters).toEqual([]);
    expect(groupFilters).toEqual([
      { kind: 'compare', operator: '>', operand: { kind: 'measure', member: 'orders.total' }, value: number('5') },
    ]);
  });

  it('take the type of the measure', () => {
    const filters = [filter('orders.last_at', 'afterDate', '2024-01-01'), filter('orders.top_status', 'contains', 'x')];
    expect(bound({ ...count, filters }).groupFilters).toMatchObject([{ kind: 'range' }, { kind: 'text' }]);
  });

  it('are refused in an ungrouped query', () => {
    const query = { ...count, ungrouped: true, filters: [filter('orders.total', 'gt', '5')] };
    expect(saidAbout(query)).toEqual([['filters[0]', "Measure filters aren't allowed in ungrouped query"]]);
    expect(saidAbout({ ...query, filters: [filter('orders.total', 'measureFilter')] })).toEqual([]);
  });
});

describe('groups', () => {
  const status = filter('orders.status', 'set');
  const total = filter('orders.total', 'set');
  const or = (...filters: QueryFilter[]): QueryFilter => ({ kind: 'or', filters });
  const and = (...filters: QueryFilter[]): QueryFilter => ({ kind: 'and', filters });

  it('nest', () => {
    const operand = { kind: 'dimension', member: 'orders.status' };
    const isSet = { kind: 'null', operand, isNegated: true };
    expect(rowsOf([or(status, and(status, status))])).toEqual([
      { kind: 'or', conditions: [isSet, { kind: 'and', conditions: [isSet, isSet] }] },
    ]);
  });

  it('with one member are that member, with none they are absent', () => {
    expect(rowsOf([or(and(or(status)))])).toEqual(rowsOf([status]));
    expect(rowsOf([or(), and(or()), or(and(), or())])).toEqual([]);
    expect(rowsOf([or(or(), status)])).toEqual(rowsOf([status]));
  });

  it('hold dimensions or measures, not both', () => {
    expect(said(or(status, total))).toEqual([
      [
        'filters[0]',
        'You cannot use dimension and measure in same condition: ' +
          '{"or":[{"member":"orders.status","operator":"set"},{"member":"orders.total","operator":"set"}]}',
      ],
    ]);
    expect(said(status, or(status, and(status, or(total))))).toHaveLength(1);
    expect(said(and(status, total))).toHaveLength(1);
  });

  it('of each kind may be combined with AND', () => {
    expect(bound({ ...count, filters: [or(status, status), or(total, total)] })).toMatchObject({
      rowFilters: [{ kind: 'or' }],
      groupFilters: [{ kind: 'or' }],
    });
  });

  it('give the same conditions in any order', () => {
    const filters = [
      status,
      total,
      or(status, filter('orders.amount', 'gt', '1')),
      filter('orders.created_at', 'onTheDate', '2024-01-01'),
      and(total, filter('orders.count', 'lt', '9')),
    ];
    const asSet = (list: readonly QueryFilter[]) => {
      const { rowFilters, groupFilters } = bound({ ...count, filters: list });
      return [rowFilters, groupFilters].map((conditions) => conditions.map((one) => JSON.stringify(one)).sort());
    };
    fc.assert(
      fc.property(fc.shuffledSubarray(filters, { minLength: filters.length }), (shuffled) => {
        expect(asSet(shuffled)).toEqual(asSet(filters));
      }),
    );
  });
});
