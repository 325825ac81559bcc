import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Saving causes several events in a row: a draft, a rename, a time stamp. */
const settleMs = 60;
/** Checks again later: a file saved into a new folder may come before the folder is watched. */
const lookAgainMs = 500;

export interface FolderWatch {
  close(): void;
}

/**
 * Calls `onChange` soon after anything below the folder changes, sometimes without need, so the caller compares
 * contents. Errors of the watch go to `onError`; watching then has ended.
 *
 * Each folder has a watch of its own: on Linux the recursive watch of Node (24.21) loses a file after another was
 * renamed over it, which is how many editors save.
 */
export function watchFolder(directory: string, onChange: () => void, onError: (error: unknown) => void): FolderWatch {
  const timers = { settle: undefined as NodeJS.Timeout | undefined, again: undefined as NodeJS.Timeout | undefined };
  const watched = new Map<string, Watched>();
  const drop = (folder: string): void => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };
  const watchOne = (folder: string, identity: string): void => {
    const watcher = watch(folder, { persistent: false }, onEvent);
    watcher.on('error', (error) => {
      drop(folder);
      // A removed folder removes its watch; only the loss of the root ends the watching.
      if (folder === directory) onError(error);
    });
    watched.set(folder, { watcher, identity });
  };
  const watchFolders = (): void => {
    const folders = foldersBelow(directory);
    for (const [folder, { identity }] of watched) if (folders.get(folder) !== identity) drop(folder);
    for (const [folder, identity] of folders) if (!watched.has(folder)) watchOne(folder, identity);
  };
  const look = (): void => {
    try {
      watchFolders();
    } catch {
      // The folder was removed meanwhile; its own event causes another check.
    }
    onChange();
  };
  const onEvent = (): void => {
    timers.settle ??= setTimeout(() => {
      timers.settle = undefined;
      look();
    }, settleMs).unref();
    clearTimeout(timers.again);
    timers.again = setTimeout(look, lookAgainMs).unref();
  };
  watchFolders();
  return {
    close: () => {
      clearTimeout(timers.settle);
      clearTimeout(timers.again);
      for (const folder of [...watched.keys()]) drop(folder);
    },
  };
}

/** A folder created again under an old name is a new one, and needs a watch of its own. */
interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string;
}

/** Lists the folder and all below it, by identity; links are not followed, because models are not read through them. */
function foldersBelow(directory: string): ReadonlyMap<string, string> {
  const folders = new Map([[directory, identityOf(directory)]]);
  for (const folder of folders.keys()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.set(path, identityOf(path));
    }
  }
  return folders;
}

/** File systems reuse the number of a removed folder; the time of creation distinguishes them. */
function identityOf(folder: string): string {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true });
  return `${ino}:${birthtimeNs}`;
}
