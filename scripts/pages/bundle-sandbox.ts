import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../take-steps.ts';
import { consoleFolder } from './console-config.ts';

/** The script in frames for content of others: one file, which becomes part of the page that it runs in. */
export async function bundleSandbox() {
  const input = { sandbox: join(consoleFolder, 'src/sandbox/sandbox-script.ts') };
  const made = await rolldown({ cwd: root, input, platform: 'browser', tsconfig: false });
  const { output } = await made.generate({ minify: true, format: 'iife', entryFileNames: '[name]-[hash].js' });
  await made.close();
  return output[0];
}
