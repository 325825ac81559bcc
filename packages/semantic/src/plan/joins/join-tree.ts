import { type CubeName, type Join, longestJoinPath, type ModelIndex, requireCube } from '../../model/index.ts';
import { fail, type Outcome, problem, type Problem, succeed } from '../../problem/index.ts';
import { type Requirement, requirementsOfFragment } from './requirement.ts';
import { cubesAlong, joinsAlong, shortestPaths } from './shortest-path.ts';

/** Planning time in engines grows faster than the number of tables; some refuse more than 61. */
const mostJoins = 256;

/** LEFT JOINs from one root. Each edge starts at a cube that is already in the tree. */
export interface JoinTree {
  readonly root: CubeName;
  readonly edges: readonly Join[];
}

/**
 * Finds the tree with the fewest joins that starts at one of the required cubes and reaches all of them.
 *
 * @param required in the order that decides between equally small trees: the first root wins @returns a problem when no
 * required cube reaches all others, or when two equally short paths lead to one of them
 *
 * Cost: roots × (cubes + joins). Paths that a view fixes are followed exactly.
 */
export function findJoinTree(model: ModelIndex, required: readonly Requirement[]): Outcome<JoinTree> {
  const roots = [...new Set(required.map((requirement) => requirement.path[0] ?? requirement.cube))];
  const [alone] = roots;
  if (alone !== undefined && required.every((one) => isOfCube(one, alone))) return succeed({ root: alone, edges: [] });
  let best: JoinTree | undefined;
  let ambiguity: Outcome<JoinTree> | undefined;
  for (const root of roots) {
    const tree = treeFrom(model, root, required);
    if (!tree) continue;
    if (!tree.ok) {
      ambiguity ??= tree;
    } else if (!best || tree.value.edges.length < best.edges.length) {
      best = tree.value;
    }
  }
  const faulty = best?.edges.find(isFaulty);
  if (faulty) {
    const { from, to, fault = '' } = faulty;
    return fail(problem('plan.unavailable-join', { from, to, reason: fault }));
  }
  if (best) return succeed(best);
  if (ambiguity) return ambiguity;
  return fail(
    problem(
      'plan.no-join-path',
      { cubes: [...new Set(required.map(({ cube }) => cube))] },
      { hint: 'Declare a join from one of them towards the others, or query a view that holds these members.' },
    ),
  );
}

/** Whether a requirement is the cube itself, so that no join leads to it. */
function isOfCube({ cube, path, tied }: Requirement, name: CubeName): boolean {
  return cube === name && path.length <= 1 && (path[0] ?? cube) === name && !tied;
}

function isFaulty({ fault }: Join): boolean {
  return fault !== undefined;
}

/** `undefined` when `root` does not reach everything. A tree with a broken join is not sorted. */
function treeFrom(model: ModelIndex, root: CubeName, required: readonly Requirement[]): Outcome<JoinTree> | undefined {
  let wanted = required;
  for (;;) {
    const parents = connect(model, root, wanted);
    if (!parents) return undefined;
    if (!parents.ok) return parents;
    const edges = [...parents.value.values()];
    if (edges.length > mostJoins)
      return fail(problem('plan.too-many-joins', { root, count: edges.length, most: mostJoins }));
    const reached = new Set([root, ...parents.value.keys()]);
    const missing = edges
      .flatMap((edge) => requirementsOfFragment(model, edge.sql))
      .filter(({ cube }) => !reached.has(cube));
    if (missing.length === 0) return edges.some(isFaulty) ? succeed({ root, edges }) : inJoinOrder(model, root, edges);
    wanted = [...wanted, ...missing];
  }
}

