import type { FilterOperator, QueryFilter } from '@orrery/semantic';

export type MemberTest = QueryFilter & { readonly kind: 'member' };

/** Operators that NULL among the values of changes: whether rows without a value stay. */
const opposite: Readonly<Partial<Record<FilterOperator, FilterOperator>>> = {
  equals: 'notEquals',
  contains: 'notContains',
  startsWith: 'notStartsWith',
  endsWith: 'notEndsWith',
  notEquals: 'equals',
  notContains: 'contains',
  notStartsWith: 'startsWith',
  notEndsWith: 'endsWith',
};

/** Tests of which exactly one holds for a value, and none for NULL. */
const complement: Readonly<Partial<Record<FilterOperator, FilterOperator>>> = {
  gt: 'lte',
  lte: 'gt',
  gte: 'lt',
  lt: 'gte',
  afterOrOnDate: 'beforeDate',
  beforeDate: 'afterOrOnDate',
  inDateRange: 'notInDateRange',
  notInDateRange: 'inDateRange',
};

/** NOT, with NULL where the filter is NULL. @returns undefined for what has no opposite */
export function negated(filter: QueryFilter): QueryFilter | undefined {
  switch (filter.kind) {
    case 'expression':
      return undefined;
    case 'and':
    case 'or': {
      const inner = filter.filters.map(negated);
      const made = inner.filter((one) => one !== undefined);
      if (made.length < inner.length) return undefined;
      return filter.kind === 'and' ? anyOf(made) : { kind: 'and', filters: made };
    }
    case 'member':
      return negatedTest(filter);
  }
}

function negatedTest(test: MemberTest): MemberTest | undefined {
  const { operator, values = [] } = test;
  if (operator === 'set' || operator === 'notSet') return { ...test, operator: operator === 'set' ? 'notSet' : 'set' };
  const side = complement[operator];
  if (side) return { ...test, operator: side };
  const other = opposite[operator];
  if (!other) return undefined;
  // Both keep rows without a value, or neither does, depending on whether the test says something of them.
  const given = values.filter((value) => value !== null);
  return { ...test, operator: other, values: values.includes(null) ? given : [...given, null] };
}

/** OR of filters; what one operator of one member says is one filter. */
export function anyOf(filters: readonly QueryFilter[]): QueryFilter {
  const flat = filters.flatMap((one) => (one.kind === 'or' ? one.filters : [one]));
  const merged = flat.reduce<readonly QueryFilter[]>((before, one) => {
    const last = before.at(-1);
    const both = last && inOne(last, one);
    return both ? [...before.slice(0, -1), both] : [...before, one];
  }, []);
  const [first, ...others] = merged;
  return first && others.length === 0 ? first : { kind: 'or', filters: merged };
}

const texts: ReadonlySet<FilterOperator> = new Set(['contains', 'startsWith', 'endsWith']);

/** `d ILIKE '%a%' OR d ILIKE '%b%'`, `d = 'a' OR d IS NULL`, and `t < A OR t >= B`. */
function inOne(first: QueryFilter, second: QueryFilter): MemberTest | undefined {
  if (first.kind !== 'member' || second.kind !== 'member' || first.member !== second.member) return undefined;
  if (second.operator === 'notSet') return withoutValue(first);
  const [before, after] = [first.values ?? [], second.values ?? []];
  if (first.operator === second.operator && texts.has(first.operator) && !before.includes(null)) {
    return { ...first, values: [...before, ...after] };
  }
  if (first.operator !== 'beforeDate' || second.operator !== 'afterOrOnDate') return undefined;
  const [from, until] = [Date.parse(`${before[0]}Z`), Date.parse(`${after[0]}Z`)];
  if (!(from < until)) return undefined;
  return { ...first, operator: 'notInDateRange', values: [before[0] ?? null, millisecondBefore(until)] };
}

function millisecondBefore(at: number): string {
  return new Date(at - 1).toISOString().slice(0, -1);
}

/** Keeps rows without a value as well; undefined for what does already. */
function withoutValue(test: MemberTest): MemberTest | undefined {
  const { operator, values = [] } = test;
  if (!opposite[operator]) return undefined;
  const given = values.filter((value) => value !== null);
  if (operator.startsWith('not')) return values.includes(null) ? { ...test, values: given } : undefined;
  return values.includes(null) ? undefined : { ...test, values: [...given, null] };
}
