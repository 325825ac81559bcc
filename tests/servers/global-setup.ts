import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { buildPrograms } from '../programs/build-programs.ts';
import { makeServerDirectory, removeServerDirectory } from './server-directory.ts';

/** Database servers start when the first test asks for one; what was started ends with the run. */
export default async function setup(): Promise<() => void> {
  const directory = makeServerDirectory();
  chmodSync(directory, 0o755); // servers run as users of their own
  const end = () => removeServerDirectory(directory);
  process.once('exit', end);
  process.env.NODE_COMPILE_CACHE = join(directory, 'compiled');
  process.env.BUILT_PROGRAMS = await buildPrograms(join(directory, 'programs'));
  return () => {
    process.off('exit', end);
    end();
  };
}
