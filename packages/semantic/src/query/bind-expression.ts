import { asDimension, type Dimension, isNumberText, isText, type Measure } from '../model/index.ts';
import { type Binder, report } from './binder.ts';
import { checkArguments } from './check-arguments.ts';
import { findDimensionOrMeasure, findSegment } from './find-member.ts';
import { findGranularity, reportNotTime } from './granularity.ts';
import { maxExpressionDepth, maxExpressionNodes } from './limits.ts';
import type { QueryExpression, QuerySql, QueryConstant } from './query.ts';
import { bindAggregate, bindAltered } from './bind-aggregate.ts';
import type { TypedExpression } from './typed-expression.ts';
import { holesOf, mapHoles } from './expression.ts';

/** Whether an expression is within its size bounds; reports it when it is not. */
export function hasSaneSize(binder: Binder, expression: QueryExpression, path: string): boolean {
  let level: readonly QueryExpression[] = [expression];
  let depth = 0;
  let count = 0;
  while (level.length > 0 && depth <= maxExpressionDepth && count <= maxExpressionNodes) {
    depth += 1;
    count += level.length;
    level = level.flatMap(expressionsInside);
  }
  if (depth > maxExpressionDepth) {
    report(binder, 'query.too-deep', { what: 'Expressions', maximum: maxExpressionDepth }, path);
  } else if (count > maxExpressionNodes) {
    report(binder, 'query.too-many', { what: 'parts of an expression', maximum: maxExpressionNodes }, path);
  }
  return depth <= maxExpressionDepth && count <= maxExpressionNodes;
}

function expressionsInside(expression: QueryExpression): readonly QueryExpression[] {
  switch (expression.kind) {
    case 'member':
    case 'segment':
    case 'value':
      return [];
    case 'call':
      return expression.arguments;
    case 'sql':
      return holesOf(expression.parts);
    case 'altered':
      return expression.where ? [expression.where] : [];
    case 'aggregate':
      return [expression.of, expression.where].filter((one) => one !== undefined);
  }
}

/** Names of the members in an expression of sane size. */
export function membersNamed(expression: QueryExpression): readonly string[] {
  return [...ownNames(expression), ...expressionsInside(expression).flatMap(membersNamed)];
}

function ownNames(expression: QueryExpression): readonly string[] {
  switch (expression.kind) {
    case 'member':
      return [expression.member];
    case 'segment':
      return [expression.segment];
    case 'altered':
      return [expression.measure];
    default:
      return [];
  }
}

/** Resolves names and types from the inside out. Returns `undefined` when a problem was reported. */
export function bindExpression(binder: Binder, expression: QueryExpression, path: string): TypedExpression | undefined {
  switch (expression.kind) {
    case 'member':
      return bindMember(binder, expression, path);
    case 'segment':
      return bindSegment(binder, expression.segment, path);
    case 'value':
      return bindValue(binder, expression.value, path);
    case 'call':
      return bindCall(binder, expression, path);
    case 'sql':
      return bindSql(binder, expression, path);
    case 'altered': {
      const where = bindInside(binder, expression.where, `${path}.where`);
      return where && bindAltered(binder, expression, { where: where.bound }, path);
    }
    case 'aggregate': {
      const of = bindInside(binder, expression.of, `${path}.of`);
      const where = bindInside(binder, expression.where, `${path}.where`);
      return of && where && bindAggregate(binder, expression, { of: of.bound, where: where.bound }, path);
    }
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
    return { expression: { kind: member.kind, member: member.id }, type: member.type, ...levelOf(member) };
  }
  if (member.kind === 'measure') return reportNotTime(binder, member, `${path}.granularity`);
  const unit = findGranularity(binder, member, granularity, `${path}.granularity`);
  return (
    unit && { expression: { kind: 'bucket', member: member.id, granularity: unit }, type: 'time', ...levelOf(member) }
  );
}

/** A segment is a boolean of each row. */
function bindSegment(binder: Binder, name: string, path: string): TypedExpression | undefined {
  const segment = findSegment(binder, name, `${path}.segment`);
  if (!segment) return undefined;
  binder.requested.add(segment.id);
  const dimension = asDimension(segment);
  return { expression: { kind: 'dimension', member: segment.id }, type: dimension.type, ...levelOf(dimension) };
}

function bindValue(binder: Binder, value: QueryConstant, path: string): TypedExpression | undefined {
  if (!isSound(value)) {
    const text = value.type === 'time' ? String(value.instant) : value.type === 'boolean' ? '' : value.text;
    return report(binder, 'query.bad-constant', { type: value.type, text }, `${path}.value`);
  }
  return { expression: { kind: 'value', value }, type: value.type, ofRows: [], ofGroups: [] };
}

function isSound(value: QueryConstant): boolean {
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
  const parts = args.map((one) => one.expression);
  return { expression: { kind: 'call', function: call.function, type, arguments: parts }, type, ...levelsOf(args) };
}

/** The type is what its author says: the text is not read. */
function bindSql(binder: Binder, { parts, type }: QuerySql, path: string): TypedExpression | undefined {
  const bound = mapHoles(parts, (one) => bindExpression(binder, one, `${path}.parts`));
  const found = bound.filter((part) => part !== undefined);
  if (found.length < bound.length) return undefined;
  return {
    expression: { kind: 'sql', type, parts: mapHoles(found, (one) => one.expression) },
    type,
    ...levelsOf(holesOf(found)),
  };
}

/** Binds an expression that may be absent. Returns `undefined` when a problem was reported. */
function bindInside(
  binder: Binder,
  expression: QueryExpression | undefined,
  path: string,
): { readonly bound?: TypedExpression } | undefined {
  if (!expression) return {};
  const bound = bindExpression(binder, expression, path);
  return bound && { bound };
}

type Levels = Pick<TypedExpression, 'ofRows' | 'ofGroups'>;

function levelOf(member: Dimension | Measure): Levels {
  return member.kind === 'dimension' ? { ofRows: [member], ofGroups: [] } : { ofRows: [], ofGroups: [member.id] };
}

function levelsOf(inner: readonly TypedExpression[]): Levels {
  return { ofRows: inner.flatMap(({ ofRows }) => ofRows), ofGroups: inner.flatMap(({ ofGroups }) => ofGroups) };
}
