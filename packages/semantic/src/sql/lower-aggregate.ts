import {
  cubeOf,
  isSameData,
  type Fragment,
  isOwnColumn,
  type MemberId,
  type ModelIndex,
  requireCube,
  requireMember,
  type ValueType,
} from '../model/index.ts';
import { type PlanAggregate, resolveAlias } from '../plan/index.ts';
import { isMatched, lowerFragment, lowerKey, type MemberContext } from './lower-member.ts';
import { all, type Sql } from './sql.ts';

/** Lowers one measure over the rows of the scope. */
export function lowerAggregate(context: MemberContext, take: PlanAggregate): Sql {
  const { expression } = resolveAlias(context.model, take.measure, 'measure').member;
  switch (expression.kind) {
    case 'alias':
    case 'calculated':
    case 'windowed':
    case 'stage':
      throw new Error(`the measure '${take.measure}' is no aggregate`);
    case 'raw-aggregate':
      return whenAll(
        expression.filters.map((filter) => lowerFragment(context, filter, (id) => sameRows(context, take, id))),
        lowerFragment(context, expression.sql, (id) => sameRows(context, take, id)),
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
      const operand = expression.sql ? lowerFragment(context, expression.sql) : countedRow(context, take, cube);
      const type = expression.type ?? (expression.sql && operandType(context.model, cube, expression.sql));
      return {
        kind: 'aggregate',
        // The plan may need only a part of the measure, such as the sum of an average.
        function: take.function === 'raw' ? expression.function : take.function,
        operand: whenAll([...(matched ? [matched] : []), ...filters], operand),
        ...(type === undefined ? {} : { type }),
      };
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
  return lowerAggregate(context, { ...take, measure: member.id });
}

/** Returns the type of SQL that names one dimension, or that equals the SQL of a dimension of the cube. */
function operandType(model: ModelIndex, cube: string, sql: Fragment): ValueType | undefined {
  const [only, ...others] = sql.parts;
  if (only?.kind === 'member' && others.length === 0) {
    const found = requireMember(model, only.member);
    return found.kind === 'dimension' ? found.type : undefined;
  }
  const twin = requireCube(model, cube).dimensions.find(
    ({ expression }) => expression.kind === 'sql' && isSameData(expression.sql.parts, sql.parts),
  );
  return twin?.type;
}

/** Operand of a count without SQL: it is present in rows that have a row of the cube. */
function countedRow(context: MemberContext, take: PlanAggregate, cube: string): Sql {
  const [first] = lowerKey(context, cube);
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
      return whenAll(conditions, lowerFragment(context, expression.sql));
  }
}

/** `value` where all conditions hold, else NULL. */
export function whenAll(conditions: readonly Sql[], value: Sql): Sql {
  return conditions.length === 0 ? value : { kind: 'case', when: [{ condition: all(conditions), value }] };
}
