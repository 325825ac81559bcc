import type { BigIntStats } from 'node:fs';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { lookUpIsWithin } from '@orrery/config';
import type { ConfigProblem } from '@orrery/kernel';
import { agentFileBounds } from './bounds.ts';

export interface AgentFile {
  /** Below the folder `agents/`, with slashes. */
  readonly path: string;
  readonly text: string;
}

export interface LoadedAgentFiles {
  readonly files: readonly AgentFile[];
  /** Files that cannot be read, by name. */
  readonly problems: readonly ConfigProblem[];
}

interface AgentFileEntry {
  readonly path: string;
  readonly name: string;
}

/**
 * Reads every file below the folder, sorted by path; none when the folder is missing. Hidden files are left out, as in
 * the folder of the model.
 *
 * @param shown the folder as problems name it
 */
export async function loadAgentFiles(directory: string, shown: string): Promise<LoadedAgentFiles> {
  const problems: ConfigProblem[] = [];
  const refuse = (name: string, message: string, hint?: string): void => {
    const file = name === '' ? shown : `${shown}/${name}`;
    problems.push({ message, at: { file, line: 1, column: 1 }, ...(hint === undefined ? {} : { hint }) });
  };
  const files: AgentFile[] = [];
  let bytes = 0;
  for (const { path, name } of await entriesBelow(directory, refuse)) {
    const found = await statOf(path);
    if (!found?.isFile()) {
      refuse(name, 'This is no file that can be read.', 'Remove it, or the link that leads nowhere.');
      continue;
    }
    if (!(await lookUpIsWithin(directory, path))) {
      refuse(name, 'The file is a link that leads out of its folder.', 'Put the file itself here.');
      continue;
    }
    if (found.size > agentFileBounds.fileBytes) {
      refuse(name, `The file has more than ${agentFileBounds.fileBytes} bytes.`, 'Split it.');
      continue;
    }
    bytes += Number(found.size);
    if (bytes > agentFileBounds.bytes) {
      refuse('', `The files have more than ${agentFileBounds.bytes} bytes together.`, 'Remove some of them.');
      break;
    }
    const text = await textOf(path);
    if (text === undefined) refuse(name, 'The file cannot be read as text in UTF-8.', 'Save it in UTF-8.');
    else files.push({ path: name, text });
  }
  return { files, problems };
}

/** Text that differs whenever a file below the folder was changed, added or removed. Reads no contents. */
export async function stampOf(directory: string): Promise<string> {
  const stamps: string[] = [];
  for (const { path, name } of await entriesBelow(directory, () => undefined)) {
    const found = await statOf(path);
    stamps.push(found ? `${name} ${found.size} ${found.mtimeNs} ${found.ctimeNs} ${found.ino}` : name);
  }
  return stamps.join('\n');
}

async function entriesBelow(
  directory: string,
  refuse: (name: string, message: string, hint?: string) => void,
): Promise<readonly AgentFileEntry[]> {
  const entries: AgentFileEntry[] = [];
  const folders = [directory];
  for (const folder of folders) {
    for (const name of await namesIn(folder)) {
      if (name.startsWith('.')) continue;
      const path = join(folder, name);
      const below = relative(directory, path).split(sep).join('/');
      if (await isFolder(path)) {
        if (below.split('/').length < agentFileBounds.depth) folders.push(path);
        else refuse(below, `Folders are read ${agentFileBounds.depth} levels deep.`, 'Move its files up.');
        continue;
      }
      if (entries.length === agentFileBounds.files) {
        refuse('', `There are more than ${agentFileBounds.files} files.`, 'Remove some of them.');
        return entries;
      }
      entries.push({ path, name: below });
    }
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @returns `undefined` for a link that leads nowhere or in a circle, and for what was removed meanwhile */
async function statOf(path: string): Promise<BigIntStats | undefined> {
  try {
    return await stat(path, { bigint: true });
  } catch {
    return undefined;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** @returns `undefined` when the bytes are no UTF-8 */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)).replaceAll('\r\n', '\n');
  } catch (error) {
    if (isMissing(error)) return '';
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
