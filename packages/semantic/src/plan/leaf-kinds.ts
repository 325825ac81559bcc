import type { ModelIndex } from '../model/model-index.ts';
import type { MeasureExpression, MemberId } from '../model/model.ts';
import { leavesOf } from './measure-leaves.ts';
import { resolveAlias } from './requirement.ts';

/** Ways in which a leaf measure is planned. */
export type LeafKind =
  /** An aggregate over rows of cubes. */
  | 'rows'
  /** Made of the rows of other measures. */
  | 'stages';

/** The leaves of some measures by how they are planned, each once. */
export function leavesByKind(
  model: ModelIndex,
  measures: readonly MemberId[],
): Readonly<Record<LeafKind, readonly MemberId[]>> {
  const leaves = [...new Set(measures.flatMap((measure) => leavesOf(model, measure)))];
  const of = (kind: LeafKind) =>
    leaves.filter((leaf) => leafKind(resolveAlias(model, leaf, 'measure').member.expression) === kind);
  return { rows: of('rows'), stages: of('stages') };
}

function leafKind(expression: MeasureExpression): LeafKind {
  switch (expression.kind) {
    case 'aggregate':
    case 'raw-aggregate':
      return 'rows';
    case 'stage':
      return 'stages';
    case 'calculated':
    case 'alias':
      throw new Error(`a ${expression.kind} measure is no leaf`);
  }
}
