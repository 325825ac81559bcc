import { Refused, Unsettled } from './refusal.ts';
import { evaluate } from './expression.ts';
import { cubeNamed, type Value, type World, type WorldJoin } from './world.ts';

/** A row of the join: the position of each cube's row, or nothing where a LEFT JOIN found none. */
export type JoinedRow = ReadonlyMap<string, number | undefined>;

export interface JoinTree {
  readonly root: string;
  readonly edges: readonly Edge[];
}

interface Edge {
  readonly from: string;
  readonly join: WorldJoin;
}

/** Finds the tree with the fewest joins, with each cube of the list as the root; the first of equals wins. */
export function findTree(world: World, required: readonly (readonly string[])[]): JoinTree {
  const [best] = fewestJoins(world, required);
  if (!best) throw new Refused('plan.no-join-path');
  return best;
}

/** Whether trees from several roots are equally small, so that which one is taken depends on the order of the cubes. */
export function isTied(world: World, required: readonly (readonly string[])[]): boolean {
  return fewestJoins(world, required).length > 1;
}

function fewestJoins(world: World, required: readonly (readonly string[])[]): readonly JoinTree[] {
  const roots = [...new Set(required.map(([head = '']) => head))];
  const trees = roots.flatMap((root) => treeFrom(world, root, required) ?? []);
  const fewest = Math.min(...trees.map(({ edges }) => edges.length));
  return trees.filter(({ edges }) => edges.length === fewest);
}

function treeFrom(world: World, root: string, required: readonly (readonly string[])[]): JoinTree | undefined {
  const parents = new Map<string, Edge>();
  for (const path of required) {
    const [head = root] = path;
    const way = shortestPath(world, root, head);
    if (!way) return undefined;
    const steps = [...way, ...path.slice(1)];
    for (const [index, to] of steps.entries()) {
      const from = index === 0 ? root : (steps[index - 1] ?? root);
      const join = cubeNamed(world, from).joins.find((one) => one.to === to);
      if (!join) throw new Error(`no join ${from}.${to}`);
      const known = parents.get(to);
      if (to === root || (known && known.from !== from)) throw new Unsettled('two ways to one cube');
      parents.set(to, { from, join });
    }
  }
  const reached = [root];
  for (const cube of reached) {
    for (const [to, { from }] of parents) if (from === cube && !reached.includes(to)) reached.push(to);
  }
  return { root, edges: reached.slice(1).flatMap((to) => parents.get(to) ?? []) };
}

/** The cubes after `from` on the way to `to`. */
function shortestPath(world: World, from: string, to: string): readonly string[] | undefined {
  let paths: readonly (readonly string[])[] = [[]];
  const seen = new Set([from]);
  if (from === to) return [];
  while (paths.length > 0) {
    const next = paths.flatMap((path) =>
      cubeNamed(world, path.at(-1) ?? from)
        .joins.filter((join) => !seen.has(join.to))
        .map((join) => [...path, join.to]),
    );
    const arrived = next.filter((path) => path.at(-1) === to);
    if (arrived.length > 1) throw new Unsettled('two shortest ways');
    if (arrived[0]) return arrived[0];
    for (const path of next) seen.add(path.at(-1) ?? '');
    paths = next;
  }
  return undefined;
}

/** Nested loops. */
export function joinRows(world: World, tree: JoinTree): readonly JoinedRow[] {
  let rows: readonly JoinedRow[] = cubeNamed(world, tree.root).rows.map((_, at) => new Map([[tree.root, at]]));
  for (const { from, join } of tree.edges) {
    const candidates = cubeNamed(world, join.to).rows.map((_, at) => at);
    rows = rows.flatMap((row): readonly JoinedRow[] => {
      const matches = candidates
        .map((at): JoinedRow => new Map([...row, [join.to, at]]))
        .filter((joined) => isMatch(world, from, join, joined));
      return matches.length > 0 ? matches : [new Map([...row, [join.to, undefined]])];
    });
  }
  return rows;
}

function isMatch(world: World, from: string, join: WorldJoin, row: JoinedRow): boolean {
  const cell = (cube: string, name: string) => cellOf(world, row, cube, name);
  return (
    evaluate(join.on, {
      column: (cube, name) => cell(cube ?? from, name),
      // Joins refer to dimensions that are columns of the same name.
      member: ({ cube, name }) => cell(cube ?? from, name),
    }) === true
  );
}

export function cellOf(world: World, row: JoinedRow, cube: string, name: string): Value {
  const { columns, rows } = cubeNamed(world, cube);
  const at = row.get(cube);
  return at === undefined ? null : (rows[at]?.[columns.findIndex((column) => column.name === name)] ?? null);
}

/** Whether the joins of the tree lead from one cube on to another. */
export function leadsTo({ edges }: JoinTree, from: string, to: string): boolean {
  const reached = [from];
  for (const cube of reached) for (const edge of edges) if (edge.from === cube) reached.push(edge.join.to);
  return reached.includes(to);
}

/** Whether, on the way from one cube of the tree to another (or to any), rows of the first meet many of the next. */
export function leadsToMany({ edges }: JoinTree, from: string, to?: string): boolean {
  const ways: { readonly cube: string; readonly isMany: boolean }[] = [{ cube: from, isMany: false }];
  const seen = new Set([from]);
  for (const { cube, isMany } of ways) {
    for (const edge of edges) {
      const isForward = edge.from === cube;
      if (!isForward && edge.join.to !== cube) continue;
      const next = isForward ? edge.join.to : edge.from;
      if (seen.has(next)) continue;
      seen.add(next);
      const crosses = edge.join.relationship === (isForward ? 'one_to_many' : 'many_to_one');
      ways.push({ cube: next, isMany: isMany || crosses });
    }
  }
  return ways.some(({ cube, isMany }) => isMany && (to === undefined || cube === to));
}
