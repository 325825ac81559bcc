import type { Access, BoundQuery, Condition, ModelIndex, Outcome, Query, QueryConstant } from '@orrery/semantic';
import { type loadParse, printQuery, queryOfStatement, StatementRefused } from '@orrery/sql';
import { isDeepStrictEqual } from 'node:util';

export type Parse = Awaited<ReturnType<typeof loadParse>>;

interface Printable {
  readonly query: BoundQuery;
  readonly model: ModelIndex;
  readonly access: Access;
  rebind(query: Query): Outcome<BoundQuery>;
}

export type Printed =
  | { readonly kind: 'same'; readonly text: string }
  /** It has no form in SQL, for the reason of `message`. */
  | { readonly kind: 'refused'; readonly message: string }
  /** It is printed, and its text is not read as the query that it was printed of. */
  | { readonly kind: 'different'; readonly text: string; readonly read: unknown; readonly expected: unknown };

/** Prints a query as SQL, and reads that text as a query. */
export function printAndRead({ query, model, access, rebind }: Printable, parse: Parse): Printed {
  let text: string;
  try {
    text = printQuery(query, model);
  } catch (error) {
    if (error instanceof StatementRefused) return { kind: 'refused', message: error.refusal.message };
    throw error;
  }
  const read = readPrinted(text, { query, model, access, rebind }, parse);
  const expected = normalForm(query);
  const actual = typeof read === 'string' ? read : normalForm(read);
  return isDeepStrictEqual(json(actual), json(expected))
    ? { kind: 'same', text }
    : { kind: 'different', text, read: actual, expected };
}

function readPrinted(text: string, { query, model, access, rebind }: Printable, parse: Parse): BoundQuery | string {
  const parsed = parse(text);
  const [statement] = parsed.kind === 'parsed' ? parsed.statements : [];
  if (statement?.kind !== 'select') return JSON.stringify(parsed);
  try {
    const session = { zone: query.zone, now: '2024-05-15 10:20:30.000000+00', user: 'orrery', database: 'orrery' };
    const whole = queryOfStatement(statement.select, { model, access, session });
    if ('why' in whole) return whole.why;
    const bound = rebind({ ...whole.query, timezone: query.zone });
    return bound.ok ? bound.value : JSON.stringify(bound.problems);
  } catch (error) {
    if (error instanceof StatementRefused) return error.message;
    throw error;
  }
}

function json(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/**
 * What two queries have in common that mean the same by definition: nested groups of conditions are one, `OR IS NULL` is
 * part of the test before it, the remaining dimensions decide every order, and a path of joins says what its beginnings
 * say.
 */
function normalForm(query: BoundQuery) {
  const defaults = new Set(query.defaultFilters);
  const conditions = (filters: readonly Condition[]) =>
    filters
      .filter((one) => !defaults.has(one))
      .flatMap((one) => {
        const made = normalCondition(one);
        return made.kind === 'and' ? made.conditions : [made];
      });
  const isPeriod = (one: Condition) => one.kind === 'range' && one.isPeriod === true;
  const rows = conditions(query.rowFilters);
  const byText = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
  const { timeMembers, dateRanges, order: _, joinHints, ...rest } = query;
  return {
    ...rest,
    rowFilters: rows.filter((one) => !isPeriod(one)),
    periods: byText(rows.filter(isPeriod)),
    timeMembers: [...new Set(timeMembers)].sort(),
    dateRanges: byText(dateRanges.filter((range) => range !== null)),
    groupFilters: conditions(query.groupFilters),
    order: totalOrder(query),
    joinHints: joinHints.filter((path) => !joinHints.some((other) => other !== path && startsWith(other, path))),
  };
}

function startsWith(path: readonly string[], beginning: readonly string[]): boolean {
  return beginning.length < path.length && beginning.every((cube, index) => path[index] === cube);
}

function totalOrder({ order, outputs }: BoundQuery): BoundQuery['order'] {
  if (order.length === 0) return order;
  const known = new Set(order.map(({ output }) => output));
  const ties = outputs.flatMap(({ role }, output) =>
    role === 'measure' || known.has(output) ? [] : [{ output, isDescending: false }],
  );
  return [...order, ...ties];
}

function normalCondition(condition: Condition): Condition {
  if (condition.kind === 'range') {
    const { isOfValues: _, ...range } = condition;
    return range;
  }
  if (condition.kind === 'one-of') return { ...condition, values: condition.values.map(normalValue) };
  if (condition.kind === 'compare') return { ...condition, value: normalValue(condition.value) };
  if (condition.kind !== 'and' && condition.kind !== 'or') return condition;
  const { kind } = condition;
  const inner = condition.conditions.map(normalCondition);
  const flat = inner.flatMap((one) => (one.kind === kind ? one.conditions : [one]));
  return kind === 'and' ? { kind, conditions: flat } : anyOf(flat);
}

/** Numbers that are printed are doubles, in any notation. */
function normalValue(value: QueryConstant): QueryConstant {
  return value.type === 'number' ? { ...value, text: String(Number(value.text)) } : value;
}

function anyOf(conditions: readonly Condition[]): Condition {
  const merged = conditions.reduce<readonly Condition[]>((before, one) => {
    const last = before.at(-1);
    const both = last && inOne(last, one);
    return both ? [...before.slice(0, -1), both] : [...before, one];
  }, []);
  const [first, ...others] = merged;
  return first && others.length === 0 ? first : { kind: 'or', conditions: merged };
}

function inOne(one: Condition, other: Condition): Condition | undefined {
  if (!('operand' in one) || !('operand' in other) || !isDeepStrictEqual(one.operand, other.operand)) return undefined;
  if (other.kind === 'null' && !other.isNegated) {
    return (one.kind === 'one-of' || one.kind === 'text') && !one.keepsNull ? { ...one, keepsNull: true } : undefined;
  }
  if (one.kind === 'text' && other.kind === 'text') {
    const isSearch = one.match === other.match && !one.isNegated && !other.isNegated && !one.keepsNull;
    return isSearch ? { ...other, values: [...one.values, ...other.values] } : undefined;
  }
  if (one.kind !== 'range' || other.kind !== 'range' || one.isNegated || other.isNegated) return undefined;
  const isOutside = one.from === undefined && other.to === undefined && Number(one.to) < Number(other.from);
  return isOutside
    ? { ...one, from: Number(one.to) as never, to: Number(other.from) as never, isNegated: true }
    : undefined;
}
