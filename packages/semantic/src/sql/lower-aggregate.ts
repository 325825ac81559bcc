import {
  type AggregateFunction,
  cubeOf,
  type Dimension,
  isSameData,
  type Fragment,
  isOwnColumn,
  type MemberId,
  type ModelIndex,
  requireCube,
  requireMember,
  type StoredForm,
  shownAs,
} from '../model/index.ts';
import { type PlanAggregate, resolveAlias } from '../plan/index.ts';
import {
  isMatched,
  lowerFragment,
  lowerKey,
  lowerStoredValue,
  type MemberContext,
  presentValue,
} from './lower-member.ts';
import { all, cast, type Sql } from './sql.ts';

/** Lowers one measure over the rows of the scope. */
export function lowerAggregate(context: MemberContext, take: PlanAggregate): Sql {
  const { expression } = resolveAlias(context.model, take.moved ?? take.measure, 'measure').member;
  switch (expression.kind) {
    case 'alias':
    case 'calculated':
    case 'windowed':
    case 'stage':
      throw new Error(`the measure '${take.measure}' is no aggregate`);
    case 'raw-aggregate':
      return whenAll(
        expression.filters.map((filter) => lowerFragment(context, filter, (id) => sameRows(context, take, id))),
        asShown(
          lowerFragment(context, expression.sql, (id) => sameRows(context, take, id)),
          shownAs(context.model, take.measure),
        ),
      );
    case 'aggregate': {
      const cube = cubeOf(take.measure);
      const filters = expression.filters.map((filter) => lowerFragment(context, filter));
      if (take.over === 'keys') {
        const present = expression.sql
          ? [{ kind: 'null-test' as const, operand: lowerFragment(context, expression.sql), isNegated: true }]
          : [];
        const conditions = [...filters, ...present];
        return {
          kind: 'count-distinct-tuple',
          items: lowerKey(context, cube),
          ...(conditions.length > 0 ? { condition: all(conditions) } : {}),
        };
      }
      const matched =
        take.mayBeUnmatched && expression.sql && !isOwnColumn(expression.sql) ? isMatched(context, cube) : undefined;
      const operand = expression.sql ? lowerStoredValue(context, expression.sql) : countedRow(context, take, cube);
      const read = expression.sql && operandDimension(context.model, cube, expression.sql);
      // The plan may need only a part of the measure, such as the sum of an average.
      const name = take.function === 'raw' ? expression.function : take.function;
      const as = expression.sql && shownAsOf(context.model, take.measure, name, expression.sql);
      const isOfNumbers = read !== undefined && !counts(name) && isNumberAsText(context.model, read.id);
      const type = expression.type ?? (isOfNumbers ? 'number' : read?.type);
      const found: Sql = {
        kind: 'aggregate',
        function: name,
        operand: whenAll([...(matched ? [matched] : []), ...filters], asAggregated(operand, name, as)),
        ...(type === undefined ? {} : { type }),
      };
      return as === 'double' && (name === 'min' || name === 'max') ? asShown(found, as) : found;
    }
  }
}

/** Lowers a measure that the author's own aggregate refers to, over the same rows. */
function sameRows(context: MemberContext, take: PlanAggregate, id: MemberId): Sql {
  const { member } = resolveAlias(context.model, id, 'measure');
  if (member.expression.kind === 'calculated') {
    const { sql, filters } = member.expression;
    const inner = (measure: MemberId) => sameRows(context, take, measure);
    return whenAll(
      filters.map((filter) => lowerFragment(context, filter, inner)),
      lowerFragment(context, sql, inner),
    );
  }
  const { moved: _, ...unmoved } = take;
  return lowerAggregate(context, { ...unmoved, measure: member.id });
}

/** Numbers of four bytes are added in eight, and their least and greatest value is shown when it is found. */
function asAggregated(operand: Sql, name: AggregateFunction, as: StoredForm | undefined): Sql {
  if (as !== 'double') return asShown(operand, as);
  return name === 'sum' || name === 'avg' ? cast(operand, 'double') : operand;
}

