import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Saving is several events in a row: a draft, a rename, a time stamp. */
const settleMs = 60;
/** One more look later: a file saved into a new folder may come before the folder is watched. */
const lookAgainMs = 500;

export interface FolderWatch {
  close(): void;
}

/**
 * Calls `onChange` soon after anything below the folder changed; more often than needed rather than less, so the
 * caller compares contents. Errors of the watch itself go to `onError`; watching then has ended.
 *
 * Each folder has a watch of its own: on Linux the recursive watch of Node (24.21) loses a file for good once another
 * was renamed over it, which is how many editors save.
 */
export function watchFolder(directory: string, onChange: () => void, onError: (error: unknown) => void): FolderWatch {
  const timers = { settle: undefined as NodeJS.Timeout | undefined, again: undefined as NodeJS.Timeout | undefined };
  const watchers = new Map<string, FSWatcher>();
  const watchFolders = (): void => {
    const folders = foldersBelow(directory);
    for (const [folder, watcher] of watchers) if (!folders.has(folder)) drop(folder, watcher);
    for (const folder of folders) if (!watchers.has(folder)) watchOne(folder);
  };
  const drop = (folder: string, watcher: FSWatcher): void => {
    watchers.delete(folder);
    watcher.close();
  };
  const watchOne = (folder: string): void => {
    const watcher = watch(folder, { persistent: false }, onEvent);
    watcher.on('error', (error) => {
      drop(folder, watcher);
      // A folder that was removed takes its watch with it; only the loss of the root ends the watching.
      if (folder === directory) onError(error);
    });
    watchers.set(folder, watcher);
  };
  const look = (): void => {
    watchFolders();
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
      for (const [folder, watcher] of watchers) drop(folder, watcher);
    },
  };
}

/** The folder and all below it; links are not followed, as the model is not read through them. */
function foldersBelow(directory: string): ReadonlySet<string> {
  const folders = new Set([directory]);
  for (const folder of folders) {
    for (const entry of entriesOf(folder)) if (entry.isDirectory()) folders.add(join(folder, entry.name));
  }
  return folders;
}

/** A folder may go while we look. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