/** The edge that leads to each cube of the tree except its root. */
function connect(
  model: ModelIndex,
  root: CubeName,
  required: readonly Requirement[],
): Outcome<Map<CubeName, Join>> | undefined {
  const parents = new Map<CubeName, Join>();
  const distances = distancesTo(model, root, new Set(required.map(({ cube, path }) => path[0] ?? cube)));
  if (!distances) return undefined;
  const byDistance = (a: Requirement, b: Requirement) =>
    (distances.get(a.path[0] ?? a.cube) ?? 0) - (distances.get(b.path[0] ?? b.cube) ?? 0);
  const far = required.find(
    ({ cube, path }) => pathLength(distances, path.length > 0 ? path : [cube]) > longestJoinPath,
  );
  if (far) return fail(tooLong(root, far.cube));
  const fixed = required.filter(({ path }) => path.length > 1).toSorted(byDistance);
  const free = required.filter(({ path }) => path.length <= 1).toSorted(byDistance);

  for (const { path } of fixed) {
    const [head = root] = path;
    const way = shortestPath(model, root, head, parents);
    if (!way) return undefined;
    if (!way.ok) return way;
    const clash = addEdges(parents, root, [...way.value, ...joinsAlong(model, path)]);
    if (clash) return clash;
  }
  for (const { cube, tied } of free) {
    if (tied) return ambiguous(tied[0]?.[0] ?? root, cube, tied);
    const way = shortestPath(model, root, cube, parents);
    if (!way) return undefined;
    if (!way.ok) return way;
    const clash = addEdges(parents, root, way.value);
    if (clash) return clash;
  }
  return succeed(parents);
}

/** Length of the shortest way to the start of a path and along it; 0 when there is none. */
function pathLength(distances: ReadonlyMap<CubeName, number>, path: readonly CubeName[]): number {
  const distance = distances.get(path[0] ?? '');
  return distance === undefined ? 0 : distance + path.length - 1;
}

function tooLong(from: CubeName, to: CubeName): Problem {
  return problem(
    'plan.join-path-too-long',
    { from, to, most: longestJoinPath },
    { hint: `Declare a join that leads from '${from}' closer to '${to}', or leave the members of '${to}' out.` },
  );
}

function addEdges(parents: Map<CubeName, Join>, root: CubeName, edges: readonly Join[]): Outcome<never> | undefined {
  for (const edge of edges) {
    if (edge.to === root) {
      const joins = [...parents.values(), edge].map(({ from, to }) => `${from}.${to}`);
      return fail(problem('plan.join-loop', { joins }));
    }
    const known = parents.get(edge.to);
    if (known && known.from !== edge.from) {
      const paths = [known, edge].map(({ from, to }) => `${from}.${to}`);
      return fail(problem('plan.two-paths-to-one-cube', { to: edge.to, paths }));
    }
    parents.set(edge.to, edge);
  }
  return undefined;
}

/** @returns distances of the targets and of some other cubes; `undefined` when joins do not lead to all targets */
function distancesTo(
  model: ModelIndex,
  root: CubeName,
  targets: ReadonlySet<CubeName>,
): ReadonlyMap<CubeName, number> | undefined {
  const distances = new Map([[root, 0]]);
  let missing = targets.size - (targets.has(root) ? 1 : 0);
  const queue = [root];
  for (const cube of queue) {
    if (missing === 0) break;
    for (const join of requireCube(model, cube).joins) {
      if (distances.has(join.to) || !model.pieces.has(join.to)) continue;
      distances.set(join.to, (distances.get(cube) ?? 0) + 1);
      if (targets.has(join.to)) missing -= 1;
      queue.push(join.to);
    }
  }
  return missing === 0 ? distances : undefined;
}

/**
 * Finds the shortest path, preferring the one that adds the fewest joins to `known`.
 *
 * @returns `undefined` when there is none, a problem when several are equally good
 */
function shortestPath(
  model: ModelIndex,
  root: CubeName,
  target: CubeName,
  known: ReadonlyMap<CubeName, Join>,
): Outcome<readonly Join[]> | undefined {
  if (root === target || known.has(target)) return succeed([]);
  const [chosen, ...others] = shortestPaths(model, root, target, known);
  if (chosen && others.length === 0) return succeed(chosen);
  if (chosen)
    return ambiguous(
      root,
      target,
      [chosen, ...others].map((path) => cubesAlong(root, path)),
    );
  // Paths that conflict with other paths of the query do not count, although they lead there.
  const unfit = known.size > 0 ? shortestPaths(model, root, target, new Map()) : [];
  return unfit.length > 0
    ? ambiguous(
        root,
        target,
        unfit.map((path) => cubesAlong(root, path)),
      )
    : undefined;
}

function ambiguous(from: CubeName, to: CubeName, paths: readonly (readonly CubeName[])[]): Outcome<never> {
  return fail(
    problem(
      'plan.ambiguous-join-path',
      { from, to, paths: paths.map((path) => path.join('.')) },
      { hint: 'Choose a path with joinHints, or query a view whose join_path names one.' },
    ),
  );
}

