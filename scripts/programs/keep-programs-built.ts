import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuiltPrograms, matchingPrograms } from '../../packages/cli/bin/built-programs.js';
import { root } from '../take-steps.ts';
import { buildPrograms, noteTimes } from './build-programs.ts';

const command = join(root, 'packages/cli');

/**
 * Builds the programs that `orrery` and its tests start, unless the existing build matches the sources. A build that was
 * copied with its sources gets their times, so that programs need not read them at each start.
 */
export async function keepProgramsBuilt(): Promise<BuiltPrograms> {
  const built = matchingPrograms(pathToFileURL(`${command}/`));
  if (built) return noteTimes(built, command);
  return (await buildPrograms(command, { isPublished: false })).built;
}
