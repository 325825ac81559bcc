import { type FSWatcher, watch } from 'node:fs';

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
 */
export function watchFolder(directory: string, onChange: () => void, onError: (error: unknown) => void): FolderWatch {
  const timers = { settle: undefined as NodeJS.Timeout | undefined, again: undefined as NodeJS.Timeout | undefined };
  const watcher: FSWatcher = watch(directory, { recursive: true, persistent: false }, () => {
    timers.settle ??= setTimeout(() => {
      timers.settle = undefined;
      onChange();
    }, settleMs).unref();
    clearTimeout(timers.again);
    timers.again = setTimeout(onChange, lookAgainMs).unref();
  });
  watcher.on('error', onError);
  return {
    close: () => {
      clearTimeout(timers.settle);
      clearTimeout(timers.again);
      watcher.close();
    },
  };
}
