import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMetadata } from '../../packages/deployments/src/open-metadata.ts';

/** More are tried by `PROVE_KILLS=200 npx vitest run tests/crashes/embed-sessions.test.ts`. */
const kills = Number(process.env['PROVE_KILLS'] ?? 6);

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'orrery-killed-sessions-'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Lets a process make sessions, and kills it after some of them. @returns the names it has told, by what it told of them */
async function killedAfter(lines: number): Promise<ReadonlyMap<string, string>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'make-embed-sessions.ts'), root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    if (text.split('\n').length > lines) child.kill('SIGKILL');
  });
  await once(child, 'close');
  const told = text.slice(0, text.lastIndexOf('\n')).split('\n');
  return new Map(told.map((line) => line.split(' ')).map(([said = '', name = '']) => [name, said]));
}

it(
  `a session that was told of is there after ${kills} kills, and is exchanged once`,
  async () => {
    let checked = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const told = await killedAfter(5 + ((kill * 7) % 40));
      const metadata = await openMetadata({ dataDirectory: root, account: 'default', mayMigrate: true }, Date);
      try {
        const exchange = (name: string) =>
          metadata.embedSessions.exchange(name, 'cubecloud').then(
            () => 'exchanged',
            () => 'refused',
          );
        for (const [name, said] of told) {
          const first = await exchange(name);
          // One that was being taken may have been taken or not.
          if (said !== 'taking')
            expect([name, said, first]).toEqual([name, said, said === 'made' ? 'exchanged' : 'refused']);
          expect([name, await exchange(name)]).toEqual([name, 'refused']);
          checked += 1;
        }
      } finally {
        await metadata.close();
      }
    }
    expect(checked).toBeGreaterThan(kills * 3);
  },
  600_000 + kills * 20_000,
);
