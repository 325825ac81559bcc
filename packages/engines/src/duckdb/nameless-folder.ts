import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another path to a folder, which does not reveal its location. */
export interface NamelessFolder {
  readonly path: string;
  /** Safe to call twice. */
  close(): void;
}

/**
 * Opens a folder under a path that hides its location. DuckDB reveals the path of a file in many ways: `filename`,
 * `current_query()`, the names of columns, the text of a view. It therefore gets the path of an open descriptor, or of
 * a link on systems without paths for descriptors.
 *
 * @param descriptors where the system shows the descriptors of the process
 */
export function openNamelessFolder(directory: string, descriptors = '/proc/self/fd'): NamelessFolder {
  if (!existsSync(descriptors)) return linkTo(directory);
  const descriptor = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  return { path: `${descriptors}/${descriptor}`, close };
}

function linkTo(directory: string): NamelessFolder {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-'));
  const path = join(folder, 'project');
  symlinkSync(directory, path, 'junction');
  return { path, close: () => rmSync(folder, { recursive: true, force: true }) };
}
