import type { Settings } from '@orrery/config';
import type { CommandInput } from './command.ts';

/** The project folder to work on; that of the demo once its data is there. */
export async function projectOf(
  { isDemo, projectDirectory, dataDirectory }: Settings,
  { clock, print }: Pick<CommandInput, 'clock' | 'print'>,
): Promise<string> {
  if (!isDemo) return projectDirectory;
  const { prepareDemo } = await import('./prepare-demo.ts');
  return prepareDemo({ demoDirectory: projectDirectory, dataDirectory, clock, onProgress: print });
}
