import type { CubeName } from '../model.ts';
import type { ResolvedCube } from '../resolve/resolve-cube.ts';

/** Maximum number of joins from the first cube of a query or view to another. */
export const longestJoinPath = 64;

/**
 * Numbers the sets of cubes connected by joins in any direction, in order of their first cube. Cubes without joins have
 * no number.
 */
export function findComponents(cubes: ReadonlyMap<CubeName, ResolvedCube>): ReadonlyMap<CubeName, number> {
  const neighbours = new Map<CubeName, CubeName[]>();
  const connect = (from: CubeName, to: CubeName): void => {
    const known = neighbours.get(from);
    if (known) known.push(to);
    else neighbours.set(from, [to]);
  };
  for (const { cube } of cubes.values()) {
    for (const { from, to } of cube.joins) {
      connect(from, to);
      connect(to, from);
    }
  }
  const components = new Map<CubeName, number>();
  let next = 1;
  for (const name of cubes.keys()) {
    if (!neighbours.has(name) || components.has(name)) continue;
    const pending = [name];
    for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
      if (components.has(current)) continue;
      components.set(current, next);
      for (const neighbour of neighbours.get(current) ?? []) pending.push(neighbour);
    }
    next++;
  }
  return components;
}
