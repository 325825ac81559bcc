import { type Dimension, type Granularity, isText, nameOfGranularity } from '../model/index.ts';
import { bindExpression, hasSaneSize } from './bind-expression.ts';
import type { TypedExpression } from './typed-expression.ts';
import { type Binder, report } from './binder.ts';
import { findDimension, findMeasure } from './find-member.ts';
import { findGranularity } from './granularity.ts';
import { maxItems, maxNameLength } from './limits.ts';
import { type OutputList, addOutput } from './output-list.ts';
import type { QueryItem } from './query.ts';

type ExpressionItem = Exclude<QueryItem, string>;

export function bindMeasures(binder: Binder, list: OutputList, items: readonly QueryItem[]): void {
  if (!areFew(binder, items, 'measures')) return;
  for (const [index, item] of items.entries()) {
    const path = `measures[${index}]`;
    if (typeof item === 'string') addMeasure(binder, list, item, path);
    else addMeasureExpression(binder, list, item, path);
  }
}

export function bindDimensions(binder: Binder, list: OutputList, items: readonly QueryItem[]): void {
  if (!areFew(binder, items, 'dimensions')) return;
  for (const [index, item] of items.entries()) {
    const path = `dimensions[${index}]`;
    if (typeof item === 'string') addNamedDimension(binder, list, item, path);
    else addDimensionExpression(binder, list, item, path);
  }
}

export function addBucket(
  binder: Binder,
  list: OutputList,
  dimension: Dimension,
  granularity: Granularity,
  path: string,
): void {
  const expression = { kind: 'bucket', member: dimension.id, granularity } as const;
  const unit = nameOfGranularity(granularity);
  const name = `${dimension.id}.${unit}`;
  const alias = `${aliasOf(dimension.id)}_${unit}`;
  addOutput(binder, list, { name, alias, role: 'bucket', type: 'time', expression }, path);
}

/** Whether a list is short enough to bind; reports it when it is not. */
export function areFew(binder: Binder, items: readonly unknown[], path: string): boolean {
  if (items.length <= maxItems) return true;
  report(binder, 'query.too-many-items', { path, maximum: maxItems }, path);
  return false;
}

function addMeasure(binder: Binder, list: OutputList, name: string, path: string): void {
  const measure = findMeasure(binder, name, path);
  if (!measure) return;
  const expression = { kind: 'measure', member: measure.id } as const;
  addOutput(binder, list, { name, alias: aliasOf(name), role: 'measure', type: measure.type, expression }, path);
}

/** `orders.status`, or `orders.created_at.day` for a time bucket. */
function addNamedDimension(binder: Binder, list: OutputList, name: string, path: string): void {
  const [cube, member, granularity, ...rest] = name.split('.');
  if (granularity === undefined || rest.length > 0) return addDimension(binder, list, name, path);
  const dimension = findDimension(binder, `${cube}.${member}`, path);
  const unit = dimension && findGranularity(binder, dimension, granularity, path);
  if (dimension && unit) addBucket(binder, list, dimension, unit, path);
}

function addDimension(binder: Binder, list: OutputList, name: string, path: string): void {
  const dimension = findDimension(binder, name, path);
  if (!dimension) return;
  const expression = { kind: 'dimension', member: dimension.id } as const;
  addOutput(binder, list, { name, alias: aliasOf(name), role: 'dimension', type: dimension.type, expression }, path);
}

function addMeasureExpression(
  binder: Binder,
  list: OutputList,
  { name, expression }: ExpressionItem,
  path: string,
): void {
  const bound = bindNamedExpression(binder, { name, expression }, path);
  if (!bound) return;
  const [stray] = bound.ofRows;
  if (stray) return report(binder, 'query.dimension-among-measures', { member: stray.id, name }, path);
  addOutput(binder, list, { name, alias: aliasOf(name), role: 'measure', ...columnOf(bound) }, path);
}

function addDimensionExpression(
  binder: Binder,
  list: OutputList,
  { name, expression }: ExpressionItem,
  path: string,
): void {
  const bound = bindNamedExpression(binder, { name, expression }, path);
  if (!bound) return;
  const [stray] = bound.ofGroups;
  if (stray !== undefined) return report(binder, 'query.measure-among-dimensions', { member: stray, name }, path);
  const role = bound.expression.kind === 'bucket' ? 'bucket' : 'dimension';
  addOutput(binder, list, { name, alias: aliasOf(name), role, ...columnOf(bound) }, path);
}

function columnOf({ type, expression }: TypedExpression) {
  return { type, expression };
}

function bindNamedExpression(binder: Binder, { name, expression }: ExpressionItem, path: string) {
  const isName = name.length > 0 && name.length <= maxNameLength && isText(name);
  if (!isName) report(binder, 'query.bad-name', { name, maximum: maxNameLength }, `${path}.name`);
  if (!hasSaneSize(binder, expression, `${path}.expression`)) return undefined;
  const bound = bindExpression(binder, expression, `${path}.expression`);
  return isName ? bound : undefined;
}

/** Letters, digits and `_` only: `orders.count` to `orders__count`. */
function aliasOf(name: string): string {
  return name.replaceAll('.', '__').replace(/[^A-Za-z0-9_]/g, '_');
}
