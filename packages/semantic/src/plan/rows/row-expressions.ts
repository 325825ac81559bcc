import { type Granularity, granularityNamed, type MemberId, type ModelIndex } from '../../model/index.ts';
import { type Instant, offsetAt, utc, type Zone } from '../../time/index.ts';
import {
  type BoundQuery,
  type Condition,
  type Expression,
  mapConditions,
  mapHoles,
  mapOperands,
} from '../../query/index.ts';
import { dimension } from '../groups/grouping.ts';
import { holdsLocalTime, resolveAlias } from '../joins/requirement.ts';
import type { PlanCondition, PlanExpression } from '../plan-expression.ts';

/** The value of each row that a caller sees. */
export function rowExpression(model: ModelIndex, zone: Zone, expression: Expression): PlanExpression {
  switch (expression.kind) {
    case 'dimension': {
      const { member } = resolveAlias(model, expression.member, 'dimension');
      const stored = dimension(model, member.id);
      return member.type === 'time'
        ? { kind: 'local-time', operand: stored, zone: zoneOf(model, zone, expression.member) }
        : stored;
    }
    case 'bucket':
      return {
        kind: 'bucket',
        operand: storedValue(model, expression.member),
        granularity: granularityOf(model, expression),
        zone: zoneOf(model, zone, expression.member),
      };
    case 'value':
      return expression;
    case 'call':
      return { ...expression, arguments: expression.arguments.map((item) => rowExpression(model, zone, item)) };
    case 'sql':
      return { ...expression, parts: mapHoles(expression.parts, (item) => rowExpression(model, zone, item)) };
    case 'per-entity':
      throw new Error('a measure per entity becomes a dimension before it is planned');
    case 'altered':
    case 'aggregate':
      throw new Error('an aggregate was bound where rows are asked for');
    case 'measure':
      throw new Error(`the measure '${expression.member}' was bound where rows are asked for`);
  }
}

/**
 * Ranges and equality of a time dimension compare stored values; every other test compares the values a caller sees.
 */
export function rowConditions(query: BoundQuery, model: ModelIndex): readonly PlanCondition[] {
  return query.rowFilters.map((filter) => storedCondition(filter, model, query.zone));
}

export function storedCondition(filter: Condition, model: ModelIndex, zone: Zone): PlanCondition {
  return mapOperands(asStored(filter, model, zone), (operand) =>
    operand.kind === 'dimension' ? storedValue(model, operand.member) : rowExpression(model, zone, operand),
  );
}

/** Masks the buckets of a masked time too, where a calendar's SQL computes them. */
function granularityOf(
  model: ModelIndex,
  { member, granularity }: Extract<Expression, { kind: 'bucket' }>,
): Granularity {
  if (typeof granularity === 'string' || granularity.buckets.kind !== 'sql') return granularity;
  return granularityNamed(resolveAlias(model, member, 'dimension').member, granularity.name) ?? granularity;
}

function storedValue(model: ModelIndex, member: MemberId): PlanExpression {
  return dimension(model, resolveAlias(model, member, 'dimension').member.id);
}

/** Times that are already on the wall clock must not be converted again. */
function zoneOf(model: ModelIndex, zone: Zone, member: MemberId): Zone {
  return holdsLocalTime(model, member) ? utc : zone;
}

/**
 * Ranges were resolved to instants in the query's zone; for wall clock times they are converted back. Values compared
 * individually were never converted: they are what the caller saw.
 */
export function asStored(condition: Condition, model: ModelIndex, zone: Zone): Condition {
  if (condition.kind !== 'range') return mapConditions(condition, (one) => asStored(one, model, zone));
  const { operand, from, to, isOfValues } = condition;
  const isMember = operand.kind === 'dimension' || operand.kind === 'measure';
  if (isOfValues || !isMember || !holdsLocalTime(model, operand.member)) return condition;
  return {
    ...condition,
    ...(from === undefined ? {} : { from: reading(from, zone) }),
    ...(to === undefined ? {} : { to: reading(to, zone) }),
  };
}

/**
 * The smallest clock time that is not over at `instant`, kept as the instant at which a clock in UTC shows it. Where
 * clocks skip the start of a day, it is that start.
 */
function reading(instant: Instant, zone: Zone): Instant {
  const before = offsetAt(zone, (instant - 1) as Instant);
  return (instant + Math.min(before, offsetAt(zone, instant))) as Instant;
}
