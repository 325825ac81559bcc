import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { HistoryThread } from './history-thread.ts';

it('opens its file later when it could not be opened at first', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'orrery-history-'));
  const history = new HistoryThread(join(directory, 'later', 'history.db'));
  onTestFinished(async () => {
    await history.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const asked = { deploymentId: 1, first: 10 };
  await expect(history.list(asked)).rejects.toThrow(/directory/);
  mkdirSync(join(directory, 'later'));
  expect(await history.list(asked)).toEqual({ entries: [], end: undefined });
});
