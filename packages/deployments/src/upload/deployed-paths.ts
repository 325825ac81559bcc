import type { InputProblem } from '@orrery/kernel';
import { archiveBounds, archivePathFault } from '../version/index.ts';

/** Programs in the usual folders of models: no part of a model runs as a program. The check of a version looks at its own folder. */
const program = /^(?:models?|schemas?|cubes|views)\/.*\.(?:js|cjs|mjs|ts|cube)$/i;
const settingsFile = 'orrery.yml';

/** Whether a file is left out of versions: hidden ones, which the command line that deploys sends in part. */
export function isLeftOut(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.') && name !== '.' && name !== '..');
}

/** Finds faults in the paths of a project, before its files are read. */
export function pathFaults(paths: readonly string[]): readonly InputProblem[] {
  if (paths.length > archiveBounds.entries)
    return [{ path: 'files', message: `are more than ${archiveBounds.entries}` }];
  const faults = paths.flatMap((path) => {
    const fault = archivePathFault(path, archiveBounds) ?? (program.test(path) ? noProgram : undefined);
    return fault === undefined ? [] : [{ path: JSON.stringify(path.slice(0, 200)), message: fault }];
  });
  const isThere = paths.includes(settingsFile);
  return isThere ? faults : [{ path: settingsFile, message: 'is missing: it names the data sources' }, ...faults];
}

const noProgram = 'is a program, which no model here has: write its cubes in YAML';
