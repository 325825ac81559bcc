import type { MemberId } from '../model/index.ts';
import { lowerRowMeasure, whenAll } from './lower-aggregate.ts';
import { lowerCall } from './lower-call.ts';
import { type ConditionContext, lowerCondition, lowerValue } from './lower-condition.ts';
import {
  lowerBucket,
  lowerDimensionValue,
  lowerFragment,
  lowerMeasureFilters,
  lowerSegment,
  type MemberContext,
} from './lower-member.ts';
import { columnOf, type SelectDraft } from './draft.ts';
import { call, fragment, type Sql } from './sql.ts';
import { mapHoles } from '../query/index.ts';
import type { Clock } from '../time/index.ts';
import { type PlanExpression, type StandIn, typeOf } from '../plan/index.ts';

/** An expression where a draft stands: columns are what the draft says, dimensions come from its cubes. */
export function lowerExpression(context: MemberContext, draft: SelectDraft, expression: PlanExpression): Sql {
  const lower = (inner: PlanExpression) => lowerExpression(context, draft, inner);
  switch (expression.kind) {
    case 'column':
      return columnOf(draft, expression.column);
    case 'dimension':
      return lowerDimensionValue(context, expression.member);
    case 'local-time':
      return { ...expression, operand: lower(expression.operand) };
    case 'shifted':
      return {
        kind: 'add-interval',
        operand: lower(expression.operand),
        interval: expression.by,
        count: { kind: 'integer', value: 1 },
      };
    case 'bucket': {
      const { operand, granularity, zone, span } = expression;
      return lowerBucket(context, lower(operand), granularity, zone, span);
    }
    case 'value':
      return lowerValue(expression.value);
    case 'call':
      return lowerCall(
        expression.function,
        expression.arguments.map(lower),
        expression.type,
        expression.arguments.map(typeOf),
      );
    case 'sql':
      return fragment(...mapHoles(expression.parts, (hole) => lowerHole(hole, lower)));
    case 'row-measure':
      return lowerRowMeasure(context, expression.member, expression.mayBeUnmatched);
    case 'or-zero':
      return call('COALESCE', lower(expression.operand), { kind: 'integer', value: 0 });
    case 'calculated': {
      const measure = (id: MemberId): Sql => {
        const found = expression.measures.find(({ member }) => member === id);
        if (!found) throw new Error(`the calculation lost the measure '${id}'`);
        return lower(found.expression);
      };
      const inside = { ...context, standIn: standIns(expression.dimensions ?? [], lower) };
      const own = lowerFragment(inside, expression.sql, measure);
      const value = whenAll(
        expression.filters.map((filter) => lowerFragment(inside, filter, measure)),
        expression.shownAs ? { kind: 'shown-value', operand: own, as: expression.shownAs } : own,
      );
      return expression.type ? context.dialect.dimensionValue(value, expression.type) : value;
    }
    case 'choice': {
      const otherwise = expression.otherwise && lower(expression.otherwise);
      if (expression.when.length === 0) return otherwise ?? context.dialect.absent('number');
      return {
        kind: expression.isOfNumbers ? 'chosen-number' : 'chosen-value',
        when: expression.when.map(({ value, expression: branch }) => ({
          condition: lowerCondition(conditionContext(context, draft), {
            kind: 'one-of',
            operand: expression.on,
            values: [value],
            isNegated: false,
            keepsNull: false,
          }),
          value: lower(branch),
        })),
        ...(otherwise ? { otherwise } : {}),
      };
    }
    case 'sum-over-groups':
      return {
        kind: 'over',
        value: { kind: 'aggregate', function: 'sum', operand: lower(expression.operand) },
        window:
          expression.within.length === 0
            ? fragment('')
            : fragment('PARTITION BY ', { kind: 'list', items: expression.within.map(lower) }),
      };
    case 'rank':
      return {
        kind: 'rank',
        within: expression.within.map(lower),
        by: expression.by.map((key) => ({ ...key, expression: lower(key.expression) })),
      };
  }
}

/** A constant time is compared with what dimensions show, readings of a clock. */
function lowerHole(hole: PlanExpression, lower: (expression: PlanExpression) => Sql): Sql {
  if (hole.kind !== 'value' || hole.value.type !== 'time') return lower(hole);
  // A reading is kept as the instant at which a clock in UTC shows it.
  return { kind: 'reading', reading: hole.value.instant as number as Clock };
}

function standIns(
  dimensions: readonly StandIn[],
  lower: (expression: PlanExpression) => Sql,
): NonNullable<MemberContext['standIn']> {
  return (member, granularity) => {
    const found = dimensions.find((item) => item.member === member && item.granularity === granularity);
    return found && lower(found.expression);
  };
}

export function conditionContext(context: MemberContext, draft: SelectDraft): ConditionContext {
  return {
    operand: (expression) => lowerExpression(context, draft, expression),
    endOfTime: context.dialect.endOfTime,
    segment: ({ member }) => lowerSegment(context, member),
    measureFilters: ({ member }) => lowerMeasureFilters(context, member),
  };
}
