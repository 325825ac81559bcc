import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../sources.ts';

/** @param file relative to the repository @returns the script that browsers run */
export async function builtScript(file: string): Promise<string> {
  const made = await rolldown({ cwd: root, input: resolve(root, file), platform: 'browser' });
  try {
    return (await made.generate({ format: 'esm' })).output[0].code;
  } finally {
    await made.close();
  }
}
