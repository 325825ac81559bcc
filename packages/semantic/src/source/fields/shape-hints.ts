import { didYouMean } from '@orrery/kernel';
import type { KeyPath } from '../finding.ts';

/** Names of our keys in other tools, or likely guesses. */
const otherKeys: ReadonlyMap<string, string> = new Map([
  ['table', 'sql_table'],
  ['table_name', 'sql_table'],
  ['query', 'sql'],
  ['expr', 'sql'],
  ['expression', 'sql'],
  ['label', 'title'],
  ['hidden', 'public'],
  ['metrics', 'measures'],
  ['fields', 'dimensions'],
  ['columns', 'dimensions'],
  ['name', 'join_path'],
  ['agg', 'type'],
]);

const otherTypes: ReadonlyMap<string, string> = new Map([
  ...['int', 'integer', 'bigint', 'float', 'double', 'decimal', 'numeric'].map((type) => [type, 'number'] as const),
  ...['text', 'varchar', 'char', 'uuid', 'enum'].map((type) => [type, 'string'] as const),
  ...['date', 'datetime', 'timestamp', 'timestamptz'].map((type) => [type, 'time'] as const),
  ['bool', 'boolean'],
  ['average', 'avg'],
  ['mean', 'avg'],
  ['minimum', 'min'],
  ['maximum', 'max'],
  ['total', 'sum'],
  ['unique', 'count_distinct'],
  ['distinct', 'count_distinct'],
  ...['previous', 'past', 'last', 'back', 'before', 'earlier', 'ago'].map((type) => [type, 'prior'] as const),
  ...['following', 'future', 'forward', 'after', 'later', 'ahead'].map((type) => [type, 'next'] as const),
]);

/** Suggests a key for an unknown one. */
export function hintForKey(key: string, known: Iterable<string>, place: KeyPath): string | undefined {
  const keys = [...known];
  if (keys.length === 1 && keys[0] === 'if' && place.parent?.key === 'conditions') {
    return /[.(]/.test(key) ? `Write - if: "{ ${key} }"` : didYouMean(key, keys);
  }
  const other = otherKeys.get(key);
  if (other !== undefined && keys.includes(other)) return `Did you mean ${other}?`;
  if (key === 'type' && keys.includes('relationship')) return 'Every join is a LEFT JOIN; its kind is the relationship';
  if ((key === 'includes' || key === 'excludes') && keys.includes('cubes')) {
    return `It belongs to an item of cubes, next to join_path`;
  }
  if (keys.includes('join_path') && key === 'sql') return `Views have no SQL: the item of ${place.key} names a cube`;
  return didYouMean(key, keys);
}

/** Suggests an allowed word for an unknown one. */
export function hintForChoice(word: string, allowed: readonly string[]): string | undefined {
  const other = otherTypes.get(word);
  if (other !== undefined && allowed.includes(other)) return `Did you mean ${other}?`;
  if (['median', 'percentile', 'stddev', 'variance'].includes(word) && allowed.includes('number')) {
    return 'Use type: number with the aggregate of your database in sql';
  }
  if (word === 'many_to_many') return 'Make a cube of the table between them, and join through it';
  return didYouMean(word, allowed);
}

/** Lists whose items have no names. */
const unnamedItems: ReadonlySet<string> = new Set(['access_policy', 'conditions', 'filters', 'and', 'or', 'values']);

/** Shows the form of a list that was written as a mapping. */
export function hintForList(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' ? `Write it as a list: [${value}]` : undefined;
  }
  const [first] = Object.keys(value);
  if (first === undefined) return undefined;
  if (first === 'name') return `Write - before ${first}`;
  return `Begin each item of ${key} with a dash: - ${unnamedItems.has(key) ? '' : 'name: '}${first}`;
}

function hintForListOfMapping({ key }: KeyPath): string | undefined {
  switch (key) {
    case 'row_level':
      return 'Write filters: between row_level and the list';
    case 'member_level':
    case 'member_masking':
      return `Write includes: between ${key} and the list`;
    default:
      return undefined;
  }
}

/** Suggests a value for an empty key. */
export function hintForEmpty(key: string | number): string | undefined {
  switch (key) {
    case 'access_policy':
      return `Remove it, or write - group: "*" for everybody`;
    case 'group':
    case 'groups':
      return 'Name a group, or write "*" for everybody';
    case 'member_level':
    case 'member_masking':
      return 'Write includes: "*" for all members, includes: [] for none';
    case 'row_level':
      return 'Write filters, or allow_all: true for every row';
    case 'filters':
      return 'Write allow_all: true for every row';
    default:
      return undefined;
  }
}

/** Shows the form of a mapping that was written as a text. */
export function hintForMapping(value: unknown, place: KeyPath): string | undefined {
  if (Array.isArray(value)) return hintForListOfMapping(place);
  if (typeof value !== 'string') return undefined;
  const list = typeof place.key === 'number' ? place.parent?.key : place.key;
  switch (list) {
    case 'filters':
      return `Write - sql: "${value}"`;
    case 'conditions':
      return `Write - if: "${value}"`;
    case 'cubes':
      return place.parent?.parent?.parent === undefined ? `Write - name: ${value}` : `Write - join_path: ${value}`;
    case 'refresh_key':
      return `Write every: ${value} below it`;
    case 'views':
    case 'dimensions':
    case 'measures':
    case 'segments':
    case 'joins':
    case 'hierarchies':
    case 'pre_aggregations':
    case 'folders':
      return `Write - name: ${value}`;
    default:
      return undefined;
  }
}
