import type { Member } from '../../model/views.ts';

const texts = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
] as const;
const compared = ['greater_than', 'greater_than_or_equal', 'less_than', 'less_than_or_equal'] as const;
const nulls = ['is_null', 'is_not_null'] as const;

export type Operator = (typeof texts)[number] | (typeof compared)[number] | (typeof nulls)[number] | 'between';

/** Operators that a filter on a dimension of a kind may have, the usual one first. */
export function operatorsOf(kind: Member['kind']): readonly Operator[] {
  if (kind === 'time') return ['between', 'equals', 'not_equals', ...compared, ...nulls];
  if (kind === 'number') return ['equals', 'not_equals', ...compared, 'between', ...nulls];
  return kind === 'boolean' ? ['equals', 'not_equals', ...nulls] : [...texts, ...nulls];
}

/** The type of a dimension, as dashboards name it. */
export function typeOf(kind: Member['kind']): string {
  return kind === 'text' ? 'string' : kind;
}

const offered = ['day', 'week', 'month', 'quarter', 'year'];

/** Granularities that a control may offer: those of days and longer, and those that the model adds. */
export function grainsOf({ granularities }: Member): readonly string[] {
  const standard = new Set(['second', 'minute', 'hour', ...offered]);
  return [...offered, ...granularities.map(({ name }) => name).filter((name) => !standard.has(name))];
}

/** Values as they were typed, with commas between them. */
export function valueIn(text: string, operator: Operator | string): readonly string[] | undefined {
  if (operator === 'is_null' || operator === 'is_not_null') return undefined;
  const values = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return values.length === 0 ? undefined : values;
}
