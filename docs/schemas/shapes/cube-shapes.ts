import { choice, flag, list, ref, sql, text, type MappingShape } from '../schema-of.ts';
import { face, policies } from './common-keys.ts';

/** Cubes, and what connects them. */
export const cubeShapes: Readonly<Record<string, MappingShape>> = {
  cube: {
    description: 'A table with its columns, numbers and joins',
    keys: {
      ...face,
      sql: sql('A SELECT that returns the rows'),
      sql_table: sql('The table with the rows'),
      sql_alias: text('Prefix of names in generated SQL'),
      data_source: text('A data source of orrery.yml; the default is default'),
      extends: text('A cube from which it inherits'),
      joins: list(ref('join')),
      dimensions: list(ref('dimension')),
      measures: list(ref('measure')),
      segments: list(ref('segment')),
      hierarchies: list(ref('hierarchy')),
      pre_aggregations: list(ref('preAggregation')),
      refresh_key: ref('refreshKey', 'When kept answers become outdated'),
      calendar: flag('A table of dates to which facts are joined'),
      rewrite_queries: flag('No effect on the supported engines'),
      access_policy: policies,
    },
    required: ['name'],
  },
  join: {
    description: 'A LEFT JOIN from this cube to another one',
    keys: {
      name: { type: 'string', description: 'The other cube' },
      relationship: choice(
        ['one_to_one', 'has_one', 'one_to_many', 'has_many', 'many_to_one', 'belongs_to'],
        'Read from this cube to the other',
      ),
      sql: sql('{CUBE}.customer_id = {customers.id}'),
    },
    required: ['name', 'relationship', 'sql'],
  },
};
