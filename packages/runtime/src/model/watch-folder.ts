import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Saving causes several events in a row: a draft, a rename, a time stamp. */
const settleMs = 60;
/** Checks again later: a file saved into a new folder may come before the folder is watched. */
const lookAgainMs = 500;

export interface FolderWatch {
  close(): void;
}

/**
 * Resolves when the folder is watched, and calls `onChange` soon after anything below the folder changes, sometimes without
 * need, so the caller compares contents. Errors of the watch go to `onError`; watching then has ended.
 *
 * Each folder has a watch of its own: on Linux the recursive watch of Node (24.21) loses a file after another was
 * renamed over it, which is how many editors save.
 */
export async function watchFolder(
  directory: string,
  onChange: () => void,
  onError: (error: unknown) => void,
): Promise<FolderWatch> {
  const timers = { settle: undefined as NodeJS.Timeout | undefined, again: undefined as NodeJS.Timeout | undefined };
  const watched = new Map<string, Watched>();
  let isClosed = false;
  let looking = Promise.resolve();
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
  const watchFolders = async (): Promise<void> => {
    const folders = await foldersBelow(directory);
    if (isClosed) return;
    for (const [folder, { identity }] of watched) if (folders.get(folder) !== identity) drop(folder);
    for (const [folder, identity] of folders) if (!watched.has(folder)) watchOne(folder, identity);
  };
  const lookOnce = async (): Promise<void> => {
    // A folder may be removed meanwhile; its own event causes another check.
    await watchFolders().catch(() => undefined);
    if (!isClosed) onChange();
  };
  const look = (): void => {
    looking = looking.then(lookOnce);
  };
  const onEvent = (): void => {
    timers.settle ??= setTimeout(() => {
      timers.settle = undefined;
      look();
    }, settleMs).unref();
    clearTimeout(timers.again);
    timers.again = setTimeout(look, lookAgainMs).unref();
  };
  await watchFolders();
  return {
    close: () => {
      isClosed = true;
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
async function foldersBelow(directory: string): Promise<ReadonlyMap<string, string>> {
  const folders = new Map([[directory, await identityOf(directory)]]);
  for (const folder of folders.keys()) {
    const entries = await unlessGone(readdir(folder, { withFileTypes: true }), folder === directory);
    if (!entries) folders.delete(folder);
    for (const entry of entries ?? []) {
      const path = join(folder, entry.name);
      const identity = entry.isDirectory() ? await unlessGone(identityOf(path)) : undefined;
      if (identity !== undefined) folders.set(path, identity);
    }
  }
  return folders;
}

/** @returns `undefined` where the folder was removed meanwhile @param isNeeded whether that is an error */
async function unlessGone<T>(found: Promise<T>, isNeeded = false): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (isNeeded || (code !== 'ENOENT' && code !== 'ENOTDIR')) throw error;
    return undefined;
  }
}

/** File systems reuse the number of a removed folder; the time of creation distinguishes them. */
async function identityOf(folder: string): Promise<string> {
  const { ino, birthtimeNs } = await stat(folder, { bigint: true });
  return `${ino}:${birthtimeNs}`;
}
