import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runOrrery } from '../../packages/cli/src/command/run-orrery.ts';
import { rawGet, startProcess } from '../attacks/server-process.ts';

const probe = new URL('./loaded-modules.js', import.meta.url).href;

/**
 * Modules are most of what a start takes: from the sources they are 2,300 in all. A higher number here is a start that got longer,
 * most often because something is imported that only a few questions need: import it when it is asked for.
 */
const mostInMainThread = 190;
const mostInThreads = 30;

it('a server answers its first question having loaded few modules, none of them with types to strip', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'orrery-modules-'));
  try {
    await runOrrery(['init', 'shop'], { directory });
    const list = join(directory, 'loaded-modules.txt');
    const environment = { NODE_OPTIONS: `--import=${probe}`, LOADED_MODULES: list };
    const server = await startProcess(['--dev', '--project', 'shop'], { directory, environment });
    const query = encodeURIComponent('{"measures":["orders.count"],"dimensions":["orders.status"]}');
    const answer = await rawGet(`${server.origin}/cubejs-api/v1/load?query=${query}`, { authorization: server.token });
    const loaded = readFileSync(list, 'utf8').trim().split('\n');
    await server.stop();
    expect(answer.status).toBe(200);
    expect(loaded.filter((line) => line.endsWith('.ts'))).toEqual([]);
    const inMainThread = loaded.filter((line) => line.startsWith('0 '));
    expect(inMainThread.length).toBeLessThanOrEqual(mostInMainThread);
    expect(loaded.length - inMainThread.length).toBeLessThanOrEqual(mostInThreads);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
