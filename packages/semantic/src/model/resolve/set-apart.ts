import type { ProblemCode } from '../../problem/index.ts';
import type { Finding } from '../../source/index.ts';
import type { Isolated } from '../check/broken-members.ts';
import type { CubeScope } from './scope.ts';

/** Faults of one member or join that affect no other answer: reported as notices. */
const notedCodes: ReadonlySet<string> = new Set<ProblemCode>([
  'model.row-in-filter',
  'model.mixed-measure',
  'model.measure-in-aggregate',
  'model.aggregate-in-aggregate',
  'model.measure-in-text-aggregate',
  'model.measure-in-filter',
  'model.measure-in-row',
  'model.window-in-measure',
  'model.rolling-calculation',
  'model.window-beside',
  'model.window-over-window',
  'model.window-over-stage',
  'model.window-over-ratio',
  'model.join-foreign-cube',
  'model.no-join',
]);

/** Faults of one member that make its meaning unclear: reported as problems, although everything else is served. */
const refusedCodes: ReadonlySet<string> = new Set<ProblemCode>([
  'model.foreign-cube',
  'model.time-shift-of-no-time',
  'model.unknown-time-shift',
  'model.unresolved',
  'model.no-granularity',
  'model.window-granularity',
]);

export function isRefused({ problem }: Finding): boolean {
  return refusedCodes.has(problem.code);
}

/**
 * Isolates findings about one member or join, if they make nothing else unavailable.
 *
 * @param from number of findings before it was examined
 */
export function setApart(scope: CubeScope, from: number, takes: Isolated['takes']): void {
  const found = scope.findings.slice(from);
  if (found.length === 0 || !found.every((one) => notedCodes.has(one.problem.code) || isRefused(one))) return;
  scope.findings.length = from;
  scope.isolated.push(...found.map((one): Isolated => ({ finding: one, takes })));
}
