import type { Settings } from '@orrery/config';
import type { CommandInput } from './command.ts';

/** Returns the project folder to work on; for the demo, generates its data first. */
export async function projectOf(
  { isDemo, projectDirectory, dataDirectory }: Settings,
  { clock, print }: Pick<CommandInput, 'clock' | 'print'>,
): Promise<string> {
  if (!isDemo) return projectDirectory;
  const { prepareDemo } = await import('./prepare-demo.ts');
  return prepareDemo({ demoDirectory: projectDirectory, dataDirectory, clock, onProgress: print });
}
