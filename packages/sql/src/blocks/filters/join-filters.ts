import type { FilterOperator, QueryFilter } from '@orrery/semantic';

export type MemberTest = QueryFilter & { readonly kind: 'member' };

/** Operators that NULL among the values of changes: whether rows without a value stay. */
const takesNull: ReadonlySet<FilterOperator> = new Set([
  'equals',
  'contains',
  'startsWith',
  'endsWith',
  'notEquals',
  'notContains',
  'notStartsWith',
  'notEndsWith',
]);

/** OR of filters; what one operator of one member says is one filter. */
export function anyOf(filters: readonly QueryFilter[]): QueryFilter {
  const merged = joined(
    filters.flatMap((one) => (one.kind === 'or' ? one.filters : [one])),
    inOne,
  );
  const [first, ...others] = merged;
  return first && others.length === 0 ? first : { kind: 'or', filters: merged };
}

/** NOT of an OR, as the AND of what is false; what one operator of one member says is one filter. */
export function noneOf(filters: readonly QueryFilter[]): QueryFilter {
  const merged = joined(filters, inNone);
  const [first, ...others] = merged;
  return first && others.length === 0 ? first : { kind: 'and', filters: merged };
}

type Joins = (first: MemberTest, second: MemberTest) => MemberTest | undefined;

/** Filters of which neighbours that test one member may be one. */
function joined(filters: readonly QueryFilter[], join: Joins): readonly QueryFilter[] {
  return filters.reduce<readonly QueryFilter[]>((before, one) => {
    const last = before.at(-1);
    const isOfOne = last?.kind === 'member' && one.kind === 'member' && last.member === one.member;
    const both = isOfOne ? join(last, one) : undefined;
    return both ? [...before.slice(0, -1), both] : [...before, one];
  }, []);
}

const texts: ReadonlySet<FilterOperator> = new Set(['contains', 'startsWith', 'endsWith']);
const otherTexts: ReadonlySet<FilterOperator> = new Set(['notContains', 'notStartsWith', 'notEndsWith']);

/** `d ILIKE '%a%' OR d ILIKE '%b%'`, `d = 'a' OR d IS NULL`, and `t < A OR t >= B`. */
function inOne(first: MemberTest, second: MemberTest): MemberTest | undefined {
  if (second.operator === 'notSet') return withoutValue(first);
  const [before, after] = [first.values ?? [], second.values ?? []];
  if (first.operator === second.operator && texts.has(first.operator) && !before.includes(null)) {
    return { ...first, values: [...before, ...after] };
  }
  if (first.operator !== 'beforeDate' || second.operator !== 'afterOrOnDate') return undefined;
  return rangeOf(first, before[0], after[0], 'notInDateRange');
}

/** `NOT (d ILIKE '%a%' OR d ILIKE '%b%')`, and `NOT (t < A OR t >= B)`. */
function inNone(first: MemberTest, second: MemberTest): MemberTest | undefined {
  const [before, after] = [first.values ?? [], second.values ?? []];
  if (first.operator === second.operator && otherTexts.has(first.operator) && before.includes(null)) {
    return after.includes(null) ? { ...first, values: [...before.filter((one) => one !== null), ...after] } : undefined;
  }
  if (first.operator !== 'afterOrOnDate' || second.operator !== 'beforeDate') return undefined;
  return rangeOf(first, before[0], after[0], 'inDateRange');
}

function rangeOf(
  test: MemberTest,
  from: string | null | undefined,
  until: string | null | undefined,
  operator: 'inDateRange' | 'notInDateRange',
): MemberTest | undefined {
  const [start, end] = [Date.parse(`${from}Z`), Date.parse(`${until}Z`)];
  return start < end ? { ...test, operator, values: [from ?? null, millisecondBefore(end)] } : undefined;
}

function millisecondBefore(at: number): string {
  return new Date(at - 1).toISOString().slice(0, -1);
}

/** Keeps rows without a value as well; undefined for what does already. */
function withoutValue(test: MemberTest): MemberTest | undefined {
  const { operator, values = [] } = test;
  if (!takesNull.has(operator)) return undefined;
  const given = values.filter((value) => value !== null);
  if (operator.startsWith('not')) return values.includes(null) ? { ...test, values: given } : undefined;
  return values.includes(null) ? undefined : { ...test, values: [...given, null] };
}
