import type { ProblemCode } from '../problem/problem.ts';
import type { Isolated } from './broken-members.ts';
import type { Scope } from './scope.ts';

/** What is wrong with one member or join alone, and shows in no answer that does not ask for it. */
const isolatedCodes: ReadonlySet<string> = new Set<ProblemCode>([
  'model.row-in-filter',
  'model.mixed-measure',
  'model.measure-in-aggregate',
  'model.aggregate-in-aggregate',
  'model.measure-in-text-aggregate',
  'model.measure-in-filter',
  'model.measure-in-row',
  'model.window-in-measure',
  'model.join-foreign-cube',
  'model.no-join',
]);

/**
 * Sets apart what was found about one member or join, if it takes nothing else out of service.
 *
 * @param from the number of findings before it was looked at
 */
export function setApart(scope: Scope, from: number, takes: Isolated['takes']): void {
  const found = scope.findings.slice(from);
  if (found.length === 0 || !found.every(({ problem }) => isolatedCodes.has(problem.code))) return;
  scope.findings.length = from;
  scope.isolated.push(...found.map((one): Isolated => ({ finding: one, takes })));
}
