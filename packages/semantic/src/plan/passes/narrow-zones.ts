import { conjuncts } from '../tree/conjuncts.ts';
import { mapInputs, type Plan } from '../plan.ts';
import { type InstantSpan, type PlanExpression, mapExpressions } from '../plan-expression.ts';

/**
 * Tells each wall clock reading of a time dimension which instants can occur, where a filter below it says so; a zone
 * then needs only the few offsets of those years.
 */
export function narrowZones(plan: Plan): Plan {
  const inner = mapInputs(plan, narrowZones);
  if (inner.kind === 'join' && inner.on.kind === 'window') {
    const { on } = inner;
    const spans = spansBelow(inner.left);
    return spans.size === 0 ? inner : { ...inner, on: { ...on, time: narrow(on.time, spans) } };
  }
  if (inner.kind !== 'aggregate' && inner.kind !== 'project') return inner;
  const spans = spansBelow(inner.input);
  if (spans.size === 0) return inner;
  if (inner.kind === 'project') {
    return { ...inner, take: inner.take.map((item) => ({ ...item, expression: narrow(item.expression, spans) })) };
  }
  return { ...inner, by: inner.by.map((item) => ({ ...item, expression: narrow(item.expression, spans) })) };
}

/** Only filters that stand directly above the rows count: every row passed all of them. */
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

/** Names a dimension's stored time, or one with something added. */
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
