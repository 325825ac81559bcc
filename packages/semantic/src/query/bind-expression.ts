import { type Dimension, isNumberText, isText, type Measure, type ValueType } from '../model/index.ts';
import { type Binder, report } from './binder.ts';
import { checkArguments } from './check-arguments.ts';
import { findDimensionOrMeasure } from './find-member.ts';
import { findGranularity, reportNotTime } from './granularity.ts';
import { maxExpressionDepth, maxExpressionNodes } from './limits.ts';
import type { QueryExpression, Value } from './query.ts';
import type { Expression } from './expression.ts';

export interface TypedExpression {
  readonly expression: Expression;
  readonly type: ValueType;
  /** Members in the order in which they occur. */
  readonly members: readonly (Dimension | Measure)[];
}

/** Whether an expression is within its size bounds; reports it when it is not. */
export function hasSaneSize(binder: Binder, expression: QueryExpression, path: string): boolean {
  let level: readonly QueryExpression[] = [expression];
  let depth = 0;
  let count = 0;
  while (level.length > 0 && depth <= maxExpressionDepth && count <= maxExpressionNodes) {
    depth += 1;
    count += level.length;
    level = level.flatMap((one) => (one.kind === 'call' ? one.arguments : []));
  }
  if (depth > maxExpressionDepth) {
    report(binder, 'query.too-deep', { what: 'Expressions', maximum: maxExpressionDepth }, path);
  } else if (count > maxExpressionNodes) {
    report(binder, 'query.too-many', { what: 'parts of an expression', maximum: maxExpressionNodes }, path);
  }
  return depth <= maxExpressionDepth && count <= maxExpressionNodes;
}

/** Resolves names and types from the inside out. Returns `undefined` when a problem was reported. */
export function bindExpression(binder: Binder, expression: QueryExpression, path: string): TypedExpression | undefined {
  switch (expression.kind) {
    case 'member':
      return bindMember(binder, expression, path);
    case 'value':
      return bindValue(binder, expression.value, path);
    case 'call':
      return bindCall(binder, expression, path);
  }
}

function bindMember(
  binder: Binder,
  { member: name, granularity }: QueryExpression & { kind: 'member' },
  path: string,
): TypedExpression | undefined {
  const member = findDimensionOrMeasure(binder, name, `${path}.member`);
  if (!member) return undefined;
  if (granularity === undefined) {
    return { expression: { kind: member.kind, member: member.id }, type: member.type, members: [member] };
  }
  if (member.kind === 'measure') return reportNotTime(binder, member, `${path}.granularity`);
  const unit = findGranularity(binder, member, granularity, `${path}.granularity`);
  return (
    unit && { expression: { kind: 'bucket', member: member.id, granularity: unit }, type: 'time', members: [member] }
  );
}

function bindValue(binder: Binder, value: Value, path: string): TypedExpression | undefined {
  if (!isSound(value)) {
    const text = value.type === 'time' ? String(value.instant) : value.type === 'boolean' ? '' : value.text;
    return report(binder, 'query.bad-constant', { type: value.type, text }, `${path}.value`);
  }
  return { expression: { kind: 'value', value }, type: value.type, members: [] };
}

function isSound(value: Value): boolean {
  switch (value.type) {
    case 'string':
      return isText(value.text);
    case 'number':
      return isNumberText(value.text);
    case 'boolean':
      return true;
    case 'time':
      return Number.isSafeInteger(value.instant);
  }
}

function bindCall(binder: Binder, call: QueryExpression & { kind: 'call' }, path: string): TypedExpression | undefined {
  const bound = call.arguments.map((one, index) => bindExpression(binder, one, `${path}.arguments[${index}]`));
  const args = bound.filter((one) => one !== undefined);
  if (args.length < bound.length) return undefined;
  const type = checkArguments(
    binder,
    call.function,
    args.map((one) => one.type),
    path,
  );
  if (!type) return undefined;
  const members = args.flatMap((one) => one.members);
  const parts = args.map((one) => one.expression);
  return { expression: { kind: 'call', function: call.function, type, arguments: parts }, type, members };
}
