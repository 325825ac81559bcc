import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { EngineThread } from './engine-thread.ts';
import { giveWay } from './give-way.ts';

/** Priorities of all threads of this process. */
function priorities(): readonly number[] {
  return readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
}

it.skipIf(process.platform !== 'linux')(
  'a thread of engines runs at a lower priority than other threads of its process',
  async () => {
    const own = getPriority();
    const before = priorities().filter((priority) => priority > own).length;
    const thread = new EngineThread();
    try {
      await expect.poll(() => priorities().filter((priority) => priority > own).length).toBe(before + 1);
      expect(getPriority()).toBe(own);
    } finally {
      await thread.close();
    }
  },
);

it('a thread without permission to lower its priority works normally', () => {
  const refuse = () => {
    throw Object.assign(new Error('setpriority'), { code: 'EPERM' });
  };
  expect(() => giveWay(refuse)).not.toThrow();
});
