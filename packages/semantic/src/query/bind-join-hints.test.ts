import { expect, it } from 'vitest';
import { modelOf, somebody } from './access/access-fixture.ts';
import { accessFor } from './access/access-for.ts';
import { bindQuery } from '../plan/build-plan.ts';
import { sampleContext } from './bind-fixture.ts';

const model = modelOf(`
cubes:
  - name: people
    sql_table: people
    joins: [{ name: salaries, relationship: one_to_one, sql: "{CUBE}.id = {salaries.id}" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: name, sql: name, type: string }
  - name: salaries
    sql_table: salaries
    access_policy: [{ group: board }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true, public: true }]
`);

function problemsOf(joinHints: readonly (readonly string[])[]): string {
  const query = { measures: [], dimensions: ['people.name'], segments: [], timeDimensions: [], filters: [], joinHints };
  const bound = bindQuery(query, model, { ...sampleContext, access: accessFor(model, somebody()) });
  return bound.ok ? '' : JSON.stringify(bound.problems);
}

it('gives the same answer for a join to a hidden member and to a missing one', () => {
  expect(problemsOf([['people', 'salaries']])).toContain('query.unknown-hint');
  expect(problemsOf([['people', 'salaries']])).toBe(
    problemsOf([['people', 'nothing']]).replaceAll('nothing', 'salaries'),
  );
  expect(problemsOf([['salaries', 'people']])).toBe(
    problemsOf([['nothing', 'people']]).replaceAll('nothing', 'salaries'),
  );
});
