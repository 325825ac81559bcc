import type { BoundQuery, CubeName } from '@orrery/semantic';
import { printName } from './name.ts';
import { refuseForm } from './refuse.ts';

interface Tree {
  readonly root: CubeName;
  readonly joins: { readonly from: CubeName; readonly to: CubeName }[];
}

/** Join hints as joins, and everything else by comma: the model joins it. */
export function printFrom(pieces: readonly CubeName[], hints: BoundQuery['joinHints']): string {
  const trees = treesOf(hints);
  const joined = new Set(hints.flat());
  const alone = pieces.filter((piece) => !joined.has(piece)).map(printName);
  return [...trees.map(printTree), ...alone].join(', ');
}

function printTree({ root, joins }: Tree): string {
  const steps = joins.map(({ from, to }) => {
    const [left, right] = [printName(from), printName(to)];
    return ` JOIN ${right} ON ${left}.__cubeJoinField = ${right}.__cubeJoinField`;
  });
  return `${printName(root)}${steps.join('')}`;
}

/** A table stands in FROM once, so paths that share a cube begin alike. */
function treesOf(hints: BoundQuery['joinHints']): readonly Tree[] {
  const trees: Tree[] = [];
  const parents = new Map<CubeName, CubeName | undefined>();
  for (const [root, ...steps] of hints) {
    if (root === undefined) continue;
    if (parents.get(root) !== undefined)
      refuseForm(`A join hint that begins at '${root}', where another one leads to,`);
    const known = trees.find((one) => one.root === root);
    const tree = known ?? { root, joins: [] };
    if (!known) trees.push(tree);
    parents.set(root, undefined);
    let from = root;
    for (const to of steps) {
      if (!parents.has(to)) tree.joins.push({ from, to });
      else if (parents.get(to) !== from) refuseForm(`A second join hint that leads to '${to}'`);
      parents.set(to, from);
      from = to;
    }
  }
  return trees;
}
