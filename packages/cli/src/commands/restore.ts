import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { asOperatorError, connect, databaseFile, replaceFile, restoreBackup } from '@orrery/store';
import { makeDataDirectory } from '@orrery/runtime';
import { keySourceOf } from '@orrery/deployments';
import { readSettings } from '@orrery/config';
import { type Command, damagedFile } from '../command/index.ts';

export const restore: Command = {
  usage: 'restore FILE [--replace] [--data DIR]',
  summary: 'makes the metadata store what it was when a backup was made',
  settings: ['project', 'data', 'dev'],
  flags: [{ name: 'replace', isSwitch: true, shows: '  replaces what the store holds' }],
  words: 1,
  async run({ flags, words, environment, directory, clock, print, note }) {
    const settings = readSettings({ flags, environment, directory });
    const file = resolve(directory, words[0] ?? '');
    const mayReplace = flags['replace'] === true;
    makeDataDirectory(settings.dataDirectory);
    // Beside a damaged file, which stays in its place until the new one is whole.
    const beside: { damaged?: string; folder?: string } = {};
    try {
      const { rows, createdAt } = await restoreBackup({
        file,
        source: keySourceOf(settings),
        connect: async () => {
          const damaged = await damagedFile(settings, { mayReplace });
          if (damaged === undefined) return connect(settings);
          const folder = await mkdtemp(join(settings.dataDirectory, 'restore-'));
          Object.assign(beside, { damaged, folder });
          return connect({ dataDirectory: folder });
        },
        mayReplace,
        clock,
      });
      if (beside.damaged !== undefined && beside.folder !== undefined) {
        const aside = await replaceFile(beside.damaged, databaseFile(beside.folder), clock.now());
        note(`The damaged file of the store is kept as ${aside}.`);
      }
      print(`The metadata store is as it was at ${createdAt}: ${rows} rows. Running servers notice within a second.`);
      note('API keys and secrets that were revoked since then work again: revoke them again.');
      return 0;
    } catch (error) {
      throw asOperatorError(error, settings);
    } finally {
      if (beside.folder !== undefined) await rm(beside.folder, { recursive: true, force: true });
    }
  },
};
