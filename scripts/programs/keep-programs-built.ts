import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { matchingPrograms } from '../../packages/cli/bin/built-programs.js';
import { root } from '../take-steps.ts';
import { buildPrograms } from './build-programs.ts';

const command = join(root, 'packages/cli');

/** Builds the programs that `orrery` and its tests start, unless the existing build matches the sources. */
export async function keepProgramsBuilt(): Promise<void> {
  if (!matchingPrograms(pathToFileURL(`${command}/`))) await buildPrograms(command, { isPublished: false });
}
