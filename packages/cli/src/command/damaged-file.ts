import { existsSync } from 'node:fs';
import type { Settings } from '@orrery/config';
import { OperatorError } from '@orrery/kernel';
import { processesOf } from '@orrery/runtime';
import { asOperatorError, databaseFile, storeFaults } from '@orrery/store';

/**
 * Finds the SQLite file of a store that is damaged, which nothing can be restored into.
 *
 * @returns its path; absent where it is whole, is not there, or is not SQLite
 * @throws OperatorError where it may not be replaced, or a server may have it open
 */
export async function damagedFile(
  settings: Settings,
  { mayReplace }: { readonly mayReplace: boolean },
): Promise<string | undefined> {
  const { dataDirectory, databaseAddress } = settings;
  const file = databaseFile(dataDirectory);
  if (databaseAddress || !existsSync(file)) return undefined;
  const [fault] = await storeFaults(settings).catch((error: unknown) => {
    throw asOperatorError(error, settings);
  });
  if (fault === undefined) return undefined;
  const damage = `The metadata store '${file}' is damaged: ${fault}`;
  if (!mayReplace)
    throw new OperatorError(`${damage}. --replace keeps it under another name, and restores the backup.`);
  const processes = await processesOf(dataDirectory);
  const serving = processes.find(({ port, state }) => port !== undefined && state === 'lives');
  if (serving) throw new OperatorError(`${damage}. Stop the server on port ${serving.port} first, which has it open.`);
  // One of an earlier version, without a lock, may live in another container, whose processes have the same numbers.
  const possible = processes.find(({ state }) => state !== 'ended');
  if (possible)
    throw new OperatorError(
      `${damage}. Stop every server and command that uses the data folder first, in other containers too. ` +
        `If none runs, one that was killed left '${possible.directory}': remove that folder.`,
    );
  return file;
}
