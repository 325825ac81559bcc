import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { fencedBlocks } from '../../docs/fenced-blocks.ts';
import type { WireSide } from './wire-sides.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

export function toolsPage(): string {
  return readFileSync(resolve(root, 'docs/bi-tools.md'), 'utf8');
}

/** A block of the page by its use, with the port of a side in place of that of `npm start`. */
export function blockOf(use: string, { address }: WireSide): string {
  const block = fencedBlocks(toolsPage()).find((one) => one.use === use);
  if (!block?.text.includes('15432')) throw new Error(`docs/bi-tools.md has no block ${use} with the port 15432`);
  return block.text.replaceAll('15432', String(address.port));
}

/** Runs a block. @returns the lines that it prints, with NULL as nothing */
export async function runBlock(
  [program = '', ...parameters]: readonly string[],
  { address }: WireSide,
  directory = root,
): Promise<readonly string[]> {
  const environment = { ...process.env, PGPASSWORD: address.password };
  const { stdout } = await run(program, parameters, { cwd: directory, env: environment, timeout: 300_000 });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^(?:null|None),/, ','));
}
