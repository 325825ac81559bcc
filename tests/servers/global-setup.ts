import { chmodSync } from 'node:fs';
import { makeServerDirectory, removeServerDirectory } from './server-directory.ts';

/** Database servers start when the first test asks for one; what was started ends with the run. */
export default function setup(): () => void {
  const directory = makeServerDirectory();
  chmodSync(directory, 0o755); // servers run as users of their own
  const end = () => removeServerDirectory(directory);
  process.once('exit', end);
  return () => {
    process.off('exit', end);
    end();
  };
}
