import { describe, expect, it } from 'vitest';
import { compileQuery } from './compile.ts';
import { cubesOfTimes } from './cubes-of-times.ts';
import { dialectFor } from './dialect/registry.ts';
import { buildModel } from './model/model-fixture.ts';
import { indexModel } from './model/model-index.ts';
import type { MemberId } from './model/model.ts';
import { timesOf } from './probe.ts';
import { openAccess } from './query/access.ts';
import { bindQuery } from './plan/build-plan.ts';
import type { Query } from './query/query.ts';
import type { Instant } from './time/instant.ts';
import { utc } from './time/zone.ts';

const model = indexModel(
  buildModel(`
cubes:
  - name: customers
    sql_table: customers
    joins:
      - {name: sales, relationship: one_to_many, sql: "{CUBE}.id = {sales}.customer_id"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: name, sql: name, type: string}
      - {name: born, sql: born, type: time}
    measures:
      - {name: count, type: count}
  - name: sales
    sql_table: sales
    joins:
      - {name: budgets, relationship: many_to_one, sql: "{month} = {budgets.at.month}"}
      - {name: shops, relationship: many_to_one, sql: "{CUBE}.shop_id = {shops.id}"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: day, sql: day, type: time}
      - {name: month, sql: "{day.month}", type: time}
    measures:
      - {name: total, sql: amount, type: sum}
      - {name: last, sql: day, type: max}
  - name: budgets
    sql_table: budgets
    dimensions:
      - {name: label, sql: label, type: string}
      - {name: at, sql: at_, type: time, primary_key: true, public: true}
    measures:
      - {name: count, type: count}
  - name: shops
    sql_table: shops
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: city, sql: city, type: string}
      - {name: opened, sql: opened, type: time}
    measures:
      - {name: count, type: count}
  - name: elsewhere
    sql_table: elsewhere
    data_source: other
    joins:
      - {name: shops, relationship: many_to_one, sql: "{first} = {shops.opened}"}
    dimensions:
      - {name: first, sql: first, type: time, primary_key: true}
`).pieces,
);

const nothing: Query = { measures: [], dimensions: [], segments: [], timeDimensions: [], filters: [] };
const bound = (query: Partial<Query>) => {
  const outcome = bindQuery({ ...nothing, ...query, timezone: 'America/New_York' }, model, {
    now: 0 as Instant,
    access: openAccess,
    defaultZone: utc,
    defaultLimit: 100,
    maxLimit: 100,
  });
  if (!outcome.ok) throw new Error(outcome.problems.map(({ message }) => message).join('\n'));
  return outcome.value;
};

/** Compiles the statement in which every time of these cubes is a day. */
function statement(query: Partial<Query>, cubes: readonly string[]): unknown {
  const days = cubes.flatMap((name) => Object.values(timesOf(model, name)).flat());
  const none = new Set<MemberId>();
  const stored = { days: new Set(days.map(({ id }) => id)), texts: none, unknown: none };
  const dialect = dialectFor('postgres');
  if (!dialect) throw new Error('no dialect');
  const compiled = compileQuery(bound(query), { ...model, stored }, dialect);
  return compiled.ok ? compiled.value : compiled.problems;
}

describe('cubes whose time dimensions a query needs to classify as dates or times', () => {
  it('are those on the join paths between the cubes that it names', () => {
    const query = bound({ measures: ['customers.count'], dimensions: ['budgets.label'] });
    expect(cubesOfTimes(query, model)).toContain('sales');
  });

  it('exclude those of another data source, and those that joins classify differently', () => {
    const query = bound({ measures: ['customers.count'] });
    expect(cubesOfTimes(query, model)).not.toContain('elsewhere');
    const one = bound({ dimensions: ['budgets.label'] });
    expect(cubesOfTimes(one, model)).not.toContain('customers');
  });

  it('are all that any query needs', () => {
    const names = ['customers', 'sales', 'budgets', 'shops'];
    const [measures, dimensions] = [
      ['customers.count', 'sales.total', 'sales.last', 'budgets.count', 'shops.count'],
      ['customers.name', 'customers.born', 'sales.month', 'sales.day', 'budgets.label', 'budgets.at', 'shops.city'],
    ];
    const questions = [undefined, ...measures].flatMap((measure) =>
      dimensions.flatMap((one) =>
        [undefined, ...dimensions].map((other) => ({
          measures: measure === undefined ? [] : [measure],
          dimensions: other === undefined || other === one ? [one] : [one, other],
        })),
      ),
    );
    for (const query of questions)
      expect(statement(query, cubesOfTimes(bound(query), model)), JSON.stringify(query)).toEqual(
        statement(query, names),
      );
  });
});
