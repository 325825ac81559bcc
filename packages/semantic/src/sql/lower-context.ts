import {
  type ConditionTarget,
  type ContextPart,
  type ContextPath,
  type Fragment,
  requireMember,
  shownAs,
} from '../model/index.ts';
import { type RequestedLeaf, isPushed, leavesOf, resolveAlias } from '../plan/index.ts';
import { type RangeEnd, functionValues, type QueryConstant } from '../query/index.ts';
import { lowerCondition, lowerValue } from './lower-condition.ts';
import type { MemberContext } from './lower-member.ts';
import { all, any, cast, operator, type Sql } from './sql.ts';

/** Lowers the author's SQL inside a part; `values` are the arguments of its function. */
type LowerInner = (sql: Fragment, values?: readonly Sql[]) => Sql;

/** Lowers a part of the author's SQL whose value comes from the request. */
export function lowerContextPart(context: MemberContext, part: ContextPart, inner: LowerInner): Sql {
  switch (part.kind) {
    case 'filter-params':
      return filterParams(context, part, inner);
    case 'security-filter':
      return securityFilter(context, part, inner);
    case 'convert-zone':
      return { kind: 'local-time', operand: inner(part.sql), zone: context.zone };
    case 'argument': {
      const value = context.arguments?.[part.position];
      if (!value) throw new Error('a value stands outside of the function that is given it');
      return value;
    }
  }
}

function filterParams(
  context: MemberContext,
  part: Extract<ContextPart, { kind: 'filter-params' }>,
  inner: LowerInner,
): Sql {
  if (part.filters.length === 0) return always;
  if (context.request.isProbe) return all(part.filters.map(({ target }) => probe(target, inner)));
  const tests = context.scope.requested.filter((condition) => isPushed(condition, part));
  const targets = new Map(part.filters.toReversed().map(({ member, target }) => [member, target]));
  return tests.length === 0 ? always : all(tests.map(lowerTest));

  function lowerTest(condition: (typeof tests)[number]): Sql {
    if ('conditions' in condition) {
      const lowered = condition.conditions.map(lowerTest);
      return condition.kind === 'and' ? all(lowered) : any(lowered);
    }
    const [leaf] = leavesOf(condition);
    const target = leaf && targets.get(leaf.operand);
    if (!leaf || !target) throw new Error('a test was put where it does not belong');
    if (target.takes === undefined) return columnTest(context, leaf, inner(target.sql));
    const values = functionValues(leaf) ?? [];
    // A filter of the query that the function cannot take was refused before; tests that planning adds may be left out.
    return values.length === target.takes ? inner(target.sql, values.map(lowerFunctionValue)) : always;
  }
}

function columnTest({ model, dialect }: MemberContext, leaf: RequestedLeaf, column: Sql): Sql {
  const found = requireMember(model, leaf.operand);
  if (found.kind === 'segment') throw new Error(`'${found.id}' is a segment`);
  const as = shownAs(model, resolveAlias(model, found.id, found.kind).member.id);
  const stored: Sql = as ? { kind: 'shown-value', operand: column, as } : column;
  const operand = dialect.dimensionValue(stored, found.type);
  const refuse = (): never => {
    throw new Error(`'${found.id}' is tested by something that is no value`);
  };
  return lowerCondition(
    { operand: () => operand, endOfTime: dialect.endOfTime, segment: refuse, measureFilters: refuse },
    leaf,
  );
}

/** Times are bound too: what an author writes around them is not known. */
function lowerFunctionValue(value: RangeEnd): Sql {
  switch (value.type) {
    case 'time':
      return boundTime(value.instant, '000');
    case 'last-moment-before':
      return boundTime(value.instant - 1, '999');
    case 'string':
    case 'number':
    case 'boolean':
      return lowerValue(value);
  }
}

function boundTime(milliseconds: number, microseconds: string): Sql {
  const text = `${new Date(milliseconds).toISOString().slice(0, -1).replace('T', ' ')}${microseconds}`;
  return cast({ kind: 'parameter', type: 'string', text }, 'timestamp');
}

function securityFilter(
  context: MemberContext,
  part: Extract<ContextPart, { kind: 'security-filter' }>,
  inner: LowerInner,
): Sql {
  const { target } = part;
  if (context.request.isProbe) return probe(target, inner);
  const values = valuesAt(context, part.path);
  if (!values) return always;
  if (values.length === 0) return never;
  if (target.takes !== undefined) return inner(target.sql, [listOf(values.map(lowerValue))]);
  const column = inner(target.sql);
  // Each type is compared in its own way, so that no engine guesses one from the other.
  const types = new Set(values.map(({ type }) => type));
  return any(
    [...types].map((type) => {
      const operand = context.dialect.dimensionValue(column, type);
      const same = values.filter((value) => value.type === type);
      return {
        kind: 'one-of',
        operand: type === 'string' ? cast(operand, type) : operand,
        values: same.map(lowerValue),
        isNegated: false,
      };
    }),
  );
}

/** @returns `undefined` if the caller has no values */
function valuesAt({ request }: MemberContext, path: ContextPath): readonly QueryConstant[] | undefined {
  const key = JSON.stringify(path);
  const value = request.values.find((one) => JSON.stringify(one.path) === key)?.value;
  return value?.kind === 'given' ? value.values : undefined;
}

/** Returns the right side of `IN (...)`. */
function listOf(values: readonly Sql[]): Sql {
  const [first, ...others] = values;
  if (first && others.length === 0) return first;
  return { kind: 'list', items: values };
}

/** Returns a test that keeps every row and fails if its columns are missing. */
function probe({ sql, takes }: ConditionTarget, inner: LowerInner): Sql {
  if (takes !== undefined)
    return inner(
      sql,
      Array.from({ length: takes }, (): Sql => ({ kind: 'null' })),
    );
  return { kind: 'null-test', operand: inner(sql), isNegated: true };
}

const one: Sql = { kind: 'integer', value: 1 };
const always = operator('=', one, one);
const never = operator('=', one, { kind: 'integer', value: 0 });
