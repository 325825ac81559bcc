import { choice, either, flag, list, ref, text, type MappingShape } from '../schema-of.ts';
import { face, format, names, operators, policies, scalar } from './common-keys.ts';

/** Views, and what they include of cubes. */
export const viewShapes: Readonly<Record<string, MappingShape>> = {
  view: {
    description: 'A selection of members of cubes, with the join paths fixed',
    keys: {
      ...face,
      extends: text('A view whose inclusions come first'),
      cubes: list(ref('inclusion')),
      dimensions: list(ref('dimension'), 'Made of members of the view, or of cubes by their paths'),
      measures: list(ref('measure'), 'Made of members of the view, or of cubes by their paths'),
      segments: list(ref('segment'), 'Made of members of the view, or of cubes by their paths'),
      folders: list(ref('folder')),
      default_filters: list(
        ref('defaultFilter'),
        'Filters of every query, unless the query filters a member that lifts them',
      ),
      view_group: text(),
      view_groups: names(),
      access_policy: policies,
    },
    required: ['name'],
  },
  inclusion: {
    keys: {
      join_path: { type: 'string', description: 'A cube, or the joins that lead to it: orders.customers' },
      includes: either(
        '"*", or members',
        { const: '*' },
        { type: 'array', items: either(undefined, { type: 'string' }, ref('included')) },
      ),
      excludes: names(),
      prefix: flag('Names begin with the name of the cube'),
      alias: text('Replaces the name of the cube'),
      split: flag('Puts the members into a separate view'),
    },
    required: ['join_path', 'includes'],
  },
  included: {
    keys: {
      name: { type: 'string' },
      alias: text(),
      title: text(),
      description: { type: ['string', 'null'] },
      format,
      meta: { type: ['object', 'null'] },
    },
    required: ['name'],
  },
  folder: {
    keys: {
      name: text(),
      title: text(),
      includes: either(
        '"*", or members, folders and join paths',
        { const: '*' },
        { type: 'array', items: either(undefined, { type: 'string' }, ref('folderPath'), ref('folder')) },
      ),
    },
    required: ['name', 'includes'],
  },
  folderPath: { keys: { join_path: { type: 'string' } }, required: ['join_path'] },
  defaultFilter: {
    keys: {
      member: { type: 'string' },
      operator: choice(operators),
      values: either(undefined, scalar, { type: 'array', items: scalar }),
      unless: names('Members whose filters lift it'),
    },
    required: ['member', 'operator'],
  },
};
