import { type CubeName, cubeOf, type MeasureExpression, type MemberId, type ModelIndex } from '../../model/index.ts';
import { cubesOf, type JoinTree, pruneJoinTree, isMultiplied } from '../joins/join-tree.ts';
import { requirementsOfMember, resolveAlias } from '../joins/requirement.ts';

/** Measures that one pass over the rows of one join tree can aggregate. */
export interface MeasurePart {
  readonly tree: JoinTree;
  readonly leaves: readonly MemberId[];
  /** Set when the rows of this cube are multiplied, so that its measures are first reduced to one row per key. */
  readonly keyCube?: CubeName;
  /** Set when the measures are authors' own aggregates, which must not see rows without a row of this cube. */
  readonly presentCube?: CubeName;
}

/**
 * Gives each measure the smallest join tree for itself, the dimensions and the filters, so that a join for another
 * measure never multiplies its rows; measures that tolerate a larger tree share it.
 *
 * @param shared cubes the dimensions and row filters need
 */
export function splitIntoParts(
  model: ModelIndex,
  tree: JoinTree,
  shared: ReadonlySet<CubeName>,
  leaves: readonly MemberId[],
): readonly MeasurePart[] {
  const wanted = leaves.map((leaf) => {
    const needed = new Set([...shared, ...requirementsOfMember(model, leaf).map(({ cube }) => cube)]);
    return { leaf, tree: pruneJoinTree(model, tree, needed) };
  });
  const parts: { tree: JoinTree; leaves: MemberId[]; keyCube?: CubeName; presentCube?: CubeName }[] = [];
  for (const { leaf, tree: own } of wanted.toSorted((a, b) => b.tree.edges.length - a.tree.edges.length)) {
    const cube = cubeOf(leaf);
    const { expression } = resolveAlias(model, leaf, 'measure').member;
    const needsKeys = isMultiplied(own, cube) && !toleratesRepetition(expression);
    const presentCube = expression.kind === 'raw-aggregate' && cube !== own.root ? cube : undefined;
    const isAlike = (part: MeasurePart) => part.presentCube === presentCube;
    const host = parts
      .filter(isAlike)
      .find((part) =>
        needsKeys
          ? part.keyCube === cube && holds(part.tree, own) && holds(own, part.tree)
          : part.keyCube === undefined &&
            holds(part.tree, own) &&
            (isMultiplied(own, cube) || !isMultiplied(part.tree, cube)),
      );
    if (host) host.leaves.push(leaf);
    else
      parts.push({
        tree: own,
        leaves: [leaf],
        ...(needsKeys ? { keyCube: cube } : {}),
        ...(presentCube ? { presentCube } : {}),
      });
  }
  return parts;
}

function holds(larger: JoinTree, smaller: JoinTree): boolean {
  const cubes = cubesOf(larger);
  return [...cubesOf(smaller)].every((cube) => cubes.has(cube));
}

/** Whether repeated rows leave the result unchanged, as for counts of keys or distinct values, minima and maxima. */
function toleratesRepetition(expression: MeasureExpression): boolean {
  if (expression.kind !== 'aggregate') return false;
  switch (expression.function) {
    case 'count':
    case 'count-distinct':
    case 'count-distinct-approx':
    case 'min':
    case 'max':
      return true;
    case 'sum':
    case 'avg':
      return false;
  }
}