/** Sorts joins: one whose condition reads a third cube follows that cube. */
function inJoinOrder(model: ModelIndex, root: CubeName, edges: readonly Join[]): Outcome<JoinTree> {
  const placed = new Set([root]);
  const ordered: Join[] = [];
  let waiting = edges;
  while (waiting.length > 0) {
    const ready = waiting.find(
      (edge) =>
        placed.has(edge.from) &&
        requirementsOfFragment(model, edge.sql).every(({ cube }) => cube === edge.to || placed.has(cube)),
    );
    if (!ready) {
      return fail(problem('plan.join-loop', { joins: waiting.map(({ from, to }) => `${from}.${to}`) }));
    }
    placed.add(ready.to);
    ordered.push(ready);
    waiting = waiting.filter((edge) => edge !== ready);
  }
  return succeed({ root, edges: ordered });
}

/** Removes joins that lead only to cubes that are not needed. LEFT JOINs drop no rows, so the groups stay. */
export function pruneJoinTree(model: ModelIndex, tree: JoinTree, needed: ReadonlySet<CubeName>): JoinTree {
  const kept = new Set<CubeName>([tree.root, ...needed]);
  const edges = tree.edges.toReversed().filter((edge) => {
    if (!kept.has(edge.to)) return false;
    kept.add(edge.from);
    for (const { cube } of requirementsOfFragment(model, edge.sql)) kept.add(cube);
    return true;
  });
  return edges.length === tree.edges.length ? tree : { root: tree.root, edges: edges.toReversed() };
}

/**
 * Returns the part of a tree that starts at one of its cubes and contains `needed`, with the same joins.
 *
 * @returns `undefined` when a needed cube is not below `root`
 */
export function joinTreeBelow(
  model: ModelIndex,
  tree: JoinTree,
  needed: ReadonlySet<CubeName>,
  root: CubeName,
): JoinTree | undefined {
  const reached = new Set([root]);
  const edges = tree.edges.filter((edge) => reached.has(edge.from) && reached.add(edge.to));
  const below = pruneJoinTree(model, { root, edges }, needed);
  const read = [
    ...needed,
    ...below.edges.flatMap(({ sql }) => requirementsOfFragment(model, sql).map(({ cube }) => cube)),
  ];
  return read.every((cube) => reached.has(cube)) ? below : undefined;
}

export function cubesOf(tree: JoinTree): ReadonlySet<CubeName> {
  return new Set([tree.root, ...tree.edges.map(({ to }) => to)]);
}

/**
 * Whether a row of `cube` can occur more than once among the rows of `tree`: on the way from the cube along the tree,
 * some join is crossed towards its "many" side.
 */
export function isMultiplied(tree: JoinTree, cube: CubeName): boolean {
  return crossesToMany(tree, cube, () => true);
}

/** Whether the path from one cube to another crosses a join towards its "many" side. */
export function leadsToMany(tree: JoinTree, from: CubeName, to: CubeName): boolean {
  const parents = new Map(tree.edges.map((edge) => [edge.to, edge.from]));
  const above = (cube: CubeName): readonly CubeName[] => {
    const parent = parents.get(cube);
    return parent === undefined ? [cube] : [cube, ...above(parent)];
  };
  const [up, down] = [above(from), above(to)];
  const meeting = up.find((cube) => down.includes(cube));
  const way = new Set([...up.slice(0, up.indexOf(meeting ?? from) + 1), ...down.slice(0, down.indexOf(meeting ?? to))]);
  return crossesToMany(tree, from, (cube) => way.has(cube));
}

function crossesToMany(tree: JoinTree, start: CubeName, mayEnter: (cube: CubeName) => boolean): boolean {
  const visited = new Set([start]);
  const queue = [start];
  for (const cube of queue) {
    for (const edge of tree.edges) {
      const isForward = edge.from === cube;
      if (!isForward && edge.to !== cube) continue;
      const next = isForward ? edge.to : edge.from;
      if (visited.has(next) || !mayEnter(next)) continue;
      if (edge.relationship === (isForward ? 'one-to-many' : 'many-to-one')) return true;
      visited.add(next);
      queue.push(next);
    }
  }
  return false;
}
