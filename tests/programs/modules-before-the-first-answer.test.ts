import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runOrrery } from '../../packages/cli/src/command/run-orrery.ts';
import { rawGet, startProcess } from '../attacks/server-process.ts';

const probe = new URL('./loaded-modules.js', import.meta.url).href;

/**
 * Highest numbers of loaded modules. Loading them takes most of a start; the sources have 2,300 in all. A higher number
 * means a slower start, usually because of an import that only a few requests need: import it when it is needed.
 */
const mostInMainThread = 190;
const mostInThreads = 30;

it('a server answers its first query with few modules loaded, none of them with types to strip', async () => {
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
