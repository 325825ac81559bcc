import { accessSync, constants, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Settings } from '@orrery/config';
import { leastRoomBytes } from '@orrery/kernel';
import { type Diagnosis, reasonOf } from './diagnosis.ts';
import { nearestTo } from './nearest-to.ts';

const mebibyte = 2 ** 20;
/** Queries may write this much and more for a while. */
const littleRoomBytes = 2_048 * mebibyte;

/** Checks whether the data folder and the folder for temporary files can be written and have room. */
export async function checkDisk({ dataDirectory }: Settings): Promise<readonly Diagnosis[]> {
  return [
    await checkFolder('data folder', dataDirectory, 'name another one with --data or ORRERY_DATA'),
    await checkFolder('temporary folder', tmpdir(), 'name another one with TMPDIR'),
  ];
}

async function checkFolder(part: string, folder: string, another: string): Promise<Diagnosis> {
  const there = nearestTo(folder);
  try {
    if (!statSync(there).isDirectory()) throw new Error(`${there} is a file, and no folder`);
    accessSync(there, constants.W_OK | constants.X_OK);
    const { bavail, bsize, files, ffree } = await statfs(there);
    const free = bavail * bsize;
    const says = `${folder} has ${Math.floor(free / mebibyte).toLocaleString('en')} MiB of room`;
    const wayOut = `free some, or ${another}`;
    if (files > 0 && ffree === 0) return { level: 'wrong', part, says: `${says}, and none for another file`, wayOut };
    if (free < leastRoomBytes) return { level: 'wrong', part, says, wayOut };
    if (free < littleRoomBytes) return { level: 'note', part, says, wayOut };
    return { level: 'ok', part, says };
  } catch (error) {
    const wayOut = `let this user write it, or ${another}`;
    return { level: 'wrong', part, says: `${folder} cannot be written: ${reasonOf(error)}`, wayOut };
  }
}
