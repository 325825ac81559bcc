import type { CrashReport } from './crash.ts';
import type { SoakReport } from './soak.ts';

const megabyte = 1024 * 1024;

/** Memory may still grow by this much once the server is warm: caches of the engine fill to their limit. */
const mostGrowthBytes = 256 * megabyte;
/**
 * Maximum stall of the event loop. On a busy machine a process also waits for its turn; a longer stall means that our
 * code blocks it.
 */
const mostStallMs = 1000;

/** Time from starting the command to the first answered load. */
const mostStartMs = 1000;

export function describeSoak({ answers, left, compared, longestStallMs, warmBytes, endBytes }: SoakReport): string {
  const statuses = [...answers].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} x ${status}`);
  return [
    `answers: ${statuses.join(', ')}; ${left} clients left; ${compared} answers compared with plain DuckDB`,
    `longest stall ${longestStallMs.toFixed(0)} ms; memory ${megabytes(warmBytes)} MB warm, ${megabytes(endBytes)} MB at the end`,
  ].join('\n');
}

/** Returns the faults that the soak found, and those that its figures show. */
export function faultsOfSoak(report: SoakReport): readonly string[] {
  const grown = report.endBytes - report.warmBytes;
  return [
    ...report.faults,
    ...(grown > mostGrowthBytes ? [`memory grew by ${megabytes(grown)} MB after the server was warm`] : []),
    ...(report.longestStallMs > mostStallMs
      ? [`the event loop stood still for ${report.longestStallMs.toFixed(0)} ms`]
      : []),
    ...(report.exitCode === 0 ? [] : [`the server ended with code ${report.exitCode}`]),
  ];
}

export function describeCrashes(report: CrashReport): string {
  const { kills, killsWhileStarting, acknowledged, answered, startsMs, leftFiles, leftBytes } = report;
  const sorted = startsMs.toSorted((a, b) => a - b);
  const at = (ratio: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * ratio))] ?? 0).toFixed(0);
  return [
    `${kills} kills, ${killsWhileStarting} of them while it started; ${answered} questions answered`,
    `${acknowledged} acknowledged writes, all looked for after each kill; ${leftFiles} files with ${megabytes(leftBytes)} MB at the end`,
    `${startsMs.length} starts to the first answered load: median ${at(0.5)} ms, worst ${at(1)} ms`,
  ].join('\n');
}

/** Returns the faults that the kills found, and starts that took too long. */
export function faultsOfCrashes({ faults, startsMs }: CrashReport): readonly string[] {
  const late = startsMs.filter((ms) => ms > mostStartMs);
  return late.length === 0 ? faults : [...faults, `${late.length} starts took more than ${mostStartMs} ms`];
}

function megabytes(bytes: number): string {
  return (bytes / megabyte).toFixed(0);
}
