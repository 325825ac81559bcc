import { describe, expect, it } from 'vitest';
import { bound, saidAbout } from './bind-fixture.ts';
import type { QueryExpression, QueryConstant } from './query.ts';
import type { ExpressionFunction } from './expression.ts';

const member = (name: string, granularity?: string): QueryExpression => ({
  kind: 'member',
  member: name,
  ...(granularity === undefined ? {} : { granularity }),
});
const call = (name: ExpressionFunction, ...args: QueryExpression[]): QueryExpression => ({
  kind: 'call',
  function: name,
  arguments: args,
});
const value = (one: QueryConstant): QueryExpression => ({ kind: 'value', value: one });
const text = (one: string) => value({ type: 'string', text: one });
const number = (one: string) => value({ type: 'number', text: one });
const isTrue = value({ type: 'boolean', isTrue: true });

const [status, amount, paid, at] = ['status', 'amount', 'is_paid', 'created_at'].map((name) =>
  member(`orders.${name}`),
);
const total = member('orders.total');

const outputOf = (expression: QueryExpression) => bound({ dimensions: [{ name: 'x', expression }] }).outputs[0];
const said = (expression: QueryExpression) => saidAbout({ dimensions: [{ name: 'x', expression }] });

describe('an expression', () => {
  it.each<[string, QueryExpression, string]>([
    ['a member', at!, 'time'],
    ['a bucket', member('orders.created_at', 'month'), 'time'],
    ['a constant', isTrue, 'boolean'],
    ['arithmetic', call('divide', call('add', amount!, number('1')), call('negate', amount!)), 'number'],
    ['text', call('concat', call('lower', status!), text('/'), call('upper', status!)), 'string'],
    ['a length', call('length', status!), 'number'],
    ['the first that is not NULL', call('coalesce', at!, at!), 'time'],
    ['an equality of times', call('equals', at!, value({ type: 'time', instant: 0 as never })), 'boolean'],
    ['an order of texts', call('less', status!, text('m')), 'boolean'],
    ['logic', call('and', paid!, call('or', isTrue, call('not', call('is-null', at!)), paid!)), 'boolean'],
    ['a case', call('case', paid!, status!, call('is-null', at!), text('x'), text('y')), 'string'],
    ['a case without a last value', call('case', paid!, amount!), 'number'],
  ])('is typed: %s', (_, expression, type) => {
    expect(outputOf(expression)?.type).toBe(type);
  });

  it('is bound from the inside out', () => {
    expect(outputOf(call('lower', status!))).toEqual({
      name: 'x',
      alias: 'x',
      role: 'dimension',
      type: 'string',
      expression: {
        kind: 'call',
        function: 'lower',
        type: 'string',
        arguments: [{ kind: 'dimension', member: 'orders.status' }],
      },
    });
  });

  it.each<[string, QueryExpression, [string, string][]]>([
    ['too few arguments', call('divide', amount!), [['', 'divide takes 2 arguments, not 1']]],
    ['too many arguments', call('not', paid!, paid!), [['', 'not takes 1 argument, not 2']]],
    ['a case of one', call('case', paid!), [['', 'case takes 2 or more arguments, not 1']]],
    [
      'a text in a sum',
      call('add', amount!, text('1')),
      [['.arguments[1]', 'Argument 2 of add must be a number, not a string']],
    ],
    [
      'two types',
      call('equals', status!, amount!),
      [['.arguments[1]', 'Argument 2 of equals must be a string, not a number']],
    ],
    [
      'an order of booleans',
      call('less', paid!, paid!),
      [
        ['.arguments[0]', 'Argument 1 of less must be a number, string or time, not a boolean'],
        ['.arguments[1]', 'Argument 2 of less must be a number, string or time, not a boolean'],
      ],
    ],
    [
      'a case of all sorts',
      call('case', status!, status!, paid!, amount!, at!),
      [
        ['.arguments[0]', 'Argument 1 of case must be a boolean, not a string'],
        ['.arguments[3]', 'Argument 4 of case must be a string, not a number'],
        ['.arguments[4]', 'Argument 5 of case must be a string, not a time'],
      ],
    ],
    ['a bad number', number('1;2'), [['.value', "'1;2' is not a number"]]],
    [
      'an unknown member',
      call('not', member('orders.nope')),
      [['.arguments[0].member', "'nope' not found for path 'orders.nope'"]],
    ],
    ['a bucket of text', member('orders.status', 'day'), [['.granularity', "'orders.status' is not a time dimension"]]],
  ])('is refused: %s', (_, expression, problems) => {
    expect(said(expression)).toEqual(problems.map(([path, message]) => [`dimensions[0].expression${path}`, message]));
  });
});

describe('a column of an expression', () => {
  it('is a bucket when it selects one', () => {
    expect(outputOf(member('orders.created_at', 'day'))).toMatchObject({ name: 'x', role: 'bucket' });
  });

  it('among dimensions is made of dimensions, among measures of measures', () => {
    const ratio = call('divide', total, member('orders.count'));
    expect(bound({ measures: [{ name: 'ratio', expression: ratio }] }).outputs[0]).toMatchObject({ role: 'measure' });
    expect(saidAbout({ dimensions: [{ name: 'ratio', expression: ratio }] })).toEqual([
      ['dimensions[0]', "'ratio' is a dimension and can't be made of the measure 'orders.total'"],
    ]);
    expect(saidAbout({ measures: [{ name: 'mix', expression: call('add', total, amount!) }] })).toEqual([
      ['measures[0]', "'mix' is a measure and can't be made of the dimension 'orders.amount'"],
    ]);
  });

  it('has a unique name', () => {
    const two = (other: QueryExpression) => ({
      dimensions: [
        { name: 'x', expression: status! },
        { name: 'x', expression: other },
      ],
    });
    expect(bound(two(status!)).outputs).toHaveLength(1);
    expect(saidAbout(two(amount!))).toEqual([['dimensions[1]', "Two columns are named 'x'"]]);
    expect(
      saidAbout({
        dimensions: [
          { name: '', expression: status! },
          { name: 'a\0', expression: status! },
        ],
      }),
    ).toHaveLength(2);
  });

  it('has an alias of letters, digits and underscores', () => {
    const names = ['lower(city)', 'a"b', 'A"B', 'día'];
    const { outputs } = bound({ dimensions: names.map((name) => ({ name, expression: status! })) });
    expect(outputs.map(({ alias }) => alias)).toEqual(['lower_city_', 'a_b', 'A_B_2', 'd_a']);
  });

  it('can order the rows', () => {
    const query = { dimensions: [{ name: 'Low', expression: call('lower', status!) }], measures: ['orders.count'] };
    expect(bound({ ...query, order: [{ member: 'low', descending: true }] }).order).toEqual([
      { output: 0, isDescending: true },
    ]);
  });
});
