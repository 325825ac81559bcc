import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchema } from './build-schema.ts';
import { planRequest } from './plan-request.ts';

const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const texts = (count: number, write: (index: number) => string) => many(count, write).join(' ');

/** 200 cubes of 40 members each. */
const large = buildSchema(
  many(200, (cube) => ({
    name: `cube${cube}`,
    measures: [{ name: `cube${cube}.count`, type: 'number' }],
    dimensions: [
      { name: `cube${cube}.at`, type: 'time' },
      ...many(38, (index) => ({ name: `cube${cube}.m${index}`, type: index % 2 === 0 ? 'number' : 'string' })),
    ],
  })),
);

function plan(query: string, variables: Readonly<Record<string, unknown>> = {}) {
  return planRequest({ query, variables, operationName: undefined }, large, { mayIntrospect: true });
}

function refusal(query: string, variables?: Readonly<Record<string, unknown>>): string | undefined {
  const found = plan(query, variables);
  return found.kind === 'refused' ? found.errors[0]?.message : undefined;
}

describe('introspection', () => {
  it('of a large schema is answered whole', () => {
    const found = plan(getIntrospectionQuery());
    expect(found).toMatchObject({ kind: 'planned', introspects: true });
  });

  it('is refused where it would answer too many values', () => {
    const fields = texts(400, (index) => `a${index}: name`);
    const nested = `{ __schema { types { inputFields { type { inputFields { ${fields} } } } } } }`;
    expect(refusal(nested)).toContain('description of the schema');
    const empty = texts(200, (index) => `a${index}: args { name }`);
    expect(refusal(`{ __schema { types { fields { ${empty} } } } }`)).toContain('description of the schema');
    const alias = 'a'.repeat(90_000);
    expect(refusal(`{ __schema { types { fields { ${alias}: name } } } }`)).toContain('description of the schema');
  });
});

describe('granularities of the model', () => {
  const own = (...names: readonly string[]) => names.map((name) => ({ name, title: name }));
  const built = buildSchema([
    {
      name: 'orders',
      measures: [{ name: 'orders.last', type: 'time' }],
      dimensions: [
        { name: 'orders.at', type: 'time', granularities: own('fiscal', 'week', 'value', '1st') },
        { name: 'orders.sent', type: 'time' },
      ],
    },
    {
      name: 'ordersA',
      measures: [],
      dimensions: [{ name: 'ordersA.t', type: 'time', granularities: own('fiscal') }],
    },
    { name: 'orders_', measures: [], dimensions: [{ name: 'orders_.at', type: 'time', granularities: own('half') }] },
  ]);
  const planned = (query: string) =>
    planRequest({ query, variables: {}, operationName: undefined }, built, { mayIntrospect: true });

  it('are fields of their times, whose types are named after them', () => {
    const found = planned('{ cube { orders { at { __typename fiscal week } sent { __typename day } } } }');
    expect(found).toMatchObject({
      kind: 'planned',
      fields: [
        {
          parameters: {
            query: {
              timeDimensions: [
                { dimension: 'orders.at', granularity: 'fiscal' },
                { dimension: 'orders.at', granularity: 'week' },
                { dimension: 'orders.sent', granularity: 'day' },
              ],
            },
          },
        },
      ],
    });
    expect(JSON.stringify(found)).toContain('{"kind":"typename","key":"__typename","name":"OrdersAtTimeDimension"}');
    expect(JSON.stringify(found)).toContain('{"kind":"typename","key":"__typename","name":"TimeDimension"}');
  });

  it.each([
    ['{ cube { orders { sent { fiscal } } } }', '"fiscal" on type "TimeDimension"'],
    ['{ cube { orders { last { fiscal } } } }', '"fiscal" on type "TimeDimension"'],
    ['{ cube { ordersA { t { half } } } }', '"half" on type "OrdersATTimeDimension"'],
  ])('are no fields of other times: %s', (query, said) => {
    const found = planned(query);
    expect(found.kind === 'refused' ? found.errors[0]?.message : found.kind).toContain(said);
  });
});

describe('documents that cost too much', () => {
  const ask = (inner: string) => `{ cube { cube0 { ${inner} } } }`;

  it.each([
    ['nested lists', `{ cube(where: ${'['.repeat(3_000)}) { cube0 { count } } }`, 'Brackets are nested'],
    ['many unused fragments', `${ask('count')} ${texts(60, (i) => `fragment F${i} on Result { __typename }`)}`, '50'],
    ['long unused fragments', `${ask('count')} fragment F on Cube0Members { ${'count '.repeat(501)} }`, '500'],
    ['inline fragments', ask('... { count } '.repeat(251)), '500'],
    [
      'a long name that is spread often',
      `{ cube { ${texts(20, (i) => `a${i}: cube0 { ...F }`)} } } fragment F on Cube0Members { ${'b'.repeat(9_000)}: count }`,
      'names of fields',
    ],
  ])('%s', (_, query, said) => expect(refusal(query)).toContain(said));

  it('variables nested deeper than 100', () => {
    const deep = many(2_000, () => 0).reduce<unknown>((inner) => ({ AND: [inner] }), {});
    const query = 'query ($w: RootWhereInput) { cube(where: $w) { cube0 { count } } }';
    expect(refusal(query, { w: deep })).toContain('nested deeper than 100');
  });

  it('variables that are used often', () => {
    const query = (times: number) =>
      `query ($w: RootWhereInput!) { cube(where: {AND: [${'$w '.repeat(times)}]}) { cube0 { count } } }`;
    const conditions = { AND: many(100, () => ({ cube0: { m0: { gt: 1 } } })) };
    expect(plan(query(9), { w: conditions }).kind).toBe('planned');
    expect(refusal(query(11), { w: conditions })).toContain('more than 2000 filters');
    const values = { cube0: { m1: { in: many(1_000, String) } } };
    expect(plan(query(8), { w: values }).kind).toBe('planned');
    expect(refusal(query(11), { w: values })).toContain('more than 10000 values');
  });
});

describe('values that would be read as others', () => {
  it.each([
    ['$from: DateTime, $to: DateTime', 'at: {inDateRange: [$from, $to]}', {}, '"$from"'],
    ['$from: DateTime, $to: DateTime', 'at: {inDateRange: [$from, $to]}', { from: '2024-01-01' }, '"$to"'],
    ['$to: DateTime', 'at: {inDateRange: ["2024-01-01", $to]}', { to: null }, '"cube0.at" holds null'],
    ['$range: [DateTime]', 'at: {notInDateRange: $range}', { range: ['2024-01-01', null] }, '"cube0.at" holds null'],
    ['$range: [DateTime]', 'at: {inDateRange: $range}', { range: ['2024', '2025', '2026'] }, 'holds 3 values'],
    ['$one: String', 'm1: {in: [$one, "b"]}', {}, '"$one"'],
  ])('%s of %s with %o', (defined, where, variables, said) => {
    const query = `query (${defined}) { cube(where: {cube0: {${where}}}) { cube0 { count } } }`;
    expect(refusal(query, variables)).toContain(said);
  });

  it.each([0.12345678901234568, 1234567890.1234567, 2 ** 53])('the number %d in a variable', (value) => {
    const query = 'query ($v: Float) { cube(where: {cube0: {m0: {gt: $v}}}) { cube0 { count } } }';
    expect(refusal(query, { v: value })).toContain('15 digits');
    expect(plan(query, { v: String(value) }).kind).toBe('planned');
    expect(plan(query, { v: -123456789.123456e-3 }).kind).toBe('planned');
  });
});
