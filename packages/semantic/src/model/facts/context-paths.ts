import { findDependants } from '../check/availability.ts';
import type { ContextPath, CubeName } from '../model.ts';

/**
 * Finds for each piece the values of the security context read by it and by its dependencies; pieces that read none are
 * left out.
 */
export function findContextPaths(
  dependencies: ReadonlyMap<CubeName, ReadonlySet<CubeName>>,
  cubes: ReadonlyMap<CubeName, { readonly contextPaths: readonly ContextPath[] }>,
): ReadonlyMap<CubeName, readonly ContextPath[]> {
  const found = new Map<CubeName, Map<string, ContextPath>>();
  for (const [reader, { contextPaths }] of cubes) {
    if (contextPaths.length === 0) continue;
    for (const name of [reader, ...findDependants(dependencies, new Set([reader])).keys()]) {
      const paths = found.get(name) ?? new Map<string, ContextPath>();
      for (const path of contextPaths) paths.set(JSON.stringify(path), path);
      found.set(name, paths);
    }
  }
  return new Map(
    [...found].map(([name, paths]) => [name, [...paths].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => path)]),
  );
}
