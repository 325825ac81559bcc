import { type Problem, problem } from '../../problem/index.ts';
import type { CubeName } from '../model.ts';

/**
 * Finds names that depend on a name with problems, each with one such direct dependency.
 *
 * @param dependencies of every piece @param broken names that have problems of their own
 */
export function findDependants(
  dependencies: ReadonlyMap<CubeName, Iterable<CubeName>>,
  broken: ReadonlySet<CubeName>,
): ReadonlyMap<CubeName, CubeName> {
  const dependants = new Map<CubeName, CubeName[]>();
  for (const [name, names] of dependencies) {
    for (const other of names) {
      const known = dependants.get(other);
      if (known) known.push(name);
      else dependants.set(other, [name]);
    }
  }
  const found = new Map<CubeName, CubeName>();
  const pending = [...broken];
  for (let on = pending.shift(); on !== undefined; on = pending.shift()) {
    for (const name of dependants.get(on) ?? []) {
      if (broken.has(name) || found.has(name)) continue;
      found.set(name, on);
      pending.push(name);
    }
  }
  return found;
}

/** Dependent names by the name whose problems make them unavailable. */
export function byCause(dependants: ReadonlyMap<CubeName, CubeName>): ReadonlyMap<CubeName, readonly CubeName[]> {
  const causes = new Map<CubeName, CubeName>();
  // A name follows those it depends on.
  for (const [name, on] of dependants) causes.set(name, causes.get(on) ?? on);
  return new Map(
    [...Map.groupBy(causes, ([, cause]) => cause)].map(([cause, some]) => [cause, some.map(([name]) => name)]),
  );
}

export function dependencyProblem(name: CubeName, on: CubeName): Problem {
  return problem('model.depends-on-unavailable', { name, on });
}
