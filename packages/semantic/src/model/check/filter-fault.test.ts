import { expect, it } from 'vitest';
import { bindModelFilter } from '../../query/filters/bind-model-filter.ts';
import { utc } from '../../time/zone.ts';
import { filterFault } from './filter-fault.ts';
import { filterOperators } from '../form/filter-operators.ts';
import { buildModel, cubeOf } from '../model-fixture.ts';
import { indexModel } from '../model-index.ts';

const build = buildModel(`cubes:
  - name: things
    sql_table: things
    dimensions:
      - { name: text, sql: text, type: string }
      - { name: size, sql: size, type: number }
      - { name: flag, sql: flag, type: boolean }
      - { name: at, sql: at, type: time }
`);
const model = indexModel(build.pieces);
const given: readonly (readonly (string | null)[] | undefined)[] = [
  undefined,
  [],
  [null],
  ['a'],
  ['1.5'],
  ['1,5'],
  ['true'],
  ['2024-01-31'],
  ['2024-02-30'],
  ['last week'],
  ['2024-01-31T10:00+02:00', '2024-02-01'],
  ['2024-01-31', null],
  ['2024-01-31', 'soon'],
  ['a\0b'],
];

it('finds a fault in the model exactly when a query would be refused', () => {
  const cases = cubeOf(build, 'things').dimensions.flatMap((member) =>
    filterOperators.flatMap((operator) => given.map((values) => ({ member, operator, values }))),
  );
  const wrong = cases.filter(({ member, operator, values }) => {
    const filter = {
      kind: 'member',
      member: member.id,
      operator,
      ...(values === undefined ? {} : { values }),
    } as const;
    return bindModelFilter(model, utc, filter).ok !== (filterFault(member, operator, values) === undefined);
  });
  expect(wrong.map(({ member, operator, values }) => [member.id, operator, values])).toEqual([]);
});
