import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildPackage } from './build-package.ts';

/**
 * Builds the package `orrery` and packs it, as `npm publish` would.
 *
 * @param folder of the result; the unpacked package stays in `package` below it
 * @returns the file
 */
export async function packPackage(folder: string): Promise<string> {
  const unpacked = join(folder, 'package');
  await buildPackage(unpacked);
  const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: unpacked,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024, // it lists each file
    // npm by Node 20 may wait forever for files that it reads by io_uring.
    env: { ...process.env, UV_USE_IO_URING: '0' },
    timeout: 5 * 60_000,
    killSignal: 'SIGKILL',
  });
  const packed: unknown = JSON.parse(printed);
  const [first] = Array.isArray(packed) ? packed : Object.values(packed as object);
  return join(folder, (first as { readonly filename: string }).filename); // as npm documents it
}