function asShown(operand: Sql, as: StoredForm | undefined): Sql {
  return as === undefined ? operand : { kind: 'shown-value', operand, as };
}

/** Returns the dimension that SQL names, or whose SQL in the cube is equal; none where these differ in type. */
function operandDimension(model: ModelIndex, cube: string, sql: Fragment): Dimension | undefined {
  const [only, ...others] = sql.parts;
  if (only?.kind === 'member' && others.length === 0) {
    const found = requireMember(model, only.member);
    return found.kind === 'dimension' ? resolveAlias(model, found.id, 'dimension').member : undefined;
  }
  const [first, ...twins] = requireCube(model, cube).dimensions.filter(
    ({ expression }) => expression.kind === 'sql' && isSameData(expression.sql.parts, sql.parts),
  );
  return twins.every(({ type }) => type === first?.type) ? first : undefined;
}

/**
 * The form in which a measure reads its operand. The least and the greatest number are found among numbers, also where a
 * dimension shows them as texts; values of other types that are shown as texts are compared as texts. Texts of numbers of
 * four bytes are counted with all of their digits.
 */
function shownAsOf(
  model: ModelIndex,
  measure: MemberId,
  name: AggregateFunction,
  sql: Fragment,
): StoredForm | undefined {
  const read = operandDimension(model, cubeOf(measure), sql);
  const as = shownAs(model, measure) ?? (read && shownAs(model, read.id));
  switch (as) {
    case 'text':
      return name === 'min' || name === 'max' ? as : undefined;
    case 'text-of-single':
      return counts(name) ? as : 'double';
    case 'double':
      return counts(name) ? undefined : as;
    case 'text-of-number':
    case 'text-of-double':
    case undefined:
      return undefined;
  }
}

function isNumberAsText(model: ModelIndex, dimension: MemberId): boolean {
  return shownAs(model, dimension)?.startsWith('text-of-') === true;
}

function counts(name: AggregateFunction): boolean {
  return name.startsWith('count');
}

/** Operand of a count without SQL: it is present in rows that have a row of the cube. */
function countedRow(context: MemberContext, take: PlanAggregate, cube: string): Sql {
  const first = presentValue(context, cube);
  if (!first) return { kind: 'integer', value: 1 };
  return take.mayBeUnmatched ? first : { kind: 'integer', value: 1 };
}

/** Lowers a measure of one row, for ungrouped queries: its value, or 1 and 0 for counts. */
export function lowerRowMeasure(context: MemberContext, id: MemberId, mayBeUnmatched: boolean): Sql {
  const { expression } = resolveAlias(context.model, id, 'measure').member;
  if (expression.kind !== 'aggregate') throw new Error(`the measure '${id}' has no value for a row`);
  const filters = expression.filters.map((filter) => lowerFragment(context, filter));
  const matched = mayBeUnmatched ? isMatched(context, cubeOf(id)) : undefined;
  const conditions = [...(matched ? [matched] : []), ...filters];
  switch (expression.function) {
    case 'count':
    case 'count-distinct':
    case 'count-distinct-approx': {
      const present: readonly Sql[] = expression.sql
        ? [{ kind: 'null-test', operand: lowerFragment(context, expression.sql), isNegated: true }]
        : [];
      const one: Sql = { kind: 'integer', value: 1 };
      if (conditions.length + present.length === 0) return one;
      return {
        kind: 'case',
        when: [{ condition: all([...conditions, ...present]), value: one }],
        otherwise: { kind: 'integer', value: 0 },
      };
    }
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
      if (!expression.sql) throw new Error(`the measure '${id}' has no SQL`);
      return whenAll(
        conditions,
        asShown(
          lowerStoredValue(context, expression.sql),
          shownAsOf(context.model, id, expression.function, expression.sql),
        ),
      );
  }
}

/** `value` where all conditions hold, else NULL. */
export function whenAll(conditions: readonly Sql[], value: Sql): Sql {
  return conditions.length === 0 ? value : { kind: 'case', when: [{ condition: all(conditions), value }] };
}
