import { bucketLengthMs, type Dimension, granularityNames, type Measure } from '../model/index.ts';
import { isVisible } from './access.ts';
import { areFew } from './bind-items.ts';
import { type Binder, isFull, warn } from './binder.ts';
import { membersOfPiece, reportMissing } from './find-member.ts';
import { findGranularity } from './granularity.ts';
import type { BoundQuery, Output, QueryOrder } from './query.ts';

type BoundOrder = BoundQuery['order'];

/**
 * Binds the order. Names are columns, in any letter case; a plain time dimension means its finest bucket. A member that
 * is not selected is ignored with a warning; an unknown name is a problem. If nothing remains of the requested order,
 * the default applies.
 */
export function bindOrder(
  binder: Binder,
  order: readonly QueryOrder[] | undefined,
  outputs: readonly Output[],
): BoundOrder {
  if (!order) return defaultOrder(outputs);
  if (!areFew(binder, order, 'order')) return [];
  const findOutput = outputFinder(outputs);
  const bound = new Map<number, BoundOrder[number]>();
  for (const [index, { member, descending }] of order.entries()) {
    const output = findOutput(member);
    if (output === undefined) checkUnselected(binder, member, `order[${index}]`);
    else if (!bound.has(output)) bound.set(output, { output, isDescending: descending });
  }
  // An order without effect still gets the default order.
  return bound.size === 0 && order.length > 0 ? defaultOrder(outputs) : [...bound.values()];
}

/**
 * The first time bucket ascending; else the first measure descending, if there is a dimension; else the first dimension
 * ascending.
 */
function defaultOrder(outputs: readonly Output[]): BoundOrder {
  const first = (role: Output['role']) => outputs.findIndex((output) => output.role === role);
  const [bucket, measure, dimension] = [first('bucket'), first('measure'), first('dimension')];
  if (bucket >= 0) return [{ output: bucket, isDescending: false }];
  if (dimension < 0) return [];
  return measure >= 0 ? [{ output: measure, isDescending: true }] : [{ output: dimension, isDescending: false }];
}

/** Finds a column by its name, in any letter case, or as the finest bucket of a time dimension. */
function outputFinder(outputs: readonly Output[]): (name: string) => number | undefined {
  const exact = new Map(outputs.map((output, index) => [output.name, index]));
  const folded = new Map<string, number>();
  const addFolded = (name: string, index: number) => {
    if (!folded.has(name.toLowerCase())) folded.set(name.toLowerCase(), index);
  };
  for (const [index, output] of outputs.entries()) addFolded(output.name, index);
  const buckets = outputs.flatMap(({ expression }, index) =>
    expression.kind === 'bucket'
      ? [{ member: expression.member, index, lengthMs: bucketLengthMs(expression.granularity) }]
      : [],
  );
  for (const { member, index } of buckets.toSorted((a, b) => a.lengthMs - b.lengthMs)) addFolded(member, index);
  return (name) => exact.get(name) ?? folded.get(name.toLowerCase());
}

/** Reports a name without a column: a member that is not selected, or a mistake. */
function checkUnselected(binder: Binder, name: string, path: string): void {
  const [cube = '', member = '', granularity, ...rest] = name.split('.');
  const known = rest.length === 0 && !isFull(binder.findings) ? findFolded(binder, cube, member) : undefined;
  if (!known || (granularity !== undefined && known.kind === 'measure')) {
    return reportMissing(binder, name, path, ['dimension', 'measure']);
  }
  const isMeant =
    granularity === undefined ||
    (known.kind === 'dimension' &&
      findGranularity(binder, known, foldedGranularity(known, granularity), path) !== undefined);
  if (isMeant) warn(binder, 'query.order-ignored', { member: name }, path);
}

function foldedGranularity(dimension: Dimension, name: string): string {
  return granularityNames(dimension).find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
}

function findFolded({ model, access }: Binder, cube: string, member: string): Dimension | Measure | undefined {
  const [wantedCube, wantedMember] = [cube.toLowerCase(), member.toLowerCase()];
  for (const piece of model.pieces.values()) {
    if (piece.name.toLowerCase() !== wantedCube) continue;
    for (const one of membersOfPiece(piece)) {
      const isMeant = one.kind !== 'segment' && one.name.toLowerCase() === wantedMember;
      if (isMeant && isVisible(one, model, access)) return one;
    }
  }
  return undefined;
}
