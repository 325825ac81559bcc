import { mapInputs, type Plan, type PlanColumn } from '../plan.ts';
import { type InstantSpan, type PlanExpression, mapExpressions, conjuncts } from '../plan-expression.ts';
import { mapSame } from '../tree/map-same.ts';

/**
 * Bounds the instants of each wall clock time, where a filter below it limits them; a zone then needs only the few
 * offsets of those years.
 */
export function narrowZones(plan: Plan): Plan {
  const inner = mapInputs(plan, narrowZones);
  if (inner.kind === 'join' && inner.on.kind === 'window') {
    const { on } = inner;
    const time = narrow(on.time, spansBelow(inner.left));
    return time === on.time ? inner : { ...inner, on: { ...on, time } };
  }
  if (inner.kind === 'project') {
    const take = narrowColumns(inner.take, inner.input);
    return take === inner.take ? inner : { ...inner, take };
  }
  if (inner.kind !== 'aggregate') return inner;
  const by = narrowColumns(inner.by, inner.input);
  return by === inner.by ? inner : { ...inner, by };
}

function narrowColumns(columns: readonly PlanColumn[], rows: Plan): readonly PlanColumn[] {
  const spans = spansBelow(rows);
  if (spans.size === 0) return columns;
  return mapSame(columns, (item) => {
    const expression = narrow(item.expression, spans);
    return expression === item.expression ? item : { ...item, expression };
  });
}

/** Collects spans from filters directly above the rows, which every row has passed. */
function spansBelow(plan: Plan): ReadonlyMap<string, InstantSpan> {
  const spans = new Map<string, InstantSpan>();
  for (let current = plan; current.kind === 'filter'; current = current.input) {
    for (const test of conjuncts(current.where)) {
      if (test.kind !== 'range' || test.isNegated) continue;
      const stored = storedTime(test.operand);
      if (stored !== undefined) spans.set(stored, overlap(spans.get(stored) ?? {}, test));
    }
  }
  return spans;
}

/** Names a dimension's stored time, or one with an interval added. */
function storedTime(operand: PlanExpression): string | undefined {
  if (operand.kind === 'dimension') return operand.member;
  if (operand.kind !== 'shifted') return undefined;
  const inner = storedTime(operand.operand);
  return inner && `${inner} ${JSON.stringify(operand.by)}`;
}

function overlap(a: InstantSpan, b: InstantSpan): InstantSpan {
  const from = a.from === undefined || (b.from !== undefined && b.from > a.from) ? b.from : a.from;
  const to = a.to === undefined || (b.to !== undefined && b.to < a.to) ? b.to : a.to;
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function narrow(expression: PlanExpression, spans: ReadonlyMap<string, InstantSpan>): PlanExpression {
  if (expression.kind !== 'local-time' && expression.kind !== 'bucket') {
    return mapExpressions(expression, (inner) => narrow(inner, spans));
  }
  const span = spans.get(storedTime(expression.operand) ?? '');
  return span ? { ...expression, span } : expression;
}
