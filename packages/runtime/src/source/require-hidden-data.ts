import { resolve } from 'node:path';
import { isWithin } from '@orrery/config';
import { OperatorError } from '@orrery/kernel';

/**
 * Refuses folders that contain the data folder: statements of a data source could read the master key, users and the
 * spilled rows of others from it.
 *
 * @param allow paths, relative to the project @throws OperatorError
 */
export function requireHiddenData(
  source: string,
  allow: readonly string[],
  { projectDirectory, dataDirectory }: { readonly projectDirectory: string; readonly dataDirectory: string },
): void {
  const open = allow.find((folder) => isWithin(resolve(projectDirectory, folder), dataDirectory));
  if (open === undefined) return;
  throw new OperatorError(
    `'allow' of data source '${source}' names '${open}', which contains the data folder '${dataDirectory}' with its keys. ` +
      'Name the folders of the data, or keep the data folder elsewhere with --data or ORRERY_DATA.',
  );
}
